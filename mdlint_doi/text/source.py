"""A text that is checked, and the places in it.

Every position is an offset into `Source.text`, in code points; lines and columns are derived and
1-based. `Written` carries a piece of text whose markup escapes are undone, together with the
place in the source of each of its characters.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

from mdlint_doi.text.span import Span

__all__ = ["Place", "Source", "Span", "Written"]


class Place(NamedTuple):
    """A line and a column, both from 1; columns count code points."""

    line: int
    column: int


_LONG = 4000
"""Code points of lines that are worth a copy."""


class _Source(NamedTuple):
    """What a `Source` is made of."""

    name: str
    text: str
    newline: str = "\n"
    bom: bool = False
    first_line: int = 1
    first_offset: int = 0


class Source(_Source):
    r"""One document, or a part of one such as a docstring.

    Attributes:
        name: the path as the user gave it, with `/`; `<stdin>` for standard input.
        text: the decoded text without a BOM; line ends as in the file.
        newline: the line end that the file uses (`\n`, `\r\n` or `\r`), for texts we add.
        bom: whether the file begins with a UTF-8 byte order mark.
        first_line: the line number of the text's first line, more than 1 for a part.
        first_offset: where the text begins in the file's; more than 0 for some of its lines alone.

    """

    def __repr__(self) -> str:
        """Return the name and the size: the text may be a book."""
        return f"Source({self.name!r}, {len(self.text)} code points)"

    @cached_property
    def line_starts(self) -> list[int]:
        r"""The offset of each line's first character; `\n`, `\r\n` and `\r` end a line."""
        starts = [0]
        text = self.text
        if "\r" not in text:
            at = text.find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = text.find("\n", at + 1)
            return starts
        for at, character in enumerate(text):
            if character == "\n" or (character == "\r" and text[at + 1 : at + 2] != "\n"):
                starts.append(at + 1)
        return starts

    def place(self, offset: int) -> Place:
        """Return line and column of an offset between 0 and the text's length."""
        row = bisect_right(self.line_starts, offset) - 1
        return Place(row + self.first_line, offset - self.line_starts[row] + 1)

    def lines(self, start: int, end: int) -> Source:
        """Return the lines that a range touches, as a source of their own.

        Long lines are not cut out: of those many copies would be made.
        """
        first, last = self.line_span(start).start, self.line_span(end).end
        if last - first > _LONG:
            return self
        return Source(
            self.name,
            self.text[first:last],
            self.newline,
            self.bom,
            self.place(first).line,
            self.first_offset + first,
        )

    def line_span(self, offset: int) -> Span:
        """Return the span of the line that holds `offset`, without its line end."""
        row = bisect_right(self.line_starts, offset) - 1
        start = self.line_starts[row]
        last = row + 1 == len(self.line_starts)
        end = len(self.text) if last else self.line_starts[row + 1]
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return Span(start, end)


class Written(NamedTuple):
    r"""A piece of text as the document means it, and where it stands.

    The markup's own escapes (`\(`, `&lt;`, `\|`) are undone in `text`. Offsets hold where each
    character of `text` begins in the source, and where the last one ends: `len(text) + 1`
    numbers. Where nothing was escaped, `offsets` is None and the text stands at `start` as it is.
    """

    text: str
    start: int
    offsets: tuple[int, ...] | None = None

    def at(self, index: int) -> int:
        """Return the source offset of `text[index]`; `index` may be `len(text)`."""
        return self.start + index if self.offsets is None else self.offsets[index]

    def span(self, start: int, end: int) -> Span:
        """Return the span in the source of `text[start:end]`."""
        return Span(self.at(start), self.at(end))

    def part(self, start: int, end: int) -> Written:
        """Return `text[start:end]` with its places."""
        offsets = None if self.offsets is None else self.offsets[start : end + 1]
        return Written(self.text[start:end], self.at(start), offsets)

    @property
    def whole(self) -> Span:
        """The span of all of it in the source."""
        return self.span(0, len(self.text))
