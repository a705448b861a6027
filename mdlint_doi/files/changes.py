"""What git says was changed since a commit: which lines of which files.

git-diff(1): from the merge base of a commit and HEAD to the files as they are. The diff is read
as it comes, line by line; a file of it is known by its hunks alone.

Of files that a filter cleans, git keeps another text than the folder holds (gitattributes(5):
`filter`). With nbstripout git keeps notebooks without their outputs, with Git LFS three lines in
place of a file. The lines that git tells of are those of what it keeps.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from shutil import which
from tempfile import TemporaryFile
from typing import IO, Final

from mdlint_doi.files.reading import FileProblem, read_bytes
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.text.changed_lines import ChangedLines, Hunk
from mdlint_doi.text.value import Value

_MISSING: Final = "git is not installed, or not in PATH; install it, or leave --since out"
_MOST: Final = 500
_ENVIRON: Final = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "",
    "GIT_DIFF_OPTS": "",  # lines around a change, over what --unified says
}

_SETTINGS: Final = ("-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit")
"""No program that watches files is run, and no settings are read of a repository without a work
tree: one that lies in a tree as a folder is a stranger's."""


class GitError(Exception):
    """What git could not do; the message is one line and says what to do."""


class Git:
    """The program in a folder. It takes no lock, asks for no password, and speaks English."""

    def __init__(self, folder: str) -> None:
        """Start nothing yet.

        Raises:
            GitError: if there is no git.

        """
        program = which("git")
        if program is None:
            raise GitError(_MISSING)
        self._program = program
        self._folder = folder

    def output(self, *arguments: str, given: bytes = b"") -> bytes:
        """Return what a command prints, given a text on standard input.

        Raises:
            GitError: with what git says, if it fails.

        """
        with self.lines(*arguments, given=given) as lines:
            return lines.read()

    @contextmanager
    def lines(self, *arguments: str, different: int = 0, given: bytes = b"") -> Iterator[IO[bytes]]:
        """Give the lines that a command prints, as they come.

        Args:
            arguments: the command.
            different: an exit code beside 0 that is none of failure.
            given: what it reads on standard input.

        Raises:
            GitError: with what git says, if it fails.

        """
        with (
            TemporaryFile() as errors,
            _readable(given) as stdin,
            self._start(arguments, stdin, errors) as started,
        ):
            if started.stdout is None:
                raise GitError(_MISSING)
            try:
                yield started.stdout
            except BaseException:
                started.kill()
                raise
            self._check(started.wait(), errors, different)

    def _start(
        self, arguments: tuple[str, ...], stdin: IO[bytes], errors: IO[bytes]
    ) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(  # noqa: S603 - a list, and no shell
                [self._program, *_SETTINGS, *arguments],
                cwd=self._folder,
                env={**os.environ, **_ENVIRON},
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        except OSError as error:
            message = f"git could not be started: {error.strerror or error}"
            raise GitError(message) from None

    def _check(self, code: int, errors: IO[bytes], different: int) -> None:
        if code in {0, different}:
            return
        errors.seek(0)
        said = errors.read(_MOST).decode("utf-8", "replace").strip()
        first = next(iter(said.splitlines()), "").removeprefix("fatal: ")
        message = f"git says: {first or f'exit code {code}'}"
        raise GitError(message)


def _readable(data: bytes) -> IO[bytes]:
    """Return a file that holds data: a pipe would wait for who reads it."""
    file = TemporaryFile()  # noqa: SIM115 - whoever gets it closes it
    file.write(data)
    file.seek(0)
    return file


_NONE: Final = (b"unspecified", b"unset")
FileDiff = tuple[bytes | None, bytes, list[Hunk] | None]
"""A path before, None if it was not there; the path; hunks, None for a file with conflicts."""
OPTION: Final = "--since"
_HUNK: Final = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_UNMERGED: Final = b"* Unmerged path "
_ESCAPE: Final = re.compile(rb'\\([0-7]{3}|[abtnvfr"\\])')
_ESCAPED: Final = dict(zip(b'abtnvfr"\\', b'\a\b\t\n\v\f\r"\\', strict=True))
_DIFF: Final = (
    *("diff", "--unified=0", "--inter-hunk-context=0", "--text", "--no-ext-diff", "--no-textconv"),
    *("--no-color", "--src-prefix=a/", "--dst-prefix=b/"),
)
_TREE: Final = ("--no-relative", "--find-renames", "--diff-filter=d", "--ignore-submodules=all")
_SHALLOW: Final = (
    "; the clone is shallow: git fetch --unshallow (for actions/checkout: fetch-depth: 0)"
)


class FileChange(Value):
    """What became of a file that git knows.

    Attributes:
        before: its path in the commit, from the repository's top; None: it was not there.
        lines: which are new.

    """

    before: str | None
    lines: ChangedLines


class Changes(Value):
    """What was changed since a commit, by the real paths of files.

    A file that git does not know is new: it was never added, or is in another repository.

    Attributes:
        reference: what the user calls the commit.
        top: the repository's top folder.
        base: the name of the merge base.
        files: those that git knows and that changed.
        tracked: all that git knows.
        filtered: those of `files` whose lines git counts in another text than theirs.

    """

    reference: str
    top: str
    base: str
    files: Mapping[str, FileChange]
    tracked: frozenset[str]
    filtered: frozenset[str] = frozenset()

    def has(self, path: str) -> bool:
        """Return whether anything in a file is new."""
        real = os.path.realpath(path)
        return real in self.files or real not in self.tracked

    def of(self, path: str) -> ChangedLines | None:
        """Return which lines of a file are new; None: all of them."""
        real = os.path.realpath(path)
        if real in self.filtered:
            return self._lines_of(real)
        if real in self.files:
            return self.files[real].lines
        return ChangedLines() if real in self.tracked else None

    def only(self, paths: Iterable[str]) -> Changes:
        """Return the changes of some files."""
        wanted = {os.path.realpath(path) for path in paths}
        files = {path: self.files[path] for path in wanted & self.files.keys()}
        return self.replace(
            files=files, tracked=self.tracked & wanted, filtered=self.filtered & wanted
        )

    def with_text(self, path: str, text: bytes) -> Changes:
        """Return the changes with another text in the place of what is in a file.

        Raises:
            SettingsError: if git cannot tell.

        """
        real = os.path.realpath(path)
        known = self.files.get(real)
        before = known.before if known else None
        if known is None and real in self.tracked:
            before = os.path.relpath(real, self.top)
        files = {name: one for name, one in self.files.items() if name != real}
        lines = None if before is None else self._lines_since(before.replace(os.sep, "/"), text)
        rest = self.replace(files=files, filtered=self.filtered - {real})
        if lines is None:
            return rest.replace(tracked=self.tracked - {real})
        return rest.replace(files={**files, real: FileChange(before, lines)})

    def _lines_of(self, real: str) -> ChangedLines | None:
        """Return which lines of a filtered file are new, as it stands; None: all of them."""
        before = self.files[real].before
        try:
            return None if before is None else self._lines_since(before, read_bytes(real))
        except (FileProblem, SettingsError):
            return None  # whatever it holds counts, then

    def _lines_since(self, before: str, text: bytes) -> ChangedLines | None:
        """Return which lines of a text are new; None: the commit has no such file."""
        try:
            git = Git(self.top)
            if not git.output("ls-tree", "-z", self.base, "--", before):
                return None  # it was added since, and may be gone from the folder again
            return _lines_since(git.output("cat-file", "blob", f"{self.base}:{before}"), text)
        except GitError as error:
            raise SettingsError(OPTION, "", str(error)) from error


def changes_since(reference: str, folder: str) -> Changes:
    """Return what was changed in the repository of a folder since a commit.

    Raises:
        SettingsError: if git cannot tell; it says what to do.

    """
    try:
        return _changes(reference, folder)
    except GitError as error:
        raise SettingsError(OPTION, "", str(error)) from error


def _changes(reference: str, folder: str) -> Changes:
    top = os.path.realpath(_top(folder))
    git = Git(top)
    base = _merge_base(git, reference)
    files: dict[str, FileChange] = {}
    unmerged: set[str] = set()
    changed: list[bytes] = []
    with git.lines(*_DIFF, *_TREE, base, "--") as lines:
        for before, path, hunks in read_diff(lines):
            name = _whole(top, path)
            if hunks is None:
                unmerged.add(name)
            else:
                old = None if before is None else os.fsdecode(before)
                files[name] = FileChange(old, ChangedLines(tuple(hunks)))
                changed.append(path)
    names = git.output("ls-files", "-z", "--cached").split(b"\0")
    tracked = {_whole(top, name) for name in names if name} - unmerged
    cleaned = frozenset(_whole(top, name) for name in filtered(git, changed))
    return Changes(reference, top, base, files, frozenset(tracked), cleaned)


def _whole(top: str, name: bytes) -> str:
    """Return the path of a file that git names from the repository's top."""
    return os.path.join(top, os.fsdecode(name).replace("/", os.sep))  # noqa: PTH118


def _top(folder: str) -> str:
    try:
        return os.fsdecode(Git(folder).output("rev-parse", "--show-toplevel").rstrip(b"\n"))
    except GitError as error:
        if "not a git repository" in str(error):
            message = "this folder is not in a git repository; run in one, or leave --since out"
            raise GitError(message) from error
        raise


def _merge_base(git: Git, reference: str) -> str:
    commit = _commit(git, reference)
    if commit is None:
        fetch = _SHALLOW if _is_shallow(git) else "; fetch it, or give another one"
        message = f"{reference!a} is not a commit of this repository{fetch}"
        raise GitError(message)
    head = _commit(git, "HEAD")
    if head is None:
        message = "there is no commit yet; commit first, or leave --since out"
        raise GitError(message)
    try:
        return git.output("merge-base", commit, head).split()[0].decode()
    except (GitError, IndexError):
        more = _SHALLOW if _is_shallow(git) else "; give one that does"
        message = f"{reference!a} has no commit in common with HEAD{more}"
        raise GitError(message) from None


def _commit(git: Git, reference: str) -> str | None:
    """Return the name of a commit; None if there is none. A name with a dash would be an option."""
    if not reference or reference.startswith("-") or "\0" in reference:
        return None
    try:
        name = git.output("rev-parse", "--verify", "--quiet", f"{reference}^{{commit}}")
    except GitError:
        return None
    return name.decode("ascii", "replace").strip() or None


def _is_shallow(git: Git) -> bool:
    return git.output("rev-parse", "--is-shallow-repository").strip() == b"true"


def _lines_since(before: bytes, text: bytes) -> ChangedLines:
    """Return which lines of a text are new, compared with the one before it."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="mdlint-doi-") as folder:
        for name, data in (("a", before), ("b", text)):
            with open(os.path.join(folder, name), "wb") as file:  # noqa: PTH118, PTH123
                file.write(data)
        compared = (*_DIFF, "--ignore-cr-at-eol", "--no-index", "--", "a", "b")
        with Git(folder).lines(*compared, different=1) as lines:
            hunks = [hunk for _, _, found in read_diff(lines) for hunk in found or ()]
    return ChangedLines(tuple(hunks))


class _FileDiff:
    """What a diff says of one file."""

    def __init__(self) -> None:
        self._before: bytes | None = None
        self._path: bytes | None = None
        self._hunks: list[Hunk] = []

    def head(self, line: bytes) -> None:
        """Take a line before the hunks."""
        if line.startswith(b"--- "):
            self._before = _name(line)
        elif line.startswith(b"+++ "):
            self._path = _name(line)

    def hunk(self, line: bytes) -> int:
        """Take a hunk's first line; return how many follow."""
        match = _HUNK.match(line)
        if match is None:
            return 0
        old, new = (1 if count is None else int(count) for count in match.group(1, 3))
        self._hunks.append(Hunk(int(match[2]), new))
        return old + new

    def done(self) -> Iterator[FileDiff]:
        """Yield what was taken: nothing of a file that has another mode or name alone."""
        if self._path is not None:
            yield self._before, self._path, self._hunks


def read_diff(lines: Iterable[bytes]) -> Iterator[FileDiff]:
    """Yield the files of a diff."""
    file = _FileDiff()
    left = 0
    for line in lines:
        if left:  # what stands in a hunk may look like a head; "\ No newline" counts as no line
            left -= not line.startswith(b"\\")
        elif line.startswith(b"@@ "):
            left = file.hunk(line)
        elif line.startswith(b"diff --git "):
            yield from file.done()
            file = _FileDiff()
        elif line.startswith(_UNMERGED):
            yield None, _unquoted(line.removeprefix(_UNMERGED).rstrip(b"\n")), None
        else:
            file.head(line)
    yield from file.done()


def _name(line: bytes) -> bytes | None:
    """Return the path of a line `--- a/path` or `+++ b/path`; None: there is no such file.

    A path with blanks has a tab behind it, one with other odd characters stands in quotes, and one
    with both has both.
    """
    name = line[4:].rstrip(b"\n").removesuffix(b"\t")
    return None if name == b"/dev/null" else _unquoted(name)[2:]


def _unquoted(name: bytes) -> bytes:
    """Return a path that git quotes as C does; others as they are."""
    if not (name.startswith(b'"') and name.endswith(b'"')):
        return name
    return _ESCAPE.sub(_character, name[1:-1])


def _character(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([_ESCAPED[code[0]] if code[0] in _ESCAPED else int(code, 8)])


def filtered(git: Git, names: Collection[bytes]) -> frozenset[bytes]:
    """Return which files have a filter, by their paths from the repository's top.

    Raises:
        GitError: if git cannot tell.

    """
    if not names:
        return frozenset()
    given = b"".join(name + b"\0" for name in names)
    answer = git.output("check-attr", "-z", "--stdin", "filter", given=given).split(b"\0")
    return frozenset(
        name for name, value in zip(answer[::3], answer[2::3], strict=False) if value not in _NONE
    )
