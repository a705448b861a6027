"""Indented blocks: which lines belong to them, and what they lose (docutils' `get_indented`)."""

from __future__ import annotations

from collections.abc import Sequence

from mdlint_doi.formats.rst.expanded import Line
from mdlint_doi.formats.rst.state import Block


def indented(text: str, lines: Sequence[Line], first: int) -> Block:
    """Return the indented lines from `first` on, with the blank ones between and behind them."""
    behind, indent = _extent(text, lines, first, until_blank=False)
    return Block(strip(lines[first:behind], indent), behind)


def known_first(
    text: str,
    lines: Sequence[Line],
    first: int,
    begin: int,
    *,
    until_blank: bool = False,
) -> Block:
    """Return a block whose first line begins behind a marker; the others have their own indent.

    Args:
        text: the expanded text.
        lines: those of the container.
        first: the number of the line with the marker.
        begin: where the text behind the marker begins.
        until_blank: end at the first blank line.

    """
    behind, indent = _extent(text, lines, first + 1, until_blank=until_blank)
    start, end = lines[first]
    head = (min(begin, end), end) if begin >= start else (start, end)
    return Block([head, *strip(lines[first + 1 : behind], indent)], behind)


def known(text: str, lines: Sequence[Line], first: int, begin: int) -> Block:
    """Return a block whose lines are all indented as far as the text behind the marker."""
    width = begin - lines[first][0]
    behind = first + 1
    while behind < len(lines):
        start, end = lines[behind]
        if start < end and (text[start] != " " or text[start : min(start + width, end)].strip()):
            break
        behind += 1
    head = min(begin, lines[first][1]), lines[first][1]
    return Block([head, *strip(lines[first + 1 : behind], width)], behind)


def strip(lines: Sequence[Line], indent: int) -> list[Line]:
    """Return the lines without so many blanks; a blank line stays empty."""
    return [(start + indent, end) if start < end else (start, end) for start, end in lines]


def leading_blanks(text: str, line: Line) -> int:
    """Return how many blanks a line begins with."""
    start, end = line
    return end - start - len(text[start:end].lstrip())


def _extent(
    text: str,
    lines: Sequence[Line],
    first: int,
    *,
    until_blank: bool,
) -> tuple[int, int]:
    """Return the number of the line behind an indented block, and its least indent."""
    least = -1
    behind = first
    while behind < len(lines):
        start, end = lines[behind]
        if start < end:
            if text[start] != " ":
                break
            indent = leading_blanks(text, (start, end))
            least = indent if least < 0 else min(least, indent)
        elif until_blank:
            break
        behind += 1
    return behind, max(least, 0)
