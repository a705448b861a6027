"""Registered works as BibTeX and CSL JSON: what other readers find in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pybtex.database
import pytest
from bibtexparser.entrypoint import parse_string
from hypothesis import given
from hypothesis import strategies as st
from registries_records import crossref_record

from mdlint_doi.ask.readers import datacite
from mdlint_doi.ask.readers.crossref import read_work
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.report import bibtex, csl_json
from mdlint_doi.works.citation import citation, citations, is_citable
from mdlint_doi.works.work import Person, Titles, Update, Work

SAMPLE = Path(__file__).parents[1] / "ask" / "works" / "sample_works.jsonl"
ROWS = [json.loads(line) for line in SAMPLE.read_text("utf-8").splitlines()]
TIDES = Work(
    titles=Titles(("Tides of the northern sea",)),
    people=(Person("Okafor", "Ada"),),
    years=(2014,),
    containers=("Journal of Tides",),
    type="journal-article",
)
BY_HAND = Path(__file__).with_name("bibliography")
"""Forty real records, and their entries as a reader of the records wrote them."""


def entry(work: Work, doi: str = "10.1000/182") -> str:
    """Return the entry of a work."""
    return bibtex.entry(citation(parse(doi), work, "key"))


def fields(work: Work, doi: str = "10.1000/182") -> dict[str, str]:
    """Return the values of an entry as bibtexparser reads them."""
    read = parse_string(entry(work, doi))
    assert not read.failed_blocks
    return {field.key: str(field.value) for field in read.entries[0].fields}


def test_an_entry_byte_for_byte() -> None:
    """The fields are in a fixed order, the title keeps its letters, the month is a macro."""
    work = TIDES.replace(
        volume="3", issue="2", pages="45–48", date="2014-05-06", publisher="Sea Press"
    )
    assert entry(work) == (
        "@article{key,\n"
        "  author = {Okafor, Ada},\n"
        "  title = {{Tides of the northern sea}},\n"
        "  year = {2014},\n"
        "  month = may,\n"
        "  journal = {Journal of Tides},\n"
        "  volume = {3},\n"
        "  number = {2},\n"
        "  pages = {45--48},\n"
        "  doi = {10.1000/182},\n"
        "}\n"
    )


@pytest.mark.parametrize(
    ("person", "written"),
    [
        (Person("Okafor", "Ada"), "Okafor, Ada"),
        (Person("van Rossum", "Guido"), "{van Rossum}, Guido"),
        (Person("King", "Martin L.", suffix="Jr."), "King, Jr., Martin L."),
        (Person(group="Sea and Land Ltd."), "{Sea and Land Ltd.}"),
        (Person("Doe, PhD", "Jo"), "{Doe, PhD}, Jo"),
        (Person("Doe", "Jo and Al"), "Doe, {Jo and Al}"),
        (Person("Doe, PhD, MD", "Jo"), "Doe PhD MD, Jo"),
        (Person(group="Sun, Sea, Sand, and Sons"), "{Sun, Sea, Sand, and Sons}"),
        (Person("Mao Zedong"), "{Mao Zedong}"),
        (Person("Plato"), "Plato"),
        (Person("T.J.C"), "{T.J.C}"),
        (Person("Smi{th\\", "J"), "Smith, J"),
        (Person("O_Neil", "A & B"), r"O\_Neil, A \& B"),
    ],
)
def test_a_name_is_never_split(person: Person, written: str) -> None:
    """Particles, `and`, commas and braces in a name stay in the part where they are registered."""
    assert fields(TIDES.replace(people=(person,)))["author"] == written
    read = pybtex.database.parse_string(entry(TIDES.replace(people=(person,))), "bibtex")
    assert len(read.entries["key"].persons["author"]) == 1


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("50% & more_#1 $x$", r"50\% \& more\_\#1 \$x\$"),
        (r"a\b~c^d", r"a\textbackslash{}b\textasciitilde{}c\textasciicircum{}d"),
        ("a {b} c", r"a \{b\} c"),
        ("a } b {", r"a \textbraceright{} b \textbraceleft{}"),
        ("10⁶ in H₂O", "10$^{6}$ in H$_{2}$O"),
        ("10⁻⁶", "10$^{-6}$"),
        ("e\u0301 < ü > — ß", "é < ü > — ß"),
    ],
)
def test_escapes(title: str, written: str) -> None:
    """Only what LaTeX reads as a command is escaped."""
    assert fields(TIDES.replace(titles=Titles((title,))))["title"] == f"{{{written}}}"


def test_publisher_of_each_type() -> None:
    """It is in the field that styles print for the type."""
    found = {}
    for kind in ("book", "report", "dissertation", "posted-content", "dataset"):
        made = fields(TIDES.replace(type=kind, publisher="Sea Press", place="Bergen"))
        found[kind] = [(name, value) for name, value in made.items() if value == "Sea Press"]
        assert ("address" in made) == (kind in {"book", "report", "dissertation"})
    assert found == {
        "book": [("publisher", "Sea Press")],
        "report": [("institution", "Sea Press")],
        "dissertation": [("school", "Sea Press")],
        "posted-content": [("howpublished", "Sea Press")],
        "dataset": [("howpublished", "Sea Press")],
    }


def test_notes_and_numbers_of_arxiv() -> None:
    """A retracted work says so before its version, and arXiv's number has its own field."""
    work = TIDES.replace(updates=(Update("retraction"),), version="1.2", type="Software")
    assert fields(work)["note"] == "Retracted. Version 1.2"
    found = fields(TIDES.replace(type="Preprint", publisher="arXiv"), "10.48550/arXiv.1706.03762")
    assert (found["eprint"], found["archiveprefix"]) == ("1706.03762", "arXiv")
    assert "howpublished" not in found


def test_a_doi_with_lone_braces_is_an_address() -> None:
    """BibTeX could not read the field; any other DOI is written as it is."""
    found = fields(TIDES, "10.1000/a}b")
    assert ("doi" in found, found["url"]) == (False, "https://doi.org/10.1000/a%7Db")
    assert fields(TIDES, "10.1000/a{_%}#b")["doi"] == "10.1000/a{_%}#b"


def test_a_long_list_of_authors_goes_on() -> None:
    """A record is read up to 500 people, and the entry does not pretend that these are all."""
    people = tuple(Person(f"Name{at}", "A") for at in range(500))
    assert fields(TIDES.replace(people=people))["author"].endswith(" and others")


TEXTS = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), include_characters="\\{}$%&_#^~@,\"'"),
    max_size=30,
)


@given(st.lists(TEXTS, min_size=3, max_size=3), st.lists(st.tuples(TEXTS, TEXTS), max_size=4))
def test_any_text_is_one_entry_with_as_many_people(
    texts: list[str], names: list[tuple[str, str]]
) -> None:
    """No title, name or journal ends a value early, in the eyes of two readers."""
    title, journal, publisher = (" ".join(text.split()) for text in texts)
    people = tuple(
        Person(" ".join(family.split()), " ".join(given_.split())) for family, given_ in names
    )
    people = tuple(
        person for person in people if person.family.strip("{}\\ ") and person.given.strip("{}\\ ")
    )
    work = Work(Titles((title or "T",)), people, years=(2001,), containers=(journal or "J",))
    written = entry(work.replace(publisher=publisher, type="journal-article"))
    read = parse_string(written)
    assert (len(read.entries), len(read.failed_blocks)) == (1, 0)
    theirs = pybtex.database.parse_string(written, "bibtex").entries["key"]
    assert len(theirs.persons.get("author", [])) == len(people)


def sample() -> list[tuple[Doi, Work]]:
    """Return the works of the sample of records."""
    found = []
    for row in ROWS:
        doi = parse(row["doi"])
        if row.get("agency") != "DataCite":
            found.append((doi, read_work(crossref_record(row), doi)))
    return found


def test_real_records_are_read_by_others() -> None:
    """Bibtexparser and pybtex find each entry, with its DOI and the number of its authors."""
    made = citations(sample())
    text = "\n".join(bibtex.render(made))
    read = parse_string(text)
    theirs = pybtex.database.parse_string(text, "bibtex")
    assert (len(read.entries), len(read.failed_blocks)) == (len(made), 0)
    for citation_ in made:
        found = theirs.entries[citation_.key]
        assert found.fields.get("doi", str(citation_.doi)) == str(citation_.doi)
        assert len(found.persons.get("author", [])) == len(citation_.authors)


def test_the_order_of_the_works_does_not_matter() -> None:
    """Equal works give equal bytes, and one more work changes only its own lines."""
    works = sample()
    text = "\n".join(bibtex.render(citations(works)))
    assert "\n".join(bibtex.render(citations(works[::-1]))) == text
    fewer = "\n".join(bibtex.render(citations(works[1:])))
    kept = {made.doi.key: made.key for made in citations(works[1:])}
    more = "\n".join(bibtex.render(citations(works, kept)))
    assert set(fewer.split("\n\n")) <= set(more.split("\n\n"))


def by_hand() -> list[tuple[Doi, Work]]:
    """Return the works of the records for which entries were written by hand."""
    found = []
    for line in (BY_HAND / "records.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        doi = parse(row["doi"])
        is_datacite = "attributes" in row
        reader = datacite.read_work if is_datacite else read_work
        found.append((doi, reader(row["attributes" if is_datacite else "item"], doi)))
    return found


def test_entries_as_written_by_hand() -> None:
    """Two of each type, and awkward ones: groups, suffixes, markup, no year, no people."""
    text = "\n".join(bibtex.render(citations(by_hand())))
    assert text == (BY_HAND / "entries.bib").read_text("utf-8")


def test_unknown_information_is_left_out() -> None:
    """DataCite's codes for unknown people, titles and publishers are no data."""
    nobody = TIDES.replace(people=(Person("(:Unav)"), Person("Okafor", "Ada")))
    assert fields(nobody)["author"] == "Okafor, Ada"
    assert "author" not in fields(TIDES.replace(people=(Person(group="(:tba)"),)))
    assert "howpublished" not in fields(TIDES.replace(type="Software", publisher="(:unkn)"))
    assert not is_citable(TIDES.replace(titles=Titles(("(:unav)",))))


def test_items_of_csl() -> None:
    """The members are those of the schema, in its order, with names in parts."""
    work = TIDES.replace(
        people=(Person("Okafor", "Ada", suffix="Jr."), Person(group="CERN")),
        date="2014-05",
        pages="45-48",
        updates=(Update("retraction"),),
    )
    item: dict[str, Any] = csl_json.item(citation(parse("10.1000/182"), work, "okafor2014tides"))
    assert item == {
        "id": "okafor2014tides",
        "type": "article-journal",
        "title": "Tides of the northern sea",
        "author": [{"family": "Okafor", "given": "Ada", "suffix": "Jr."}, {"literal": "CERN"}],
        "issued": {"date-parts": [[2014, 5]]},
        "container-title": "Journal of Tides",
        "page": "45-48",
        "note": "Retracted",
        "DOI": "10.1000/182",
    }
    assert [*item][:3] == ["id", "type", "title"]
