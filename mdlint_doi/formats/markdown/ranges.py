"""Ranges of a text among others, by binary search."""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter

from mdlint_doi.lint.model import Mention
from mdlint_doi.text.span import Span


def outermost(mentions: list[Mention]) -> list[Mention]:
    """Return those that no other one overlaps from before or around."""
    kept: list[Mention] = []
    for one in sorted(mentions, key=lambda one: (one.span.start, -one.span.end)):
        if not kept or one.span.start >= kept[-1].span.end:
            kept.append(one)
    return kept


def is_inside(at: int, ranges: list[tuple[int, int]]) -> bool:
    """Return whether an offset lies in one of the sorted ranges."""
    if not ranges:
        return False
    index = bisect_right(ranges, at, key=itemgetter(0)) - 1
    return index >= 0 and ranges[index][1] > at


def overlaps(span: Span, spans: list[Span]) -> bool:
    """Return whether a span shares a code point with one of the sorted, disjoint spans."""
    if not spans:
        return False
    index = bisect_right(spans, span)
    return any(span.overlaps(other) for other in spans[max(0, index - 1) : index + 1])
