"""The documents that are open in the editor, as the editor has them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import count
from types import MappingProxyType
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from mdlint_doi.formats.table import entry_of
from mdlint_doi.server.edited_text import EditedText, same_beginning, same_end
from mdlint_doi.server.positions import Encoding, Positions, without_surrogates
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_SUFFIXES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "markdown": ".md",
        "mdx": ".mdx",
        "quarto": ".qmd",
        "rmd": ".rmd",
        "restructuredtext": ".rst",
        "rst": ".rst",
        "bibtex": ".bib",
        "python": ".py",
        "html": ".html",
        "latex": ".tex",
        "tex": ".tex",
        "jupyter": ".ipynb",
        "ris": ".ris",
    }
)
"""What files are called that hold what an editor says a document without a name does."""
_GENERATIONS: Final = count(1)
"""A number for each text, of whatever document: one that is opened again begins no new count."""


class Change(NamedTuple):
    """A change of a text, or a new one.

    Attributes:
        text: what is put in.
        start: line and character where the old text begins; None: all of it is replaced.
        end: where it ends.

    """

    text: str
    start: tuple[int, int] | None = None
    end: tuple[int, int] | None = None


class OpenDocument:
    """One document: its text, and which part of it is new since it was judged last.

    Attributes:
        uri: its address, as the editor writes it.
        name: its path; of one that is in no file, a name that tells what it holds.
        file: the file that holds it, such as the notebook of a cell; None without one.
        version: as the editor counts.
        source: the text.
        positions: those of the text.
        generation: the number of the text; what was found in another one is stale.
        before: code points at the beginning that are as they were when `judged` was called.
        behind: those at the end.

    """

    def __init__(
        self, uri: str, language: str, version: int | None, text: str, encoding: Encoding
    ) -> None:
        """Take what the editor says of a document that it opens."""
        self.uri = uri
        self.version = version
        self._encoding: Encoding = encoding
        scheme = uri.partition(":")[0]
        suffix = _SUFFIXES.get(language.lower(), "")
        if scheme.endswith("notebook-cell"):
            self.file = path_of(f"file{uri[len(scheme) :]}")
            self.name = f"{self.file or 'untitled'}#cell{suffix or '.txt'}"
        else:
            self.file = path_of(uri)
            self.name = self.file or _name(uri)
            if self.file is None and entry_of(self.name) is None:
                self.name += suffix
        self.name = self.name.replace(os.sep, "/")
        self.before = self.behind = 0
        self._put(without_surrogates(text))

    def change(self, changes: Iterable[Change], version: int | None) -> None:
        """Take changes, each of the text that the one before it left."""
        self.version = version
        before = self.source.text
        edited = EditedText(before, self._encoding)
        for one in changes:
            text = without_surrogates(one.text)
            if one.start is None or one.end is None:
                edited = EditedText(text, self._encoding)
                self.before = self.behind = 0
            else:
                edited.put(one.start, one.end, text)
        after = edited.text
        same = same_beginning(before, after)
        self.before = min(self.before, same)
        self.behind = min(self.behind, same_end(before[same:], after[same:]))
        self._put(after)

    def judged(self) -> None:
        """Note that what follows is new against the text of now."""
        self.before = self.behind = len(self.source.text)

    def _put(self, text: str) -> None:
        self.generation = next(_GENERATIONS)
        self.source = Source(self.name, text, newline="\r\n" if "\r\n" in text[:4096] else "\n")
        self.positions = Positions(self.source, self._encoding)


def as_range(positions: Positions, span: Span) -> dict[str, dict[str, int]]:
    """Return a range of the protocol."""
    (line, character), (end_line, end_character) = map(positions.place, span)
    return {
        "start": {"line": line, "character": character},
        "end": {"line": end_line, "character": end_character},
    }


def path_of(uri: str) -> str | None:
    """Return the path of a file on this machine; None for another address."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file" or "%00" in parts.path or "\0" in parts.path:
        return None
    if parts.netloc and parts.netloc != "localhost":
        return url2pathname(f"//{parts.netloc}{parts.path}") if os.name == "nt" else None
    # Some editors escape the colon behind a drive's letter, which Python does not expect there.
    path = (
        parts.path.replace("%3A", ":", 1).replace("%3a", ":", 1) if os.name == "nt" else parts.path
    )
    return os.path.normpath(url2pathname(path)) if path else None


def _name(uri: str) -> str:
    """Return a name for what is in no file: the last part of its address."""
    address = unquote(uri.partition("?")[0].partition("#")[0]).replace("\\", "/")
    return address.rpartition("/")[2].rpartition(":")[2].replace("\0", "") or "untitled"
