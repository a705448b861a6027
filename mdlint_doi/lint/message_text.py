"""Text from a document as a message may hold it: one line, nothing invisible, not too long."""

from __future__ import annotations

from typing import Final

LIMIT: Final = 120
"""Code points of a quoted piece."""


def shown(text: str) -> str:
    """Return `text` with invisible code points as `U+200B`, its middle left out if it is long."""
    if len(text) > LIMIT:
        half = LIMIT // 2 - 1
        text = f"{text[:half]}…{text[-half:]}"
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else f"U+{ord(one):04X}" for one in text)
