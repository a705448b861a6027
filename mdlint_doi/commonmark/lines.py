r"""One line of a document while the markers of its containers are taken off, from left to right.

Columns count as CommonMark section 2.2 says: a tab goes on to the next multiple of four, and a
part of its width can be taken. Offsets are those of the source text; only `\\n`, `\\r\\n` and `\\r`
end a line.
"""

from __future__ import annotations

from collections.abc import Iterator

from mdlint_doi.text.pattern import pattern

TAB = 4
_END = pattern(r"\r\n?|\n")


def line_end(text: str, start: int) -> tuple[int, int]:
    """Return where the line that begins at `start` ends, and where the next one begins."""
    end = text.find("\n", start)
    if end < 0:
        end = len(text)
    if text.find("\r", start, end) < 0:
        return end, end + 1
    match = _END.search(text, start)
    return match.span() if match else (end, end + 1)


def line_spans(text: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """Yield start and end of each line from `start` on, without its line end."""
    while start < len(text):
        end, behind = line_end(text, start)
        yield start, end
        start = behind


class Line:
    """A cursor in one line.

    Attributes:
        text: the whole source text.
        end: where the line ends in it.
        pos: where the rest of the line begins.
        column: the column of `pos`; more, where a part of a tab is taken.
        next: the first character of the rest that is no blank; `end` if there is none.
        indent: the columns between `pos` and `next`.
        blank: whether the rest holds nothing but blanks.

    """

    __slots__ = ("blank", "column", "end", "indent", "next", "pos", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        """Stand at the start of the line."""
        self.text = text
        self.end = end
        self.pos = start
        self.column = 0
        self.look()

    def look(self) -> None:
        """Find the next character that is no blank."""
        text, at, column, end = self.text, self.pos, self.column, self.end
        while at < end:
            character = text[at]
            if character == " ":
                column += 1
            elif character == "\t":
                column += TAB - column % TAB
            else:
                break
            at += 1
        self.next = at
        self.indent = column - self.column
        self.blank = at >= end

    def skip(self, columns: int) -> None:
        """Take up to `columns` columns of the indent, a part of a tab if need be."""
        columns = min(columns, self.indent)
        self.indent -= columns
        goal = self.column + columns
        while self.column < goal:
            width = TAB - self.column % TAB if self.text[self.pos] == "\t" else 1
            if self.column + width > goal:
                self.column = goal
                break
            self.column += width
            self.pos += 1

    def take(self, to: int) -> None:
        """Take blanks and then a marker without tabs, up to the offset `to`."""
        self.column += self.indent + to - self.next
        self.pos = to
        self.look()
