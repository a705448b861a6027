"""The cells of a grid table.

docutils walks around each cell from its upper left corner: to the right along `-` to a `+`, down
along `|`, back to the left, up again; the first way around that closes is the cell. So does this,
with a limit to the steps: a table of nothing but crossings would take the cube of its width.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final

from mdlint_doi.formats.rst.cells import Cell, Row, cut
from mdlint_doi.formats.rst.expanded import Line
from mdlint_doi.formats.rst.widths import columns
from mdlint_doi.text.pattern import pattern

_SEPARATOR: Final = pattern(r"\+=[=+]+=\+ *$")
_STEPS_PER_CHARACTER: Final = 64


def grid_cells(text: str, table: Sequence[Line]) -> list[Cell] | None:
    """Return the cells of a grid table; None where docutils finds it malformed.

    Args:
        text: the expanded text.
        table: its lines, from border to border.

    """
    rows = [Row(start, columns(text[start:end])) for start, end in table]
    drawn = [_drawn(text, row) for row in rows]
    if any(len(line) != len(drawn[0]) or line[-1] not in "+|" for line in drawn):
        return None
    separators = [i for i, line in enumerate(drawn) if _SEPARATOR.match(line)]
    if len(separators) > 1 or (separators and separators[0] in {0, len(drawn) - 1}):
        return None
    for i in separators:
        drawn[i] = drawn[i].replace("=", "-")
    grid = _Grid(drawn)
    if not grid.walk():
        return None
    return [
        Cell(top, cut(text, rows[top + 1 : bottom], left + 1, right))
        for top, left, bottom, right in grid.found
    ]


def _drawn(text: str, row: Row) -> str:
    """Return a line with one character in each column; one blank for half of a wide one."""
    if isinstance(row.columns, range):
        return text[row.start : row.start + len(row.columns) - 1]
    indexes = row.columns
    return "".join(
        text[row.start + index]
        if not i or index > indexes[i - 1] + 1 or _is_first(indexes, i)
        else " "
        for i, index in enumerate(indexes[:-1])
    )


def _is_first(indexes: Sequence[int], which: int) -> bool:
    return indexes[which] != indexes[which + 1]


class _Grid:
    def __init__(self, drawn: list[str]) -> None:
        self.found: list[tuple[int, int, int, int]] = []
        self._lines = drawn
        self._columns = ["".join(column) for column in zip(*drawn, strict=True)]
        self._bottom, self._right = len(drawn) - 1, len(drawn[0]) - 1
        self._done = [-1] * len(drawn[0])
        self._steps = _STEPS_PER_CHARACTER * len(drawn) * len(drawn[0])

    def walk(self) -> bool:
        """Find all cells; return whether they fill the table."""
        corners = [(0, 0)]
        while corners:
            top, left = heappop(corners)
            if top == self._bottom or left == self._right or top <= self._done[left]:
                continue
            found = self._around(top, left)
            if found is None:
                continue
            bottom, right = found
            if any(self._done[column] != top - 1 for column in range(left, right)):
                return False
            self._done[left:right] = [bottom - 1] * (right - left)
            self.found.append((top, left, bottom, right))
            heappush(corners, (top, right))
            heappush(corners, (bottom, left))
        return all(done == self._bottom - 1 for done in self._done[: self._right])

    def _around(self, top: int, left: int) -> tuple[int, int] | None:
        """Return the lower right corner of the cell at a corner."""
        line = self._lines[top]
        for right in range(left + 1, self._right + 1):
            if line[right] == "+":
                bottom = self._down(top, left, right)
                if bottom >= 0:
                    return bottom, right
            elif line[right] != "-":
                return None
        return None

    def _down(self, top: int, left: int, right: int) -> int:
        column = self._columns[right]
        for bottom in range(top + 1, self._bottom + 1):
            self._steps -= 1
            if self._steps < 0:
                return -1
            if column[bottom] == "+":
                if self._closes(top, left, bottom, right):
                    return bottom
            elif column[bottom] != "|":
                return -1
        return -1

    def _closes(self, top: int, left: int, bottom: int, right: int) -> bool:
        self._steps -= right - left + bottom - top
        return (
            self._lines[bottom][left] == "+"
            and not self._lines[bottom][left + 1 : right].strip("+-")
            and not self._columns[left][top + 1 : bottom].strip("+|")
        )
