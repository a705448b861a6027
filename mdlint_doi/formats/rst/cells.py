"""A cell of a table, cut out of its lines by columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mdlint_doi.formats.rst.expanded import Line
from mdlint_doi.formats.rst.indents import leading_blanks, strip


class Cell(NamedTuple):
    """A cell.

    Attributes:
        row: the number of the table's line above its first one.
        lines: its lines, without their common indent.

    """

    row: int
    lines: list[Line]


class Row(NamedTuple):
    """A line of a table.

    Attributes:
        start: where it begins in the expanded text.
        columns: the index of the character in each column; see `widths.columns`.

    """

    start: int
    columns: Sequence[int]

    def cut(self, text: str, left: int, right: int) -> Line:
        """Return the part between two columns, without blanks at its end."""
        last = len(self.columns) - 1
        start = self.start + self.columns[min(left, last)]
        end = self.start + self.columns[min(right, last)]
        return start, start + len(text[start:end].rstrip())


def cut(text: str, rows: Sequence[Row], left: int, right: int) -> list[Line]:
    """Return what stands between two columns of some lines."""
    lines = [row.cut(text, left, right) for row in rows]
    indents = [leading_blanks(text, line) for line in lines if line[0] < line[1]]
    return strip(lines, min(indents, default=0))
