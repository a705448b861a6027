"""Containers that are open, and a line while their markers are taken off, from left to right.

Columns count as CommonMark section 2.2 says: a tab goes on to the next multiple of four, and a
part of its width can be taken. Offsets are those of the source text. How a line goes on with a
container is section 5.
"""

from __future__ import annotations

import re
from typing import Final, Literal

BoxKind = Literal["quote", "item", "footnote", "admonition", "directive"]

"""A container.

A list item goes on where the indent is at least `width`, and over blank lines; so does a
footnote with a width of four, and an admonition or a tab, but text without indent ends these.
A directive of MyST has Markdown for its body, and `closing` ends it.
"""


TAB: Final = 4
CODE_INDENT: Final = 4
"""Columns of indent that make code, and that no marker may have."""


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


class Box:
    """A container that is open."""

    __slots__ = ("closing", "fresh", "kind", "width")

    def __init__(
        self,
        kind: BoxKind,
        width: int = 0,
        closing: re.Pattern[str] | None = None,
        *,
        fresh: bool = False,
    ) -> None:
        """Take the columns of its indent; `fresh`: its first line was blank."""
        self.kind = kind
        self.width = width
        self.closing = closing
        self.fresh = fresh

    def goes_on(self, line: Line) -> bool:
        """Take this container's marker off the line; False where the line is not in it."""
        if self.kind == "quote":
            return _take_quote(line)
        if self.kind == "directive":
            line.skip(min(line.indent, self.width))
            return True
        if line.blank:
            return not self.fresh
        if line.indent < self.width:
            return False
        line.skip(self.width)
        return True

    def ends(self, line: Line) -> bool:
        """Return whether the line is this directive's closing fence."""
        return (
            self.closing is not None
            and line.indent < CODE_INDENT
            and self.closing.match(line.text, line.next, line.end) is not None
        )


def _take_quote(line: Line) -> bool:
    if line.blank or line.indent >= CODE_INDENT or line.text[line.next] != ">":
        return False
    take_quote_mark(line)
    return True


def take_quote_mark(line: Line) -> None:
    """Take `>` and one column of blanks off the line."""
    line.take(line.next + 1)
    if line.indent:
        line.skip(1)
