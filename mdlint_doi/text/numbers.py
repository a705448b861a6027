"""Numbers with their nouns for messages."""

from __future__ import annotations


def counted(number: int, thing: str) -> str:
    """Return a number and its noun, such as `1 file` or `3 files`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
