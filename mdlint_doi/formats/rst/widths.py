"""Columns of a line: wide characters take two, combining ones none."""

from __future__ import annotations

from collections.abc import Sequence


def width(text: str) -> int:
    """Return how many columns a text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(
        0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1
        for character in text
    )


def columns(text: str) -> Sequence[int]:
    """Return the index of the character in each column, and at last the text's length.

    A wide character's second column has the index behind it, so that a cut in the middle of the
    character leaves it on the left.
    """
    if text.isascii():
        return range(len(text) + 1)
    from unicodedata import combining, east_asian_width

    found: list[int] = []
    for index, character in enumerate(text):
        if combining(character):
            continue
        found.append(index)
        if east_asian_width(character) in "WF":
            found.append(index + 1)
    return [*found, len(text)]
