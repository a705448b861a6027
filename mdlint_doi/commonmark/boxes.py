"""Containers that are open, and how a line goes on with them (CommonMark section 5)."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import Final

from mdlint_doi.commonmark.lines import Line

CODE_INDENT: Final = 4
"""Columns of indent that make code, and that no marker may have."""


class BoxKind(Enum):
    """A container."""

    QUOTE = auto()
    ITEM = auto()
    """A list item; it goes on where the indent is at least `width`, and over blank lines."""
    INDENTED = auto()
    """A footnote, an admonition, a tab: the same with a width of four."""
    DIRECTIVE = auto()
    """A MyST directive whose body is Markdown; `closing` ends it."""


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
        if self.kind is BoxKind.QUOTE:
            return _take_quote(line)
        if self.kind is BoxKind.DIRECTIVE:
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
