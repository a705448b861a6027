"""Lists of all kinds (bullets, numbers, fields, options, line blocks), and block quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.formats.rst.leaf import BoxKind, LeafKind
from mdlint_doi.formats.rst.state import Frame, Line, RstState, known, known_first, leading_blanks
from mdlint_doi.text.pattern import pattern

_MAX_DIGITS: Final = 18
_MAX_ROMAN: Final = 4999
_ROMAN: Final = pattern("M{0,4}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$")
_VALUES: Final = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L")),
    *((40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)
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
_ATTRIBUTION: Final = pattern("(?:---?(?!-)|\u2014) *(?=[^ \\n])")


def bullet(state: RstState, frame: Frame, at: int) -> int | None:
    """Read an item of a bullet list."""
    marker = _BULLET.match(state.text, *frame.lines[at])
    return _item(state, frame, at, marker.end()) if marker else None


def _item(state: RstState, frame: Frame, at: int, begin: int) -> int:
    start, end = frame.lines[at]
    inside = state.container(BoxKind.ITEM, start, frame)
    read = known if begin < end else known_first
    block = read(state.text, frame.lines, at, begin)
    state.nested(block.lines, inside)
    return block.behind


def enumerator(state: RstState, frame: Frame, at: int) -> int | None:
    """Read an item of an enumerated list."""
    marker = _ENUMERATOR.match(state.text, *frame.lines[at])
    if marker is None or (marker["open"] and marker["close"] == "."):
        return None
    following = [*_following(marker["number"])]
    if not following or not _goes_on(state, frame, at, marker, following):
        return None
    return _item(state, frame, at, marker.end())


def _goes_on(
    state: RstState, frame: Frame, at: int, marker: re.Match[str], following: list[str]
) -> bool:
    """Return whether the line after the first line of an item is blank, indented or an item."""
    if at + 1 >= len(frame.lines):
        return True
    start, end = frame.lines[at + 1]
    if start >= end or state.text[start].isspace():
        return True
    numbers = [number for number in following if number]
    opening, closing = marker["open"] or "", marker["close"]
    items = tuple(f"{opening}{ordinal}{closing} " for ordinal in (*numbers, "#"))
    return bool(numbers) and state.text.startswith(items, start, end)


def field(state: RstState, frame: Frame, at: int) -> int | None:
    """Read a field of a field list."""
    marker = FIELD.match(state.text, *frame.lines[at])
    if marker is None:
        return None
    inside = state.container(BoxKind.FIELD, marker.start(), frame, marker[1])
    state.add(LeafKind.NAME, [marker.span(1)], inside)
    block = known_first(state.text, frame.lines, at, marker.end())
    state.nested(block.lines, inside)
    return block.behind


def option(state: RstState, frame: Frame, at: int) -> int | None:
    """Read an item of an option list."""
    marker = _OPTIONS.match(state.text, *frame.lines[at])
    if marker is None:
        return None
    block = known_first(state.text, frame.lines, at, marker.end())
    if not any(start < end for start, end in block.lines):
        return None
    state.nested(block.lines, state.container(BoxKind.OPTION, marker.start(), frame))
    return block.behind


def line_block(state: RstState, frame: Frame, at: int) -> int | None:
    """Read a line block."""
    marker = _LINE.match(state.text, *frame.lines[at])
    if marker is None:
        return None
    inside = state.container(BoxKind.LINES, marker.start(), frame)
    while marker is not None:
        block = known_first(state.text, frame.lines, at, marker.end(), until_blank=True)
        start, end = block.lines[0]
        state.add(LeafKind.LINE, block.lines if start < end else block.lines[1:], inside)
        at = block.behind
        marker = _LINE.match(state.text, *frame.lines[at]) if at < len(frame.lines) else None
    return at


def _following(mark: str) -> Iterator[str]:
    """Yield the mark after an enumerator, as a letter and as a Roman numeral; empty if none."""
    if mark == "#":
        yield "#"
    elif mark.isdigit():
        yield str(int(mark) + 1) if len(mark) <= _MAX_DIGITS else ""
    else:
        if len(mark) == 1:
            yield "" if mark in "zZ" else chr(ord(mark) + 1)
        if _ROMAN.match(mark.upper()):
            value = _roman_value(mark.upper()) + 1
            following = _roman(value) if value <= _MAX_ROMAN else ""
            yield following if mark.isupper() else following.lower()


def _roman_value(numeral: str) -> int:
    value = at = 0
    for worth, letters in _VALUES:
        while numeral.startswith(letters, at):
            value += worth
            at += len(letters)
    return value


def _roman(value: int) -> str:
    parts = []
    for worth, letters in _VALUES:
        parts.append(letters * (value // worth))
        value %= worth
    return "".join(parts)


def read_quotes(state: RstState, frame: Frame, lines: list[Line]) -> None:
    """Read lines as block quotes, each of which may end with an attribution."""
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
    """Yield the first line of each attribution in a quote, and the line after it."""
    is_first, was_blank, at = True, False, 0
    while at < len(lines):
        start, end = lines[at]
        behind = at
        if start < end:
            if was_blank and not is_first and _ATTRIBUTION.match(text, start, end):
                behind = _attribution_end(text, lines, at)
            is_first = behind > at
        if behind > at:
            yield at, behind
        was_blank = start >= end
        at = max(behind, at + 1)


def _second_indent(text: str, lines: Sequence[Line], first: int) -> int:
    return leading_blanks(text, lines[first + 1]) if first + 1 < len(lines) else 0


def _attribution_end(text: str, lines: Sequence[Line], first: int) -> int:
    """Return the line after an attribution; `first` if it is not one, since the indents differ."""
    indent = _second_indent(text, lines, first)
    at = first + 1
    while at < len(lines) and lines[at][0] < lines[at][1]:
        if leading_blanks(text, lines[at]) != indent:
            return first
        at += 1
    return at
