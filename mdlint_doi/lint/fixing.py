"""Findings -> edits -> text.

Fixes of one round never overlap; what is left over is looked at again in the next round, on the
new text. A fix is only kept where the caller's `accept` says that the page stays the same but for
the DOI. To ask that takes as long as to render a page twice, so all fixes of a round are tried
together first; where that is refused, block by block, and in a block by halves.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from mdlint_doi.lint.model import Edit, Finding, Fix, Safety
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

MAX_ROUNDS: Final = 10
"""More than the longest chain of rules that can follow each other on one DOI."""
_LOOKS: Final = 60
"""Looks at one page in search of the fixes that harm it, before all of them are refused."""
WORK: Final = (1_000_000, 40)
"""Code points that a document's fixes may have rendered: so many, and so many for each of its own.
Hostile text is rendered at a tenth of the usual speed, so the first number decides how long that
may take; the second leaves room for many rounds over a large document."""

Check = Callable[[Source], Sequence[Finding]]
Accept = Callable[[str, str, Sequence[Edit]], bool]
"""Whether the page stays the same but for the DOI: text before, text after, the edits."""
Blocks = Callable[[str], Sequence[int]]
"""Where the parts of a text begin that are most often independent of each other."""


class Fixed(NamedTuple):
    """A document after its fixes.

    Attributes:
        source: the document with the new text.
        findings: what is left, with places in the new text.
        applied: the findings whose fixes were applied, in order of application.
        refused: how many fixes would have changed more than the DOI.
        given_up: it took more than the bound to find out which fixes change nothing else, so that
            none was made.

    """

    source: Source
    findings: tuple[Finding, ...]
    applied: tuple[Finding, ...]
    refused: int = 0
    given_up: bool = False


class _WorkError(Exception):
    """The bound on work is reached."""


class _Work:
    """What may still be rendered for one document: counted, so that each run ends alike."""

    def __init__(self, text: str) -> None:
        base, each = WORK
        self._left = base + each * len(text)

    def spend(self, size: int) -> None:
        """Count code points that are rendered.

        Raises:
            _WorkError: if that is more than is left.

        """
        self._left -= size
        if self._left < 0:
            raise _WorkError


class _Fixable(NamedTuple):
    """A finding that can be fixed, and how."""

    finding: Finding
    fix: Fix


def fix_until_stable(
    source: Source,
    check: Check,
    accept: Accept,
    *,
    unsafe: bool = False,
    blocks: Blocks = lambda _: (0,),
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

    """
    work = _Work(source.text)

    def counted(before: str, after: str, edits: Sequence[Edit]) -> bool:
        work.spend(len(after))
        return accept(before, after, edits)

    try:
        return _rounds(source, check, counted, blocks, unsafe=unsafe)
    except _WorkError:
        return Fixed(source, tuple(check(source)), (), given_up=True)


def _rounds(source: Source, check: Check, accept: Accept, blocks: Blocks, *, unsafe: bool) -> Fixed:
    """Apply fixes, at most so many rounds of them."""
    applied: list[Finding] = []
    refused: set[tuple[Edit, ...]] = set()
    seen = {source.text}
    findings = check(source)
    for _ in range(MAX_ROUNDS):
        refused = set()
        kept = _round(source.text, findings, accept, blocks, refused, unsafe=unsafe)
        text = apply_edits(source.text, _edits_of(kept))
        if not kept or text in seen:
            break
        seen.add(text)
        applied += (one.finding for one in kept)
        source = source.replace(text=text)
        findings = check(source)
    return Fixed(source, tuple(findings), tuple(applied), len(refused))


def _round(  # noqa: PLR0913 - what a run of fixes is about
    text: str,
    findings: Sequence[Finding],
    accept: Accept,
    blocks: Blocks,
    refused: set[tuple[Edit, ...]],
    *,
    unsafe: bool,
) -> list[_Fixable]:
    """Return findings whose fixes can be made together; none only if no fix can be made at all.

    So what is refused now may be tried again on the next text, and a second run ends where the
    first did. Where a fix is refused, another one of the same place gets its turn.
    """
    kept: list[_Fixable] = []
    known = -1
    while not kept and len(refused) > known:
        known = len(refused)
        chosen = _choose(findings, refused, unsafe=unsafe)
        kept = _accepted(text, chosen, accept, blocks, refused)
    return kept


def is_fixable(finding: Finding, *, unsafe: bool = False) -> bool:
    """Return whether `--fix` (with `--unsafe-fixes` if `unsafe`) would fix the finding."""
    return finding.fix is not None and (unsafe or finding.fix.safety is Safety.SAFE)


def _choose(
    findings: Sequence[Finding],
    refused: set[tuple[Edit, ...]],
    *,
    unsafe: bool,
) -> list[_Fixable]:
    """Return findings with fixes that do not get in each other's way: safe ones first."""
    fixable = [
        _Fixable(finding, finding.fix)
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


def _accepted(
    text: str,
    chosen: list[_Fixable],
    accept: Accept,
    blocks: Blocks,
    refused: set[tuple[Edit, ...]],
) -> list[_Fixable]:
    """Return those of `chosen` that leave the page as it is, and note those that do not.

    What does harm only together with others is left for the next round.
    """
    if not chosen or _Looks(text, accept, refused).harmless(chosen):
        return chosen
    kept: list[_Fixable] = []
    for span, group in _by_block(text, chosen, blocks):
        kept += _Looks(text, accept, refused, span).halved(group)
    # What was good for its block may do harm to another.
    looks = _Looks(text, accept, refused)
    return kept if not kept or looks.harmless(kept) else looks.halved(kept)


def _by_block(
    text: str,
    chosen: Iterable[_Fixable],
    blocks: Blocks,
) -> Iterator[tuple[Span, list[_Fixable]]]:
    """Yield the spans of blocks with the findings, one at least, whose fixes lie in them."""
    starts = [*sorted({0, *blocks(text)}), len(text)]
    group: list[_Fixable] = []
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

    def harmless(self, chosen: Sequence[_Fixable]) -> bool:
        """Return whether fixes together leave the page as it is."""
        self._left -= 1
        edits = [Edit(one.span.shift(-self._start), one.replacement) for one in _edits_of(chosen)]
        return self._accept(self._text, apply_edits(self._text, edits), edits)

    def halved(self, chosen: list[_Fixable]) -> list[_Fixable]:
        """Return those of the fixes that do no harm; none if that takes too long to find out.

        Halving finds the few bad ones among many with few looks at the page.
        """
        kept = self._halved(chosen)
        if self._left >= 0:
            return kept
        self._refused.update(one.fix.edits for one in chosen)
        return []

    def _halved(self, chosen: list[_Fixable]) -> list[_Fixable]:
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


def _edits_of(fixable: Sequence[_Fixable]) -> list[Edit]:
    """Return the edits of all fixes, in order."""
    return in_order(edit for one in fixable for edit in one.fix.edits)


def in_order(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits as they stand in the text."""
    return sorted(edits, key=lambda edit: edit.order)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return `text` with the edits made; they must not overlap."""
    pieces: list[str] = []
    at = 0
    for edit in in_order(edits):
        if edit.span.start < at:
            message = f"overlapping edits at {edit.span.start}"
            raise ValueError(message)
        pieces += (text[at : edit.span.start], edit.replacement)
        at = edit.span.end
    pieces.append(text[at:])
    return "".join(pieces)
