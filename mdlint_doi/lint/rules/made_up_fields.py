"""DOI505, DOI506: fields of an entry that no real work has; no look-up is needed.

An entry with a DOI is checked at the mention of the DOI. An entry without a DOI is checked as a
reference for which a search could find one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.edits import name_span
from mdlint_doi.lint.model import Finding, Mention, shown
from mdlint_doi.lint.placeholders import is_placeholder
from mdlint_doi.lint.rule import IN_DATA, NAMES, Example, Facts, Need, Problem, Rule, Trait
from mdlint_doi.lint.selection import RunFacts, Selection
from mdlint_doi.lint.severity import Severity
from mdlint_doi.works.people import are_placeholders

if TYPE_CHECKING:
    from mdlint_doi.lint.document import Reference
    from mdlint_doi.works.claim import Claim

_NEAR: Final = 1
"""At most this many years between an entry and its record mean nothing."""
_TULIPS: Final = "title = {Root competition between tulips and hyacinths in sandy soils}"


def _future_year(mention: Mention, facts: Facts) -> Iterator[Problem]:
    for claim in facts.claims.of(mention.span)[:1]:
        known = None if claim.doi is None else facts.works.get(claim.doi)
        years = getattr(getattr(known, "work", None), "years", ())
        is_registered = any(abs(year - other) <= _NEAR for year in claim.years for other in years)
        if (message := _about_year(claim, facts)) and not is_registered:
            yield Problem(message, name_span(mention))


def _placeholder_people(mention: Mention, facts: Facts) -> Iterator[Problem]:
    if mention.doi is not None and is_placeholder(mention.doi):
        return  # an example, whose DOI is reported as such
    for claim in facts.claims.of(mention.span)[:1]:
        if message := _about_people(claim):
            yield Problem(message, name_span(mention))


def _about_year(claim: Claim, facts: Facts) -> str:
    """Return the message about the years of an entry; empty if they may be right."""
    year = min(claim.years, default=0)
    if facts.today is None or year <= facts.today.year + 1:
        return ""
    return f"the year {year} is in the future; correct it, or check that the reference exists"


def _about_people(claim: Claim) -> str:
    """Return the message about the authors of an entry; empty if they may be right."""
    if not are_placeholders(claim.people):
        return ""
    names = ", ".join(
        f"{person.given} {person.family}{person.group}".strip() for person in claim.people[:3]
    )
    advice = "name the authors, or check that the reference exists"
    return f'"{shown(names)}" looks like a placeholder; {advice}'


def made_up_references(references: Iterable[Reference], facts: RunFacts) -> list[Finding]:
    """Return the findings of these rules for the references without a DOI in a document."""
    findings = []
    for reference in references:
        codes = Selection.of(facts.settings, reference.source.name).codes
        claim = reference.cited.claim
        year = _about_year(claim, facts)
        people = _about_people(claim)
        findings += [
            rule.finding_at(reference.source, reference.span, message).replace(
                where=reference.where
            )
            for rule, message in ((FUTURE_YEAR, year), (PLACEHOLDER_PEOPLE, people))
            if message and rule.code in codes
        ]
    return findings


def _entry(author: str, year: str) -> Example:
    return Example(
        f"@book{{m, doi = {{10.1000/182}}, author = {{{author}}}, year = {{{year}}}, {_TULIPS}}}",
        file="books.bib",
    )


FUTURE_YEAR: Final = Rule(
    code="DOI505",
    name="future-year",
    severity=Severity.WARNING,
    summary="The year of an entry is later than next year.",
    why=(
        "No work has such a year: either the year is a typo, or the reference was made up. Next "
        "year is accepted, because journals publish in advance. This rule needs no look-up. In a "
        "file that contains DOIs, it also checks entries without a DOI."
    ),
    check=_future_year,
    forms=IN_DATA,
    needs=frozenset({Need.CLAIMS}),
    looks_at=NAMES - {Trait.EXAMPLE},
    bad=(
        _entry("Marlowe, Ada", "2107"),
        Example(f"@book{{m, author = {{Marlowe, Ada}}, year = {{2107}}, {_TULIPS}}}", file="a.bib"),
    ),
    good=(_entry("Marlowe, Ada", "2017"), _entry("Marlowe, Ada", "2017/2107")),
)

PLACEHOLDER_PEOPLE: Final = Rule(
    code="DOI506",
    name="placeholder-people",
    severity=Severity.WARNING,
    summary="All authors of an entry have placeholder names, such as John Doe.",
    why=(
        "Templates contain names such as Doe, First Author or Mustermann, and language models use "
        "such names if the authors are unknown. Nothing is reported if any of the names is real, "
        "or if the DOI itself is an example."
    ),
    check=_placeholder_people,
    forms=IN_DATA,
    needs=frozenset({Need.CLAIMS}),
    looks_at=NAMES - {Trait.EXAMPLE},
    bad=(
        _entry("Doe, John and Doe, Jane", "2017"),
        _entry("First Author and Second Author", "2017"),
    ),
    good=(
        _entry("Doe, John and Marlowe, Ada", "2017"),
        _entry("Smith, John", "2017"),
        Example(
            "@book{m, doi = {10.5555/182}, author = {Doe, John}, year = {2017}}", file="books.bib"
        ),
    ),
)
