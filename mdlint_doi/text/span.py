"""Half-open ranges of code points, and searches in sorted ranges."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from mdlint_doi.text.value import Value


class Span(Value):
    """`text[start:end]`, counted in code points from 0. Spans are ordered by start, then by end.

    Attributes:
        start: the offset of the first code point.
        end: the offset after the last code point; equal to `start` for an empty span.
    """

    start: int
    end: int

    def __lt__(self, other: Span) -> bool:
        if self.start != other.start:
            return self.start < other.start
        return self.end < other.end

    def cut(self, text: str) -> str:
        """Return the part of `text` in this span."""
        return text[self.start : self.end]

    def shift(self, by: int) -> Span:
        """Return this span, moved by `by` code points."""
        return Span(self.start + by, self.end + by)

    def overlaps(self, other: Span) -> bool:
        """Return whether both spans share a code point; an empty span shares none."""
        return self.start < other.end and other.start < self.end

    def covers(self, other: Span) -> bool:
        """Return whether `other` is inside this span."""
        return self.start <= other.start and other.end <= self.end


class Piece(NamedTuple("_Piece", [("first", int), ("start", int), ("end", int)])):
    """The place of a part of a text that ends where the next piece begins.

    If `start` to `end` has as many characters as the part, each character has its own place.
    Otherwise all characters share this place, for example an escape that stands for one character.

    Attributes:
        first: the index of its first character in the text with places.
        start: the offset in the file where the piece begins.
        end: the offset in the file after the piece.
    """

    __slots__ = ()


class Ranges:
    """Sorted ranges, which may overlap."""

    def __init__(self, spans: Iterable[Span]) -> None:
        """Receive the ranges in any order."""
        self._spans = sorted(spans)
        self._ends = [*accumulate((span.end for span in self._spans), max)]

    def covering(self, span: Span) -> Span | None:
        """Return the first range that covers the given span; None if there is none."""
        # The first range that ends late enough; the ranges after it begin no earlier.
        at = bisect_left(self._ends, span.end)
        found = self._spans[at] if at < len(self._spans) else None
        return found if found is not None and found.covers(span) else None

    def overlap(self, span: Span) -> bool:
        """Return whether one of the ranges shares a code point with the given span."""
        at = bisect_left(self._spans, span.end, key=lambda held: held.start)
        return at > 0 and self._ends[at - 1] > span.start


def is_inside(at: int, ranges: Sequence[tuple[int, int]]) -> bool:
    """Return whether an offset is in one of the sorted ranges."""
    if not ranges:  # as in most blocks
        return False
    index = bisect_right(ranges, at, key=itemgetter(0)) - 1
    return index >= 0 and ranges[index][1] > at


def holds_any(offsets: Sequence[int], start: int, end: int) -> bool:
    """Return whether one of the sorted offsets is in the range from `start` to `end`."""
    at = bisect_left(offsets, start)
    return at < len(offsets) and offsets[at] < end


def overlaps(span: Span, spans: Sequence[Span]) -> bool:
    """Return whether a span shares a code point with one of the sorted, disjoint spans."""
    if not spans:  # as in most blocks
        return False
    index = bisect_right(spans, span)
    return any(span.overlaps(other) for other in spans[max(0, index - 1) : index + 1])
