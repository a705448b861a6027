"""The lines that changed since a commit, according to git.

The changes are those from the merge base of the commit and HEAD to the files in the folder
(git-diff(1)). If a filter cleans a file (gitattributes(5): `filter`), git keeps a different text of
it, such as a notebook without outputs, and counts the lines of that text.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from tempfile import TemporaryDirectory
from typing import Final

from mdlint_doi.files.git import Git, GitError
from mdlint_doi.files.reading import FileProblem, read_bytes
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.text.changed_lines import ChangedLines, Hunk
from mdlint_doi.text.value import Value

_NONE: Final = (b"unspecified", b"unset")
_TAG: Final = 2
"""The bytes before a name in `git ls-files -v`: a letter and a blank. `S` marks a file that is not
part of the folder (skip-worktree), a small letter one that is taken as unchanged."""
FileDiff = tuple[bytes | None, bytes, list[Hunk]]
"""The earlier path, None for a new file; the path; the hunks."""
OPTION: Final = "--since"
_HUNK: Final = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_BEFORE: Final = b"--- "
_AFTER: Final = b"+++ "
_ESCAPE: Final = re.compile(rb'\\([0-7]{3}|[abtnvfr"\\])')
_ESCAPED: Final = dict(zip(b'abtnvfr"\\', b'\a\b\t\n\v\f\r"\\', strict=True))
_DIFF: Final = (
    *("diff", "--unified=0", "--inter-hunk-context=0", "--text", "--no-ext-diff", "--no-textconv"),
    *("--no-color", "--src-prefix=a/", "--dst-prefix=b/"),
)
_TREE: Final = ("--no-relative", "--find-renames", "--diff-filter=d", "--ignore-submodules=all")
_SHALLOW: Final = (
    "; the clone is shallow: run git fetch --unshallow (with actions/checkout: set fetch-depth: 0)"
)


class FileChange(Value):
    """The change of a file under the control of git.

    Attributes:
        before: its path in the commit, relative to the top of the repository; None: it is new.
        lines: the new lines.
    """

    before: str | None
    lines: ChangedLines


class Changes(Value):
    """The changes since a commit, by the real paths of files.

    A file that is not under the control of git counts as new.

    Attributes:
        reference: the commit, in the words of the user.
        top: the repository's top folder.
        base: the name of the merge base.
        files: the files under the control of git that changed.
        tracked: all files under the control of git.
        filtered: members of `files` whose text in git differs from the text in the folder.
    """

    reference: str
    top: str
    base: str
    files: Mapping[str, FileChange]
    tracked: frozenset[str]
    filtered: frozenset[str] = frozenset()

    def has(self, path: str) -> bool:
        """Return whether a file has new lines."""
        real = os.path.realpath(path)
        return real in self.files or real not in self.tracked

    def of(self, path: str) -> ChangedLines | None:
        """Return the new lines of a file; None means all lines."""
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
        """Return the changes with a different text in a file.

        Raises:
            SettingsError: if git fails.
        """
        real = os.path.realpath(path)
        before = self.files[real].before if real in self.files else None
        if real not in self.files and real in self.tracked:
            before = os.path.relpath(real, self.top)
        files = {name: change for name, change in self.files.items() if name != real}
        lines = None if before is None else self._lines_since(before.replace(os.sep, "/"), text)
        rest = self.replace(files=files, filtered=self.filtered - {real})
        if lines is None:
            return rest.replace(tracked=self.tracked - {real})
        return rest.replace(files={**files, real: FileChange(before, lines)})

    def _lines_of(self, real: str) -> ChangedLines | None:
        """Return the new lines of a filtered file in the folder; None means all lines."""
        before = self.files[real].before
        try:
            return None if before is None else self._lines_since(before, read_bytes(real))
        except (FileProblem, SettingsError):
            return None  # then, all lines count

    def _lines_since(self, before: str, text: bytes) -> ChangedLines | None:
        """Return the new lines of a text; None if the commit does not have the file."""
        try:
            git = Git(self.top)
            if not git.output("ls-tree", "-z", self.base, "--", before):
                return None  # it was added later, and may have been removed again
            return _lines_since(git.output("cat-file", "blob", f"{self.base}:{before}"), text)
        except GitError as error:
            raise SettingsError(OPTION, "", str(error)) from error


def changes_since(reference: str, folder: str) -> Changes:
    """Return the changes in the repository of a folder.

    Raises:
        SettingsError: if git fails.
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
    changed: list[bytes] = []
    with git.lines(*_DIFF, *_TREE, base, "--") as lines:
        for before, path, hunks in read_diff(lines):
            old = None if before is None else os.fsdecode(before)
            files[_whole(top, path)] = FileChange(old, ChangedLines(tuple(hunks)))
            changed.append(path)
    entries = git.output("ls-files", "-z", "-v", "--cached").split(b"\0")
    tracked = frozenset(_whole(top, entry[_TAG:]) for entry in entries if entry)
    cleaned = frozenset(_whole(top, name) for name in _filtered(git, changed))
    # git does not look at files with these marks, so their changes are not in its list.
    for name in (entry[_TAG:] for entry in entries if entry[:1] == b"S" or entry[:1].islower()):
        if os.path.isfile(whole := _whole(top, name)):
            files[whole] = FileChange(os.fsdecode(name), ChangedLines())
            cleaned |= {whole}
    return Changes(reference, top, base, files, tracked, cleaned)


def _whole(top: str, name: bytes) -> str:
    """Return the path of a file whose name in git is relative to the top of the repository."""
    return os.path.join(top, os.fsdecode(name).replace("/", os.sep))


def _top(folder: str) -> str:
    try:
        return os.fsdecode(Git(folder).output("rev-parse", "--show-toplevel").rstrip(b"\n"))
    except GitError as error:
        if "not a git repository" in str(error):
            message = (
                "this folder is not in a git repository; run the command in one, or omit --since"
            )
            raise GitError(message) from error
        if "bare repository" in str(error) or "work tree" in str(error):
            message = "this is a bare repository, without files; run the command in a clone of it"
            raise GitError(message) from error
        raise


def _merge_base(git: Git, reference: str) -> str:
    commit = _commit(git, reference)
    if commit is None:
        fetch = _SHALLOW if _is_shallow(git) else "; fetch it, or give a different commit"
        message = f"{reference!a} is not a commit of this repository{fetch}"
        raise GitError(message)
    if (head := _commit(git, "HEAD")) is None:
        message = "there is no commit yet; commit first, or omit --since"
        raise GitError(message)
    try:
        return git.output("merge-base", commit, head).split()[0].decode()
    except (GitError, IndexError):
        more = _SHALLOW if _is_shallow(git) else "; give a different commit"
        message = f"{reference!a} has no commit in common with HEAD{more}"
        raise GitError(message) from None


def _commit(git: Git, reference: str) -> str | None:
    """Return the name of a commit, which must not begin with a dash; None if it is unknown."""
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
    """Return the new lines of a text, compared with an earlier text."""
    with TemporaryDirectory(prefix="mdlint-doi-") as folder:
        for name, data in (("a", before), ("b", text)):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        compared = (*_DIFF, "--ignore-cr-at-eol", "--no-index", "--", "a", "b")
        with Git(folder).lines(*compared, different=1) as lines:
            hunks = [hunk for _, _, found in read_diff(lines) for hunk in found]
    return ChangedLines(tuple(hunks))


def read_diff(lines: Iterable[bytes]) -> Iterator[FileDiff]:
    """Yield the files of a diff with changed lines."""
    names: dict[bytes, bytes | None] = {}
    hunks: list[Hunk] = []
    left = 0
    for line in lines:
        if left:  # a line of a hunk may look like a head; "\\ No newline" is not a line
            left -= not line.startswith(b"\\")
        elif match := _HUNK.match(line):
            old, new = (1 if count is None else int(count) for count in match.group(1, 3))
            hunks.append(Hunk(int(match[2]), new))
            left = old + new
        elif line.startswith(b"diff --git "):
            yield from _read(names, hunks)
            names = {}
            hunks = []
        elif line.startswith((_BEFORE, _AFTER)):
            names[line[:4]] = _name(line)
    yield from _read(names, hunks)


def _read(names: Mapping[bytes, bytes | None], hunks: list[Hunk]) -> Iterator[FileDiff]:
    if (path := names.get(_AFTER)) is not None:
        yield names.get(_BEFORE), path, hunks


def _name(line: bytes) -> bytes | None:
    """Return the path in a line `--- a/path` or `+++ b/path`; None if there is no file.

    A tab follows a path with spaces, and quotes enclose a path with unusual characters.
    """
    name = line[4:].rstrip(b"\n").removesuffix(b"\t")
    return None if name == b"/dev/null" else _unquoted(name)[2:]


def _unquoted(name: bytes) -> bytes:
    """Return a path without the quotes and escapes of git, which are those of C."""
    if not (name.startswith(b'"') and name.endswith(b'"')):
        return name

    def character(match: re.Match[bytes]) -> bytes:
        code = match[1]
        return bytes([_ESCAPED[code[0]] if code[0] in _ESCAPED else int(code, 8)])

    return _ESCAPE.sub(character, name[1:-1])


def _filtered(git: Git, names: Collection[bytes]) -> frozenset[bytes]:
    """Return the files with a filter, by their paths from the top of the repository."""
    if not names:
        return frozenset()
    given = b"".join(name + b"\0" for name in names)
    answer = git.output("check-attr", "-z", "--stdin", "filter", given=given).split(b"\0")
    return frozenset(
        name for name, value in zip(answer[::3], answer[2::3], strict=False) if value not in _NONE
    )
