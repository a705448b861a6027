"""Works that are kept: in the cache for a while, in records files for good."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from ask.works.samples import ROWS, asking
from hypothesis import given, settings
from hypothesis import strategies as st
from registries_server import RegistriesServer
from waiting import ask, confirm, search

from mdlint_doi.ask import records
from mdlint_doi.ask.cache_file import clear, statistics
from mdlint_doi.ask.planning import Accusations
from mdlint_doi.ask.readers.works_json import dump, load, no_record
from mdlint_doi.ask.resolve import resolve
from mdlint_doi.ask.search import SearchedReference
from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.ask.store import Cache, insert
from mdlint_doi.ask.works import left
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Found
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import Claim, claim_of_fields, query_of
from mdlint_doi.works.work import (
    KnownWork,
    NotHeld,
    Person,
    Relation,
    Titles,
    UnknownWork,
    Update,
    Work,
    WorkOutcome,
)

NAME = parse("10.1000/roots")
ROW = {"doi": str(NAME), "title": ["Roots of trees"], "authors": ["Doe"], "year": 2020}
RETRACTED = {
    **ROW,
    "updated-by": [{"DOI": "10.1000/notice", "type": "retraction", "updated": [[2026, 11, 1]]}],
}
DAY = 86_400


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return services that hold one work."""
    with RegistriesServer([ROW]) as registries:
        yield registries


def learned(server: RegistriesServer, folder: Path) -> WorkOutcome:
    """Return what is said of the name."""
    return ask([NAME], asking(server, folder), agencies={NAME: "Crossref"}).answers[NAME]


def kinds(outcome: WorkOutcome) -> list[str]:
    """Return the updates of a known work."""
    assert isinstance(outcome, KnownWork)
    return [update.kind for update in outcome.work.updates]


def grow_old(folder: Path, days: float) -> None:
    """Let all entries be older."""
    (file,) = folder.glob("*.sqlite3")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE answers SET answered = answered - ?", (days * DAY,))


def test_entries_of_earlier_versions(server: RegistriesServer, tmp_path: Path) -> None:
    """Whom entries stand under, and what is in them, stays: nothing is asked that is known."""
    used, other = asking(server, tmp_path), parse("10.1000/seeds")
    now, works = time.time(), f"works {server.url} {server.url}"
    claim: Claim = claim_of_fields(
        None, Span(0, 0), titles=["Seeds of trees"], people="Doe, A.", year="2020"
    )
    query = query_of(claim)
    assert query is not None
    rows = {
        (server.url, NAME.key): {"outcome": "found", "agency": "Crossref"},
        (works, NAME.key): {"outcome": "work", "titles": {"main": ["Roots"]}, "agency": "Crossref"},
        (works, other.prefix): {"prefix-of": "Crossref"},
        (f"search {server.url}", sha256(query.key.encode()).hexdigest()): {
            "outcome": "searched",
            "works": [{"doi": str(other), "outcome": "work", "titles": {"main": ["Seeds"]}}],
        },
    }
    with Cache(tmp_path, server.url) as cache:
        written = [(*where, json.dumps(entry), now) for where, entry in rows.items()]
        insert(cache.open(), written, now)
    assert resolve([NAME], used.lookup)[NAME].outcome == Found(agency="Crossref")
    known = ask([NAME], used).answers[NAME]
    assert isinstance(known, KnownWork)
    assert known.work.titles.main == ("Roots",)
    assert search([SearchedReference(query, claim)], used, everywhere=False).cached == 1
    assert server.targets == []
    server.add_row({**ROW, "doi": str(other)})
    ask([other], used)
    assert not any(
        "/doiRA/" in target for target in server.targets
    )  # the Agency of its prefix is known


def test_a_week(server: RegistriesServer, tmp_path: Path) -> None:
    """For seven days nobody is asked; on the eighth a retraction is found."""
    first = learned(server, tmp_path)
    server.add_row(RETRACTED)
    server.forget()
    grow_old(tmp_path, 6.9)
    assert kinds(learned(server, tmp_path)) == []
    assert left([NAME], asking(server, tmp_path)) == []
    assert not server.requests
    grow_old(tmp_path, 0.2)
    assert left([NAME], asking(server, tmp_path)) == [NAME]
    assert kinds(learned(server, tmp_path)) == ["retraction"]
    assert isinstance(first, KnownWork)
    assert server.requests == {"crossref list": 1}


def test_a_month(server: RegistriesServer, tmp_path: Path) -> None:
    """In an outage a work of up to thirty days is better than none; an older one is none."""
    learned(server, tmp_path)
    server.fail("403")
    grow_old(tmp_path, 29)
    old = learned(server, tmp_path)
    assert isinstance(old, KnownWork)
    assert old.work.titles.shown == "Roots of trees"
    assert isinstance(
        confirm(Accusations(alone=(NAME,)), asking(server, tmp_path)).answers[NAME], UnknownWork
    )
    grow_old(tmp_path, 2)
    assert learned(server, tmp_path) == UnknownWork("blocked", "HTTP 403")


def test_max_age(server: RegistriesServer, tmp_path: Path) -> None:
    """`max-age` makes it shorter, and 0 is never."""
    learned(server, tmp_path)
    settings_ = asking(server, tmp_path, lookup={"max_age": 0.0})
    assert left([NAME], settings_) == [NAME]


def test_what_is_kept(server: RegistriesServer, tmp_path: Path) -> None:
    """Kept are works, names of other agencies and, for a day, names without a record."""
    server.add("10.1400/m", {}, "CNKI")
    dois = [NAME, parse("10.1000/gone"), parse("10.1400/m")]
    agencies = {NAME: "Crossref", parse("10.1000/gone"): "Crossref"}
    asked = ask(dois, asking(server, tmp_path), agencies=agencies)
    server.forget()
    again = ask(dois, asking(server, tmp_path))
    assert (again.cached, again.answers) == (3, asked.answers)
    assert not server.requests
    groups = [(group.outcome, group.count) for group in statistics(tmp_path).groups]
    assert groups == [("no-record", 1), ("not-held", 1), ("work", 1)]
    grow_old(tmp_path, 1.1)
    assert left(dois, asking(server, tmp_path)) == [parse("10.1000/gone")]
    assert clear(tmp_path) == 5  # with the Agencies of two prefixes


def test_prefixes(server: RegistriesServer, tmp_path: Path) -> None:
    """The Agency of a prefix is noted, so that Which RA is asked once."""
    learned(server, tmp_path)
    server.add_row({**ROW, "doi": "10.1000/other"})
    server.forget()
    other = parse("10.1000/other")
    assert isinstance(ask([other], asking(server, tmp_path)).answers[other], KnownWork)
    assert server.requests == {"crossref list": 1}


def test_removed(server: RegistriesServer, tmp_path: Path) -> None:
    """What nobody believes any more is removed when something new is kept."""
    learned(server, tmp_path)
    grow_old(tmp_path, 91)
    server.add_row({**ROW, "doi": "10.3000/new"})
    ask([parse("10.3000/new")], asking(server, tmp_path))
    assert [group.count for group in statistics(tmp_path).groups] == [1]
    assert clear(tmp_path) == 2


def test_other_services(server: RegistriesServer, tmp_path: Path) -> None:
    """What one service said is not believed of another."""
    learned(server, tmp_path)
    others = asking(server, tmp_path, crossref="https://api.crossref.org")
    assert left([NAME], others) == [NAME]


@pytest.mark.parametrize(
    "entry",
    [
        "",
        "x",
        "[]",
        "{}",
        "null",
        '{"outcome": "found"}',
        '{"outcome": ["work"]}',
        "[" * 9999,
        '{"outcome": "not-held", "agency": "crossref"}',
    ],
)
def test_poisoned(server: RegistriesServer, tmp_path: Path, entry: str) -> None:
    """An entry that is none of ours is asked anew."""
    first = learned(server, tmp_path)
    (file,) = tmp_path.glob("*.sqlite3")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE answers SET outcome = ?", (entry,))
    again = learned(server, tmp_path)
    assert isinstance(first, KnownWork)
    assert isinstance(again, KnownWork)
    assert again.work.replace(as_of=0) == first.work.replace(as_of=0)


def test_records(server: RegistriesServer, tmp_path: Path) -> None:
    """A records file answers, offline too; one without works still reads, and an old reader can."""
    known = learned(server, tmp_path)
    path = tmp_path / "doi-records.json"
    path.write_text(records.render({NAME: Found()}, {NAME: dump(known)}), encoding="utf-8")
    assert records.read(path).outcomes == {NAME: Found()}
    assert json.loads(path.read_text(encoding="utf-8"))["version"] == 1
    offline = asking(server, lookup={"records": path, "offline": True})
    server.forget()
    asked = ask([NAME, parse("10.1/x")], offline)
    assert isinstance(known, KnownWork)
    assert asked.answers[NAME] == KnownWork(known.work.replace(as_of=0.0), confirmed=True)
    assert asked.answers[parse("10.1/x")] == UnknownWork("offline")
    assert (asked.recorded, dict(server.requests)) == (1, {})
    path.write_text(records.render({NAME: Found(None, "Crossref")}), encoding="utf-8")
    assert left([NAME], offline) == [NAME]
    online = asking(server, lookup={"records": path})
    assert isinstance(ask([NAME], online).answers[NAME], KnownWork)
    assert server.requests == {"crossref list": 1}  # the file told the Agency


@pytest.mark.parametrize(
    ("works", "problem"),
    [
        ("[]", "'works' must be a JSON object"),
        ('{"10.1000/a": {"outcome": "x"}}', "'10.1000/a': 'outcome' of a work is 'x'"),
        ('{"10.1000/a": 1}', "'10.1000/a': 'outcome' of a work is None"),
        ('{"a": {"outcome": "work"}}', "'a' is "),
        ('{"10.1/A": {"outcome": "work"}, "10.1/a": {"outcome": "work"}}', "occurs twice"),
    ],
)
def test_bad_records(server: RegistriesServer, tmp_path: Path, works: str, problem: str) -> None:
    """What is wrong with the works of a records file is told, with the file and the entry."""
    path = tmp_path / "r.json"
    path.write_text(f'{{"version": 1, "records": {{}}, "works": {works}}}', encoding="utf-8")
    with pytest.raises(LookupSettingsError, match=problem):
        ask([NAME], asking(server, lookup={"records": path}))


TEXT = st.text("aé<&Z9(–", min_size=1, max_size=9)
TEXTS = st.lists(TEXT, max_size=3, unique=True).map(tuple)
PEOPLE = st.lists(
    st.builds(Person, TEXT, TEXT | st.just(""), st.just(""), TEXT | st.just(""))
    | st.builds(lambda name: Person(group=name), TEXT),
    max_size=3,
).map(tuple)
DOIS = st.sampled_from([NAME, parse("10.1/A(b)<c>;d"), parse("10.2/é")])
WORKS = st.builds(
    Work,
    titles=st.builds(Titles, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS),
    people=PEOPLE,
    editors=PEOPLE,
    years=st.lists(st.integers(1000, 2999), max_size=3).map(tuple),
    containers=TEXTS,
    volume=TEXT,
    issue=TEXT,
    pages=TEXT | st.just(""),
    publisher=TEXT,
    type=TEXT,
    agency=TEXT,
    updates=st.lists(st.builds(Update, TEXT, DOIS | st.none(), TEXT, TEXT), max_size=2).map(tuple),
    relations=st.lists(st.builds(Relation, TEXT, DOIS), max_size=2).map(tuple),
    as_of=st.just(0.0),
    version=TEXT | st.just(""),
    pubmed=st.lists(st.sampled_from(["1", "12345678"]), unique=True).map(tuple),
    date=TEXT | st.just(""),
    isbn=TEXT | st.just(""),
    edition=TEXT | st.just(""),
    place=TEXT | st.just(""),
    resource=TEXT | st.just(""),
)


@settings(max_examples=25)
@given(
    WORKS.map(KnownWork)
    | st.builds(NotHeld, TEXT, st.just(value=True))
    | st.builds(no_record, TEXT | st.just(""))
)
def test_stored(outcome: WorkOutcome) -> None:
    """What is stored comes back the same."""
    assert load(json.loads(json.dumps(dump(outcome)))) == outcome


def test_samples_stored() -> None:
    """Real works come back the same, too."""
    with RegistriesServer(ROWS.values()) as server:
        agencies = {parse(row["doi"]): row["agency"] for row in ROWS.values()}
        answers = ask(agencies, asking(server), agencies=agencies).answers
    for outcome in answers.values():
        assert isinstance(outcome, KnownWork)
        as_of = outcome.work.as_of
        assert load(json.loads(json.dumps(dump(outcome))), as_of) == outcome


def test_years_of_a_stranger() -> None:
    """Years that are none are passed over, as in a record."""
    loaded = load({"outcome": "work", "years": [10**30, True, -5, "2009", 2009]})
    assert isinstance(loaded, KnownWork)
    assert loaded.work.years == (2009,)
