r"""Backslash escapes, as docutils sees them.

docutils puts a NUL in the place of each backslash that escapes and looks for markup in the
result; a NUL stands where no markup may begin or end. The text keeps its length, so that every
index holds. Without its escapes a text has no NUL, and no blank or line end behind one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern

_ESCAPE: Final = pattern(r"\\([\s\S]?)")
_GONE: Final = pattern("\0[ \n]?")
_GONE_FROM_URI: Final = pattern("\0[ \n]?|\\s+")


class Meant(NamedTuple):
    """A text without its escapes.

    Attributes:
        text: what is meant.
        indexes: where each character begins in the text with escapes, and where the last one ends.

    """

    text: str
    indexes: tuple[int, ...]


def escape(text: str) -> str:
    """Return the text with a NUL for each backslash that escapes; of the same length."""
    return _ESCAPE.sub("\0\\1", text) if "\\" in text else text


def meant(escaped: str, start: int, end: int) -> Meant:
    """Return what `escaped[start:end]` means as a text."""
    return _without(escaped, start, end, is_uri=False)


def meant_uri(escaped: str, start: int, end: int) -> Meant:
    """Return what `escaped[start:end]` means as a URI: blanks count only where escaped."""
    return _without(escaped, start, end, is_uri=True)


def _without(escaped: str, start: int, end: int, *, is_uri: bool) -> Meant:
    parts: list[str] = []
    indexes: list[int] = []
    at = start
    escaping = -1
    for gone in (_GONE_FROM_URI if is_uri else _GONE).finditer(escaped, start, end):
        _keep(escaped, (at, gone.start(), escaping), parts, indexes)
        escaping = -1
        at = gone.end()
        if gone.group() == "\0":
            escaping = gone.start()
        elif is_uri and gone.group()[0] == "\0":
            parts.append(" ")
            indexes.append(gone.start())
    _keep(escaped, (at, end, escaping), parts, indexes)
    return Meant("".join(parts), (*indexes, end))


def _keep(escaped: str, run: tuple[int, int, int], parts: list[str], indexes: list[int]) -> None:
    """Keep a run; its first character begins with the backslash before it, if there is one."""
    start, end, escaping = run
    if start < end:
        parts.append(escaped[start:end])
        indexes.append(start if escaping < 0 else escaping)
        indexes.extend(range(start + 1, end))
