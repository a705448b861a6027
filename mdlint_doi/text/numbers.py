"""Numbers with nouns, and lists of words, for messages."""

from __future__ import annotations

from collections.abc import Iterable


def counted(number: int, thing: str) -> str:
    """Return a number and its noun, such as `1 file` or `3 files`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def listed(things: Iterable[str]) -> str:
    """Return things, at least one, as they are listed in a sentence: `a, b and c`."""
    *most, last = things
    return f"{', '.join(most)} and {last}" if most else last
