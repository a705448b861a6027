"""The cells of a `csv-table` directive, where they stand.

As Python's `csv` reads them with blanks skipped at a cell's begin: a cell in quotes may hold
delimiters and line ends. A doubled quote stays doubled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from mdlint_doi.formats.rst.expanded import Line

Cell = list[Line]
_NAMED: Final = {"space": " ", "tab": "\t"}


class _Expressions(NamedTuple):
    plain: re.Pattern[str]
    quoted: re.Pattern[str]
    rest: re.Pattern[str]


@lru_cache(maxsize=8)
def _expressions(delimiter: str) -> _Expressions:
    """Return what a cell is: without quotes, with quotes, and behind a line end in quotes."""
    other = f"[^{re.escape(delimiter)}]*"
    quoted = r'((?:[^"]|"")*+)("?)' + other
    return _Expressions(
        re.compile(f" *({other})"),
        re.compile(f' *"{quoted}'),
        re.compile(quoted),
    )


def csv_rows(text: str, lines: Sequence[Line], delimiter: str) -> Iterator[list[Cell]]:
    """Yield the cells of each row.

    Args:
        text: the expanded text.
        lines: those of the directive's content.
        delimiter: as the directive's option names it.

    """
    expressions = _expressions(_NAMED.get(delimiter, delimiter[:1]))
    row: list[Cell] = []
    is_open = False
    for start, end in lines:
        if start >= end and not is_open:
            continue
        is_open = _read_line(text, (start, end), row, expressions, is_open=is_open)
        if not is_open:
            yield row
            row = []
    if row:
        yield row


def _read_line(
    text: str,
    line: Line,
    row: list[Cell],
    expressions: _Expressions,
    *,
    is_open: bool,
) -> bool:
    """Add a line's cells to a row; return whether the last one goes on behind the line."""
    at, end = line
    while at <= end:
        expression = expressions.rest if is_open else expressions.quoted
        match = expression.match(text, at, end) or expressions.plain.match(text, at, end)
        if match is None:
            break
        if is_open:
            row[-1].append(match.span(1))
        else:
            row.append([match.span(1)])
        is_open = match.re is not expressions.plain and not match[2]
        at = match.end() + 1
        if is_open:
            break
    return is_open
