"""Searching Crossref, over a real socket: what is asked, kept, and said of what goes wrong."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from ask.works.samples import asking
from registries_server import RegistriesServer
from waiting import search

from mdlint_doi.ask import search as module
from mdlint_doi.ask.cache_file import statistics
from mdlint_doi.ask.search import (
    Searched,
    SearchedReference,
    announcement,
    searches_in_cache,
    unanswered,
)
from mdlint_doi.services import DATACITE
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import Claim, Query, claim_of_fields, query_of
from mdlint_doi.works.work import UnknownWork

TULIPS = "Root competition between tulips and hyacinths in sandy soils"
BEES = "A study of bees in the winter gardens of the north"
ROWS = (
    {"doi": "10.1000/tulips", "title": [TULIPS], "authors": ["Marlowe"], "year": 2017},
    {"doi": "10.1000/bees", "title": [BEES], "authors": ["Okafor"], "year": 2009},
)


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return services that hold the rows."""
    with RegistriesServer(ROWS) as registries:
        yield registries


def wanted(
    title: str = TULIPS, people: str = "Marlowe, A.", year: str = "2017"
) -> SearchedReference:
    """Return an entry to search."""
    claim: Claim = claim_of_fields(None, Span(0, 0), titles=[title], people=people, year=year)
    query = query_of(claim)
    assert query is not None
    return SearchedReference(query, claim)


def found(searched: Searched) -> list[list[str] | str]:
    """Return what was found for each query, or why nothing could be."""
    return [
        answer.cause
        if isinstance(answer, UnknownWork)
        else [str(candidate.doi) for candidate in answer]
        for answer in searched.answers.values()
    ]


def test_an_entry_is_asked_by_title_people_and_year(server: RegistriesServer) -> None:
    """One request a query; of what is found, only what is near enough is taken."""
    seen: list[tuple[int, int]] = []
    twice = [wanted(), wanted(TULIPS.upper()), wanted(BEES, "Okafor, B.", "2009")]
    searched = search(twice, asking(server), lambda *step: seen.append(step))
    assert found(searched) == [["10.1000/tulips"], ["10.1000/bees"]]
    asked = [parse_qs(urlsplit(target).query) for target in server.targets]
    assert asked[0]["query.title"] == [TULIPS]
    assert asked[0]["query.author"] == ["Marlowe"]
    assert asked[0]["query.bibliographic"] == ["2017"]
    assert asked[0]["rows"] == ["20"]
    assert len(server.targets) == 2 == searched.requests[server.url.partition("//")[2]]
    assert seen == [(0, 2), (1, 2), (2, 2)]


def test_the_contact_is_told_and_prose_asked_as_one_text(server: RegistriesServer) -> None:
    """The address goes into the query, as the service wants it."""
    text = f"Marlowe, A. (2017). {TULIPS}."
    reference = SearchedReference(Query("", "", "", text), wanted().claim)
    search([reference], asking(server, contact="me@example.org"))
    asked = parse_qs(urlsplit(server.targets[0]).query)
    assert asked["query.bibliographic"] == [text]
    assert asked["mailto"] == ["me@example.org"]
    assert "query.title" not in asked


@pytest.mark.parametrize("lacks", ["query.title", "subtitle"])
def test_what_is_refused_is_asked_in_the_plainest_way(server: RegistriesServer, lacks: str) -> None:
    """As one text, without a choice of fields."""
    server.lacks = frozenset({lacks})
    assert found(search([wanted()], asking(server))) == [["10.1000/tulips"]]
    asked = parse_qs(urlsplit(server.targets[-1]).query)
    assert asked["query.bibliographic"] == [f"Marlowe 2017 {TULIPS}"]
    assert "select" not in asked
    server.lacks = frozenset({"rows"})
    searched = search([wanted()], asking(server))
    assert found(searched) == ["bad-answer"]
    assert searched.messages[0].endswith(": 1")


def test_answers_are_kept_for_a_week(server: RegistriesServer, tmp_path: Path) -> None:
    """Another spelling of the reference is answered from the cache, as is what was not found."""
    settings = asking(server, tmp_path)
    first = [wanted(), wanted("Nothing of the kind that anybody knows")]
    assert found(search(first, settings)) == [["10.1000/tulips"], []]
    again = [wanted(f"{{{TULIPS}}}"), *first]
    assert unanswered(again, settings) == []
    searched = search(again, settings)
    assert (searched.cached, searched.requests) == (2, {})
    assert found(searched) == [["10.1000/tulips"], []]
    assert {group.outcome for group in statistics(tmp_path).groups} == {"searched"}
    late = searches_in_cache(settings, clock=lambda: 10.0**10)
    assert late.read([reference.query.key for reference in first]) == {}
    late.close()


def test_a_strangers_entry_is_none(server: RegistriesServer, tmp_path: Path) -> None:
    """What is in the file and is no answer of ours is searched again."""
    from mdlint_doi.ask.search import digest
    from mdlint_doi.ask.store import insert

    settings = asking(server, tmp_path)
    cache, key = searches_in_cache(settings), wanted().query.key
    for entry in (
        "[",
        '{"outcome": "work"}',
        '{"outcome": "searched", "works": [{"doi": "10.1/a"}]}',
    ):
        row = (f"search {server.url}", digest(key), entry, 2.0**31)
        insert(cache.open(), [row], 2.0**31)
        now = searches_in_cache(settings, clock=lambda: 2.0**31)
        assert now.read([key]) == {}
        now.close()


@pytest.mark.parametrize(
    ("fault", "cause"),
    [("403", "blocked"), ("500", "server-error"), ("html", "blocked"), ("truncated", "bad-answer"),
     ("reset", "connection"), ("nan", "bad-answer")],
)  # fmt: skip
def test_an_outage_is_unknown(server: RegistriesServer, fault: str, cause: str) -> None:
    """Never "not found"; whoever sends us away is not asked again."""
    server.fail(fault, times=99)
    searched = search([wanted(), wanted(BEES, "Okafor, B.")], asking(server))
    assert found(searched) == [cause, cause]
    assert "references for which the search failed: 2" in searched.messages[0]
    if fault == "403":
        assert len(server.targets) == 1


def test_a_fault_that_passes_is_asked_again(server: RegistriesServer) -> None:
    """As with all other questions."""
    server.fail("500", times=1)
    assert found(search([wanted()], asking(server))) == [["10.1000/tulips"]]


@pytest.mark.parametrize("lie", ["echo", "huge", "control", "types", "numbers", "nulls", "empty"])
def test_lies_raise_nothing(server: RegistriesServer, lie: str) -> None:
    """What a record is not believed of is not found."""
    server.lie = lie
    assert found(search([wanted()], asking(server))) in ([[]], [["10.1000/tulips"]])


def test_offline_nothing_is_asked(server: RegistriesServer) -> None:
    """What the cache does not hold is unknown."""
    searched = search([wanted()], asking(server, lookup={"offline": True}))
    assert found(searched) == ["offline"]
    assert server.targets == []


def test_a_run_that_takes_too_long_ends(server: RegistriesServer) -> None:
    """What was not answered by then is unknown, and the user is told."""
    searched = search([wanted()], asking(server, deadline=0.0))
    assert found(searched) == ["timeout"]
    assert searched.messages == ("no complete answer within 0 s, so the search is incomplete",)


def test_ctrl_c_keeps_what_was_found(
    server: RegistriesServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next run searches the rest alone."""
    two = [wanted(), wanted(BEES, "Okafor, B.", "2009")]
    take = module._Run._take

    def stop(*arguments: object) -> None:
        take(*arguments)  # type: ignore[arg-type]
        signal.raise_signal(signal.SIGINT)

    settings = asking(server, tmp_path)
    monkeypatch.setattr(module._Run, "_take", stop)
    first = search(two, settings)
    monkeypatch.undo()
    assert first.interrupted
    assert found(first) == [["10.1000/tulips"], "interrupted"]
    assert unanswered(two, settings) == two[1:]
    assert found(search(two, settings)) == [["10.1000/tulips"], ["10.1000/bees"]]
    assert len(server.targets) == 2


def test_the_time_is_told_beforehand(server: RegistriesServer) -> None:
    """A query a second, three with an address; three queries where nothing is found."""
    told = announcement(1, asking(server, contact="me@example.org"))
    assert told == "1 reference, about 1 s (1 s if nothing is found)"
    told = announcement(20, asking(server))
    assert told.startswith("20 references, about 20 s (60 s if nothing is found); a third of that")


def test_where_crossref_has_no_such_work_others_are_asked(server: RegistriesServer) -> None:
    """DataCite by the title, then Crossref by the title alone; each once."""
    title = "A table of the heights of tulips in the gardens of the south"
    server.add_row({"doi": "10.5281/t", "title": [title], "creators": ["Marlowe"],
                    "year": 2017, "agency": "DataCite", "type": "Dissertation"})  # fmt: skip
    searched = search([wanted(title)._replace(kind="thesis")], asking(server))
    assert found(searched) == [["10.5281/t"]]
    assert server.requests == {"datacite list": 1}
    server.forget()
    assert found(search([wanted(title)], asking(server))) == [["10.5281/t"]]
    assert server.requests == {"crossref list": 2, "datacite list": 1}
    first, second, third = (parse_qs(urlsplit(target).query) for target in server.targets)
    assert first["query.author"] == ["Marlowe"]
    assert second["query"] == [f"titles.title:({title.lower()})"]
    assert "query.author" not in third


def test_another_way_to_ask_is_taken_on_request_only(server: RegistriesServer) -> None:
    """One query a reference: what `check` makes. Nor is public DataCite told of a mirror's."""
    nothing = wanted("Nothing of the kind that anybody knows")
    search([nothing], asking(server), everywhere=False)
    assert server.requests == {"crossref list": 1}
    server.forget()
    own = asking(server).replace(datacite=DATACITE.address)
    assert found(search([nothing], own)) == [[]]
    assert server.requests == {"crossref list": 2}


def test_the_cache_knows_all_services(server: RegistriesServer, tmp_path: Path) -> None:
    """A second run asks nothing, whoever found it or did not."""
    settings = asking(server, tmp_path)
    two = [wanted("Nothing of the kind that anybody knows"), wanted()]
    search(two, settings)
    assert server.requests == {"crossref list": 3, "datacite list": 1}
    assert search(two, settings).requests == {}
    assert unanswered(two, settings) == []


def test_a_failure_anywhere_is_no_answer(server: RegistriesServer) -> None:
    """Where Crossref knows nothing and DataCite does not answer, nothing is known."""
    server.fail("500", service="datacite", times=99)
    both = [wanted("Nothing of the kind that anybody knows"), wanted()]
    assert found(search(both, asking(server))) == ["server-error", ["10.1000/tulips"]]


def test_other_works_of_the_venue_are_counted(server: RegistriesServer, tmp_path: Path) -> None:
    """Those of the same journal and year, once for each of these."""
    for number in range(4):
        row = {"doi": f"10.1000/b{number}", "title": [f"{number}"], "container": ["J. Bot."]}
        server.add_row({**row, "year": 2017 if number else 2016})
    both = (wanted("Nothing of the kind"), wanted("Nor of this one"))
    several = [
        reference._replace(
            claim=reference.claim._replace(container="Journal of Botany"), kind="part"
        )
        for reference in both
    ]
    settings = asking(server, tmp_path)
    for requests in (7, 0):
        server.forget()
        searched = search(several, settings, asks_venue=lambda *_: True)
        assert [*searched.in_venue.values()] == [3, 3]
        assert len(server.targets) == requests
    server.lacks = frozenset({"filter"})
    plain = search(several, asking(server), asks_venue=lambda *_: True)
    assert [*plain.in_venue.values()] == [3, 3]
