"""Rows of GitHub's tables: cells, and the text of each without the backslash before `|`."""

from __future__ import annotations

from typing import Final

from mdlint_doi.commonmark.patterns import DELIMITERS
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo

Piece = tuple[int, int]
"""Start and end in the source of a part of one line."""

_ESCAPED_BAR: Final = pattern(r"\\\|")
_BLANK: Final = " \t"


def cells(text: str, start: int, end: int) -> list[Piece]:
    """Return where each cell of the row `text[start:end]` stands, without blanks around it."""
    found: list[Piece] = []
    at, bar = start, text.find("|", start, end)
    while bar >= 0:
        if bar == start or text[bar - 1] != "\\":
            found.append(_stripped(text, at, bar))
            at = bar + 1
        bar = text.find("|", bar + 1, end)
    found.append(_stripped(text, at, end))
    if _is_empty(found[0]):
        del found[0]
    if found and _is_empty(found[-1]):
        del found[-1]
    return found


def cell_content(text: str, cell: Piece) -> PlacedText:
    """Return what a cell means: a backslash and a bar are a bar."""
    if text.find("\\", *cell) < 0:
        return PlacedText(text[slice(*cell)], cell[0])
    return undo(text, cell, _ESCAPED_BAR, lambda _: "|")


def is_delimiter_row(text: str, start: int, end: int) -> bool:
    """Return whether the line can part a table's head from its body."""
    return DELIMITERS.match(text, start, end) is not None


def begins_table(text: str, head: Piece, delimiters: Piece) -> bool:
    """Return whether the two lines are the head of a table."""
    if text.find("|", *head) < 0:
        return False
    columns = sum(1 for part in text[slice(*delimiters)].strip(" \t|").split("|") if part)
    return len(cells(text, *head)) == columns


def _stripped(text: str, start: int, end: int) -> Piece:
    while start < end and text[start] in _BLANK:
        start += 1
    while end > start and text[end - 1] in _BLANK:
        end -= 1
    return start, end


def _is_empty(cell: Piece) -> bool:
    return cell[0] == cell[1]
