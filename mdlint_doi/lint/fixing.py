"""Choose the edits that fix findings, and apply them to the text.

The fixes of one round never overlap; the other findings are judged again in the next round, with
the new text. A fix is kept only if the guard of the format confirms that nothing but the DOI
changes on the page. This takes as long as rendering a page twice, so all fixes of a round are first
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
"""The maximum number of comparisons to find harmful fixes; after it, all fixes are refused."""
MAX_ROUNDS: Final = 10
"""More rounds than the longest chain of fixes that can follow each other on one DOI."""
Check = Callable[[Source], Sequence[Finding]]
Follow = Callable[[Source, Sequence[Edit], Source], None]
_Defect = tuple[str, Doi | None, Doi, Safety]
"""The code of a rule, the DOI of the finding, the DOI of the fix, and the safety of the fix.

The safety is included because after a safe fix of one part, the rest may still be a guess.
"""


class Fixable(NamedTuple):
    """A finding with its fix in the text where it is tried: a file, or a document inside it.

    Attributes:
        finding: the finding.
        fix: the fix, with offsets in this text.
    """

    finding: Finding
    fix: Fix

    @property
    def span(self) -> Span:
        """The span from the first edit to the last."""
        edits = self.fix.edits
        return Span(edits[0].span.start, edits[-1].span.end)


def accepted(
    text: str, chosen: list[Fixable], guard: Guard, refused: set[tuple[Edit, ...]]
) -> list[Fixable]:
    """Return the fixes that change nothing on the page but the DOI.

    A fix that is harmful only together with others is left for the next round. A document inside
    the text is treated like a file of its own.

    Args:
        text: the text before the fixes.
        chosen: the findings with their fixes, which do not overlap.
        guard: decides whether fixes are harmless.
        refused: receives the edits of harmful fixes.
    """
    if not chosen or _Looks(text, guard, refused).harmless(chosen):
        return chosen
    kept: list[Fixable] = []
    inside, others = _by_inner(chosen, guard.inner(text))
    for inner, group in inside:
        kept += _accepted_inside(inner, group, refused)
    for span, group in _by_block(text, others, guard):
        kept += _Looks(text, guard, refused, span).halved(group)
    # A fix that is harmless in its own block may be harmful to another.
    looks = _Looks(text, guard, refused)
    return kept if not kept or looks.harmless(kept) else looks.halved(kept)


def _by_inner(
    chosen: Sequence[Fixable], inner: Sequence[Inner]
) -> tuple[list[tuple[Inner, list[Fixable]]], list[Fixable]]:
    """Return the documents inside a text with the fixes in them, and all other fixes."""
    starts = [document.span.start for document in inner]
    inside: dict[int, list[Fixable]] = {}
    others: list[Fixable] = []
    for fixable in chosen:
        at = bisect_right(starts, fixable.span.start) - 1
        is_inside = at >= 0 and inner[at].span.covers(fixable.span)
        group = inside.setdefault(at, []) if is_inside else others
        group.append(fixable)
    return [(inner[at], group) for at, group in inside.items()], others


def _accepted_inside(
    inner: Inner, chosen: list[Fixable], refused: set[tuple[Edit, ...]]
) -> list[Fixable]:
    """Return the harmless fixes of a document inside the text."""
    outside = {id(fixable.finding): fixable for fixable in chosen}
    moved = [Fixable(fixable.finding, inner.within(fixable.fix)) for fixable in chosen]
    harmful: set[tuple[Edit, ...]] = set()
    kept = accepted(inner.text, moved, inner.guard, harmful)
    refused.update(
        outside[id(fixable.finding)].fix.edits for fixable in moved if fixable.fix.edits in harmful
    )
    return [outside[id(fixable.finding)] for fixable in kept]


def _by_block(
    text: str, chosen: Sequence[Fixable], guard: Guard
) -> Iterator[tuple[Span, list[Fixable]]]:
    """Yield the spans of blocks with fixes, and these fixes; a span may join several blocks."""
    if not chosen:
        return
    starts = [*sorted({0, *guard.blocks(text)}), len(text)]
    group: list[Fixable] = []
    first = last = 0
    for fixable in sorted(chosen, key=lambda fixable: [edit.order for edit in fixable.fix.edits]):
        start, end = fixable.span.start, fixable.span.end
        if group and start >= starts[last]:
            yield Span(starts[first], starts[last]), group
            group = []
        if not group:
            first = bisect_right(starts, start, hi=len(starts) - 1) - 1
        group.append(fixable)
        last = max(first + 1, bisect_left(starts, end))
    yield Span(starts[first], starts[last]), group


class _Looks:
    """Comparisons of a part of a text with and without fixes; their number is limited."""

    def __init__(
        self, text: str, guard: Guard, refused: set[tuple[Edit, ...]], span: Span | None = None
    ) -> None:
        self._start = span.start if span else 0
        self._text = span.cut(text) if span else text
        self._guard = guard
        self._refused = refused
        self._left = _LOOKS

    def harmless(self, chosen: Sequence[Fixable]) -> bool:
        """Return whether fixes together are harmless."""
        self._left -= 1
        fixes = [fixable.fix.shifted(-self._start) for fixable in chosen]
        return self._guard(self._text, apply_edits(self._text, edits_of(fixes)), fixes)

    def halved(self, chosen: list[Fixable]) -> list[Fixable]:
        """Return the harmless fixes; none if it takes too many comparisons to find them.

        Dividing into halves finds a few harmful fixes among many with few comparisons.
        """
        kept = self._halved(chosen)
        if self._left >= 0:
            return kept
        self._refused.update(fixable.fix.edits for fixable in chosen)
        return []

    def _halved(self, chosen: list[Fixable]) -> list[Fixable]:
        """Return the harmless fixes; they are only certain if comparisons are left."""
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
        given_up: whether no fix was made because it would take too long to find the harmless ones.
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
    """Apply fixes in rounds until nothing more changes.

    If the limit on work is reached, the document is not changed at all, because otherwise the next
    run would have a different result.

    Args:
        source: the document's text.
        check: returns the findings of a text; called once in a round.
        guard: decides whether fixes change nothing in the document but the DOIs.
        unsafe: whether to also apply fixes that are guesses.
        follow: receives a text, the edits of a round in order, and the new text before it is
            checked.
    """
    try:
        return _rounds(source, check, guard, follow, unsafe=unsafe)
    except WorkError:
        return Fixed(source, tuple(check(source)), (), given_up=True)


def _rounds(source: Source, check: Check, guard: Guard, follow: Follow, *, unsafe: bool) -> Fixed:
    """Apply fixes in at most `MAX_ROUNDS` rounds."""
    applied: list[Finding] = []
    refused: set[tuple[Edit, ...]] = set()
    idle: set[_Defect | None] = set()
    seen = {source.text}
    findings = check(source)
    for _ in range(MAX_ROUNDS):
        refused = {
            finding.fix.edits
            for finding in findings
            if finding.fix and _defect(finding) in idle - {None}
        }
        kept = _round(source.text, findings, guard, refused, unsafe=unsafe)
        edits = edits_of(fixable.fix for fixable in kept)
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
        applied += (fixable.finding for fixable in kept)
        source, findings = changed, left
    not_made = (
        finding for finding in findings if finding.fix is not None and finding.fix.edits in refused
    )
    return Fixed(source, tuple(findings), tuple(applied), tuple(not_made))


def _defect(finding: Finding) -> _Defect | None:
    """Return the defect that a finding reports; None if its fix states no DOI."""
    if finding.fix is None or finding.fix.doi is None:
        return None
    return finding.code, finding.doi, finding.fix.doi, finding.fix.safety


def _still_there(
    made: Sequence[Fixable], edits: Sequence[Edit], after: Sequence[Finding]
) -> set[_Defect | None]:
    """Return the defects that are still reported in the same place after their fixes.

    Such a fix was made in the wrong place, and would be made there again in each round.
    """
    ends = [edit.span.end for edit in edits]
    grown = [*accumulate((edit.growth for edit in edits), initial=0)]
    left = {(_defect(finding), finding.span.start) for finding in after}
    fixed = ((_defect(finding), finding.span.start) for finding, _ in made)
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
    """Return findings whose fixes can be made together; empty only if no fix can be made at all.

    Therefore, a fix that is refused now may be tried again in the next round, and a second run has
    the same result as the first. If a fix is refused, another fix in the same place is tried.
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
    """Return findings with fixes that do not overlap; safe fixes have priority."""
    fixables = [
        Fixable(finding, finding.fix)
        for finding in findings
        if finding.fix and finding.is_fixable(unsafe=unsafe) and finding.fix.edits not in refused
    ]
    fixables.sort(
        key=lambda fixable: (fixable.fix.safety is not Safety.SAFE, fixable.finding.order)
    )
    used = _UsedRanges()
    return [fixable for fixable in fixables if used.add(fixable.span)]


class _UsedRanges:
    """The ranges of a text that fixes edit, kept sorted."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, span: Span) -> bool:
        """Add the range of a fix, and return True; False if it overlaps with another one."""
        start, end = span.start, span.end
        at = bisect_left(self._starts, start)
        if at > 0 and self._ends[at - 1] > start:
            return False
        if at < len(self._starts) and (self._starts[at] == start or self._starts[at] < end):
            return False
        self._starts.insert(at, start)
        self._ends.insert(at, end)
        return True
