"""Find simple tables and grid tables, and cut out their cells by columns.

As in docutils, the border of each cell of a grid is followed from its upper left corner: to the
right along `-` to a `+`, down along `|`, back to the left, and up again. The first closed path is
the cell. The number of steps is limited, because a table that consists of crossings would take the
cube of its width.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final, NamedTuple

from mdlint_doi.formats.rst.leaf import BoxKind, LeafKind
from mdlint_doi.formats.rst.state import Frame, Line, RstState, columns, leading_blanks, strip
from mdlint_doi.text.pattern import pattern

_SEPARATOR: Final = pattern(r"\+=[=+]+=\+ *$")
_STEPS_PER_CHARACTER: Final = 64
_BORDER: Final = pattern("[-=][-= ]*$")
_SPAN: Final = pattern("-[ -]*$")
_RULE: Final = pattern("=[ =]*$")
_COLUMN: Final = pattern("[-=]+")
_MARGIN = tuple[int, int]
_GRID_TOP: Final = pattern(r"\+-[-+]+-\+ *$")
_SIMPLE_TOP: Final = pattern("=+(?: +=+)+ *$")
_SIMPLE_BORDER: Final = pattern("=[ =]*+$")
_LEAST: Final = 2


class TableCell(NamedTuple):
    """A cell of a table.

    Attributes:
        row: a line number in the table that all cells of a row share.
        column: the number of its column, from 0.
        lines: its lines, without their common indent.
    """

    row: int
    column: int
    lines: list[Line]


ReadCells = Callable[[str, Sequence[Line]], list[TableCell] | None]


def grid(state: RstState, frame: Frame, at: int) -> int | None:
    """Read a grid table."""
    text, lines = state.text, frame.lines
    if not _GRID_TOP.match(text, *lines[at]):
        return None
    behind = at
    while behind < len(lines) and lines[behind][0] < lines[behind][1]:
        if text[lines[behind][0]] not in "+|":
            break
        behind += 1
    table = lines[at:behind]
    bottom = next((i for i in range(len(table) - 1, -1, -1) if _GRID_TOP.match(text, *table[i])), 0)
    if bottom == len(table) - 1 and bottom > 0:
        _add_cells(state, frame, table, grid_cells)
        return behind
    if bottom >= _LEAST:
        _add_cells(state, frame, table[: bottom + 1], grid_cells)
        return at + bottom - 1  # docutils goes back too far, and reads the last lines again
    state.add(LeafKind.MALFORMED, table, frame)
    return behind


def simple(state: RstState, frame: Frame, at: int) -> int | None:
    """Read a simple table."""
    text, lines = state.text, frame.lines
    if not _SIMPLE_TOP.match(text, *lines[at]):
        return None
    size = lines[at][1] - lines[at][0]
    borders: list[int] = []
    for i in range(at + 1, len(lines)):
        if not _SIMPLE_BORDER.match(text, *lines[i]):
            continue
        if lines[i][1] - lines[i][0] != size:
            state.add(LeafKind.MALFORMED, lines[at : i + 1], frame)
            return i + 1
        borders.append(i)
        is_end = i + 1 >= len(lines) or lines[i + 1][0] >= lines[i + 1][1]
        if is_end or len(borders) == _LEAST:
            _add_cells(state, frame, lines[at : i + 1], simple_cells)
            return i + 1
    behind = borders[0] + 1 if borders else len(lines)
    state.add(LeafKind.MALFORMED, lines[at:behind], frame)
    return behind


def _add_cells(state: RstState, frame: Frame, table: Sequence[Line], read: ReadCells) -> None:
    if not state.holds_wanted(table):
        return
    cells = read(state.text, table)
    if cells is None:
        state.add(LeafKind.MALFORMED, table, frame)
        return
    in_table = state.container(BoxKind.TABLE, table[0][0], frame)
    for cell in cells:
        lines = [line for line in cell.lines if line[0] < line[1]]
        if any(state.holds_wanted([line]) for line in lines):
            in_row = state.container(BoxKind.ROW, table[cell.row][0], in_table)
            name = str(cell.column)
            state.nested(cell.lines, state.container(BoxKind.CELL, lines[0][0], in_row, name))


class MalformedTableError(ValueError):
    """The lines are not a correct table."""


def simple_cells(text: str, table: Sequence[Line]) -> list[TableCell] | None:
    """Return the cells of a simple table, which includes its borders; None if it is malformed."""
    reader = _Table(text, table)
    if sum(bool(_RULE.match(text, *line)) for line in table[1:-1]) > 1:
        return None
    try:
        reader.read()
    except MalformedTableError:
        return None
    return reader.found


class _Table:
    def __init__(self, text: str, table: Sequence[Line]) -> None:
        self.found: list[TableCell] = []
        self._text = text
        self._lines = table
        self._rows = [TableRow(start, columns(text[start:end])) for start, end in table]
        self._columns = self._border(0)
        self._end = self._columns[-1][1]

    def read(self) -> None:
        """Read one row after another; a row continues while its first column is blank."""
        first = self._columns[0]
        start, has_text = 1, False
        for at in range(1, len(self._lines)):
            last = _BORDER if at == len(self._lines) - 1 else _SPAN
            if any(border.match(self._text, *self._lines[at]) for border in (_RULE, last)):
                self._row(start, at, self._spans(at))
                start, has_text = at + 1, False
            elif self._holds_text(self._rows[at], *first):
                if has_text and at != start:
                    self._row(start, at, None)
                start, has_text = at, True
            elif not has_text:
                start = at + 1

    def _holds_text(self, row: TableRow, left: int, right: int) -> bool:
        start, end = row.cut(self._text, left, right)
        return bool(self._text[start:end].strip())

    def _border(self, at: int) -> list[_MARGIN]:
        return [match.span() for match in _COLUMN.finditer(self._text[slice(*self._lines[at])])]

    def _spans(self, at: int) -> list[_MARGIN]:
        found = self._border(at)
        if found[-1][1] != self._end:
            raise MalformedTableError
        found[-1] = found[-1][0], self._columns[-1][1]
        return found

    def _row(self, start: int, end: int, spans: list[_MARGIN] | None) -> None:
        margins = list(self._columns) if spans is None else spans
        rows = self._rows[start:end]
        self._check(rows, margins)
        self._align(margins)
        lefts = [left for left, _ in self._columns]
        for margin in margins:
            column = lefts.index(margin[0])
            self.found.append(TableCell(start, column, cut(self._text, rows, *margin)))

    def _check(self, rows: Sequence[TableRow], margins: list[_MARGIN]) -> None:
        """Raise an error for text between the columns; text after the last one widens it."""
        for (_, end), (following, _) in pairwise(margins):
            if any(self._holds_text(row, end, following) for row in rows):
                raise MalformedTableError
        left, right = margins[-1]
        widest = max((len(row.columns) - 1 for row in rows), default=0)
        if widest > right:
            widest = max(self._columns[-1][1], widest)
            margins[-1] = (left, widest)
            self._columns[-1] = (self._columns[-1][0], widest)

    def _align(self, margins: Sequence[_MARGIN]) -> None:
        """Raise an error if a span does not begin and end with a column."""
        at = 0
        for left, right in margins:
            if at >= len(self._columns) or left != self._columns[at][0]:
                raise MalformedTableError
            while right != self._columns[at][1]:
                at += 1
                if at >= len(self._columns):
                    raise MalformedTableError
            at += 1


def grid_cells(text: str, table: Sequence[Line]) -> list[TableCell] | None:
    """Return the cells of a grid table, which includes its borders; None if it is malformed."""
    rows = [TableRow(start, columns(text[start:end])) for start, end in table]
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
    lefts = sorted({left for _, left, _, _ in grid.found})
    return [
        TableCell(top, lefts.index(left), cut(text, rows[top + 1 : bottom], left + 1, right))
        for top, left, bottom, right in grid.found
    ]


def _drawn(text: str, row: TableRow) -> str:
    """Return a line with one character for each column, and a blank for half a wide character."""
    if isinstance(row.columns, range):
        return text[row.start : row.start + len(row.columns) - 1]
    indexes = row.columns
    shown = []
    for at, index in enumerate(indexes[:-1]):
        begins = at == 0 or index > indexes[at - 1] + 1 or index != indexes[at + 1]
        shown.append(text[row.start + index] if begins else " ")
    return "".join(shown)


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
            if (found := self._around(top, left)) is None:
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
        """Return the lower right corner of the cell with an upper left corner; None if none."""
        line = self._lines[top]
        for right in range(left + 1, self._right + 1):
            if line[right] == "+":
                bottom = self._down(top, left, right)
                if bottom is not None:
                    return bottom, right
            elif line[right] != "-":
                return None
        return None

    def _down(self, top: int, left: int, right: int) -> int | None:
        column = self._columns[right]
        for bottom in range(top + 1, self._bottom + 1):
            self._steps -= 1
            if self._steps < 0:
                return None
            if column[bottom] == "+":
                if self._closes(top, left, bottom, right):
                    return bottom
            elif column[bottom] != "|":
                return None
        return None

    def _closes(self, top: int, left: int, bottom: int, right: int) -> bool:
        self._steps -= right - left + bottom - top
        return (
            self._lines[bottom][left] == "+"
            and not self._lines[bottom][left + 1 : right].strip("+-")
            and not self._columns[left][top + 1 : bottom].strip("+|")
        )


class TableRow(NamedTuple):
    """A line of a table.

    Attributes:
        start: the index in the expanded text where it begins.
        columns: the index of the character in each column, as returned by `columns`.
    """

    start: int
    columns: Sequence[int]

    def cut(self, text: str, left: int, right: int) -> Line:
        """Return the part between two columns, without blanks at its end."""
        last = len(self.columns) - 1
        start = self.start + self.columns[min(left, last)]
        end = self.start + self.columns[min(right, last)]
        return start, start + len(text[start:end].rstrip())


def cut(text: str, rows: Sequence[TableRow], left: int, right: int) -> list[Line]:
    """Return the text between two columns of lines, without its common indent."""
    lines = [row.cut(text, left, right) for row in rows]
    indents = [leading_blanks(text, line) for line in lines if line[0] < line[1]]
    return strip(lines, min(indents, default=0))
