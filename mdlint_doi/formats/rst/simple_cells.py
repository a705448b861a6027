"""The cells of a simple table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from mdlint_doi.formats.rst.cells import Cell, Row, cut
from mdlint_doi.formats.rst.expanded import Line
from mdlint_doi.formats.rst.widths import columns
from mdlint_doi.text.pattern import pattern

_BORDER: Final = pattern("[-=][-= ]*$")
_SPAN: Final = pattern("-[ -]*$")
_RULE: Final = pattern("=[ =]*$")
_COLUMN: Final = pattern("[-=]+")
_MARGIN = tuple[int, int]


class MalformedTableError(ValueError):
    """The table is none."""


def simple_cells(text: str, table: Sequence[Line]) -> list[Cell] | None:
    """Return the cells of a simple table; None where docutils finds it malformed.

    Args:
        text: the expanded text.
        table: its lines, from border to border.

    """
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
        self.found: list[Cell] = []
        self._text = text
        self._lines = table
        self._rows = [Row(start, columns(text[start:end])) for start, end in table]
        self._columns = self._border(0)
        self._end = self._columns[-1][1]

    def read(self) -> None:
        """Read row after row; a row goes on while its first column is blank."""
        first = self._columns[0]
        start, has_text = 1, False
        for at in range(1, len(self._lines)):
            if self._is_border(at):
                self._row(start, at, self._spans(at))
                start, has_text = at + 1, False
            elif self._is_text(at, first):
                if has_text and at != start:
                    self._row(start, at, None)
                start, has_text = at, True
            elif not has_text:
                start = at + 1

    def _is_border(self, at: int) -> bool:
        expression = _BORDER if at == len(self._lines) - 1 else _SPAN
        line = self._lines[at]
        is_rule = _RULE.match(self._text, *line) is not None
        return is_rule or expression.match(self._text, *line) is not None

    def _is_text(self, at: int, column: _MARGIN) -> bool:
        start, end = self._rows[at].cut(self._text, *column)
        return bool(self._text[start:end].strip())

    def _border(self, at: int) -> list[_MARGIN]:
        start, end = self._lines[at]
        return [match.span() for match in _COLUMN.finditer(self._text[start:end])]

    def _spans(self, at: int) -> list[_MARGIN]:
        found = self._border(at)
        if found[-1][1] != self._end:
            raise MalformedTableError
        found[-1] = found[-1][0], self._columns[-1][1]
        return found

    def _row(self, start: int, end: int, spans: list[_MARGIN] | None) -> None:
        if start == end and spans is None:
            return
        margins = list(self._columns) if spans is None else spans
        rows = self._rows[start:end]
        self._check(rows, margins)
        self._align(margins)
        for left, right in margins:
            self.found.append(Cell(start, cut(self._text, rows, left, right)))

    def _check(self, rows: Sequence[Row], margins: list[_MARGIN]) -> None:
        """Look for text between the columns; behind the last one it widens the column."""
        for (_, end), (following, _) in pairwise(margins):
            for row in rows:
                start, behind = row.cut(self._text, end, following)
                if self._text[start:behind].strip():
                    raise MalformedTableError
        left, right = margins[-1]
        widest = max((len(row.columns) - 1 for row in rows), default=0)
        if widest > right:
            main_left, main_right = self._columns[-1]
            margins[-1] = left, max(main_right, widest)
            self._columns[-1] = main_left, max(main_right, widest)

    def _align(self, margins: Sequence[_MARGIN]) -> None:
        """Raise an error where a span does not begin and end with a column."""
        at = 0
        for left, right in margins:
            if at >= len(self._columns) or left != self._columns[at][0]:
                raise MalformedTableError
            while right != self._columns[at][1]:
                at += 1
                if at >= len(self._columns):
                    raise MalformedTableError
            at += 1
