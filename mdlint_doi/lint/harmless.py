"""Which fixes leave the page as it is but for the DOI.

To ask that takes as long as to render a page twice, so all fixes of a round are tried together
first; where that is refused, block by block, and in a block by halves.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from mdlint_doi.lint.applying import apply_edits, in_order
from mdlint_doi.lint.model import Edit, Finding, Fix
from mdlint_doi.text.span import Span

_LOOKS: Final = 60
"""Looks at one page in search of the fixes that harm it, before all of them are refused."""
Accept = Callable[[str, str, Sequence[Edit]], bool]
"""Whether the page stays the same but for the DOI: text before, text after, the edits."""
Blocks = Callable[[str], Sequence[int]]
"""Where the parts of a text begin that are most often independent of each other."""


class Fixable(NamedTuple):
    """A finding that can be fixed, and how."""

    finding: Finding
    fix: Fix


def accepted(
    text: str,
    chosen: list[Fixable],
    accept: Accept,
    blocks: Blocks,
    refused: set[tuple[Edit, ...]],
) -> list[Fixable]:
    """Return those of `chosen` that leave the page as it is, and note those that do not.

    What does harm only together with others is left for the next round.
    """
    if not chosen or _Looks(text, accept, refused).harmless(chosen):
        return chosen
    kept: list[Fixable] = []
    for span, group in _by_block(text, chosen, blocks):
        kept += _Looks(text, accept, refused, span).halved(group)
    # What was good for its block may do harm to another.
    looks = _Looks(text, accept, refused)
    return kept if not kept or looks.harmless(kept) else looks.halved(kept)


def _by_block(
    text: str,
    chosen: Iterable[Fixable],
    blocks: Blocks,
) -> Iterator[tuple[Span, list[Fixable]]]:
    """Yield the spans of blocks with the findings, one at least, whose fixes lie in them."""
    starts = [*sorted({0, *blocks(text)}), len(text)]
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
        accept: Accept,
        refused: set[tuple[Edit, ...]],
        span: Span | None = None,
    ) -> None:
        self._start = span.start if span else 0
        self._text = span.cut(text) if span else text
        self._accept = accept
        self._refused = refused
        self._left = _LOOKS

    def harmless(self, chosen: Sequence[Fixable]) -> bool:
        """Return whether fixes together leave the page as it is."""
        self._left -= 1
        edits = [Edit(one.span.shift(-self._start), one.replacement) for one in edits_of(chosen)]
        return self._accept(self._text, apply_edits(self._text, edits), edits)

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


def edits_of(fixable: Sequence[Fixable]) -> list[Edit]:
    """Return the edits of all fixes, in order."""
    return in_order(edit for one in fixable for edit in one.fix.edits)
