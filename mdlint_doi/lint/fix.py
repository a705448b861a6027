"""Findings -> edits -> text.

Fixes of one round never overlap; what is left over is looked at again in the next round, on the
new text. A fix is only kept where the caller's `accept` says that the page stays the same but for
the DOI: first all of a round together, and where that is refused, one by one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from mdlint_doi.lint.model import Edit, Finding, Fix, Safety
from mdlint_doi.lint.source import Source

MAX_ROUNDS = 10
"""More than the longest chain of rules that can follow each other on one DOI."""

Check = Callable[[Source], Sequence[Finding]]
Accept = Callable[[str, str, Sequence[Edit]], bool]


class _Able(NamedTuple):
    """A finding that can be mended, and how."""

    finding: Finding
    fix: Fix


class Fixed(NamedTuple):
    """A document after its fixes.

    Attributes:
        source: the document with the new text.
        findings: what is left, with places in the new text.
        applied: the findings whose fixes were applied, in order of application.
        refused: how many fixes would have changed more than the DOI.

    """

    source: Source
    findings: tuple[Finding, ...]
    applied: tuple[Finding, ...]
    refused: int = 0


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return `text` with the edits made; they must not overlap."""
    pieces: list[str] = []
    at = 0
    for edit in sorted(edits):
        if edit.span.start < at:
            message = f"overlapping edits at {edit.span.start}"
            raise ValueError(message)
        pieces += (text[at : edit.span.start], edit.replacement)
        at = edit.span.end
    pieces.append(text[at:])
    return "".join(pieces)


def fix_until_stable(
    source: Source,
    check: Check,
    accept: Accept,
    *,
    unsafe: bool = False,
) -> Fixed:
    """Apply fixes round after round until nothing more changes.

    Args:
        source: the document.
        check: returns the findings of a document; called once a round.
        accept: whether the page stays the same: text before, text after, the edits.
        unsafe: apply unsafe fixes, too.

    """
    applied: list[Finding] = []
    refused: set[tuple[Edit, ...]] = set()
    seen = {source.text}
    findings = check(source)
    for _ in range(MAX_ROUNDS):
        chosen = _choose(findings, refused, unsafe=unsafe)
        kept = _accepted(source.text, chosen, accept, refused)
        text = apply_edits(source.text, _edits(kept))
        if not kept or text in seen:
            break
        seen.add(text)
        applied += (one.finding for one in kept)
        source = source._replace(text=text)
        findings = check(source)
        refused = _moved(refused, kept)
    return Fixed(source, tuple(findings), tuple(applied), len(refused))


def _moved(refused: set[tuple[Edit, ...]], kept: Sequence[_Able]) -> set[tuple[Edit, ...]]:
    """Return the refused edits at their places in the text after the kept ones."""
    made = _edits(kept)

    def moved(edit: Edit) -> Edit:
        by = sum(
            len(other.replacement) - (other.span.end - other.span.start)
            for other in made
            if other.span.end <= edit.span.start
        )
        return Edit(edit.span.shift(by), edit.replacement)

    return {tuple(moved(edit) for edit in edits) for edits in refused}


def is_fixable(finding: Finding, *, unsafe: bool = False) -> bool:
    """Return whether `--fix` (with `--unsafe-fixes` if `unsafe`) would mend the finding."""
    return finding.fix is not None and (unsafe or finding.fix.safety is Safety.SAFE)


def _choose(
    findings: Sequence[Finding],
    refused: set[tuple[Edit, ...]],
    *,
    unsafe: bool,
) -> list[_Able]:
    """Return findings with fixes that do not get in each other's way: safe ones first."""
    able = [
        _Able(finding, finding.fix)
        for finding in findings
        if finding.fix and is_fixable(finding, unsafe=unsafe) and finding.fix.edits not in refused
    ]
    able.sort(key=lambda one: (one.fix.safety is not Safety.SAFE, one.finding.order))
    taken = _Taken()
    return [one for one in able if taken.take(one.fix)]


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


def _accepted(
    text: str,
    chosen: list[_Able],
    accept: Accept,
    refused: set[tuple[Edit, ...]],
) -> list[_Able]:
    """Return those of `chosen` that leave the page as it is, and note the others.

    Halving finds the few bad ones among many with few looks at the page.
    """
    if not chosen:
        return []
    edits = _edits(chosen)
    if accept(text, apply_edits(text, edits), edits):
        return chosen
    if len(chosen) == 1:
        refused.add(chosen[0].fix.edits)
        return []
    middle = len(chosen) // 2
    first = _accepted(text, chosen[:middle], accept, refused)
    second = _accepted(text, chosen[middle:], accept, refused)
    both = first + second
    edits = _edits(both)
    return both if accept(text, apply_edits(text, edits), edits) else first or second


def _edits(able: Sequence[_Able]) -> list[Edit]:
    return sorted(edit for one in able for edit in one.fix.edits)
