"""The escapes of markup that may stand in a name in running text, undone once."""

from __future__ import annotations

from typing import Final

from mdlint_doi.text.pattern import pattern

_ESCAPE: Final = pattern(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])|\{\\(?P<latex>[_&%#$])\}|&(?P<entity>lt|gt|amp);"
)
_ENTITIES: Final = {"lt": "<", "gt": ">", "amp": "&"}


def undo(text: str) -> tuple[str, list[int]]:
    r"""Return `text` without its escapes, and where each of its characters stood.

    Undone are a backslash before ASCII punctuation (CommonMark section 2.4, rST), `{\_}` (LaTeX)
    and the entities of `<`, `>` and `&`. The list has one number more than the text characters.
    """
    pieces: list[str] = []
    places: list[int] = []
    done = 0
    for found in _ESCAPE.finditer(text):
        pieces.append(text[done : found.start()])
        places.extend(range(done, found.start() + 1))
        pieces.append(found["escaped"] or found["latex"] or _ENTITIES[found["entity"]])
        done = found.end()
    pieces.append(text[done:])
    places.extend(range(done, len(text) + 1))
    return "".join(pieces), places


def has_escapes(text: str) -> bool:
    """Whether `undo` would change anything."""
    return ("\\" in text or "&" in text) and _ESCAPE.search(text) is not None
