"""Short ways to write citations and works."""

from __future__ import annotations

from typing import Any

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.span import Span
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.claim import Claim, claim_of_fields
from mdlint_doi.works.passage import claims
from mdlint_doi.works.runs import Passage, RunKind, TextRun
from mdlint_doi.works.verdict import Disagrees, Verdict
from mdlint_doi.works.work import Person, Titles, Work

NAME = Doi("10.5555", "one")
OTHER = Doi("10.5555", "two")
TULIPS = "Root competition between tulips and hyacinths in sandy soils"
WORK = Work(
    titles=Titles(main=(TULIPS,)),
    people=(Person("Marlowe", "Ada"), Person("van den Berg", "Joost"), Person("Ólafsdóttir", "G.")),
    years=(2017,),
    containers=("Journal of Imaginary Botany", "J. Imag. Bot."),
    volume="12",
    pages="345-361",
    type="journal-article",
    agency="Crossref",
)


def plain(text: str) -> TextRun:
    """Return a run of plain words."""
    return TextRun(RunKind.PLAIN, text)


def name(doi: Doi = NAME) -> TextRun:
    """Return a run that is a DOI."""
    return TextRun(RunKind.DOI, str(doi), doi=doi)


def link(text: str, doi: Doi | None = NAME) -> TextRun:
    """Return the text of a link."""
    return TextRun(RunKind.LINK_TEXT, text, doi=doi)


def claims_in(*runs: TextRun) -> list[Claim]:
    """Return the claims of a passage."""
    return claims(Passage(runs))


def cited(before: str, after: str = "", work: Work = WORK) -> Verdict:
    """Return the verdict on a DOI between words."""
    return agreement(claims_in(plain(before), name(), plain(after))[0], work)


def entry(title: str, people: str = "", year: str = "", work: Work = WORK, **more: Any) -> Verdict:  # noqa: ANN401 - as the function
    """Return the verdict on the fields of an entry."""
    claim = claim_of_fields(NAME, Span(0, 0), titles=[title], people=people, year=year, **more)
    return agreement(claim, work)


def said(verdict: Verdict) -> str:
    """Return a verdict as one word: agrees, differs, silent, weak or strong."""
    if isinstance(verdict, Disagrees):
        return verdict.strength.value
    words = {"Agrees": "agrees", "Differs": "differs", "CannotTell": "silent"}
    return words[type(verdict).__name__]
