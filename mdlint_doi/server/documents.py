r"""The open documents with the text that the editor shows, and the positions in them.

A text is stored as lines, so that the cost of an edit depends on its size; reading joins the lines.

A position is a line and a number of code units in it (Language Server Protocol, "Position"):
UTF-16 unless client and server agreed on a different encoding. Lines end with `\n`, `\r\n` or a
lone `\r`. A position after the end of a line means its end, and one within a character means its
beginning.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from itertools import count, pairwise
from typing import Final, Literal, NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from mdlint_doi.file_formats import FORMATS, entry_of
from mdlint_doi.files.reading import with_renderer
from mdlint_doi.run.check_thread import digest
from mdlint_doi.text.source import Source, line_starts
from mdlint_doi.text.span import Span

Encoding = Literal["utf-8", "utf-16", "utf-32"]
"""The encoding whose code units positions count."""

_CONTINUATION: Final = bytes(range(0x80, 0xC0))
"""The continuation bytes of UTF-8, which do not begin a character."""
_HIGH: Final = bytes(range(0xD8, 0xDC))
"""The upper bytes of high surrogates, the first code units of pairs in UTF-16."""
_SUFFIXES: Final = {
    language.name: language.suffix for entry in FORMATS for language in entry.languages
}
"""The suffix for a document without a file, by the editor's name of its language."""
_GENERATIONS: Final = count(1)
"""Numbers for the texts of all documents, so that a reopened document never reuses a number."""


def units(text: str, encoding: Encoding) -> int:
    """Return the number of code units of a text without lone surrogates."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8"))
    return len(text.encode("utf-16-le")) // 2


def characters(line: str, count: int, encoding: Encoding) -> int:
    """Return the number of whole characters in the first `count` code units of a line."""
    if encoding == "utf-32" or line.isascii():
        return min(count, len(line))
    if encoding == "utf-8":
        data = line[: count + 1].encode("utf-8")
        whole = len(data[:count].translate(None, delete=_CONTINUATION))
        is_split = count < len(data) and data[count] in _CONTINUATION
        return whole - is_split
    data = line[:count].encode("utf-16-le")[: 2 * count]
    # A surrogate pair is one character; the first half of a pair at the end is none.
    highs = data[1::2]
    return len(highs) - (len(highs) - len(highs.translate(None, delete=_HIGH)))


class Position(NamedTuple):
    """A position of the protocol.

    Attributes:
        line: the line, from 0.
        character: the number of code units before the position in its line.
    """

    line: int
    character: int


class Positions:
    """Converts between offsets in a text and positions of the protocol."""

    def __init__(self, source: Source, encoding: Encoding) -> None:
        """Use a text without lone surrogates, and the encoding whose code units are counted."""
        self.encoding: Encoding = encoding
        self._source = source
        self._units: Encoding = "utf-32" if source.text.isascii() else encoding
        self._last = (0, 0, 0)

    def place(self, offset: int) -> Position:
        """Return the position of an offset.

        Counting continues at the last offset, so that sorted offsets need one pass over a long
        line.
        """
        starts = self._source.line_starts
        row = bisect_right(starts, offset) - 1
        last_row, last, count = self._last
        if last_row != row or last > offset:
            last, count = starts[row], 0
        count += units(self._source.text[last:offset], self._units)
        self._last = (row, offset, count)
        return Position(row, count)

    def offset(self, line: int, character: int) -> int:
        """Return the offset of a position; numbers out of range mean the nearest valid position."""
        starts, text = self._source.line_starts, self._source.text
        if line >= len(starts):
            return len(text)
        if line < 0:
            return 0
        whole = self._source.line_span(starts[line])
        return whole.start + characters(whole.cut(text), max(character, 0), self._units)

    def span(self, start: Position, end: Position) -> Span:
        """Return the span of a range; it is empty if the range ends before it starts."""
        first = self.offset(start.line, start.character)
        return Span(first, max(first, self.offset(end.line, end.character)))


def without_surrogates(text: str) -> str:
    """Return a text with U+FFFD in place of lone surrogates."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


class TextChange(NamedTuple):
    """A change to a text: a replaced part, or a whole new text.

    Attributes:
        text: the new text.
        start: the position where the old text begins; None: the whole document is replaced.
        end: the position where the old text ends; None: the whole document is replaced.
    """

    text: str
    start: Position | None = None
    end: Position | None = None


class OpenDocument:
    """An open document, with the text that the editor shows.

    Attributes:
        uri: its address, as the editor writes it.
        name: its path; for a document without a file, a name whose suffix shows its format.
        file: the file that contains it, such as the notebook of a cell; None if there is none.
        version: the version number that the editor gave it; None: not known.
        generation: the number of the text; findings for a different number are out of date.
    """

    def __init__(
        self, uri: str, language: str, version: int | None, text: str, encoding: Encoding
    ) -> None:
        """Create a document from a message of the editor.

        Args:
            uri: its address.
            language: the editor's name of its language, such as `markdown`.
            version: its version number; None: not known.
            text: its text.
            encoding: the encoding whose code units positions count.
        """
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
        self._lines: _Lines | None = _Lines(text, encoding)
        self.generation = next(_GENERATIONS)

    @property
    def size(self) -> int | None:
        """The number of code points of the text; None if the text is not known."""
        return None if self._lines is None else self._lines.size

    @cached_property
    def source(self) -> Source:
        """The text as a source; empty if it is not known."""
        text = self._lines.text if self._lines else ""
        source = Source(self.name, text, newline="\r\n" if "\r\n" in text[:4096] else "\n")
        return source if self.file is None else with_renderer(source)

    @cached_property
    def digest(self) -> str:
        """The digest of the name and the text, under which an endless check is remembered."""
        return digest(self.name, self.source.text)

    @cached_property
    def positions(self) -> Positions:
        """The converter between offsets and positions in the text."""
        return Positions(self.source, self._encoding)

    def change(self, changes: Iterable[TextChange], version: int | None) -> None:
        """Apply changes one after the other.

        An unknown text stays unknown until a change replaces all of it.
        """
        for change in changes:
            if change.start is None or change.end is None:
                self._lines = _Lines(change.text, self._encoding)
            elif self._lines is not None:
                self._lines.put(change.start, change.end, change.text)
        self._renew(version)

    def lose(self) -> None:
        """Mark the text as unknown, because a change to it could not be read."""
        self._lines = None
        self._renew(None)

    def _renew(self, version: int | None) -> None:
        self.version = version
        self.generation = next(_GENERATIONS)
        for derived in ("source", "digest", "positions"):
            vars(self).pop(derived, None)


class _Lines:
    """A text as a list of lines with their ends; the last line has no end and may be empty."""

    def __init__(self, text: str, encoding: Encoding) -> None:
        """Split a text into lines; positions in it count code units of `encoding`."""
        text = without_surrogates(text)
        self.size = len(text)  # the number of code points
        self._lines = _split(text)
        self._encoding: Encoding = encoding

    @property
    def text(self) -> str:
        """The text with all changes."""
        return "".join(self._lines)

    def put(self, start: Position, end: Position, text: str) -> None:
        """Replace the text between two positions.

        Args:
            start: the position where the old text starts; numbers out of range mean the nearest
                valid position.
            end: where the old text ends; an end before the start means the start.
            text: the new text.
        """
        text = without_surrogates(text)
        first = self._place(start.line, start.character)
        last = max(first, self._place(end.line, end.character))
        row, behind = first[0], last[0] + 1
        new = self._lines[row][: first[1]] + text + self._lines[last[0]][last[1] :]
        if row and new.startswith("\n") and self._lines[row - 1].endswith("\r"):
            row -= 1  # CR and LF now form one line end
            new = self._lines[row] + new
        lines = [new]
        if "\n" in text or "\r" in text:
            lines = _split(new)
            if behind < len(self._lines):
                lines.pop()  # `_split` adds an empty line after the line end
        self.size += sum(map(len, lines)) - sum(map(len, self._lines[row:behind]))
        self._lines[row:behind] = lines

    def _place(self, row: int, character: int) -> tuple[int, int]:
        """Return the index of a position's line, and the number of characters before it there."""
        if row < 0:
            return 0, 0
        if row >= len(self._lines):
            return len(self._lines) - 1, len(self._lines[-1])
        line = self._lines[row].rstrip("\r\n")
        return row, characters(line, max(character, 0), self._encoding)


def _split(text: str) -> list[str]:
    return [text[start:end] for start, end in pairwise([*line_starts(text), len(text)])]


def path_of(uri: str) -> str | None:
    """Return the path of a file on this machine; None for an address of a different kind."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file" or "%00" in parts.path or "\0" in parts.path:
        return None
    if parts.netloc and parts.netloc != "localhost":
        return url2pathname(f"//{parts.netloc}{parts.path}") if os.name == "nt" else None
    path = parts.path
    if os.name == "nt":  # some editors escape the colon after a drive letter
        path = path.replace("%3A", ":", 1).replace("%3a", ":", 1)
    return os.path.normpath(url2pathname(path)) if path else None


def _name(uri: str) -> str:
    """Return a name for a document without a file: the last part of its address."""
    address = unquote(uri.partition("?")[0].partition("#")[0]).replace("\\", "/")
    return address.rpartition("/")[2].rpartition(":")[2].replace("\0", "") or "untitled"
