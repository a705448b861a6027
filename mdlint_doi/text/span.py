"""Half-open ranges of code points: where a piece of text stands.

Annotations are not postponed here: `NamedTuple` compiles each that is, which costs a tenth of a
bare start of Python.
"""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple


class Span(NamedTuple):
    """`text[start:end]`, counted in code points from 0.

    Attributes:
        start: the offset of the first code point.
        end: the offset after the last code point; equal to `start` for an empty span.
    """

    start: int
    end: int

    def cut(self, text: str) -> str:
        """Return the text that stands in this span of `text`."""
        return text[self.start : self.end]

    def shift(self, by: int) -> "Span":
        """Return the same range, `by` code points further on."""
        return Span(self.start + by, self.end + by)

    def overlaps(self, other: "Span") -> bool:
        """Return whether the two share a code point; empty spans share none."""
        return self.start < other.end and other.start < self.end

    def covers(self, other: "Span") -> bool:
        """Return whether `other` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end


class Piece(NamedTuple):
    """Where the characters of a text stand, from the index `first` on up to the next piece.

    If `start` to `end` is as wide as they are many, they stand there one for one. Otherwise it
    stands for all of them together: the escape of one character, a reference to two.

    Attributes:
        first: the index of its first character in the text with places.
        start: the offset in the file where the piece begins.
        end: the offset in the file after the piece.
    """

    first: int
    start: int
    end: int


class Ranges:
    """Ranges in order; they may overlap."""

    def __init__(self, spans: Iterable[Span]) -> None:
        """Take the ranges, in any order."""
        self._spans = sorted(spans)
        self._ends = [*accumulate((span.end for span in self._spans), max)]

    def covering(self, span: Span) -> Span | None:
        """Return the first range that covers another; None if none does."""
        # The first that ends late enough; all behind it begin no earlier.
        at = bisect_left(self._ends, span.end)
        found = self._spans[at] if at < len(self._spans) else None
        return found if found is not None and found.covers(span) else None

    def overlap(self, span: Span) -> bool:
        """Return whether one of the ranges shares a code point with another."""
        at = bisect_left(self._spans, span.end, key=lambda one: one.start)
        return at > 0 and self._ends[at - 1] > span.start
