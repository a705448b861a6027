"""Numbers with their nouns, as messages write them."""

from __future__ import annotations


def counted(number: int, thing: str) -> str:
    """Return a number and its noun, in the plural unless there is one: `1 file`, `3 files`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
