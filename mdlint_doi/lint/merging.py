"""Findings about one address, or about the DOI of one entry, -> one finding with one fix.

`http://dx.doi.org/10.1000/182` is one address that is written badly, though two rules say so. Rules
are selected, ignored and suppressed one by one, and so are the entries of a baseline: what is left
after these is put together here, for reports. Fixes are made rule by rule, so that one that cannot
be made does not keep others from being made.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from mdlint_doi.lint.edits import in_order
from mdlint_doi.lint.model import Edit, Finding, FindingPart, Fix, Safety
from mdlint_doi.lint.setting_parts import Severity
from mdlint_doi.text.span import Span


def merged(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings with those about one address as one, sorted by place.

    It has the code that comes first, and says in its message what the others say.
    """
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(_key(finding), []).append(finding)
    found = [_as_one(group) if len(group) > 1 else group[0] for group in groups.values()]
    found.sort(key=attrgetter("order"))
    return found


def _key(finding: Finding) -> object:
    """Return what findings have in common that are put together."""
    if finding.about is None:
        return id(finding)
    name = None if finding.code.startswith("DOI2") else (finding.code, finding.doi)
    return id(finding.source), finding.about, name


def said(findings: Sequence[Finding]) -> str:
    """Return the message for several findings: that of the first, and each other one's once."""
    first, *others = findings
    more = dict.fromkeys(
        f"see also {one.where}" if one.code == first.code else f"{one.code} {one.message}"
        for one in others
    )
    return "; ".join([first.message, *more])


def _as_one(group: list[Finding]) -> Finding:
    group = sorted(group, key=lambda one: (one.code, one.order))
    first = group[0]
    is_address = first.code != group[-1].code
    return first.replace(
        severity=min((one.severity for one in group), key=[*Severity].index),
        message=said(group),
        span=_around([one.span for one in group]) if is_address else first.span,
        fix=_fix([one.fix for one in group if one.fix is not None]),
        parts=tuple([FindingPart(one.code, one.name, one.message, one.span) for one in group]),
    )


def _around(spans: Sequence[Span]) -> Span:
    """Return what lies from the first to the last of some spans."""
    return Span(min(spans).start, max(one.end for one in spans))


def _fix(fixes: Sequence[Fix]) -> Fix | None:
    """Return the fix that does what several do; of guesses and others, what is none."""
    chosen = [one for one in fixes if one.safety is Safety.SAFE] or fixes
    if not chosen:
        return None
    first = next((one for one in chosen if one.doi != one.was), chosen[0])
    edits = tuple(_together(edit for one in chosen for edit in one.edits))
    return first.replace(edits=edits)


def _together(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield those of some edits, in order, that can be made together: the longer, then the first.

    What is replaced as a whole needs no other edit, and of two for one place the first is enough.
    """
    kept: list[Edit] = []
    places = {one.span: one for one in reversed([*edits])}
    for edit in sorted(places.values(), key=lambda one: one.span.start - one.span.end):
        at = bisect_left(kept, edit.order, key=attrgetter("order"))
        before, behind = kept[at - 1 : at], kept[at : at + 1]
        is_free = not before or before[0].span.end <= edit.span.start
        if is_free and (not behind or edit.span.end <= behind[0].span.start):
            kept.insert(at, edit)
    yield from _one_at_a_place(in_order(kept))


def _one_at_a_place(edits: list[Edit]) -> list[Edit]:
    """Return edits in order, each that only inserts together with one that begins there.

    A program that makes the edits from the last to the first need not know which of two goes first.
    """
    if len({edit.span.start for edit in edits}) == len(edits):
        return edits
    made: list[Edit] = []
    for edit in edits:
        is_there = bool(made) and made[-1].span.start == edit.span.start
        before = made.pop().replacement if is_there else ""
        made.append(edit.replace(replacement=before + edit.replacement))
    return made
