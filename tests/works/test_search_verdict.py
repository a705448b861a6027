"""What a search says of a reference for which no work is certain: differs, not found, nothing."""

from __future__ import annotations

from typing import Any

import pytest
from linear import is_linear

from mdlint_doi.names.doi import parse
from mdlint_doi.text.span import Span
from mdlint_doi.works.candidates import Cited, MeantWork, is_of_kind
from mdlint_doi.works.claim import CitedAs, claim_of_fields
from mdlint_doi.works.search_verdict import (
    FEWEST,
    Differing,
    Matching,
    NotFound,
    SearchVerdict,
    Unjudged,
    judge_search,
)
from mdlint_doi.works.work import Person, Titles, Work

TITLE = "Root competition between tulips and hyacinths in sandy soils"
JOURNAL = "Journal of Imaginary Botany"
YEAR = 2026


def cited(title: str = TITLE, kind: str = "part", **fields: Any) -> Cited:  # noqa: ANN401
    """Return an entry without a DOI."""
    fields = {
        "people": "Marlowe, Ada and Okafor, Ben",
        "year": "2017",
        "container": JOURNAL,
        **fields,
    }
    return Cited(claim_of_fields(None, Span(0, 0), titles=[title], **fields), kind)


def work(title: str = TITLE, doi: str = "10.1000/182", **more: Any) -> MeantWork:  # noqa: ANN401
    """Return a registered work, right in all fields unless it is said."""
    people = (Person("Marlowe", "Ada"), Person("Okafor", "Ben"))
    facts = {"people": people, "years": (2017,), "containers": (JOURNAL,), **more}
    return MeantWork(parse(doi), Work(Titles((title,)), **{"type": "journal-article", **facts}))


def verdict(entry: Cited, *found: MeantWork, others: int | None = FEWEST) -> SearchVerdict:
    """Return what is said of an entry."""
    return judge_search(entry, found, YEAR, others)


def fields(said: SearchVerdict) -> list[str] | None:
    """Return which fields differ; None where nothing is said to."""
    if isinstance(said, (Matching, Differing)):
        return [difference.field for difference in said.differences]
    return None


def test_a_work_that_fits_is_meant() -> None:
    """Whatever differs in it is told, too."""
    assert verdict(cited(), work()) == Matching(work())
    said = verdict(cited(container="Annals of Gardening"), work())
    assert isinstance(said, Matching)
    assert fields(said) == ["venue"]


@pytest.mark.parametrize(
    ("entry", "differing"),
    [
        (cited(year="2011"), ["year"]),
        (cited(people="Wang, Li and Lopez, Maria"), ["authors"]),
        (cited(people="Wang, Li and Lopez, Maria", year="2011"), ["authors", "year"]),
        (cited(TITLE.replace("sandy", "frozen")), ["title"]),
        (cited("Roots of tulips in soils", year="2011"), None),
    ],
)
def test_fields_that_differ(entry: Cited, differing: list[str] | None) -> None:
    """People, year, venue, or a word of the title; not of a work with another title."""
    assert fields(verdict(entry, work())) == differing


def test_a_short_title_may_be_that_of_several_works() -> None:
    """So one field alone may differ."""
    short = "Explanations of frozen gardens"
    found = work(short)
    assert fields(verdict(cited(short, year="2011"), found)) == ["year"]
    assert fields(verdict(cited(short, year="2011", people="Li, A. and Wu, B."), found)) is None


@pytest.mark.parametrize(
    "found",
    [
        work(type="posted-content", years=(2010,)),
        work(doi="10.65215/copy", years=(2025,)),
        work(f"Erratum to: {TITLE}", years=(2019,)),
        work(f"{TITLE}. Part II", years=(2019,)),
        work(type="book", years=(2019,)),
        work(containers=("Conference on Gardens",), years=(2016,)),
    ],
    ids=["preprint", "copy", "erratum", "part", "book", "conference"],
)
def test_another_version_is_no_difference(found: MeantWork) -> None:
    """Nor is the work said to be missing."""
    said = verdict(cited(), found, others=None)
    assert fields(said) in (None, [])
    assert isinstance(said, Matching) or said in {Unjudged.OTHER, Unjudged.OFF}


def test_a_work_of_other_people_decades_ago_is_no_difference() -> None:
    """It only has the same title; a different venue, or the same people, are still reported."""
    old = {"people": "Wang, Li and Lopez, Maria", "year": "2003"}
    assert fields(verdict(cited(**old, container="Annals of Gardening"), work())) is None
    assert fields(verdict(cited(**old), work())) == ["authors", "year"]
    ours = verdict(cited(year="2003", container="Annals of Gardening"), work())
    assert fields(ours) == ["year", "venue"]


def test_one_work_without_a_difference_is_enough() -> None:
    """Two records of one work, of which one is wrong: nothing is said."""
    twice = work(), work(doi="10.1000/183"), work(doi="10.1000/184", years=(1999,))
    assert fields(verdict(cited(), *twice)) is None


def test_nobody_knows_the_title() -> None:
    """Only where somebody knows other works of the venue and year, and was asked."""
    assert verdict(cited()) == NotFound()
    assert verdict(cited(), work("Melting of small glaciers in the valleys")) == NotFound()
    assert verdict(cited(), others=FEWEST - 1) is Unjudged.VENUE
    assert verdict(cited(), others=None) is Unjudged.OFF


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        *((cited(kind=kind), Unjudged.ELSEWHERE) for kind in ("whole", "thesis", "report")),
        *((cited(kind=kind), Unjudged.ELSEWHERE) for kind in ("data", "either")),
        (cited(cited_as=CitedAs.BOOK), Unjudged.ELSEWHERE),
        (cited(edition="2nd"), Unjudged.ELSEWHERE),
        (cited(container="arXiv preprint"), Unjudged.ELSEWHERE),
        (cited(container="NeurIPS Workshop on Gardens"), Unjudged.ELSEWHERE),
        (cited(container="The New York Times"), Unjudged.ELSEWHERE),
        (cited(note="in press"), Unjudged.ELSEWHERE),
        (cited(year=str(YEAR)), Unjudged.NEW),
        (cited("Tulips in soils"), Unjudged.LITTLE),
        (cited(container=""), Unjudged.LITTLE),
        (cited("Корневая конкуренция между тюльпанами и гиацинтами в песках"), Unjudged.SCRIPT),
    ],
)
def test_what_is_never_missing(entry: Cited, why: Unjudged) -> None:
    """Kinds and fields of which services have few works, or too little to compare."""
    assert verdict(entry) is why


def test_a_work_that_is_alike_may_be_it() -> None:
    """Renamed by the same people: nothing is said."""
    renamed = work("Root competition between tulips and hyacinths in soils of dunes", years=(2014,))
    assert verdict(cited(), renamed) is Unjudged.OTHER


@pytest.mark.parametrize(
    ("kind", "form", "prefix", "container", "holds"),
    [
        ("thesis", "Dissertation", "10.5281", "", True),
        ("data", "Software", "10.5281", "", True),
        ("part", "Software", "10.5281", "", False),
        ("part", "JournalArticle", "10.5281", "", False),
        ("part", "JournalArticle", "10.5281", JOURNAL, True),
        ("part", "Text", "10.48550", "arXiv", False),
        ("data", "journal-article", "10.1000", "", False),
    ],
)
def test_kinds_of_datacite(
    kind: str, form: str, prefix: str, container: str, *, holds: bool
) -> None:
    """A copy of a paper is not the paper; a preprint only where one is cited."""
    candidate = work(doi=f"{prefix}/1", type=form, containers=(container,) if container else ())
    assert is_of_kind(cited(kind=kind), candidate) is holds


def test_arxiv_is_found_where_it_is_cited() -> None:
    """Be it registered as a preprint or, as before, as a text."""
    for form in ("Preprint", "Text"):
        candidate = work(doi="10.48550/arxiv.1706.1", type=form, containers=())
        assert is_of_kind(cited(container="arXiv preprint"), candidate)


def test_it_grows_with_the_text() -> None:
    """Long fields and many works."""

    def judge(size: int) -> None:
        many = [work(TITLE + " a" * size, f"10.1000/{at}") for at in range(5)]
        verdict(cited(TITLE + " a" * size, container="the " * size), *many)

    assert is_linear(judge, 100, 800)
