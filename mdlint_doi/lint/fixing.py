"""Findings -> edits -> text.

Fixes of one round never overlap; what is left over is looked at again in the next round, on the
new text. A fix is only kept where the caller's `accept` says that the page stays the same but for
the DOI.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from mdlint_doi.lint.edits import apply_edits, edits_of
from mdlint_doi.lint.guard import Guard, WorkError
from mdlint_doi.lint.harmless import Fixable, accepted
from mdlint_doi.lint.model import Edit, Finding, Fix, Safety
from mdlint_doi.names.doi import Doi
from mdlint_doi.text.source import Source

MAX_ROUNDS: Final = 10
"""More than the longest chain of rules that can follow each other on one DOI."""
Check = Callable[[Source], Sequence[Finding]]
Follow = Callable[[Source, Sequence[Edit], Source], None]
_Defect = tuple[str, Doi | None, Doi]
"""The code of a rule, the DOI that it speaks of, and the one that its fix states."""


class Fixed(NamedTuple):
    """A document after its fixes.

    Attributes:
        source: the document with the new text.
        findings: what is left, with places in the new text.
        applied: the findings whose fixes were applied, in order of application.
        refused: the findings, of those left, whose fixes would have changed more than the DOI.
        given_up: it took more than the bound to find out which fixes change nothing else, so that
            none was made.

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
    """Apply fixes round after round until nothing more changes.

    Where the bound on work is reached, the document stays as it was: half of its fixes would make
    the next run end elsewhere.

    Args:
        source: the document.
        check: returns the findings of a document; called once a round.
        guard: tells whether the page stays the same.
        unsafe: apply unsafe fixes, too.
        follow: is called with a text, the edits of a round, in order, and the text after them,
            before that is checked.

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
    return finding.code, finding.doi, finding.fix.doi


def _still_there(
    made: Sequence[Fixable], edits: Sequence[Edit], after: Sequence[Finding]
) -> set[_Defect | None]:
    """Return the defects that stand where they stood, though they were fixed.

    Such a fix was made in the wrong place. It would be made there again, round after round.
    """
    ends = [one.span.end for one in edits]
    grown = [*accumulate((one.growth for one in edits), initial=0)]

    def place(finding: Finding) -> int:
        start = finding.span.start
        return start + grown[bisect_right(ends, start)]

    left = {(_defect(one), one.span.start) for one in after}
    fixed = ((_defect(one.finding), place(one.finding)) for one in made)
    return {defect for defect, at in fixed if defect is not None and (defect, at) in left}


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
        chosen = _choose(findings, refused, unsafe=unsafe)
        kept = accepted(text, chosen, guard, refused)
    return kept


def _choose(
    findings: Sequence[Finding],
    refused: set[tuple[Edit, ...]],
    *,
    unsafe: bool,
) -> list[Fixable]:
    """Return findings with fixes that do not get in each other's way: safe ones first."""
    fixable = [
        Fixable(finding, finding.fix)
        for finding in findings
        if finding.fix and finding.is_fixable(unsafe=unsafe) and finding.fix.edits not in refused
    ]
    fixable.sort(key=lambda one: (one.fix.safety is not Safety.SAFE, one.finding.order))
    used = _UsedRanges()
    return [one for one in fixable if used.add(one.fix)]


class _UsedRanges:
    """The ranges of a text that fixes edit, kept sorted."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, fix: Fix) -> bool:
        """Keep the fix's range; False where another fix edits some of it."""
        start, end = fix.edits[0].span.start, fix.edits[-1].span.end
        at = bisect_left(self._starts, start)
        before_is_free = at == 0 or self._ends[at - 1] <= start
        after_is_free = at == len(self._starts) or self._starts[at] >= end
        same_start = at < len(self._starts) and self._starts[at] == start
        if not (before_is_free and after_is_free) or same_start:
            return False
        self._starts.insert(at, start)
        self._ends.insert(at, end)
        return True
