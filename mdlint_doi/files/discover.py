"""Find the files to check, in order of name, except hidden, vendored and ignored ones."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from mdlint_doi.file_formats import FORMATS, Wanted, is_known_by_content
from mdlint_doi.files.reading import FileProblem, MissingPath, as_reported, in_words, slashed
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from pathlib import Path

    from mdlint_doi.file_formats import FormatEntry
    from mdlint_doi.files.ignored import Excluded, Ignored, Place


VENDORED: Final = frozenset(
    {"node_modules", "bower_components", "site-packages", "vendor", "third_party", "venv"}
)
EXCLUDED: Final = "excluded by the settings"
UNSUPPORTED: Final = (
    f"unsupported kind of file (supported: {', '.join(entry.title for entry in FORMATS)})"
)
_OF_OFFICE: Final = (".docx", ".odt", ".rtf", ".epub")
_CONVERT: Final = "unsupported kind of file; convert it with pandoc, for example to Markdown"
NAMED_OUT: Final = "excluded by --exclude"
_MARKS: Final = "*?["  # a path with one of these is a pattern if there is no such file
DEFAULT: Final = Wanted()
"""The formats that are found in folders without settings."""
Excludes = Callable[[str], tuple[Sequence[str], "str | Path | None"]]
"""Returns the patterns for a folder, and the folder to which they are relative."""


class Skipped(Value):
    """A file that was named but is not checked, with the reason.

    Attributes:
        path: the path from the user.
        reason: the reason, for the user.
        is_unsupported: whether its kind is not supported; otherwise the settings exclude it.
    """

    path: str
    reason: str
    is_unsupported: bool = False


class OtherFormat(Value):
    """A file in a folder whose format is supported, but not checked by default.

    Attributes:
        path: the path as reports show it.
        entry: the format.
    """

    path: str
    entry: FormatEntry


Discovered: TypeAlias = str | Skipped | FileProblem | OtherFormat
"""A file to check, a file that is skipped, a problem, or a file of another format."""


def discover(
    paths: Sequence[str],
    exclude: Sequence[str] = (),
    root: Path | None = None,
    excludes: Excludes | None = None,
    wanted: Wanted = DEFAULT,
) -> Iterator[Discovered]:
    """Yield every file to check, without repeats, and what is skipped or cannot be read.

    Paths have the form of reports.

    Args:
        paths: files and folders from the user.
        exclude: gitignore patterns of files not to check; they apply to named files as well.
        root: the folder to which `exclude` is relative; None: the current one.
        excludes: returns the patterns for a folder, and the folder to which they are relative;
            `exclude` then applies in addition, relative to the current folder. None: `exclude`
            applies everywhere.
        wanted: the formats to find in folders.
    """
    excluded = _Exclusion(excludes or (lambda _: (exclude, root)), exclude if excludes else ())
    tops = list(dict.fromkeys(map(as_reported, paths)))
    repeats = _may_repeat(tops)
    seen = set[str]()
    for top in tops:
        for item in _under(top, excluded, wanted):
            if isinstance(item, str):
                item = slashed(item)  # noqa: PLW2901
                if item in seen:
                    continue
                if repeats:
                    seen.add(item)
            yield item


def _may_repeat(tops: Sequence[str]) -> bool:
    """Return whether two of the paths may lead to the same file."""
    if any(mark in top for top in tops for mark in _MARKS) or (len(tops) > 1 and os.curdir in tops):
        return True
    folders = sorted(slashed(top).rstrip("/") + "/" for top in tops)
    return any(below.startswith(folder) for folder, below in pairwise(folders))


class _Exclusion:
    """The excluded files of each folder; patterns are read once."""

    def __init__(self, excludes: Excludes, also: Sequence[str] = ()) -> None:
        self._excludes = excludes
        self._read: dict[tuple[Sequence[str], str | Path | None], Excluded] = {}
        self._also = _patterns(also, None) if also else None

    def in_folder(self, folder: str) -> Excluded | None:
        """Return the patterns that exclude files of a folder; None without patterns."""
        patterns, root = self._excludes(folder)
        if not patterns:
            return self._also
        key = tuple(patterns), root
        if key not in self._read:
            self._read[key] = _patterns(patterns, root, self._also)
        return self._read[key]

    def reason(self, path: str) -> str | None:
        """Return the reason why a file is excluded; None if it is not."""
        if self._also is not None and self._also.covers(path, is_dir=False):
            return NAMED_OUT
        excluded = self.in_folder(os.path.dirname(path) or ".")
        is_out = excluded is not None and excluded.covers(path, is_dir=False)
        return EXCLUDED if is_out else None


def _patterns(
    patterns: Sequence[str], root: str | Path | None, also: Excluded | None = None
) -> Excluded:
    from mdlint_doi.files.ignored import Excluded

    return Excluded(patterns, root or os.getcwd(), also)


def why_excluded(path: str, excludes: Excludes, also: Sequence[str] = ()) -> str | None:
    """Return the reason why a file, which need not exist, is excluded; None if it is not."""
    return _Exclusion(excludes, also).reason(path)


def _under(
    path: str, excluded: _Exclusion, wanted: Wanted, *, is_match: bool = False
) -> Iterator[Discovered]:
    """Yield the files at a path, which may be a pattern unless it matches one (`is_match`)."""
    try:
        mode = os.stat(path).st_mode  # `Path` would be slow for many files
    except (OSError, ValueError) as error:
        matches = [] if is_match else matching(path)
        if not matches:
            kind = FileProblem if os.path.lexists(path) else MissingPath
            yield kind(path, in_words(error))
        for match in matches:
            yield from _under(match, excluded, wanted, is_match=True)
        return
    if stat.S_ISDIR(mode):
        yield from _walk(path, excluded, wanted)
    elif (reason := excluded.reason(path)) is not None:
        yield Skipped(path, reason)
    elif not is_known_by_content(path) and (reason := passed_over(path, wanted)) is not None:
        yield Skipped(path, reason, is_unsupported=wanted.entry_of(path) is None)
    elif not stat.S_ISREG(mode):
        yield FileProblem(path, "not a regular file")
    else:
        yield path


def matching(path: str) -> list[str]:
    """Return the paths that match a pattern, if no shell expanded it, as on Windows."""
    if not any(mark in path for mark in _MARKS) or "\0" in path:
        return []
    from glob import glob  # hooks name files, and do not need it

    return sorted(glob(path, recursive=True))  # names are not changed


def suffixes_under(paths: Iterable[str]) -> list[tuple[str, int]]:
    """Return the suffixes of the files in folders, and their numbers, the most frequent first."""
    counts: Counter[str] = Counter()
    for top in paths:
        for _, folders, names in os.walk(top):
            folders[:] = filter(_is_walked, folders)
            counts.update(os.path.splitext(name)[1].lower() for name in names)
    return counts.most_common()


def holds_documents(path: str, wanted: Wanted) -> bool:
    """Return whether a folder contains files of the wanted kinds, including excluded ones."""
    for folder, folders, names in os.walk(path):
        folders[:] = filter(_is_walked, folders)
        documents = filter(wanted.looks_for, (os.path.join(folder, name) for name in names))
        if any(map(os.path.isfile, documents)):
            return True
    return False


def passed_over(path: str, wanted: Wanted) -> str | None:
    """Return why a named file is not read, by its name or the settings; None if it is read."""
    if (entry := wanted.entry_of(path)) is not None:
        return turned_off(entry, wanted.formats)
    is_of_office = path.lower().endswith(_OF_OFFICE)
    return _CONVERT if is_of_office else UNSUPPORTED


def turned_off(entry: FormatEntry, formats: Collection[str]) -> str | None:
    """Return the reason if `formats` excludes a format; otherwise None."""
    if not entry.is_off(formats):
        return None
    return f"the setting 'formats' turns off {entry.title} (no-{entry.name})"


def _walk(top: str, exclusion: _Exclusion, wanted: Wanted) -> Iterator[Discovered]:
    """Walk a folder, depth first, in order of name; with a stack, because trees may be deep."""
    from mdlint_doi.files.ignored import Place

    stack: list[tuple[str, Place | None, bool]] = [(top, None, False)]
    while stack:
        folder, above, is_ignored = stack.pop()
        place = above.below(folder, is_ignored=is_ignored) if above else Place.of(folder)
        yield from _unread(place.ignored, above.ignored if above else None)
        try:
            with os.scandir(folder) as entries:
                here = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            yield FileProblem(folder, in_words(error))
            continue
        folders = []
        for entry, path, is_ignored, other in _left(here, place, exclusion, wanted):
            if entry.is_dir(follow_symlinks=False):
                folders.append((path, place, is_ignored))
            elif other is None:
                yield from _file(entry, path)
            else:
                yield OtherFormat(path, other)
        stack.extend(reversed(folders))


def _left(
    entries: Iterable[os.DirEntry[str]],
    place: Place,
    exclusion: _Exclusion,
    wanted: Wanted,
) -> Iterator[tuple[os.DirEntry[str], str, bool, FormatEntry | None]]:
    """Yield the files and folders to read, their paths, and whether git's lists ignore them.

    Ignored files and folders are yielded only if git tracks them. A file of a format that is not
    checked comes with this format.
    """
    folder = place.folder
    excluded = exclusion.in_folder(folder)
    for entry in entries:
        path = entry.name if folder == os.curdir else os.path.join(folder, entry.name)  # many paths
        is_dir = entry.is_dir(follow_symlinks=False)
        is_wanted = _is_walked(entry.name) if is_dir else wanted.looks_for(path)
        other = None if is_wanted or is_dir else wanted.leaves_out(path)
        if not (is_wanted or other) or (
            excluded is not None and excluded.covers(path, is_dir=is_dir)
        ):
            continue
        is_ignored = place.leaves_out(path, is_dir=is_dir)
        if not is_ignored or place.tracks(path, is_dir=is_dir):
            yield entry, path, is_ignored, other


def _is_walked(name: str) -> bool:
    """Return whether a folder with this name is searched; hidden and vendored ones are not."""
    return not name.startswith(".") and name not in VENDORED


def _unread(ignored: Ignored | None, known: Ignored | None) -> Iterator[Skipped]:
    """Yield the `.gitignore` files that are not used, or not completely, below a known one."""
    while ignored is not None and ignored is not known:
        if ignored.problem:
            yield Skipped(as_reported(ignored.file), ignored.problem)
        ignored = ignored.above


def _file(entry: os.DirEntry[str], path: str) -> Iterator[str | FileProblem]:
    """Yield a file or a link to one; report anything else, except links to folders."""
    try:
        if entry.is_file():
            yield path
        elif not stat.S_ISDIR(os.stat(path).st_mode):
            yield FileProblem(path, "not a regular file")
    except OSError as error:
        yield FileProblem(path, in_words(error))
