"""Choose the edits that fix findings, and apply them to the text.

The fixes of one round never overlap; the other findings are judged again in the next round, with
the new text. A fix is kept only if the caller's `accept` confirms that nothing but the DOI changes
on the page. This call takes as long as rendering a page twice, so all fixes of a round are first
tried together. If they are refused, they are tried block by block, and the fixes of a block are
divided into halves.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from mdlint_doi.lint.edits import apply_edits, edits_of
from mdlint_doi.lint.guard import Guard, Inner, WorkError
from mdlint_doi.lint.model import Edit, Finding, Fix, Safety
from mdlint_doi.names.doi import Doi
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_LOOKS: Final = 60
"""Looks at one page in search of the fixes that harm it, before all of them are refused."""
MAX_ROUNDS: Final = 10
"""More than the longest chain of rules that can follow each other on one DOI."""
Check = Callable[[Source], Sequence[Finding]]
Follow = Callable[[Source, Sequence[Edit], Source], None]
_Defect = tuple[str, Doi | None, Doi, Safety]
"""The code of a rule, the DOI that it speaks of, the one that its fix states, and how sure it is.

Behind a sure fix of a part, the rest may still be a guess."""


class Fixable(NamedTuple):
    """A finding that can be fixed, and how in the text where that is tried: a file, or a part.

    Attributes:
        finding: what is wrong.
        fix: what would put it right.
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
    """Return the fixes that leave the page as it is.

    A fix that does harm only together with others is left for the next round. The fixes of a
    document inside the text are treated as if it were a file.

    Args:
        text: the text before the fixes.
        chosen: the findings with their fixes, which do not overlap.
        guard: decides whether fixes leave the page as it is.
        refused: receives the edits of fixes that do not.
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
        group = inside.setdefault(at, []) if is_inside else others
        group.append(one)
    return [(inner[at], group) for at, group in inside.items()], others


def _accepted_inside(
    inner: Inner, chosen: list[Fixable], refused: set[tuple[Edit, ...]]
) -> list[Fixable]:
    """Return those of some fixes that leave a document inside the text as it is."""
    outside = {id(one.finding): one for one in chosen}
    moved = [Fixable(one.finding, inner.within(one.fix)) for one in chosen]
    harmful: set[tuple[Edit, ...]] = set()
    kept = accepted(inner.text, moved, inner.guard, harmful)
    refused.update(outside[id(one.finding)].fix.edits for one in moved if one.fix.edits in harmful)
    return [outside[id(one.finding)] for one in kept]


def _by_block(
    text: str, chosen: Sequence[Fixable], guard: Guard
) -> Iterator[tuple[Span, list[Fixable]]]:
    """Yield the spans of blocks with the findings, one at least, whose fixes lie in them."""
    if not chosen:
        return
    starts = [*sorted({0, *guard.blocks(text)}), len(text)]
    group: list[Fixable] = []
    first = last = 0
    for one in sorted(chosen, key=lambda one: [edit.order for edit in one.fix.edits]):
        start, end = one.span
        if group and start >= starts[last]:
            yield Span(starts[first], starts[last]), group
            group = []
        if not group:
            first = bisect_right(starts, start, hi=len(starts) - 1) - 1
        group.append(one)
        last = max(first + 1, bisect_left(starts, end))
    yield Span(starts[first], starts[last]), group


class _Looks:
    """Looks at a part of a text, as many as there are."""

    def __init__(
        self, text: str, guard: Guard, refused: set[tuple[Edit, ...]], span: Span | None = None
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


class Fixed(NamedTuple):
    """A document after its fixes.

    Attributes:
        source: the document with its new text.
        findings: the remaining findings, with places in the new text.
        applied: the findings whose fixes were applied, in the order of application.
        refused: the remaining findings whose fixes would change more than the DOI.
        given_up: whether no fix was made because it took too long to find out which ones do no
            harm.
    """

    source: Source
    findings: tuple[Finding, ...]
    applied: tuple[Finding, ...]
    refused: tuple[Finding, ...] = ()
    given_up: bool = False


def fix_until_stable(
    source: Source,
    check: Check,
    guard: Guard,
    *,
    unsafe: bool = False,
    follow: Follow = lambda *_: None,
) -> Fixed:
    """Apply fixes, round after round, until nothing more changes.

    Where the bound on work is reached, the document stays as it was: with half of its fixes, the
    next run would end elsewhere.

    Args:
        source: the document's text.
        check: returns the findings of a text; called once in a round.
        guard: decides whether fixes leave the document as it is.
        unsafe: whether to apply fixes that are guesses as well.
        follow: receives a text, the edits of a round in order, and the text after them, before that
            is checked.
    """
    try:
        return _rounds(source, check, guard, follow, unsafe=unsafe)
    except WorkError:
        return Fixed(source, tuple(check(source)), (), given_up=True)


def _rounds(source: Source, check: Check, guard: Guard, follow: Follow, *, unsafe: bool) -> Fixed:
    """Apply fixes, at most so many rounds of them."""
    applied: list[Finding] = []
    refused: set[tuple[Edit, ...]] = set()
    idle: set[_Defect | None] = set()
    seen = {source.text}
    findings = check(source)
    for _ in range(MAX_ROUNDS):
        refused = {one.fix.edits for one in findings if one.fix and _defect(one) in idle - {None}}
        kept = _round(source.text, findings, guard, refused, unsafe=unsafe)
        edits = edits_of(one.fix for one in kept)
        text = apply_edits(source.text, edits)
        if not kept or text in seen:
            break
        changed = source.replace(text=text)
        follow(source, edits, changed)
        left = check(changed)
        if still_there := _still_there(kept, edits, left):
            idle |= still_there
            findings = check(source)
            continue
        seen.add(text)
        applied += (one.finding for one in kept)
        source, findings = changed, left
    not_made = (one for one in findings if one.fix is not None and one.fix.edits in refused)
    return Fixed(source, tuple(findings), tuple(applied), tuple(not_made))


def _defect(finding: Finding) -> _Defect | None:
    """Return what is wrong with which DOI; None where the fix states none."""
    if finding.fix is None or finding.fix.doi is None:
        return None
    return finding.code, finding.doi, finding.fix.doi, finding.fix.safety


def _still_there(
    made: Sequence[Fixable], edits: Sequence[Edit], after: Sequence[Finding]
) -> set[_Defect | None]:
    """Return the defects that stand where they stood, though they were fixed.

    Such a fix was made in the wrong place. It would be made there again, round after round.
    """
    ends = [one.span.end for one in edits]
    grown = [*accumulate((one.growth for one in edits), initial=0)]
    left = {(_defect(one), one.span.start) for one in after}
    fixed = ((_defect(one), one.span.start) for one, _ in made)
    return {
        defect
        for defect, at in fixed
        if defect is not None and (defect, at + grown[bisect_right(ends, at)]) in left
    }


def _round(
    text: str,
    findings: Sequence[Finding],
    guard: Guard,
    refused: set[tuple[Edit, ...]],
    *,
    unsafe: bool,
) -> list[Fixable]:
    """Return findings whose fixes can be made together; none only if no fix can be made at all.

    So what is refused now may be tried again on the next text, and a second run ends where the
    first did. Where a fix is refused, another one of the same place gets its turn.
    """
    kept: list[Fixable] = []
    known = -1
    while not kept and len(refused) > known:
        known = len(refused)
        kept = accepted(text, _choose(findings, refused, unsafe=unsafe), guard, refused)
    return kept


def _choose(
    findings: Sequence[Finding], refused: set[tuple[Edit, ...]], *, unsafe: bool
) -> list[Fixable]:
    """Return findings with fixes that do not get in each other's way: safe ones first."""
    fixable = [
        Fixable(finding, finding.fix)
        for finding in findings
        if finding.fix and finding.is_fixable(unsafe=unsafe) and finding.fix.edits not in refused
    ]
    fixable.sort(key=lambda one: (one.fix.safety is not Safety.SAFE, one.finding.order))
    used = _UsedRanges()
    return [one for one in fixable if used.add(one.span)]


class _UsedRanges:
    """The ranges of a text that fixes edit, kept sorted."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, span: Span) -> bool:
        """Keep the range of a fix; False where another fix edits some of it."""
        start, end = span
        at = bisect_left(self._starts, start)
        if at > 0 and self._ends[at - 1] > start:
            return False
        if at < len(self._starts) and (self._starts[at] == start or self._starts[at] < end):
            return False
        self._starts.insert(at, start)
        self._ends.insert(at, end)
        return True
