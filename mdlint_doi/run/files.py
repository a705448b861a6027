"""The files that a run reads, and their texts: named files, files in folders, and bibliographies.

This module imports neither rules nor parsers, because a run over files without a DOI needs neither.

Quarto, Pandoc and MyST list bibliographies in the front matter of a document, and in a project's
settings, `myst.yml` and `_quarto.yml`: `bibliography: refs.json`. These bibliographies are read
with the document, even if such files in folders are not checked.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mdlint_doi.file_formats import (
    FORMATS,
    by_name,
    chosen_entry,
    entry_by_name,
    is_known_by_content,
    list_of,
)
from mdlint_doi.files.discover import (
    OtherFormat,
    Skipped,
    discover,
    passed_over,
    turned_off,
    why_excluded,
)
from mdlint_doi.files.reading import (
    FileProblem,
    MissingPath,
    decode,
    decode_in_part,
    in_words,
    read_bytes,
    refuse_wide,
    slashed,
)
from mdlint_doi.formats import format_of
from mdlint_doi.names.spelling import STANDARD, Notations
from mdlint_doi.report.model import NoteKind
from mdlint_doi.run.request import STDIN, Task
from mdlint_doi.text.pattern import bytes_pattern, pattern
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.file_formats import FormatEntry
    from mdlint_doi.files.discover import Discovered
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.run.result import Tally
    from mdlint_doi.text.source import Source

_PROJECTS: Final = ("myst.yml", "_quarto.yml")
"""The settings of a project, which list bibliographies as documents do."""
_OTHER_JSON: Final = (
    "unsupported JSON: the file contains no CSL items and no CodeMeta or Zenodo metadata"
)
_NO_TEXT: Final = "unsupported kind of file: it has no suffix and is not UTF-8 text"
_NAMED_BY: Final = "named as a bibliography in a document"
MANY: Final = 5_000  # files that take as long to scan as other processes take to start
_HEAD: Final = 65536
"""Bytes at the start of a document that are searched for front matter."""
_FRONT_MATTER: Final = (b"---", b"\xef\xbb\xbf---")
_OPENING: Final = bytes_pattern(rb"(?:\xef\xbb\xbf)?---[ \t]*\r?\n")
_CLOSING: Final = bytes_pattern(rb"(?m)^(?:---|\.\.\.)[ \t]*\r?$")
_LIST: Final = r"bibliography[ \t]*+:([^\r\n]*+(?>(?:\r?\n[ \t]*+-[ \t][^\r\n]*+)*))"
_NAMED: Final = pattern(rf"^{_LIST}", re.MULTILINE)
_OF_PROJECT: Final = pattern(rf"^[ \t]*{_LIST}", re.MULTILINE)
_SCALAR: Final = pattern(
    r"""(?:^[ \t]*-[ \t]+)?
    (?: "([^"\r\n]*+)" | '([^'\r\n]*+)' | ([^\s,\[\]"'#{}][^,\[\]#{}\r\n]*+) | \#[^\r\n]*+ )""",
    re.VERBOSE | re.MULTILINE,
)
Text = tuple[str, bytes]
"""A file's name and its content."""


class Files(Value):
    """The files of a run.

    Attributes:
        names: the names of all files.
        paths: the paths of the files that are not read yet; `texts` removes them.
        texts: the texts that may contain a DOI; each is read on demand.
    """

    names: Sequence[str]
    paths: Iterator[str]
    texts: Iterator[Text]

    @property
    def are_many(self) -> bool:
        """Whether there are enough files for several processes."""
        return len(self.names) >= MANY


def files_of(task: Task, tally: Tally) -> Files:
    """Return the files of a task; note the skipped ones.

    All files are found before the first one is read, because the settings of any file may turn on a
    rule that compares all documents.
    """
    names = list(paths_of(task, tally))
    paths = iter(names)
    return Files(names, paths, _with_bibliographies(task, names, paths, tally))


def _with_bibliographies(
    task: Task, names: Sequence[str], paths: Iterator[str], tally: Tally
) -> Iterator[Text]:
    """Yield the files of a task that may contain a DOI, then such files of their bibliographies."""
    yield from wanted(texts_of(task, paths, tally), task, tally)
    if tally.bibliographies:
        named = _noted(_to_read(tally.bibliographies, names, task), tally)
        yield from candidates(_concerned(task, named, tally), task, tally)


def paths_of(task: Task, tally: Tally) -> Iterator[str]:
    """Yield each file to read; note the skipped ones."""
    named = [path for path in task.paths if path != STDIN]
    found = discover(named, task.exclude, excludes=task.excludes, wanted=task.settings.wanted)
    return _concerned(task, _noted(found, tally), tally)


def _concerned(task: Task, paths: Iterable[str], tally: Tally) -> Iterator[str]:
    """Yield the files to read: all, or with `since` those with changes."""
    if task.since is None:
        return iter(paths)
    from mdlint_doi.run.since import concerned

    return concerned(task, paths, tally)


def _noted(found: Iterable[Discovered], tally: Tally) -> Iterator[str]:
    """Yield the files to read; note skipped files and problems."""
    for item in found:
        if isinstance(item, str):
            yield item
        elif isinstance(item, Skipped):
            tally.skip(item.path, item.reason, is_unsupported=item.is_unsupported)
        elif isinstance(item, OtherFormat):
            tally.left_out.append(item)
        else:
            is_missing = isinstance(item, MissingPath)
            tally.problem(item, NoteKind.MISSING if is_missing else NoteKind.UNREAD)


def texts_of(task: Task, paths: Iterator[str], tally: Tally) -> Iterator[Text]:
    """Yield the files to check: standard input first, if a file of its name would be read."""
    if STDIN in task.paths:
        name = task.stdin_name
        excluded = why_excluded(name, task.excludes, task.exclude)
        unread = None
        if "." in os.path.basename(name) and not is_known_by_content(name):
            every = [entry.name for entry in FORMATS]
            unread = passed_over(name, task.settings.wanted.replace(formats=every))
        if reason := excluded or unread:
            tally.skip(name, reason, is_unsupported=excluded is None)
        else:
            yield name, task.stdin
    yield from texts(paths, tally)


def texts(paths: Iterable[str], tally: Tally) -> Iterator[Text]:
    """Yield the files that can be read; note the others."""
    for path in paths:
        try:
            data = read_bytes(path)
        except FileProblem as problem:
            tally.problem(problem)
        else:
            yield path, data


def wanted(read: Iterable[Text], task: Task, tally: Tally) -> Iterator[Text]:
    """Yield the files that may contain a DOI; add the others to the checked files."""
    settings = None
    notations = STANDARD
    for path, data in read:
        of_file = task.settings_of(path)
        if of_file is not settings:
            settings = of_file
            notations = _notations(settings)
        if _is_other(path, data, settings, tally) or is_refused(path, data, tally):
            continue
        may_name = data.startswith(_FRONT_MATTER) or path.lower().endswith(_PROJECTS)
        if may_name and b"bibliography" in data:
            tally.bibliographies += named_in(task, path, data)
        if format_of(path, task.settings.read_as).may_hold_doi(data, notations):
            yield path, data
        else:
            tally.files.append(path)


def _notations(settings: Settings) -> Notations:
    """Return the forms of DOIs to find; default rules do not check publishers' addresses."""
    if settings.selects_default:
        return settings.notations.without_publishers
    from mdlint_doi.lint.selection import notations_of

    return notations_of(settings)


def _is_other(path: str, data: bytes, settings: Settings, tally: Tally) -> bool:
    """Note a file whose content has no supported format; return whether it is skipped."""
    if not is_known_by_content(path) or path in tally.bibliographies:
        return False
    if chosen_entry(path, settings.read_as) is not None:
        return False
    entry, otherwise = _of_content(path, data)
    if entry is None:
        tally.skip(path, otherwise, is_unsupported=True)
    elif reason := turned_off(entry, settings.formats):
        tally.skip(path, reason)
    else:
        return False
    return True


def _of_content(path: str, data: bytes) -> tuple[FormatEntry | None, str]:
    """Return the format of a file's content, or None and the reason why there is none."""
    if path.lower().endswith(".json"):
        from mdlint_doi.formats.data.json_kinds import json_kind

        return by_name(json_kind(data) or ""), _OTHER_JSON
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return None, _NO_TEXT
    return (None, _NO_TEXT) if b"\0" in data else (entry_by_name(path), "")


def is_refused(path: str, data: bytes, tally: Tally) -> bool:
    """Note a file whose encoding would hide every DOI; return whether it has one."""
    try:
        refuse_wide(path, data)
    except FileProblem as problem:
        tally.problem(problem)
        return True
    return False


def candidates(paths: Iterable[str], task: Task, tally: Tally) -> Iterator[Text]:
    """Yield the files that may contain a DOI."""
    return wanted(texts(paths, tally), task, tally)


def sources(read: Iterable[Text], tally: Tally) -> Iterator[Source]:
    """Yield the decoded files, and add them to the files that were read."""
    for path, data in read:
        try:
            source = decode(path, data)
        except FileProblem as problem:
            in_part = decode_in_part(path, data)
            told = problem if in_part is None else _in_part(problem)
            tally.problem(told, NoteKind.UNREAD if in_part is None else NoteKind.PART)
            if in_part is None:
                continue
            source = in_part
        tally.files.append(path)
        yield source


def _in_part(problem: FileProblem) -> FileProblem:
    """Return the problem of a file of which only ASCII could be read."""
    why = f"only ASCII characters are read, and nothing is fixed: {problem.problem}"
    return FileProblem(problem.path, why, problem.place)


def size_of(path: str) -> int:
    """Return the size of a file in bytes; 0 if it is not known."""
    try:
        return os.stat(path).st_size  # `Path` would be slow for many files
    except OSError:
        return 0


def is_stdin(task: Task, name: str) -> bool:
    """Return whether a document came from standard input."""
    return STDIN in task.paths and name == task.stdin_name


def roots_of(task: Task) -> list[str]:
    """Return the folders in which files may be fixed: the project's, and named ones elsewhere.

    A named folder inside the project does not count, because it could be an untrusted link. The
    root of the file system is not a project.
    """
    project = os.path.abspath(task.root or os.getcwd())
    named = [os.path.abspath(path) for path in task.paths if os.path.isdir(path)]
    if project == os.path.dirname(project):
        return named
    return [project, *(path for path in named if not path.startswith(os.path.join(project, "")))]


def named_in(task: Task, path: str, data: bytes) -> Iterator[str]:
    """Yield the bibliographies that a document lists, relative to the current folder.

    An address is yielded unchanged. Standard input lists nothing.
    """
    if is_stdin(task, path):
        return
    is_project = path.lower().endswith(_PROJECTS)
    if is_project:
        text = data[:_HEAD].decode("utf-8", "replace")
    else:
        entry = task.settings.wanted.entry_of(path)
        text = _front_matter(entry, data)
    for named in (_OF_PROJECT if is_project else _NAMED).finditer(text):
        for scalar in _SCALAR.finditer(named[1]):
            name = (scalar[1] or scalar[2] or scalar[3] or "").strip()
            if "://" in name:
                yield name
            elif name and "\0" not in name:
                yield slashed(os.path.normpath(os.path.join(os.path.dirname(path), name)))


def _front_matter(entry: FormatEntry | None, data: bytes) -> str:
    """Return the front matter of a document; empty if there is none, or if it is not Markdown."""
    if entry is None or entry.name != "markdown" or not _OPENING.match(data):
        return ""
    end = _CLOSING.search(data, 4, _HEAD)
    return data[: end.start()].decode("utf-8", "replace") if end else ""


def _to_read(
    named: Iterable[str], known: Sequence[str], task: Task
) -> Iterator[str | Skipped | FileProblem]:
    """Yield the listed bibliographies to read, and the problems of those that cannot be read.

    Known and excluded files are left out. A bibliography must be in the project or in the folder of
    a known file, or below: an untrusted document cannot make this program read other files.
    """
    seen = {os.path.abspath(path) for path in known}
    folders = {*roots_of(task), *map(os.path.dirname, seen)}
    roots = {os.path.realpath(folder) for folder in folders}
    for path in named:
        if "://" in path:
            if path not in seen:
                yield Skipped(
                    path, f"{_NAMED_BY}: only files are read; name a file, not an address"
                )
            seen.add(path)
            continue
        whole = os.path.abspath(path)
        if whole in seen or why_excluded(path, task.excludes, task.exclude) is not None:
            continue
        seen.add(whole)
        if not _is_below(os.path.realpath(whole), roots):
            yield FileProblem(path, f"{_NAMED_BY}: it is outside the checked folders")
        elif reason := _why_unread(path):
            yield FileProblem(path, f"{_NAMED_BY}: {reason}")
        else:
            yield path


def _why_unread(path: str) -> str:
    """Return the reason why a bibliography cannot be read; empty if it can."""
    if list_of(path) is None:
        return "unsupported kind of file"
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        return in_words(error)
    return "" if stat.S_ISREG(mode) else "not a regular file"


def _is_below(path: str, folders: Collection[str]) -> bool:
    while path not in folders:
        above = os.path.dirname(path)
        if above == path:
            return False
        path = above
    return True
