"""Findings -> edits -> text.

Fixes of one round never overlap; what is left over is looked at again in the next round, on the
new text. A fix is only kept where the caller's `accept` says that the page stays the same but for
the DOI.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from mdlint_doi.lint.applying import apply_edits
from mdlint_doi.lint.harmless import Accept, Blocks, Fixable, accepted, edits_of
from mdlint_doi.lint.model import Edit, Finding, Fix, Safety
from mdlint_doi.lint.work import WorkError
from mdlint_doi.text.source import Source

MAX_ROUNDS: Final = 10
"""More than the longest chain of rules that can follow each other on one DOI."""
Check = Callable[[Source], Sequence[Finding]]
Follow = Callable[[Source, Sequence[Edit]], None]


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


def fix_until_stable(  # noqa: PLR0913 - what a run of fixes is about
    source: Source,
    check: Check,
    accept: Accept,
    *,
    unsafe: bool = False,
    blocks: Blocks = lambda _: (0,),
    follow: Follow = lambda *_: None,
) -> Fixed:
    """Apply fixes round after round until nothing more changes.

    Where the bound on work is reached, the document stays as it was: half of its fixes would make
    the next run end elsewhere.

    Args:
        source: the document.
        check: returns the findings of a document; called once a round.
        accept: whether the page stays the same.
        unsafe: apply unsafe fixes, too.
        blocks: the parts of a text, so that a fix which harms the page is found in one of them.
        follow: is told of the edits of each round, in order, and the text that they are made in.

    """
    try:
        return _rounds(source, check, accept, blocks, follow, unsafe=unsafe)
    except WorkError:
        return Fixed(source, tuple(check(source)), (), given_up=True)


def _rounds(  # noqa: PLR0913 - as above
    source: Source, check: Check, accept: Accept, blocks: Blocks, follow: Follow, *, unsafe: bool
) -> Fixed:
    """Apply fixes, at most so many rounds of them."""
    applied: list[Finding] = []
    refused: set[tuple[Edit, ...]] = set()
    seen = {source.text}
    findings = check(source)
    for _ in range(MAX_ROUNDS):
        refused = set()
        kept = _round(source.text, findings, accept, blocks, refused, unsafe=unsafe)
        text = apply_edits(source.text, edits_of(kept))
        if not kept or text in seen:
            break
        seen.add(text)
        follow(source, edits_of(kept))
        applied += (one.finding for one in kept)
        source = source.replace(text=text)
        findings = check(source)
    left = (one for one in findings if one.fix is not None and one.fix.edits in refused)
    return Fixed(source, tuple(findings), tuple(applied), tuple(left))


def _round(  # noqa: PLR0913 - what a run of fixes is about
    text: str,
    findings: Sequence[Finding],
    accept: Accept,
    blocks: Blocks,
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
        kept = accepted(text, chosen, accept, blocks, refused)
    return kept


def is_fixable(finding: Finding, *, unsafe: bool = False) -> bool:
    """Return whether `--fix` (with `--unsafe-fixes` if `unsafe`) would fix the finding."""
    return finding.fix is not None and (unsafe or finding.fix.safety is Safety.SAFE)


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
        if finding.fix and is_fixable(finding, unsafe=unsafe) and finding.fix.edits not in refused
    ]
    fixable.sort(key=lambda one: (one.fix.safety is not Safety.SAFE, one.finding.order))
    taken = _Taken()
    return [one for one in fixable if taken.take(one.fix)]


class _Taken:
    """The ranges of a text that are spoken for, kept sorted."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def take(self, fix: Fix) -> bool:
        """Take the fix's range; False where some of it is taken already."""
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
