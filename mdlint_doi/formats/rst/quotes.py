"""Block quotes, and who is quoted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.formats.rst.expanded import Line
from mdlint_doi.formats.rst.leaf import BoxKind, LeafKind
from mdlint_doi.formats.rst.state import Frame, RstState, leading_blanks
from mdlint_doi.text.pattern import pattern

_ATTRIBUTION: Final = pattern("(?:---?(?!-)|\u2014) *(?=[^ \\n])")


def read_quotes(state: RstState, frame: Frame, lines: list[Line]) -> None:
    """Read a block quote, or several: an attribution ends one.

    Args:
        state: what is read.
        frame: what the quotes stand in.
        lines: without their common indent.

    """
    if not state.holds_wanted(lines):
        return
    first = 0
    for begin, end in _attributions(state.text, lines):
        _quoted(state, frame, lines[first:begin])
        indent = _second_indent(state.text, lines, begin)
        head = _ATTRIBUTION.match(state.text, *lines[begin])
        start = head.end() if head else lines[begin][0]
        rest = [(start + indent, stop) for start, stop in lines[begin + 1 : end]]
        state.add(LeafKind.ATTRIBUTION, [(start, lines[begin][1]), *rest], frame)
        first = end
    _quoted(state, frame, lines[first:])


def _quoted(state: RstState, frame: Frame, lines: list[Line]) -> None:
    first = next((start for start, end in lines if start < end), -1)
    if first >= 0:
        state.nested(lines, state.container(BoxKind.QUOTE, first, frame))


def _attributions(text: str, lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Yield first line and line behind of each attribution in a quote."""
    is_first, was_blank, at = True, False, 0
    while at < len(lines):
        start, end = lines[at]
        behind = at
        if start < end:
            if was_blank and not is_first and _ATTRIBUTION.match(text, start, end):
                behind = _attribution_end(text, lines, at)
            is_first = False
        if behind > at:
            yield at, behind
            is_first = True
        was_blank = start >= end
        at = max(behind, at + 1)


def _second_indent(text: str, lines: Sequence[Line], first: int) -> int:
    if first + 1 >= len(lines):
        return 0
    return leading_blanks(text, lines[first + 1])


def _attribution_end(text: str, lines: Sequence[Line], first: int) -> int:
    """Return the number of the line behind, or of the first where the indent is not the same."""
    indent = _second_indent(text, lines, first)
    at = first + 1
    while at < len(lines) and lines[at][0] < lines[at][1]:
        if leading_blanks(text, lines[at]) != indent:
            return first
        at += 1
    return at
