"""Sorted ranges and offsets of a text: which of them lie in, hold or overlap a place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import itemgetter

from mdlint_doi.text.span import Span


def is_inside(at: int, ranges: Sequence[tuple[int, int]]) -> bool:
    """Return whether an offset lies in one of the sorted ranges."""
    if not ranges:  # as in most blocks
        return False
    index = bisect_right(ranges, at, key=itemgetter(0)) - 1
    return index >= 0 and ranges[index][1] > at


def holds_any(offsets: Sequence[int], start: int, end: int) -> bool:
    """Return whether one of the sorted offsets lies in a range."""
    at = bisect_left(offsets, start)
    return at < len(offsets) and offsets[at] < end


def overlaps(span: Span, spans: Sequence[Span]) -> bool:
    """Return whether a span shares a code point with one of the sorted, disjoint spans."""
    if not spans:  # as in most blocks
        return False
    index = bisect_right(spans, span)
    return any(span.overlaps(other) for other in spans[max(0, index - 1) : index + 1])
