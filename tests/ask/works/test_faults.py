"""Services that fail or lie: no work is taken from a lie, no failure is a verdict, and all ends."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator

import pytest
from ask.works.samples import ROWS, SHORT, asking, with_pace
from registries_server import FAULTS, RegistriesServer
from skipped_waits import clock
from waiting import ask

from mdlint_doi import services
from mdlint_doi.ask import lane
from mdlint_doi.ask.readers import crossref
from mdlint_doi.ask.readers.registry import Listed
from mdlint_doi.ask.settings import Limits
from mdlint_doi.ask.works import Asked
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Unknown as NotLearned
from mdlint_doi.works.work import KnownWork, NotHeld, UnknownWork, WorkOutcome

AGENCIES = {parse(row["doi"]): row["agency"] for row in ROWS.values()}
CAUSES = {
    "html": "blocked",
    "400": "bad-answer",
    "403": "blocked",
    "429": "rate-limited",
    "500": "server-error",
    "503": "rate-limited",
    "reset": "connection",
    "truncated": "bad-answer",
    "nan": "bad-answer",
    "twice": "bad-answer",
    "deep": "bad-answer",
    "bomb": "bad-answer",
    "utf-16": "bad-answer",
    "redirect": "bad-answer",
}
_DEADLINE = 1000.0


@pytest.fixture(scope="module")
def running() -> Iterator[RegistriesServer]:
    """Return services that hold the samples."""
    with RegistriesServer(ROWS.values()) as registries:
        yield registries


@pytest.fixture
def server(running: RegistriesServer) -> RegistriesServer:
    """Return them as if nothing had happened."""
    running.forget()
    running.lie = ""
    return running


def asked_of(server: RegistriesServer) -> Asked:
    """Ask for all samples, whose Agencies are known."""
    return ask(AGENCIES, asking(server), agencies=AGENCIES)


def counted(asked: Asked) -> Counter[str]:
    """Return how many names are known, and how many are not for which cause."""
    return Counter(map(_word, asked.answers.values()))


def _word(outcome: WorkOutcome) -> str:
    return outcome.cause if isinstance(outcome, UnknownWork) else type(outcome).__name__


@pytest.mark.parametrize("kind", FAULTS)
def test_for_ever(server: RegistriesServer, kind: str) -> None:
    """A service that always fails makes its names Unknown, with the cause, after few requests."""
    server.fail(kind, service="crossref")
    asked = asked_of(server)
    held = Counter(AGENCIES.values())
    cause = CAUSES[kind]
    assert counted(asked) == {"KnownWork": held["DataCite"], cause: held["Crossref"]}
    assert len(asked.messages) == 1
    assert server.requests.total() < 25


@pytest.mark.parametrize("kind", ["429", "500", "truncated"])
def test_at_first(server: RegistriesServer, kind: str) -> None:
    """Who fails a few times and then answers is asked until then."""
    server.fail(kind, times=2)
    asked = asked_of(server)
    assert counted(asked) == {"KnownWork": len(ROWS)}
    assert asked.messages == ()


def test_blocked(server: RegistriesServer) -> None:
    """A 403 ends the questions to that service: one request, one message, no other service."""
    server.fail("403", service="crossref")
    dois = [parse(f"10.1000/{number}") for number in range(120)]
    asked = ask(dois, asking(server), agencies=dict.fromkeys(dois, "Crossref"))
    assert counted(asked) == {"blocked": 120}
    assert server.requests == {"crossref list": 1}
    (message,) = asked.messages
    assert ": HTTP 403; " in message
    assert message.endswith(": 120")


def test_a_pause_holds_for_all_services_of_a_server() -> None:
    """A mirror that refuses one service for a time is not asked for another before that is over."""
    with RegistriesServer(ROWS.values()) as mirror:
        mirror.headers |= {"Retry-After": "1"}
        mirror.fail("429", service="doi")
        settings = asking(mirror)
        settings = settings.replace(
            lookup=settings.lookup.replace(limits=SHORT.replace(strikes=1, refusals=1))
        )
        started = clock()
        asked = ask([*AGENCIES, parse("10.9999/a")], settings, agencies=AGENCIES)
        assert mirror.targets[0].startswith("/doiRA/")
        requests = mirror.requests["doi single"]
        assert counted(asked) == {"KnownWork": len(AGENCIES), "rate-limited": 1}
        assert clock() - started > requests


def test_too_long_a_pause_holds_for_all_services_of_a_server() -> None:
    """A server that wants no request for an hour gets one, whatever else is to be asked there."""
    with RegistriesServer(ROWS.values()) as mirror:
        mirror.headers |= {"Retry-After": "3600"}
        mirror.fail("429")
        asked = ask([*AGENCIES, parse("10.9999/a")], asking(mirror), agencies=AGENCIES)
        assert counted(asked) == {"rate-limited": len(AGENCIES) + 1}
        assert len(mirror.targets) == 1
        ask(AGENCIES, asking(mirror), agencies=AGENCIES)
        assert len(mirror.targets) == 1


def test_no_agency_in_an_outage(server: RegistriesServer) -> None:
    """Where Which RA fails, nobody knows whom to ask, and nobody is asked."""
    server.fail("403", service="doi")
    assert counted(ask([parse("10.1000/a")], asking(server))) == {"blocked": 1}
    assert {*server.requests} == {"doi single"}


@pytest.mark.parametrize(
    ("lie", "truth"),
    [
        ("echo", {"other-handle": len(ROWS)}),
        ("huge", {"KnownWork": len(ROWS)}),
        ("control", {"KnownWork": len(ROWS)}),
        ("types", {"KnownWork": len(ROWS)}),
        ("numbers", {"KnownWork": len(ROWS)}),
        ("empty", {"KnownWork": len(ROWS)}),
        ("nulls", {"KnownWork": len(ROWS)}),
        ("unasked", {"KnownWork": len(ROWS)}),
        ("contradiction", {"bad-answer": len(ROWS)}),
    ],
)
def test_lies(server: RegistriesServer, lie: str, truth: dict[str, int]) -> None:
    """Records of other names are not believed; endless titles are none; noise is taken out."""
    server.lie = lie
    asked = asked_of(server)
    assert counted(asked) == truth
    for outcome in asked.answers.values():
        if isinstance(outcome, KnownWork):
            assert len(outcome.work.titles.shown) < 1000
            assert outcome.work.titles.shown.isprintable()
    assert server.requests["crossref single"] == server.requests["datacite single"] == 0


def test_swapped(server: RegistriesServer) -> None:
    """A record whose link leads to another name than it echoes is not believed."""
    server.lie = "swap"
    outcomes = asked_of(server).answers
    mixed_up = [doi for doi, agency in AGENCIES.items() if agency == "Crossref"]
    assert {_word(outcomes[doi]) for doi in mixed_up} == {"other-handle"}


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'{"message": []}', b'{"message": {"DOI": "10.1/b"}}']
)
def test_single_answers(body: bytes) -> None:
    """The answer for one name has to be its record."""
    registry = crossref.Crossref(services.CROSSREF.address)
    assert isinstance(registry.read_single(200, body, parse("10.1/a")), NotLearned)
    assert isinstance(registry.read_single(302, body, parse("10.1/a")), NotLearned)


def test_two_records_of_one_name(server: RegistriesServer) -> None:
    """Where a list holds two records of a name that differ, neither is believed."""
    doi = parse("10.1000/twice")
    body = (
        b'{"message":{"items":[{"DOI":"10.1000/twice","title":["One"]},'
        b'{"DOI":"10.1000/TWICE","title":["Two"]}]}}'
    )
    answer = crossref.Crossref(server.url).read_list(200, body, [doi])
    assert isinstance(answer, Listed)
    assert getattr(answer.works[doi.key], "cause", None) == "bad-answer"


def test_too_large(server: RegistriesServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list whose records are too large together is asked in parts, as long as that helps."""
    monkeypatch.setattr(lane, "BODY", 6000)
    monkeypatch.setattr(services, "SERVICES", with_pace(lists=99))
    dois = [parse(f"10.1000/{number}") for number in range(60)]
    for doi in dois:
        row = {"doi": str(doi), "title": ["Roots of trees"], "authors": ["Doe", "Roe"] * 5}
        server.add_row(row)
    agencies = dict.fromkeys(dois, "Crossref")
    settings = asking(server)
    limits = settings.lookup.limits.replace(body=6000)
    settings = settings.replace(lookup=settings.lookup.replace(limits=limits))
    assert counted(ask(dois, settings, agencies=agencies)) == {"KnownWork": 60}
    assert sorted(server.lists) == [10, 10, 10, 10, 10, 10, 50]
    server.forget()
    limits = limits.replace(body=1000)
    monkeypatch.setattr(lane, "BODY", 1000)
    settings = settings.replace(lookup=settings.lookup.replace(limits=limits))
    assert counted(ask(dois, settings, agencies=agencies)) == {"bad-answer": 60}
    assert sorted(server.lists) == [10, 10, 10, 10, 10, 50]


def test_deadline(server: RegistriesServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the deadline what is left is Unknown, and what is known stays."""
    deadlines = []
    timeout = asyncio.timeout

    def noted(seconds: float) -> asyncio.Timeout:
        made = timeout(seconds)
        if seconds == _DEADLINE:
            deadlines.append(made)
        return made

    async def sleep(seconds: float) -> None:
        """Let the deadline come during the wait for the next request."""
        if seconds > 60:
            deadlines[0].reschedule(asyncio.get_running_loop().time())
        await asyncio.sleep(seconds)

    monkeypatch.setattr(asyncio, "timeout", noted)
    server.headers = {"x-rate-limit-limit": "1", "x-rate-limit-interval": "5m"}
    dois = [parse(f"10.1000/late.{number}") for number in range(60)]
    for doi in dois:
        server.add_row({"doi": str(doi), "title": ["Roots"]})
    try:
        limits = Limits(sleep=sleep)
        settings = asking(server, deadline=_DEADLINE, lookup={"limits": limits})
        asked = ask(dois, settings, agencies=dict.fromkeys(dois, "Crossref"))
    finally:
        server.headers = {}
    assert counted(asked) == {"KnownWork": 50, "timeout": 10}
    assert asked.messages == ("not all works were looked up: no complete answer within 1000 s",)
    assert not any(isinstance(answer, NotHeld) for answer in asked.answers.values())


def test_hours(server: RegistriesServer) -> None:
    """Nobody waits where a service allows the next request in an hour; the rest is Unknown."""
    server.headers = {"x-rate-limit-limit": "1", "x-rate-limit-interval": "1h"}
    dois = [parse(f"10.1000/hours.{number}") for number in range(120)]
    for doi in dois:
        server.add_row({"doi": str(doi), "title": ["Roots"]})
    try:
        asked = ask(dois, asking(server), agencies=dict.fromkeys(dois, "Crossref"))
    finally:
        server.headers = {}
    assert counted(asked) == {"KnownWork": 50, "rate-limited": 70}
    assert server.requests == {"crossref list": 1}
    told = "not looked up: the service allows 1 request in 3600 s; works that could not be read: 70"
    assert asked.messages == (f"{server.url.removeprefix('http://')}: {told}",)
