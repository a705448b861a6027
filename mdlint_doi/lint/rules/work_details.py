"""DOI917, DOI918: fields of an entry that differ from the record, beside the right title."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.edits import name_span
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Mention, Severity
from mdlint_doi.lint.registered import described, verdict_on, work_of
from mdlint_doi.lint.rule import ARGUMENTS, Example, Facts, FixKind, Need, Problem, Rule

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim
    from mdlint_doi.works.verdict import Evidence
    from mdlint_doi.works.work import Work


def _year_differs(mention: Mention, facts: Facts) -> Iterator[Problem]:
    from mdlint_doi.works.verdict import Years

    for work, claim, evidence in _agreeing(mention, facts):
        if evidence.years is Years.OTHER:
            told = ", ".join(map(str, sorted(work.years)))
            own = ", ".join(map(str, sorted(claim.years)))
            problem = f"{shown(str(mention.doi))} is of {told}; the entry says {own}"
            yield Problem(problem, name_span(mention))


def _author_differs(mention: Mention, facts: Facts) -> Iterator[Problem]:
    for work, claim, evidence in _agreeing(mention, facts):
        first = next((one.name for one in claim.people if one.name), "")
        if evidence.people_stated and not evidence.first_author and first:
            problem = (
                f"{shown(str(mention.doi))} is {described(work)};"
                f" the entry names {shown(first)} first"
            )
            yield Problem(problem, name_span(mention))


def _agreeing(mention: Mention, facts: Facts) -> Iterator[tuple[Work, Claim, Evidence]]:
    """Yield work, claim and evidence where an entry's title is the registered one."""
    work = work_of(mention, facts)
    if work is None:
        return
    from mdlint_doi.works.claim import ClaimedIn
    from mdlint_doi.works.verdict import Agrees

    verdict = verdict_on(mention, facts)
    if isinstance(verdict, Agrees):
        for claim in facts.claims.of(mention.span)[:1]:
            if claim.origin is ClaimedIn.FIELDS:
                yield work, claim, verdict.evidence


_TULIPS: Final = '"Root competition between tulips and hyacinths in sandy soils" (Marlowe 2017)'


def _entry(author: str, year: str) -> str:
    return (
        f"@article{{m, doi = {{10.1000/182}}, author = {{{author}}}, year = {{{year}}},"
        " title = {Root competition between tulips and hyacinths in sandy soils}}"
    )


_RIGHT: Final = Example(
    _entry("Marlowe, Ada", "2017"), works=(("10.1000/182", _TULIPS),), file="books.bib"
)

YEAR_DIFFERS: Final = Rule(
    code="DOI917",
    name="year-differs",
    severity=Severity.HINT,
    summary="An entry has the registered title, but another year.",
    why=(
        "A wrong year is often a sign that parts of two references were mixed up. A work can appear"
        " online in one year and in print in the next, so a difference of one year is accepted, and"
        " so is any year in the record. The rule is off by default, because old volumes are often"
        " registered with the year in which they were scanned."
    ),
    fix=FixKind.NONE,
    check=_year_differs,
    forms=ARGUMENTS,
    default=False,
    needs=frozenset({Need.WORKS, Need.CLAIMS}),
    of_name=True,
    bad=(
        Example(
            _entry("Marlowe, Ada", "2011"), works=(("10.1000/182", _TULIPS),), file="books.bib"
        ),
    ),
    good=(_RIGHT,),
)

AUTHOR_DIFFERS: Final = Rule(
    code="DOI918",
    name="author-differs",
    severity=Severity.HINT,
    summary="An entry has the registered title, but another first author.",
    why=(
        "A wrong author is often a sign that parts of two references were mixed up. Accents,"
        " initials, particles such as 'van' and the order of given and family name make no"
        " difference. The rule is off by default, because registered records sometimes leave people"
        " out, or name a publisher as the author."
    ),
    fix=FixKind.NONE,
    check=_author_differs,
    forms=ARGUMENTS,
    default=False,
    needs=frozenset({Need.WORKS, Need.CLAIMS}),
    of_name=True,
    bad=(
        Example(_entry("Okafor, Ben", "2017"), works=(("10.1000/182", _TULIPS),), file="books.bib"),
    ),
    good=(_RIGHT,),
)
