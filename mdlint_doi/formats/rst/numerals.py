"""The numbers of enumerated lists: arabic, letters, Roman."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern

_MAX_DIGITS: Final = 18
_MAX_ROMAN: Final = 4999
_ROMAN: Final = pattern("M{0,4}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$")
_VALUES: Final = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L")),
    *((40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


class Number(NamedTuple):
    """What a mark of an enumerated list may count.

    Attributes:
        next: the mark that would follow; empty for none.

    """

    next: str


def numbers(mark: str) -> Iterator[Number]:
    """Yield what a mark may count: a letter may be a Roman numeral, too."""
    if mark == "#":
        yield Number("#")
    elif mark.isdigit():
        yield Number(str(int(mark) + 1) if len(mark) <= _MAX_DIGITS else "")
    else:
        if len(mark) == 1:
            yield Number("" if mark in "zZ" else chr(ord(mark) + 1))
        if _ROMAN.match(mark.upper()) and mark.upper() != "":
            value = _roman_value(mark.upper()) + 1
            following = _roman(value) if value <= _MAX_ROMAN else ""
            yield Number(following if mark.isupper() else following.lower())


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
