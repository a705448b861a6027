r"""A text to check: one document with its lines and locations.

A position is an offset in `Source.text`, in code points. Lines and columns count from 1. Only `\n`,
`\r\n` and `\r` end a line (CommonMark section 2.1).
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value, put

LineEnd = Callable[[int], tuple[int, int]]
"""A function that returns, for the offset of a line, the offsets of its end and the next line."""
_END = pattern(r"\r\n?|\n")
_LONG: Final = 4000  # code points; `Source.lines` does not copy more


class Renderer(StrEnum):
    """How the program that makes the pages of a project reads Markdown."""

    UNKNOWN = ""
    """The settings of no such program were found, or it makes links as GitHub does."""
    WITHOUT_BARE_LINKS = "without bare links"
    """It makes no links of bare addresses: MkDocs or Sphinx without an extension for them."""
    MDX = "mdx"
    """It reads all files as MDX: Docusaurus."""


class Location(Value):
    """A line and a column, both from 1; columns count code points.

    Attributes:
        line: the line, from 1.
        column: the column in code points, from 1.
    """

    line: int
    column: int


class Line(Value):
    """One line of a document.

    Attributes:
        number: the number of the line, from 1.
        start: the offset in the text where it begins.
        end: the offset where it ends, without its line end.
    """

    number: int
    start: int
    end: int


class Source(Value):
    r"""One document, or a part of one, such as a docstring.

    Attributes:
        name: the path as the user gave it, with `/`; `<stdin>` for standard input.
        text: the decoded text without a BOM; line ends as in the file.
        newline: the line end of the file (``\n``, ``\r\n`` or ``\r``), for added text.
        bom: whether the file begins with a UTF-8 byte order mark.
        encoding: Python's name for the encoding of the file.
        first_line: the line number of the text's first line, more than 1 for a part.
        first_offset: the offset in the file where the text begins; more than 0 for a part.
        renderer: how the project's program reads Markdown, as the project's settings show.
        format: the name of its format, if the user chose it; empty if the name shows it.
    """

    __slots__ = ("_line_starts",)

    name: str
    text: str
    newline: str = "\n"
    bom: bool = False
    encoding: str = "utf-8"
    first_line: int = 1
    first_offset: int = 0
    renderer: Renderer = Renderer.UNKNOWN
    format: str = ""

    def __repr__(self) -> str:
        """Return the name and the size, without the text."""
        return f"Source({self.name!r}, {len(self.text)} code points)"

    @property
    def is_mdx(self) -> bool:
        """Whether the document is read as MDX, in which `<` begins only JSX."""
        return self.renderer is Renderer.MDX or self.name.lower().endswith(".mdx")

    @property
    def is_read_in_part(self) -> bool:
        """Whether letters outside ASCII could not be read, so that the file must not be written."""
        return self.encoding == "ascii"

    @property
    def line_starts(self) -> array[int]:
        r"""The offset of each line's first character; `\n`, `\r\n` and `\r` end a line."""
        starts: array[int] | None = getattr(self, "_line_starts", None)
        if starts is None:
            starts = line_starts(self.text)
            put(self, "_line_starts", starts)
        return starts

    def location(self, offset: int) -> Location:
        """Return line and column of an offset between 0 and the text's length."""
        starts = self.line_starts
        row = bisect_right(starts, offset) - 1
        return Location(row + self.first_line, offset - starts[row] + 1)

    def locations(self, span: Span) -> tuple[Location, Location]:
        """Return the locations where a span begins and ends."""
        starts = self.line_starts
        behind = bisect_right(starts, span.start)
        number, column = behind - 1 + self.first_line, 1 - starts[behind - 1]
        first = Location(number, span.start + column)
        if behind < len(starts) and span.end >= starts[behind]:
            return first, self.location(span.end)
        return first, Location(number, span.end + column)

    def lines(self, start: int, end: int) -> Source:
        """Return the lines from `start` to `end` as a source; this source if they are too long."""
        first, last = self.line_span(start).start, self.line_span(end).end
        if last - first > _LONG:
            return self
        return self.replace(
            text=self.text[first:last],
            first_line=self.location(first).line,
            first_offset=self.first_offset + first,
        )

    def line_at(self, offset: int) -> Line:
        """Return the line that contains `offset`."""
        text, starts = self.text, self.line_starts
        behind = bisect_right(starts, offset)
        start = starts[behind - 1]
        end = len(text) if behind == len(starts) else starts[behind]
        while end > start and text[end - 1] in "\r\n":
            end -= 1
        return Line(behind - 1 + self.first_line, start, end)

    def line_span(self, offset: int) -> Span:
        """Return the span of the line that contains `offset`, without its line end."""
        line = self.line_at(offset)
        return Span(line.start, line.end)


def has_lone_cr(text: str) -> bool:
    r"""Return whether a `\r` without `\n` ends a line."""
    return "\r" in text and text.count("\r") != text.count("\r\n")


def line_ends(text: str) -> LineEnd:
    r"""Return the function that finds the ends of lines; with a lone `\r`, it is a slower one."""
    size = len(text)

    def by_line_feed(start: int) -> tuple[int, int]:
        end = text.find("\n", start)
        if end < 0:
            return size, size + 1
        return end - (end > start and text[end - 1] == "\r"), end + 1

    def by_any(start: int) -> tuple[int, int]:
        match = _END.search(text, start)
        return match.span() if match else (size, size + 1)

    return by_any if has_lone_cr(text) else by_line_feed


def line_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each line, without its line end."""
    line_end = line_ends(text)
    start = 0
    while start < len(text):
        end, behind = line_end(start)
        yield start, end
        start = behind


def line_starts(text: str) -> array[int]:
    """Return the offset of each line's first character; the last line may be empty."""
    starts = array("q", (0,))
    if "\r" in text:
        starts.extend(match.end() for match in _END.finditer(text))
        return starts
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts
