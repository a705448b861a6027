"""The bibliographies that a document names in its front matter, as Quarto, Pandoc and MyST do.

So do the settings of a project, `myst.yml` and `_quarto.yml`. They are read
with the document, also where nobody looks for such files: `bibliography: refs.json`.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from mdlint_doi.files.discover import Skipped, why_excluded
from mdlint_doi.files.paths import slashed
from mdlint_doi.files.reading import in_words
from mdlint_doi.formats.table import entry_of, list_of
from mdlint_doi.run.files import PROJECTS, roots_of
from mdlint_doi.run.request import STDIN, Task
from mdlint_doi.text.pattern import pattern

_NAMED_BY: Final = "a document names it as its bibliography"
_HEAD: Final = 65536
"""Bytes of a document in which its front matter is looked for."""
_FRONT_MATTER: Final = re.compile(rb"(?:\xef\xbb\xbf)?---[ \t]*\r?\n")
_END: Final = re.compile(rb"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_LIST: Final = r"bibliography[ \t]*+:([^\r\n]*+(?:\r?\n[ \t]*+-[ \t][^\r\n]*+)*+)"
_NAMED: Final = pattern(rf"^{_LIST}", re.MULTILINE)
_OF_PROJECT: Final = pattern(rf"^[ \t]*{_LIST}", re.MULTILINE)
_SCALAR: Final = pattern(
    r"""(?:^[ \t]*-[ \t]+)?
    (?: "([^"\r\n]*+)" | '([^'\r\n]*+)' | ([^\s,\[\]"'#{}][^,\[\]#{}\r\n]*+) | \#[^\r\n]*+ )""",
    re.VERBOSE | re.MULTILINE,
)


def named_in(task: Task, path: str, data: bytes) -> Iterator[str]:
    """Yield the files that a document names as its bibliography, relative to the current folder.

    What has an address is yielded as it is.

    Args:
        task: what is checked; standard input names nothing.
        path: of the document.
        data: its bytes.

    """
    if STDIN in task.paths and path == task.stdin_name:
        return
    is_project = path.lower().endswith(PROJECTS)
    text = data[:_HEAD].decode("utf-8", "replace") if is_project else _front_matter(path, data)
    for named in (_OF_PROJECT if is_project else _NAMED).finditer(text):
        for scalar in _SCALAR.finditer(named[1]):
            name = (scalar[1] or scalar[2] or scalar[3] or "").strip()
            if "://" in name:
                yield name
            elif name and "\0" not in name:
                yield slashed(os.path.normpath(os.path.join(os.path.dirname(path), name)))  # noqa: PTH118, PTH120


def _front_matter(path: str, data: bytes) -> str:
    """Return the front matter of a Markdown document; empty without any."""
    entry = entry_of(path)
    if entry is None or entry.name != "markdown" or not _FRONT_MATTER.match(data):
        return ""
    end = _END.search(data, 4, _HEAD)
    return data[: end.start()].decode("utf-8", "replace") if end else ""


def to_read(named: Iterable[str], known: Sequence[str], task: Task) -> Iterator[str | Skipped]:
    """Yield the bibliographies that are to be read and not read anyway, and what is no such file.

    Args:
        named: by documents.
        known: the files that are read anyway. A bibliography stands beside one of them or below, or
            in the project: a stranger's document makes nobody read elsewhere.
        task: what is checked; what it excludes stays out.

    """
    seen = {os.path.abspath(path) for path in known}  # noqa: PTH100
    folders = {*roots_of(task), *map(os.path.dirname, seen)}
    roots = {os.path.realpath(folder) for folder in folders}
    for path in named:
        if "://" in path:
            if path not in seen:
                yield Skipped(path, f"{_NAMED_BY}: only files are read; name one, not an address")
            seen.add(path)
            continue
        whole = os.path.abspath(path)  # noqa: PTH100
        if whole in seen or why_excluded(path, task.excludes, task.exclude) is not None:
            continue
        seen.add(whole)
        if not _is_below(os.path.realpath(whole), roots):
            yield Skipped(path, f"{_NAMED_BY}: it is outside the checked folders")
        elif reason := _why_not(path):
            yield Skipped(path, f"{_NAMED_BY}: {reason}")
        else:
            yield path


def _why_not(path: str) -> str:
    """Return why a bibliography cannot be read; empty if it can."""
    if list_of(path) is None:
        return "unsupported kind of file"
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
    except OSError as error:
        return in_words(error)
    return "" if stat.S_ISREG(mode) else "not a regular file"


def _is_below(path: str, folders: Collection[str]) -> bool:
    while path not in folders:
        above = os.path.dirname(path)  # noqa: PTH120
        if above == path:
            return False
        path = above
    return True
