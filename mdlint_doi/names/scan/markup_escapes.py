"""The escapes of markup that may stand in a name in running text, undone once."""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo

_ESCAPE: Final = pattern(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])|\{\\(?P<latex>[_&%#$])\}|&(?P<entity>lt|gt|amp);"
)
_ENTITIES: Final = {"lt": "<", "gt": ">", "amp": "&"}


def unescaped(text: str) -> PlacedText:
    r"""Return `text` without its escapes; its places are those in `text`.

    Undone are a backslash before ASCII punctuation (CommonMark section 2.4, rST), `{\_}` (LaTeX)
    and the entities of `<`, `>` and `&`.
    """
    return undo(text, (0, len(text)), _ESCAPE, _meaning)


def has_escapes(text: str) -> bool:
    """Whether `unescaped` would change anything."""
    return ("\\" in text or "&" in text) and _ESCAPE.search(text) is not None


def _meaning(found: re.Match[str]) -> str:
    return found["escaped"] or found["latex"] or _ENTITIES[found["entity"]]
