"""Lists of all kinds: bullets, numbers, fields, options, line blocks."""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.formats.rst.indents import known, known_first
from mdlint_doi.formats.rst.leaf import Box, Kind
from mdlint_doi.formats.rst.numerals import Number, numbers
from mdlint_doi.formats.rst.state import Block, Frame, State
from mdlint_doi.text.pattern import pattern

_BULLET: Final = pattern(r"[-+*\u2022\u2023\u2043](?: +|$)")
FIELD: Final = pattern(r":(?![: ])((?:[^:\\]|\\.|:(?!(?:[ `]|$)))*)(?<! ):(?: +|$)")
_ARGUMENT: Final = r"(?:[a-zA-Z][a-zA-Z0-9_-]*|<[^<>]+>)"
_OPTION: Final = (
    rf"(?:(?:-|\+)[a-zA-Z0-9](?: ?{_ARGUMENT})?"
    rf"|(?:--|/)[a-zA-Z0-9][a-zA-Z0-9_-]*(?:[ =]{_ARGUMENT})?)"
)
_OPTIONS: Final = pattern(rf"{_OPTION}(?:, {_OPTION})*(?:  +| ?$)")
_LINE: Final = pattern(r"\|(?: +|$)")
_ENUMERATOR: Final = pattern(
    r"""(?:
        (?P<open>\()? (?P<number>[0-9]+|[a-z]|[A-Z]|[ivxlcdm]+|[IVXLCDM]+|\#) (?P<close>[).])
    )(?:[ ]+|$)""",
    re.VERBOSE,
)


def bullet(state: State, frame: Frame, at: int) -> int:
    """Read an item of a bullet list."""
    marker = _BULLET.match(state.text, *frame.lines[at])
    return _item(state, frame, at, marker.end()) if marker else -1


def _item(state: State, frame: Frame, at: int, begin: int) -> int:
    start, end = frame.lines[at]
    inside = state.container(Box.ITEM, start, frame)
    block = (known if begin < end else known_first)(state.text, frame.lines, at, begin)
    state.nested(block.lines, inside)
    return block.behind


def enumerator(state: State, frame: Frame, at: int) -> int:
    """Read an item of an enumerated list."""
    marker = _ENUMERATOR.match(state.text, *frame.lines[at])
    if marker is None or (marker["open"] and marker["close"] == "."):
        return -1
    number = marker["number"]
    if not any(_goes_on(state, frame, at, marker, each) for each in numbers(number)):
        return -1
    return _item(state, frame, at, marker.end())


def _goes_on(
    state: State,
    frame: Frame,
    at: int,
    marker: re.Match[str],
    number: Number,
) -> bool:
    """Return whether the line behind is blank, indented, or the next item."""
    if at + 1 >= len(frame.lines):
        return True
    start, end = frame.lines[at + 1]
    if start >= end or state.text[start].isspace():
        return True
    opening, closing = marker["open"] or "", marker["close"]
    nexts = {f"{opening}{each}{closing} " for each in (number.next, "#") if each}
    return bool(number.next) and state.text.startswith(tuple(nexts), start, end)


def field(state: State, frame: Frame, at: int) -> int:
    """Read a field of a field list."""
    marker = FIELD.match(state.text, *frame.lines[at])
    if marker is None:
        return -1
    inside = state.container(Box.FIELD, marker.start(), frame, marker[1])
    state.add(Kind.NAME, [marker.span(1)], inside)
    block = known_first(state.text, frame.lines, at, marker.end())
    state.nested(block.lines, inside)
    return block.behind


def option(state: State, frame: Frame, at: int) -> int:
    """Read an item of an option list."""
    marker = _OPTIONS.match(state.text, *frame.lines[at])
    if marker is None:
        return -1
    block = known_first(state.text, frame.lines, at, marker.end())
    if not any(start < end for start, end in block.lines):
        return -1
    state.nested(block.lines, state.container(Box.OPTION, marker.start(), frame))
    return block.behind


def line_block(state: State, frame: Frame, at: int) -> int:
    """Read a line block."""
    marker = _LINE.match(state.text, *frame.lines[at])
    if marker is None:
        return -1
    inside = state.container(Box.LINES, marker.start(), frame)
    while marker is not None:
        block: Block = known_first(
            state.text,
            frame.lines,
            at,
            marker.end(),
            until_blank=True,
        )
        is_empty = block.lines[0][0] >= block.lines[0][1]
        state.add(Kind.LINE, block.lines[is_empty:], inside)
        at = block.behind
        marker = _LINE.match(state.text, *frame.lines[at]) if at < len(frame.lines) else None
    return at
