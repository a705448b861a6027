"""Real records that are awkward, field by field."""

from __future__ import annotations

from typing import Any
from unicodedata import category

import pytest
from ask.works.samples import ROWS
from hypothesis import given, settings
from hypothesis import strategies as st
from registries_records import CONTROL, crossref_record, datacite_record

from mdlint_doi.ask.readers import crossref, datacite
from mdlint_doi.ask.readers.registry import MOST_PEOPLE, MOST_RELATIONS, MOST_TEXT, relations
from mdlint_doi.names.doi import parse
from mdlint_doi.works.work import Person, Relation, Update, Work


def read(doi: str, **more: object) -> Work:
    """Return the work of a sample, with some members of its record replaced."""
    row = ROWS[doi]
    if row["agency"] == "DataCite":
        record = datacite_record(row)
        return datacite.read_work({**record["attributes"], **more}, parse(doi))
    return crossref.read_work({**crossref_record(row), **more}, parse(doi))


@pytest.mark.parametrize("doi", ROWS)
def test_every_sample(doi: str) -> None:
    """Of each record title, people, year, type and agency are read, as far as it has them."""
    row, work = ROWS[doi], read(doi)
    assert work.agency == row["agency"]
    has_title = any(row.get("title", [])) or any(row.get("original-title", []))
    assert bool(work.titles.shown) == (has_title or bool(row.get("titles")))
    people = [name for name in row.get("authors", row.get("creators", [])) if name]
    assert [person.name for person in work.people] == people
    assert row.get("year") in (*work.years, None)
    assert work.type == row.get("type", "journal-article")
    assert not {"<", ">"} & {*"".join(work.titles.forms)}


def test_markup() -> None:
    """Tags go, and what they glue together comes apart; entities and formulas are plain text."""
    assert "pHB44 on the population dynamics of Burkholderia terrae BS001 in the" in (
        read("10.1093/femsec/fiv167").titles.shown
    )
    assert "MAPD90 in" in read("10.1155/2019/7910930").titles.shown
    formula = read("10.1155/2021/6671600").titles.shown
    assert formula == "New Properties of Dual Continuous K -g-Frames in Hilbert Spaces"
    assert "&" not in read("10.1002/2050-7038.12604/v2/review1").titles.shown


def test_several_titles() -> None:
    """Two titles are two languages; the subtitles follow; an empty subtitle is none."""
    titles = read("10.1007/s00120-007-1345-2").titles
    assert titles.main == ("Penisverletzung durch eine Moulinette",
                           "Penile injury caused by a Moulinette")  # fmt: skip
    assert titles.subtitle[1] == "Result of autoerotic self-mutilation"
    assert read("10.1097/01253086-199620010-00024").titles.subtitle == ()
    within = read("10.1155/2019/7910930", title=["Roots: of trees"], subtitle=["Of trees"])
    assert within.titles.forms == ("Roots: of trees",)
    assert read("10.3775/jie.6.509a").titles.main == ()
    assert read("10.3775/jie.6.509a").titles.shown


def test_typed_titles() -> None:
    """DataCite's main title has no type; where all have one, what is there counts."""
    titles = read("10.3205/zma001102").titles
    assert titles.main[0].startswith("Visions and reality")
    assert titles.translated[0].startswith("Vision und Wirklichkeit")
    assert read("10.4232/1.2745").titles.subtitle == ("The Common European Currency",)
    assert read("10.4232/1.2745").titles.main == ("Flash Eurobarometer 54 (Madrid Summit)",)
    assert read("10.26301/jgf3-jm06").titles.main[0].startswith("Palacio Rivero")
    assert read("10.12753/2066-026x-14-246").titles.subtitle == ()


def test_people() -> None:
    """Groups are groups, editors stand apart, and a lone given name is the name."""
    assert read("10.1007/s15002-013-0459-8").people == (Person(group="Urban & Vogel"),)
    assert read("10.26301/jgf3-jm06").people[0] == Person(group="CyArk")
    assert read("10.2973/odp.proc.ir.180.2000").editors[0] == Person("Taylor")
    odd = [{"given": "Plato"}, {"family": " ", "given": ""}, "Smith", {"name": "A&amp;B"}]
    assert read("10.1155/2019/7910930", author=odd).people == (
        Person(family="Plato"),
        Person(group="A&B"),
    )


@pytest.mark.parametrize(
    ("creator", "person"),
    [
        ({"name": "Doe, Jane", "nameType": "Personal"}, Person("Doe", "Jane")),
        ({"name": "Doe, Jane"}, Person("Doe", "Jane")),
        ({"name": "Jane van Doe", "nameType": "Personal"}, Person("van Doe", "Jane")),
        ({"name": "Doe, Jane", "familyName": "Doe", "givenName": "Jane"}, Person("Doe", "Jane")),
        ({"name": "Doe"}, Person("Doe")),
        ({"name": "The Doe Group"}, Person(group="The Doe Group")),
        ({"name": "Doe, Roe and Co", "nameType": "Organizational"},
         Person(group="Doe, Roe and Co")),
        ({"name": "Univ., Dept., City"}, Person(group="Univ., Dept., City")),
    ],
)  # fmt: skip
def test_creators(creator: dict[str, str], person: Person) -> None:
    """DataCite's creators have parts and types, or not; who can't be told apart is a group."""
    assert read("10.3205/zma001102", creators=[creator]).people == (person,)


def test_years() -> None:
    """All dates but the record's own give a year; a date without one gives none."""
    assert read("10.1177/0042098011428175").years != ()
    assert read("10.1093/femsec/fiv167").years == (2015, 2016)
    assert read("10.1371/journal.pmed.0030277.g001").years == ()
    assert read("10.1093/femsec/fiv167", created={"date-parts": [[2002]]}).years == (2015, 2016)
    odd = {"date-parts": [["2019"], [True], [None], [99999]]}
    assert read("10.1093/femsec/fiv167", issued=odd).years == (2016, 2015)
    dates = [
        {"dateType": "Submitted", "date": "2017-06-12T17:57:34Z"},
        {"dateType": "Updated", "date": "2021/2023"},
        {"dateType": "Collected", "date": "1900"},
    ]
    assert read("10.48550/arxiv.1706.03762", dates=dates).years == (2017, 2021, 2023)


def test_containers() -> None:
    """A chapter has book and series; short names count, too; entities are undone."""
    work = read("10.1007/s15002-013-0459-8")
    assert work.containers == ("Orthopädie & Rheuma", "Orthop. Rheuma")
    container = {"title": "JMIR", "volume": 3, "firstPage": "12", "lastPage": "20"}
    work = read("10.3205/zma001102", container=container)
    assert (work.containers, work.volume, work.pages) == (("JMIR",), "3", "12-20")


def test_updates() -> None:
    """Each notice once, the publisher's word first; a new version that is itself is none."""
    work = read("10.1016/s0140-6736(97)11096-0")
    retraction = Update(
        "retraction", parse("10.1016/s0140-6736(10)60175-4"), "2010-02-06", "retraction-watch"
    )
    assert [update.kind for update in work.updates] == ["correction", "retraction"]
    assert work.updates[1] == retraction
    assert read("10.1371/journal.ppat.1008184").updates == ()
    notice = {"DOI": "10.1000/N", "type": "Retraction", "updated": {"date-parts": [[2019, 7]]}}
    both = [{**notice, "source": "retraction-watch"}, {**notice, "source": "publisher"}]
    updates = read("10.1021/am300292v", **{"updated-by": [*both, {"DOI": "10.1/x"}, "odd"]}).updates
    assert updates == (Update("retraction", parse("10.1000/n"), "2019-07", "publisher"),)
    withdrawn = [{"dateType": "Withdrawn", "date": "2020-01-02T00:00:00Z"}]
    assert read("10.3205/zma001102", dates=withdrawn).updates == (
        Update("withdrawal", None, "2020-01-02", "publisher"),
    )


def test_relations() -> None:
    """Relations to DOIs are kept, each once, and those that only cite are not."""
    preprint = Relation("is-preprint-of", parse("10.1029/2020MS002386"))
    assert read("10.1002/essoar.10504562.1").relations == (preprint,)
    ids = [("doi", "10.1/ab"), ("doi", "10.1/AB"), ("issn", "1234-5678"), ("doi", "x")]
    twice = {"is-version-of": [{"id-type": kind, "id": name} for kind, name in ids]}
    assert len(read("10.1021/am300292v", relation=twice).relations) == 1
    concept = Relation("IsVersionOf", parse("10.5281/zenodo.2598835"))
    assert concept in read("10.5281/zenodo.2598836").relations
    cites = [{"relatedIdentifierType": "DOI", "relatedIdentifier": "10.1/a"}]
    cites[0]["relationType"] = "References"
    assert read("10.5281/zenodo.2598836", relatedIdentifiers=cites).relations == ()


def test_pubmed() -> None:
    """A PubMed number counts if it is stated of the work itself; then those of its versions do."""
    kinds = {"is-identical-to": "0123", "is-version-of": "456", "references": "789"}
    crossref = {
        kind: [{"id-type": "PMID", "id": number, "asserted-by": "subject"}]
        for kind, number in kinds.items()
    }
    assert read("10.1021/am300292v", relation=crossref).pubmed == ("123", "456")
    del crossref["is-identical-to"]
    assert read("10.1021/am300292v", relation=crossref).pubmed == ()
    datacite = [
        {
            "relatedIdentifierType": "PMID",
            "relationType": kind,
            "relatedIdentifier": f"https://pubmed.ncbi.nlm.nih.gov/{number}/",
        }
        for kind, number in [("IsIdenticalTo", 123), ("IsSupplementTo", 456), ("Cites", 789)]
    ]
    assert read("10.5281/zenodo.2598836", relatedIdentifiers=datacite).pubmed == ("123",)
    assert read("10.5281/zenodo.2598836", relatedIdentifiers=datacite[1:]).pubmed == ()
    assert read("10.1021/am300292v").pubmed == ()


def test_bounds() -> None:
    """No title is too long to be kept whole: such a one is none; control characters go."""
    assert read("10.1155/2019/7910930", title=["A" * (MOST_TEXT + 1)]).titles.forms == ()
    assert len(read("10.1155/2019/7910930", title=["A" * MOST_TEXT]).titles.shown) == MOST_TEXT
    assert read("10.1155/2019/7910930", title=[CONTROL]).titles.shown == ""
    odd = read("10.1155/2019/7910930", title=["Ro\x96ots\x7f\u2066 of\x0btrees\ud800"]).titles.shown
    assert odd == "Roots of trees"
    crowd = [{"family": f"N{number}"} for number in range(2 * MOST_PEOPLE)]
    assert len(read("10.1155/2019/7910930", author=crowd).people) == MOST_PEOPLE


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["date-parts", "name", "DOI", "id", "title", "type", "family"]), inner
        )
    ),
    max_leaves=12,
)


MEMBERS = (
    "title subtitle author editor issued updated-by relation container-title volume page type"
    " titles creators dates types container publisher relatedIdentifiers publicationYear"
)


@settings(max_examples=30)
@given(st.dictionaries(st.sampled_from(MEMBERS.split()), JSON))
def test_any_record(record: dict[str, Any]) -> None:
    """Whatever a record holds makes a work of the right types, without control characters."""
    for work in (
        crossref.read_work(record, parse("10.1/a")),
        datacite.read_work(record, parse("10.1/a")),
    ):
        assert all(type(year) is int for year in work.years)
        texts = [
            *work.titles.forms,
            *(person.name for person in work.people),
            work.volume,
            work.pages,
        ]
        assert not any(
            letter for text in texts for letter in text if category(letter) in {"Cc", "Cs"}
        )


def test_relations_beyond_those_that_are_kept() -> None:
    """A record may state any number of relations: no more of them are read than are kept."""
    stated = iter([("IsSupplementTo", parse(f"10.1234/{number}")) for number in range(1000)])
    assert len(relations(stated, parse("10.1234/5"))) == MOST_RELATIONS
    assert next(stated)[1] == parse(f"10.1234/{MOST_RELATIONS + 1}")
