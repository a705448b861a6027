"""Rows of GitHub's tables: cells, and the text of each without the backslash before `|`."""

from __future__ import annotations

from typing import Final

from mdlint_doi.commonmark.leaf import Piece
from mdlint_doi.commonmark.patterns import DELIMITERS
from mdlint_doi.text.pattern import pattern

_BAR: Final = pattern(r"\\?\|")
_BLANK: Final = " \t"


def cells(text: str, start: int, end: int) -> list[list[Piece]]:
    """Return each cell of the row `text[start:end]` as the runs that make it up."""
    found: list[list[Piece]] = []
    runs: list[Piece] = []
    at = start
    for bar in _BAR.finditer(text, start, end):
        runs.append((at, bar.start()))
        at = bar.end() - (bar[0] != "|")
        if bar[0] == "|":
            found.append(_stripped(text, runs))
            runs = []
    found.append(_stripped(text, [*runs, (at, end)]))
    if found and not found[0]:
        del found[0]
    if found and not found[-1]:
        del found[-1]
    return found


def is_delimiter_row(text: str, start: int, end: int) -> bool:
    """Return whether the line can part a table's head from its body."""
    return DELIMITERS.match(text, start, end) is not None


def begins_table(text: str, head: Piece, delimiters: Piece) -> bool:
    """Return whether the two lines are the head of a table."""
    if text.find("|", *head) < 0:
        return False
    columns = sum(1 for part in text[slice(*delimiters)].strip(" \t|").split("|") if part)
    return len(cells(text, *head)) == columns


def _stripped(text: str, runs: list[Piece]) -> list[Piece]:
    """Return the runs without blanks at the ends; nothing for an empty cell."""
    start, end = runs[0][0], runs[-1][1]
    while start < end and text[start] in _BLANK:
        start += 1
    while end > start and text[end - 1] in _BLANK:
        end -= 1
    kept = [(max(first, start), min(last, end)) for first, last in runs]
    return [run for run in kept if run[0] < run[1]]
