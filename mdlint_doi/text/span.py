"""Half-open ranges of code points: where a piece of text stands."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """`text[start:end]`, counted in code points from 0."""

    start: int
    end: int

    def cut(self, text: str) -> str:
        """Return the text that stands in this span of `text`."""
        return text[self.start : self.end]

    def shift(self, by: int) -> Span:
        """Return the same range, `by` code points further on."""
        return Span(self.start + by, self.end + by)

    def overlaps(self, other: Span) -> bool:
        """Return whether the two share a code point; empty spans share none."""
        return self.start < other.end and other.start < self.end

    def covers(self, other: Span) -> bool:
        """Return whether `other` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end
