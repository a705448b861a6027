"""The cells of a `csv-table` directive, where they stand.

As Python's `csv` reads them with blanks skipped behind a comma: a cell in quotes may hold commas
and line ends. A doubled quote stays doubled. Another delimiter than the comma is not looked for:
then a line is one cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.formats.rst.content import Line
from mdlint_doi.names.pattern import pattern

_PLAIN: Final = pattern(r" *([^,]*)")
_QUOTED: Final = pattern(r' *"((?:[^"]|"")*+)("?)[^,]*')
_REST: Final = pattern(r'((?:[^"]|"")*+)("?)[^,]*')

Cell = list[Line]


def csv_rows(text: str, lines: Sequence[Line]) -> Iterator[list[Cell]]:
    """Yield the cells of each row.

    Args:
        text: the expanded text.
        lines: those of the directive's content.

    """
    row: list[Cell] = []
    is_open = False
    for start, end in lines:
        if start >= end and not is_open:
            continue
        is_open = _read_line(text, (start, end), row, is_open=is_open)
        if not is_open:
            yield row
            row = []
    if row:
        yield row


def _read_line(text: str, line: Line, row: list[Cell], *, is_open: bool) -> bool:
    """Add a line's cells to a row; return whether the last one goes on behind the line."""
    at, end = line
    while True:
        match = (_REST if is_open else _QUOTED).match(text, at, end)
        if match is None:
            match = _PLAIN.match(text, at, end)
            assert match is not None  # noqa: S101 - it matches nothing, too
        if is_open:
            row[-1].append(match.span(1))
        else:
            row.append([match.span(1)])
        is_open = match.re is not _PLAIN and match.lastindex == 2 and not match[2]
        at = match.end() + 1
        if is_open or at > end:
            return is_open
