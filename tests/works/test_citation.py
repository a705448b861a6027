"""Bibliographic data of registered works: types, keys, citations and references."""

from __future__ import annotations

import time

import pytest

from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.works.citation import (
    Citation,
    citations,
    entry_type,
    is_citable,
    reference_text,
    short_citation,
)
from mdlint_doi.works.work import Person, Titles, Update, Work

HARRIS = Work(
    titles=Titles(("Array programming with NumPy",)),
    people=(Person("Harris", "Charles R."), Person("Millman", "K. Jarrod"), Person("Walt", "S.")),
    years=(2020,),
    containers=("Nature",),
    volume="585",
    issue="7825",
    pages="357-362",
    publisher="Springer Science and Business Media LLC",
    type="journal-article",
    date="2020-09-16",
)
NUMPY = parse("10.1038/s41586-020-2649-2")


def keys(*works: Work) -> list[str]:
    """Return the keys of works whose DOIs are in the given order."""
    pairs = [(Doi("10.1000", f"{at:03d}"), work) for at, work in enumerate(works)]
    return [citation.key for citation in citations(pairs)]


def titled(title: str, *people: Person, year: int | None = 2020, kind: str = "") -> Work:
    """Return a work."""
    years = () if year is None else (year,)
    return Work(Titles((title,)), people, years=years, type=kind)


@pytest.mark.parametrize(
    ("kind", "csl", "bibtex"),
    [
        ("journal-article", "article-journal", "article"),
        ("JournalArticle", "article-journal", "article"),
        ("proceedings-article", "paper-conference", "inproceedings"),
        ("book-chapter", "chapter", "incollection"),
        ("BookChapter", "chapter", "incollection"),
        ("reference-entry", "entry", "incollection"),
        ("monograph", "book", "book"),
        ("proceedings", "book", "proceedings"),
        ("posted-content", "article", "misc"),
        ("Preprint", "article", "misc"),
        ("report", "report", "techreport"),
        ("dissertation", "thesis", "phdthesis"),
        ("Dissertation", "thesis", "phdthesis"),
        ("standard", "standard", "misc"),
        ("dataset", "dataset", "misc"),
        ("Software", "software", "misc"),
        ("ComputationalNotebook", "software", "misc"),
        ("peer-review", "review", "misc"),
        ("journal", "periodical", "misc"),
        ("Image", "graphic", "misc"),
        ("component", "document", "misc"),
        ("Anything New", "document", "misc"),
        ("", "document", "misc"),
    ],
)
def test_each_type_has_one_entry_type(kind: str, csl: str, bibtex: str) -> None:
    """The registered type alone decides; a type that is not in the table is a document."""
    found = entry_type(Work(type=kind, containers=("A journal",)))
    assert (found.csl, found.bibtex) == (csl, bibtex)


@pytest.mark.parametrize("kind", ["journal-article", "proceedings-article", "book-chapter"])
def test_a_part_without_its_whole_is_a_misc(kind: str) -> None:
    """BibTeX requires the journal or the book of such entries."""
    assert entry_type(Work(type=kind)).bibtex == "misc"


def test_the_word_of_the_depositor_counts_for_a_text() -> None:
    """DataCite's `Text` says nothing."""
    assert entry_type(Work(type="Text", resource="Dissertation")).bibtex == "phdthesis"


@pytest.mark.parametrize(
    ("work", "key"),
    [
        (HARRIS, "harris2020array"),
        (titled("The Électron", Person("Müller", "Ä.")), "muller2020electron"),
        (titled("A Straße", Person("Łoś", "J.")), "los2020strasse"),
        (titled("On it", Person("van der Walt", "S.")), "vanderwalt2020it"),
        (titled("Report", Person(group="The ATLAS Collaboration")), "atlas2020report"),
        (Work(Titles(("Gold",)), publisher="P"), "goldgold"),
        (titled("潮汐", Person("李", "明")), "work2020"),
        (titled("The", Person("O'Neil", "A.")), "oneil2020the"),
    ],
)
def test_a_key_has_name_year_and_word(work: Work, key: str) -> None:
    """In lower case and ASCII, whatever the language of the title is."""
    assert keys(work) == [key]


def test_equal_keys_get_letters_in_the_order_of_the_dois() -> None:
    """The first one has none, and after z come two letters."""
    made = keys(*[HARRIS] * 60)
    assert made[:3] == ["harris2020array", "harris2020array-a", "harris2020array-b"]
    assert made[26:28] == ["harris2020array-z", "harris2020array-aa"]
    assert len(set(made)) == len(made)


def test_many_equal_keys_take_linear_time() -> None:
    """Ten thousand works may have the same data, such as "Editorial Board"."""
    start = time.process_time()
    assert len(set(keys(*[HARRIS] * 10_000))) == 10_000
    assert time.process_time() - start < 5


def test_a_key_that_is_in_use_stays() -> None:
    """It stays for its DOI, and a new work with the same data gets a different one."""
    new, old = Doi("10.1000", "a"), Doi("10.1000", "b")
    made = citations([(old, HARRIS), (new, HARRIS)], {"10.1000/b": "harris2020array"})
    found = {str(citation.doi): citation.key for citation in made}
    assert found == {"10.1000/a": "harris2020array-a", "10.1000/b": "harris2020array"}


@pytest.mark.parametrize(
    ("work", "short"),
    [
        (HARRIS, "Harris et al. (2020)"),
        (titled("T", Person("Fermi"), Person("Perutz"), year=1984), "Fermi and Perutz (1984)"),
        (titled("T", Person(group="CERN")), "CERN (2020)"),
        (titled("T", Person("Curie", "M."), year=None), "Curie (n.d.)"),
        (titled("Tides"), "Tides"),
        (Work(Titles(("Book",)), editors=(Person("Ede", "A."),), years=(2001,)), "Ede (2001)"),
    ],
)
def test_a_short_citation(work: Work, short: str) -> None:
    """As in running text: authors, or else editors, or else the title."""
    assert short_citation(work) == short


def test_a_reference_for_readers() -> None:
    """It contains the authors, the place of publication and the DOI; a retraction comes first."""
    assert reference_text(NUMPY, HARRIS) == (
        "Harris, Charles R.; Millman, K. Jarrod; Walt, S. (2020). Array programming with NumPy."
        " Nature, 585(7825), 357-362. doi:10.1038/s41586-020-2649-2"
    )
    retracted = HARRIS.replace(updates=(Update("retraction"),))
    assert reference_text(NUMPY, retracted).startswith("Retracted. Harris, ")


def test_a_work_without_data_is_left_out() -> None:
    """A title alone, or data without a title, makes no entry."""
    assert not is_citable(Work(Titles(("A title",))))
    assert not is_citable(Work(people=(Person("A"),), years=(2020,)))
    assert is_citable(Work(Titles(("A title",)), publisher="P"))


def data(work: Work) -> Citation:
    """Return the data of a work."""
    (made,) = citations([(NUMPY, work)])
    return made


def test_what_an_entry_never_has() -> None:
    """Editors of a journal, a DOI as pages, a place without a publisher."""
    found = data(HARRIS.replace(editors=(Person("Ed"),), pages="10.1088/0067-0049/208/2/17"))
    assert (found.editors, found.pages, found.place) == ((), "", "")


def test_the_journal_of_a_book_is_its_series() -> None:
    """The registered container of a book is not a book that contains it."""
    found = data(HARRIS.replace(type="book"))
    assert (found.container, found.series) == ("", "Nature")


def test_the_date_agrees_with_the_year() -> None:
    """A date in a different year than the first one is not used."""
    assert data(HARRIS).date == "2020-09-16"
    assert data(HARRIS.replace(years=(2019, 2020))).date == "2019"
    assert data(HARRIS.replace(date="")).date == "2020"
