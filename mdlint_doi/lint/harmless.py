"""Which fixes leave the page as it is but for the DOI.

To ask that takes as long as to render a page twice, so all fixes of a round are tried together
first; where that is refused, block by block, and in a block by halves.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mdlint_doi.lint.edits import apply_edits, edits_of
from mdlint_doi.lint.guard import Guard, Inner
from mdlint_doi.lint.model import Edit, Finding, Fix
from mdlint_doi.text.span import Span

_LOOKS: Final = 60
"""Looks at one page in search of the fixes that harm it, before all of them are refused."""


class Fixable(NamedTuple):
    """A finding that can be fixed, and how.

    Attributes:
        finding: with a fix.
        fix: the same, in the text in which it is tried: the file, or a document in it.

    """

    finding: Finding
    fix: Fix

    @property
    def span(self) -> Span:
        """All that lies between its first edit and its last."""
        edits = self.fix.edits
        return Span(edits[0].span.start, edits[-1].span.end)


def accepted(
    text: str, chosen: list[Fixable], guard: Guard, refused: set[tuple[Edit, ...]]
) -> list[Fixable]:
    """Return those of `chosen` that leave the page as it is, and note those that do not.

    What does harm only together with others is left for the next round. The fixes of a document
    inside the text fare as they would if it were a file.
    """
    if not chosen or _Looks(text, guard, refused).harmless(chosen):
        return chosen
    kept: list[Fixable] = []
    inside, others = _by_inner(chosen, guard.inner(text))
    for inner, group in inside:
        kept += _accepted_inside(inner, group, refused)
    for span, group in _by_block(text, others, guard):
        kept += _Looks(text, guard, refused, span).halved(group)
    # What was good for its part may do harm to another.
    looks = _Looks(text, guard, refused)
    return kept if not kept or looks.harmless(kept) else looks.halved(kept)


def _by_inner(
    chosen: Sequence[Fixable], inner: Sequence[Inner]
) -> tuple[list[tuple[Inner, list[Fixable]]], list[Fixable]]:
    """Return the documents in a text that hold fixes, with these, and the fixes in none of them."""
    starts = [one.span.start for one in inner]
    inside: dict[int, list[Fixable]] = {}
    others: list[Fixable] = []
    for one in chosen:
        at = bisect_right(starts, one.span.start) - 1
        is_inside = at >= 0 and inner[at].span.covers(one.span)
        (inside.setdefault(at, []) if is_inside else others).append(one)
    return [(inner[at], group) for at, group in inside.items()], others


def _accepted_inside(
    inner: Inner, chosen: list[Fixable], refused: set[tuple[Edit, ...]]
) -> list[Fixable]:
    """Return those of some fixes that leave a document inside the text as it is."""
    within = {id(one.finding): one for one in chosen}
    moved = [Fixable(one.finding, inner.within(one.fix)) for one in chosen]
    refused_inside: set[tuple[Edit, ...]] = set()
    kept = accepted(inner.text, moved, inner.guard, refused_inside)
    refused.update(
        within[id(one.finding)].fix.edits for one in moved if one.fix.edits in refused_inside
    )
    return [within[id(one.finding)] for one in kept]


def _by_block(
    text: str,
    chosen: Sequence[Fixable],
    guard: Guard,
) -> Iterator[tuple[Span, list[Fixable]]]:
    """Yield the spans of blocks with the findings, one at least, whose fixes lie in them."""
    if not chosen:
        return
    starts = [*sorted({0, *guard.blocks(text)}), len(text)]
    group: list[Fixable] = []
    first = last = 0
    for one in sorted(chosen, key=lambda one: [edit.order for edit in one.fix.edits]):
        edits = one.fix.edits
        if group and edits[0].span.start >= starts[last]:
            yield Span(starts[first], starts[last]), group
            group = []
        if not group:
            first = bisect_right(starts, edits[0].span.start, hi=len(starts) - 1) - 1
        group.append(one)
        last = max(first + 1, bisect_left(starts, edits[-1].span.end))
    yield Span(starts[first], starts[last]), group


class _Looks:
    """Looks at a part of a text, as many as there are."""

    def __init__(
        self,
        text: str,
        guard: Guard,
        refused: set[tuple[Edit, ...]],
        span: Span | None = None,
    ) -> None:
        self._start = span.start if span else 0
        self._text = span.cut(text) if span else text
        self._guard = guard
        self._refused = refused
        self._left = _LOOKS

    def harmless(self, chosen: Sequence[Fixable]) -> bool:
        """Return whether fixes together leave the page as it is."""
        self._left -= 1
        fixes = [one.fix.shifted(-self._start) for one in chosen]
        return self._guard(self._text, apply_edits(self._text, edits_of(fixes)), fixes)

    def halved(self, chosen: list[Fixable]) -> list[Fixable]:
        """Return those of the fixes that do no harm; none if that takes too long to find out.

        Halving finds the few bad ones among many with few looks at the page.
        """
        kept = self._halved(chosen)
        if self._left >= 0:
            return kept
        self._refused.update(one.fix.edits for one in chosen)
        return []

    def _halved(self, chosen: list[Fixable]) -> list[Fixable]:
        if not chosen or self._left < 0 or self.harmless(chosen):
            return chosen
        if len(chosen) == 1:
            self._refused.add(chosen[0].fix.edits)
            return []
        middle = len(chosen) // 2
        first, second = self._halved(chosen[:middle]), self._halved(chosen[middle:])
        both = first + second
        if not (first and second) or self.harmless(both):
            return both
        return first
