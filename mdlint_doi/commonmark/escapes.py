"""Backslash escapes and character references, undone with a record of where each one stood.

CommonMark sections 2.4 and 2.5. A destination, a title and running text know both; an autolink,
a bare URL and an HTML attribute know references only.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo

_REFERENCES: Final = (
    r"&(?:#(?P<decimal>[0-9]{1,7})|#[xX](?P<hex>[0-9a-fA-F]{1,6})|(?P<name>[A-Za-z][A-Za-z0-9]*));"
)
_REFERENCE: Final = pattern(_REFERENCES + "(?P<escaped>)")
_ANY: Final = pattern(rf"{_REFERENCES}|\\(?P<escaped>[!-/:-@\[-`{{-~])")
_HIGHEST: Final = 0x10FFFF
_REPLACEMENT: Final = "\ufffd"


def unescaped(text: str, start: int, end: int, *, backslashes: bool = True) -> PlacedText:
    r"""Return `text[start:end]` without escapes; its places are those in `text`.

    Args:
        text: the text of a block.
        start: where to begin.
        end: where to end.
        backslashes: undo `\\(` and the like, too.

    """
    may_hold = text.find("&", start, end) >= 0
    if not may_hold and not (backslashes and text.find("\\", start, end) >= 0):
        return PlacedText(text[start:end], start)
    return undo(text, (start, end), _ANY if backslashes else _REFERENCE, _meaning)


def meant(text: str, start: int, end: int) -> str:
    """Return `text[start:end]` without escapes, where the places do not matter."""
    piece = text[start:end]
    return unescaped(piece, 0, len(piece)).text if "&" in piece or "\\" in piece else piece


def _meaning(match: re.Match[str]) -> str | None:
    if match["escaped"]:
        return match["escaped"]
    if match["name"]:
        return _named().get(match["name"] + ";")
    code = int(match["decimal"] or match["hex"], 10 if match["decimal"] else 16)
    if not code or code > _HIGHEST or 0xD800 <= code <= 0xDFFF:
        return _REPLACEMENT
    return chr(code)


@cache
def _named() -> dict[str, str]:
    from html.entities import html5

    return html5
