r"""A text as a document means it, and where each of its characters stands in the file.

Formats escape, quote and part what they hold: `\"` in JSON is one character, the lines of a
notebook's cell are strings of their own. A reader gives the text that is meant, with the pieces
that it was made of, so that an edit changes those characters of the file and no other.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from mdlint_doi.text.span import Span

__all__ = ["Piece", "PlacedText", "Span"]


class Piece(NamedTuple):
    """Where some characters of a text stand, from `first` on up to the next piece.

    Either as many characters of the file stand for them, one for one; or the piece is one
    character, and `start` to `end` is its escape.
    """

    first: int
    start: int
    end: int


class PlacedText:
    """A text with its places; the places are found when they are first asked for.

    Attributes:
        text: without the format's escapes and delimiters.

    """

    __slots__ = ("_find", "_found", "text")

    def __init__(self, text: str, find: Callable[[], Sequence[Piece]]) -> None:
        """Take the text and a function that finds its pieces, in order and without a gap."""
        self.text = text
        self._find = find
        self._found: Sequence[Piece] | None = None

    @classmethod
    def as_it_stands(cls, source: str, span: Span) -> PlacedText:
        """Return the text that stands in a span of the file as it is."""
        return cls(span.cut(source), lambda: (Piece(0, *span),) if span.end > span.start else ())

    @classmethod
    def joined(cls, parts: Iterable[PlacedText]) -> PlacedText:
        """Return one text made of several."""
        several = tuple(parts)
        return cls("".join(part.text for part in several), lambda: _joined(several))

    def __repr__(self) -> str:
        """Return the text: the places follow from the file."""
        return f"PlacedText({self.text!r})"

    @property
    def pieces(self) -> Sequence[Piece]:
        """What the text is made of, in order; none for the empty text."""
        if self._found is None:
            self._found = self._find()
        return self._found

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        """Return where `text[start:end]` stands in the file; more than one span if it is parted.

        To put something else in its place, write that into the first span and nothing into the
        others. What stands between them is the format's, and is not to be touched.
        """
        pieces = self.pieces
        if start >= end or not pieces:
            return ()
        at = bisect_right(pieces, start, key=lambda piece: piece.first) - 1
        found: list[Span] = []
        while at < len(pieces) and pieces[at].first < end:
            span = self._within(at, start, end)
            if found and found[-1].end == span.start:
                span = Span(found.pop().start, span.end)
            found.append(span)
            at += 1
        return tuple(found)

    def part(self, start: int, end: int) -> PlacedText:
        """Return `text[start:end]` with its places."""
        return PlacedText(self.text[start:end], lambda: self._part(start, end))

    def _part(self, start: int, end: int) -> Sequence[Piece]:
        pieces = self.pieces
        first = bisect_right(pieces, start, key=lambda piece: piece.first) - 1
        last = bisect_right(pieces, end - 1, key=lambda piece: piece.first)
        return [
            Piece(max(pieces[at].first - start, 0), *self._within(at, start, end))
            for at in range(first, last)
            if start < end
        ]

    def _within(self, at: int, start: int, end: int) -> Span:
        """Return where the part of a piece that lies in `text[start:end]` stands."""
        pieces = self.pieces
        piece = pieces[at]
        stop = pieces[at + 1].first if at + 1 < len(pieces) else len(self.text)
        if stop - piece.first != piece.end - piece.start:
            return Span(piece.start, piece.end)
        before, behind = max(start - piece.first, 0), max(stop - end, 0)
        return Span(piece.start + before, piece.end - behind)


def _joined(parts: Iterable[PlacedText]) -> Sequence[Piece]:
    pieces: list[Piece] = []
    index = 0
    for part in parts:
        pieces += (Piece(index + one.first, one.start, one.end) for one in part.pieces)
        index += len(part.text)
    return pieces
