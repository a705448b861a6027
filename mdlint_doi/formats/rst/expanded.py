r"""A text as docutils reads it, and the way back to the file.

docutils first makes blanks of `\v` and `\f`, splits at every line end that Python knows, and
replaces each tab by blanks up to the next multiple of 8 columns; columns decide what belongs
together. So does this: the result has `\n` for every line end and no tab. Most texts need none
of it and stay as they are.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import Piece, PlacedText

Line = tuple[int, int]
"""Start and end of a line, or of a part of one, in the expanded text."""

_TAB_WIDTH: Final = 8
_CHANGED: Final = ("\t", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")
_CHANGE: Final = pattern("\r\n|[\t\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_BLANKS: Final = frozenset("\v\f")


def expand(source: str) -> PlacedText:
    """Return the text with every tab as blanks and every line end as one newline."""
    if not any(character in source for character in _CHANGED):
        return PlacedText(source, 0)
    parts: list[str] = []
    pieces: list[Piece] = []
    at = size = line = 0
    for match in _CHANGE.finditer(source):
        start, end = match.span()
        kept = source[at:start]
        newline = kept.rfind("\n")
        line = size + newline + 1 if newline >= 0 else line
        pieces += (Piece(size, at, start), Piece(size + start - at, start, end))
        size += start - at
        by = _instead(match[0], size - line)
        parts += (kept, by)
        size += len(by)
        line = size if by == "\n" else line
        at = end
    pieces.append(Piece(size, at, len(source)))
    return PlacedText.of_pieces("".join([*parts, source[at:]]), 0, pieces)


def _instead(character: str, column: int) -> str:
    if character == "\t":
        return " " * (_TAB_WIDTH - column % _TAB_WIDTH)
    return " " if character in _BLANKS else "\n"


def index_of(expanded: PlacedText, offset: int) -> int:
    """Return where the character at an offset of the source stands in the expanded text."""
    pieces = expanded.all_pieces
    which = bisect_right(pieces, offset, key=lambda piece: piece.start) - 1
    first, start, _ = pieces[which]
    stop = pieces[which + 1].first if which + 1 < len(pieces) else len(expanded.text)
    return min(first + offset - start, max(first, stop - 1))
