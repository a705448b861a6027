"""The strings of a JSON text (RFC 8259, section 7): their places, and how one is written."""

from __future__ import annotations

import re
from functools import lru_cache

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import Piece, PlacedText
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

_ESCAPE: Final = pattern(
    r"""\\ (?: u[dD][89abAB][0-9a-fA-F]{2} \\u[dD][c-fC-F][0-9a-fA-F]{2}  # two for one character
         | u[0-9a-fA-F]{4}
         | . )""",
    re.VERBOSE,
)
_SHORT: Final = {
    '"': r"\"",
    "\\": r"\\",
    "\b": r"\b",
    "\f": r"\f",
    "\n": r"\n",
    "\r": r"\r",
    "\t": r"\t",
}


class JsonString(Value):
    """A string.

    Attributes:
        text: as it is meant.
        span: of the string in the file, quotes included.

    """

    text: str
    span: Span

    def placed(self, source: str) -> PlacedText:
        """Return the text with its places in the file."""
        pieces = pieces_of(source, self.span, 0)
        return PlacedText.of_pieces(self.text, self.span.start + 1, pieces)


def written_like(replacement: str, raw: str) -> str:
    r"""Return a text as it is to be written into a string, escaped as that string is.

    What has to be escaped is. So is a character that the string escapes everywhere (`\/`,
    `\u003c`), and any beyond ASCII if the string has such ones and only as escapes.

    Args:
        replacement: what is meant.
        raw: the string as it stands in the file, with or without its quotes.

    """
    habit = _habit(raw)
    only_ascii = raw.isascii() and not all(map(str.isascii, habit))
    capitals = any(escape[2:] != escape[2:].lower() for escape in habit.values())
    return "".join(
        habit.get(one) or _escaped(one, only_ascii=only_ascii, capitals=capitals)
        for one in replacement
    )


@lru_cache(maxsize=1)
def _habit(raw: str) -> Mapping[str, str]:
    """Return the characters that a string escapes everywhere, and how.

    Kept for the next fix: a string may be as long as its file, and hold thousands of DOIs.
    """
    bare = set(_ESCAPE.sub("", raw))
    habit = {_meaning(one[0]): one[0] for one in _ESCAPE.finditer(raw)}
    return {meant: escape for meant, escape in habit.items() if meant not in bare}


def pieces_of(source: str, span: Span, first: int) -> list[Piece]:
    """Return what a string that stands in a span, quotes included, is made of.

    Args:
        source: the whole text.
        span: of the string.
        first: the index of its first character in the text that it is a part of.

    """
    at, end = span.start + 1, span.end - 1
    pieces: list[Piece] = []
    for escape in _ESCAPE.finditer(source, at, end):
        start, behind = escape.span()
        if start > at:
            pieces.append(Piece(first, at, start))
            first += start - at
        pieces.append(Piece(first, start, behind))
        first += 1
        at = behind
    if at < end:
        pieces.append(Piece(first, at, end))
    return pieces


def _meaning(escape: str) -> str:
    from json import loads

    return str(loads(f'"{escape}"'))


def _escaped(character: str, *, only_ascii: bool, capitals: bool) -> str:
    """Return a character that the string says nothing of, as it is or escaped."""
    if character in _SHORT:
        return _SHORT[character]
    code = ord(character)
    lone = 0xD800 <= code < 0xE000
    if 0x20 <= code < 0x80 or not (code < 0x20 or lone or only_ascii):
        return character
    units = character.encode("utf-16-be", "surrogatepass").hex()
    units = units.upper() if capitals else units
    return "".join(rf"\u{units[at : at + 4]}" for at in range(0, len(units), 4))
