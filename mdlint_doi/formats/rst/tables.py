"""Where tables begin and end; their cells are read by `grid_cells` and `simple_cells`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from mdlint_doi.formats.rst.cells import Cell
from mdlint_doi.formats.rst.expanded import Line
from mdlint_doi.formats.rst.grid_cells import grid_cells
from mdlint_doi.formats.rst.leaf import Box, Kind
from mdlint_doi.formats.rst.simple_cells import simple_cells
from mdlint_doi.formats.rst.state import Frame, State
from mdlint_doi.text.pattern import pattern

_GRID_TOP: Final = pattern(r"\+-[-+]+-\+ *$")
_SIMPLE_TOP: Final = pattern("=+(?: +=+)+ *$")
_SIMPLE_BORDER: Final = pattern("=+[ =]*$")
_LEAST: Final = 2

ReadCells = Callable[[str, Sequence[Line]], list[Cell] | None]


def grid(state: State, frame: Frame, at: int) -> int:
    """Read a grid table."""
    text, lines = state.text, frame.lines
    if not _GRID_TOP.match(text, *lines[at]):
        return -1
    behind = at
    while behind < len(lines) and lines[behind][0] < lines[behind][1]:
        if text[lines[behind][0]] not in "+|":
            break
        behind += 1
    table = lines[at:behind]
    bottom = next(
        (i for i in range(len(table) - 1, -1, -1) if _GRID_TOP.match(text, *table[i])),
        0,
    )
    if bottom == len(table) - 1 and bottom > 0:
        _add_cells(state, frame, table, grid_cells)
        return behind
    if bottom >= _LEAST:
        _add_cells(state, frame, table[: bottom + 1], grid_cells)
        return at + bottom - 1  # docutils goes back too far, and sees the last lines again
    state.add(Kind.MALFORMED, table, frame)
    return behind


def simple(state: State, frame: Frame, at: int) -> int:
    """Read a simple table."""
    text, lines = state.text, frame.lines
    if not _SIMPLE_TOP.match(text, *lines[at]):
        return -1
    size = lines[at][1] - lines[at][0]
    borders: list[int] = []
    for i in range(at + 1, len(lines)):
        if not _SIMPLE_BORDER.match(text, *lines[i]):
            continue
        if lines[i][1] - lines[i][0] != size:
            state.add(Kind.MALFORMED, lines[at : i + 1], frame)
            return i + 1
        borders.append(i)
        is_end = i + 1 >= len(lines) or lines[i + 1][0] >= lines[i + 1][1]
        if is_end or len(borders) == _LEAST:
            _add_cells(state, frame, lines[at : i + 1], simple_cells)
            return i + 1
    behind = borders[0] + 1 if borders else len(lines)
    state.add(Kind.MALFORMED, lines[at:behind], frame)
    return behind


def _add_cells(state: State, frame: Frame, table: Sequence[Line], read: ReadCells) -> None:
    if not state.holds_wanted(table):
        return
    cells = read(state.text, table)
    if cells is None:
        state.add(Kind.MALFORMED, table, frame)
        return
    in_table = state.container(Box.TABLE, table[0][0], frame)
    for cell in cells:
        lines = [line for line in cell.lines if line[0] < line[1]]
        if any(state.holds_wanted([line]) for line in lines):
            in_row = state.container(Box.ROW, table[cell.row][0], in_table)
            state.nested(cell.lines, state.container(Box.CELL, lines[0][0], in_row))
