"""Why a citation was said to differ from its record: the evidence, and what can be done."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.report import safe
from mdlint_doi.works.verdict import Difference, Differs, Disagrees, Evidence, Of, Strength

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim
    from mdlint_doi.works.work import Work


ISSUES: Final = "https://github.com/sphinx-doi/sphinx-doi/issues/new"
_MOST: Final = 300
_LEVEL: Final = {Strength.STRONG: "strong", Strength.WEAK: "weak, so it is a hint"}


def explanation(
    doi: Doi, work: Work, claims: tuple[Claim, ...], verdict: Disagrees | Differs
) -> list[str]:
    """Return the lines that explain why a citation differs from a record, without the place."""
    evidence = verdict.evidence
    if isinstance(verdict, Disagrees):
        what, level, so = "other work", verdict.strength.value, _LEVEL[verdict.strength]
    else:
        is_part = any(one.of is Of.PART for one in evidence.differences)
        what, level, so = "other part" if is_part else "details", "hint", "a hint"
    return [
        *_evidence(work, evidence),
        *(_difference(one) for one in evidence.differences),
        f"so: {evidence.reason} ({so})",
        "If the document is right, add the DOI to the exceptions, with the reason:",
        "    [tool.mdlint-doi.exceptions]",
        f"    {_quoted(str(doi))} = {_quoted('the reason')}",
        f"If this is a false alarm, please send these lines to {ISSUES}",
        f"    {what}, {level}: {_shown(str(doi))}",
        f"    registered: {_shown(work.titles.shown)} | {_people(work)} | {_years(work.years)}",
        *(f"    document ({one.origin.value}): {_shown(one.words)}" for one in claims[:2]),
    ]


def _evidence(work: Work, evidence: Evidence) -> Iterator[str]:
    container = f"; {_shown(work.containers[0])}" if work.containers else ""
    details = f"{_people(work)}; {_years(work.years)}{container}"
    yield f'registered: "{_shown(evidence.registered)}"; {details}'
    claimed = f'"{_shown(evidence.claimed)}"' if evidence.claimed else "no title"
    yield f"claimed: {claimed}; {_shown(evidence.cited) or 'nobody, and no year'}"
    like = "nothing to compare" if evidence.likeness is None else f"{evidence.likeness:.0%}"
    yield f"titles alike: {like}; of the registered words {evidence.coverage:.0%} are in the text"
    yield f"people: {_common(evidence)}; years: {evidence.years.value}"


def _difference(one: Difference) -> str:
    sure = ", which is enough to tell another work" if one.is_sure else ""
    return f"{one.field}: {_shown(one.stated)} | registered: {_shown(one.registered)}{sure}"


def _common(evidence: Evidence) -> str:
    if not evidence.people_stated:
        return "not stated on both sides"
    if evidence.first_author:
        return f"the first author, and {evidence.other_authors} others"
    return (
        f"{evidence.other_authors} in common, not the first" if evidence.other_authors else "none"
    )


def _people(work: Work) -> str:
    names = [_shown(one.name) for one in work.people[:3] if one.name]
    more = f" and {len(work.people) - 3} others" if len(work.people) > 3 else ""
    return f"{', '.join(names)}{more}" if names else "nobody registered"


def _years(years: tuple[int, ...]) -> str:
    return ", ".join(map(str, years)) or "no year"


def _shown(text: str) -> str:
    return safe.line(text, _MOST)


def _quoted(text: str) -> str:
    r"""Return a text as a basic string of TOML, whose escapes are those of JSON."""
    return json.dumps(text)
