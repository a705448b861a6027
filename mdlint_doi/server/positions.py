r"""Places of the protocol -> offsets in a text, and back (Language Server Protocol, "Position").

A position is a line and a number of code units in it: UTF-16 unless client and server agreed on
another encoding. Lines end with `\n`, `\r\n` and `\r` alone. What lies behind the end of a line
means its end; what lies within a character means its beginning.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, Literal, NamedTuple

from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

Encoding = Literal["utf-8", "utf-16", "utf-32"]
"""What the code units of positions are those of."""

_CONTINUATION: Final = bytes(range(0x80, 0xC0))
"""The bytes of UTF-8 that begin no character."""
_HIGH: Final = bytes(range(0xD8, 0xDC))
"""The upper bytes of the first code units of UTF-16's pairs."""


class Position(NamedTuple):
    """A line from 0, and code units in it from 0."""

    line: int
    character: int


def units(text: str, encoding: Encoding) -> int:
    """Return how many code units a text has; it holds no lone surrogates."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8"))
    return len(text.encode("utf-16-le")) // 2


def characters(line: str, count: int, encoding: Encoding) -> int:
    """Return how many whole characters the first code units of a line are."""
    if encoding == "utf-32" or line.isascii():
        return min(count, len(line))
    if encoding == "utf-8":
        data = line[: count + 1].encode("utf-8")
        whole = len(data[:count].translate(None, delete=_CONTINUATION))
        is_split = count < len(data) and data[count] in _CONTINUATION
        return whole - is_split
    data = line[:count].encode("utf-16-le")[: 2 * count]
    # A pair is one character; the first half of one, at the end, is none.
    highs = data[1::2]
    return len(highs) - (len(highs) - len(highs.translate(None, delete=_HIGH)))


class Positions:
    """The positions of one text.

    Attributes:
        encoding: what they count.

    """

    def __init__(self, source: Source, encoding: Encoding) -> None:
        """Take the text, which holds no lone surrogates."""
        self.encoding: Encoding = encoding
        self._source = source
        self._units: Encoding = "utf-32" if source.text.isascii() else encoding
        self._last = (0, 0, 0)

    def place(self, offset: int) -> Position:
        """Return the position of an offset.

        The last one is remembered: places that are asked in order are counted in one run over a
        long line.
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
        """Return the offset of a position, whatever numbers these are."""
        starts, text = self._source.line_starts, self._source.text
        if line >= len(starts):
            return len(text)
        if line < 0:
            return 0
        whole = self._source.line_span(starts[line])
        return whole.start + characters(whole.cut(text), max(character, 0), self._units)

    def span(self, start: tuple[int, int], end: tuple[int, int]) -> Span:
        """Return the span of a range; one that ends before it starts is empty."""
        first = self.offset(*start)
        return Span(first, max(first, self.offset(*end)))


def without_surrogates(text: str) -> str:
    """Return a text in which lone surrogates, which stand for nothing, are U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
