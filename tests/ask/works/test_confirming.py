"""Accusations: which are asked alone, which in lists with which controls, and what that proves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from contextlib import aclosing
from itertools import pairwise
from random import Random
from zlib import crc32

import pytest
from ask.works.samples import asking, with_pace
from linear import is_linear
from made_up_works import made_up
from registries_server import SELECTABLE, RegistriesServer
from waiting import ask, confirm

from mdlint_doi import services
from mdlint_doi.ask import works as run
from mdlint_doi.ask.lane import AgencyService
from mdlint_doi.ask.planning import (
    Accusations,
    ControlledList,
    Questions,
    confirmed,
    lists_are_reliable,
    plan_questions,
)
from mdlint_doi.ask.works import Asked
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.services import Lists
from mdlint_doi.works.work import KnownWork, Titles, UnknownWork, Work, WorkOutcome


def names(count: int, what: str, prefix: str = "10.1000") -> tuple[Doi, ...]:
    """Return so many names."""
    return tuple(parse(f"{prefix}/{what}.{number}") for number in range(count))


def work(title: str, agency: str = "Crossref") -> Work:
    """Return a work."""
    return Work(Titles(main=(title,)), agency=agency)


def accused(
    wrong: tuple[Doi, ...], right: tuple[Doi, ...] = (), agencies: Mapping[Doi, str] = {}
) -> Accusations:
    """Return accusations of names, each registered as a work of its own."""
    works = {doi: work(str(doi), agencies.get(doi, "Crossref")) for doi in (*wrong, *right)}
    return Accusations(works, disagreeing=wrong, agreeing=right)


@pytest.mark.parametrize(
    ("wrong", "right", "alone", "lists"),
    [
        (0, 100, 0, []),
        (10, 100, 10, []),  # a list takes as long as five of them alone
        (11, 100, 5, [(6, 15)]),
        (40, 100, 5, [(35, 15)]),
        (41, 100, 6, [(35, 15)]),
        (75, 100, 5, [(35, 15), (35, 15)]),
        (400, 600, 15, [(35, 15)] * 11),
        (80, 15, 10, [(35, 15), (35, 15)]),
        (80, 7, 10, [(35, 12), (35, 12)]),
        (80, 0, 10, [(35, 5), (35, 5)]),
        (120, 0, 5, [(35, 5)] * 3 + [(10, 5)]),
        (400, 0, 15, [(35, 12)] * 11),
    ],
)
def test_questions(wrong: int, right: int, alone: int, lists: list[tuple[int, int]]) -> None:
    """Five samples or one for each list are asked alone, the rest with controls; each once."""
    dubious, known = names(wrong, "wrong"), names(right, "right")
    questions = plan_questions(accused(dubious, known))
    assert {*questions.samples} <= {*questions.alone}
    assert len(questions.alone) == alone
    assert [
        (len(controlled.accused), len(controlled.controls)) for controlled in questions.lists
    ] == lists
    listed = [name for controlled in questions.lists for name in controlled.accused]
    assert sorted(map(str, (*questions.alone, *listed))) == sorted(map(str, dubious))
    for controlled, sample in zip(questions.lists, questions.samples, strict=False):
        assert controlled.controls[0] == sample
        assert len({*controlled.controls}) == len(controlled.controls)
        assert {*controlled.controls} <= {*known, *questions.samples}


def test_retracted() -> None:
    """Works that were taken back are asked alone, and are no samples."""
    accusations = accused(names(400, "wrong"), names(600, "right"))
    retracted = names(40, "gone")
    accusations = accusations._replace(alone=retracted)
    questions = plan_questions(accusations)
    assert questions.alone[:40] == retracted
    assert len(questions.alone) == 55
    assert {*questions.samples}.isdisjoint(retracted)
    assert len(accusations.names) == 440


def test_same_record() -> None:
    """What has the record of another name is a sample, because lists may always mix up the two."""
    accusations = accused(names(80, "wrong"), names(60, "right"))
    taken, same = accusations.disagreeing[57], accusations.agreeing[3]
    works = {**accusations.works, taken: accusations.works[same]}
    assert plan_questions(accusations._replace(works=works)).samples[0] == taken


def test_company() -> None:
    """The company is shuffled, always in the same way, and other controls stand in each list."""
    accusations = accused(names(75, "wrong"), names(60, "right"))
    questions = plan_questions(accusations)
    assert questions == plan_questions(accusations)
    first, other = questions.lists
    assert {*first.controls}.isdisjoint(other.controls)
    places = {name: place for place, name in enumerate(accusations.disagreeing)}
    order = [places[name] for name in first.accused]
    neighbours = sum(abs(a - b) == 1 for a, b in pairwise(order))
    assert neighbours < 5


def test_services() -> None:
    """Samples and controls are of the service that is asked."""
    theirs, ours = names(60, "wrong", "10.5072"), names(60, "wrong")
    agencies = dict.fromkeys(theirs, "DataCite")
    accusations = accused((*ours, *theirs), names(9, "right"), agencies)
    questions = plan_questions(accusations)
    assert [
        (controlled.agency, len(controlled.accused), len(controlled.controls))
        for controlled in questions.lists
    ] == [
        ("Crossref", 35, 14),
        ("Crossref", 20, 14),
        ("DataCite", 35, 5),
        ("DataCite", 20, 5),
    ]
    for controlled in questions.lists:
        assert {agencies.get(name, "Crossref") for name in controlled.names} == {controlled.agency}


def test_length() -> None:
    """Long names make more lists; what can't stand in one is asked alone, and is no control."""
    long = tuple(parse(f"10.1000/{number}{'x' * 140}") for number in range(60))
    commas = names(20, "a,b")
    questions = plan_questions(accused((*long, *commas), names(30, "right")))
    assert {len(controlled.accused) for controlled in questions.lists} == {10}
    assert len(questions.samples) == 6
    assert {*commas} <= {*questions.alone}
    questions = plan_questions(accused(names(60, "wrong"), (*commas, *long)))
    assert [len(controlled.controls) for controlled in questions.lists] == [11, 11]
    longest = tuple(parse(f"10.1000/{number}{'x' * 400}") for number in range(60))
    alone = plan_questions(accused(longest[:30], longest[30:]))
    assert alone.lists == ()


def test_linear() -> None:
    """Planning takes time that grows with the names alone."""
    few, many = (accused(names(n, "wrong"), names(n, "right")) for n in (2000, 16000))
    assert is_linear(plan_questions, few, many)


SAMPLE, B, C, *FIVE = names(8, "n")
LIST = ControlledList("Crossref", (B, C), (SAMPLE, *FIVE))
BEFORE = {name: work(str(name)) for name in (SAMPLE, B, C, *FIVE)}
ALONE: dict[Doi, WorkOutcome] = {SAMPLE: KnownWork(work(str(SAMPLE)))}
OTHER = work("Another")


@pytest.mark.parametrize(
    ("alone", "listed", "expected"),
    [
        ({}, {}, (B, C)),
        ({}, {B: OTHER}, (C,)),  # it was mixed up here or there
        ({}, {B: None}, (C,)),
        ({}, {FIVE[3]: OTHER}, ()),
        ({}, {FIVE[3]: None}, (B, C)),  # an alias stands in no list
        ({}, {FIVE[2]: None, FIVE[3]: None}, ()),
        ({SAMPLE: KnownWork(OTHER)}, {}, ()),
        ({SAMPLE: KnownWork(OTHER)}, {SAMPLE: OTHER}, (B, C)),  # only the first answer was wrong
        ({SAMPLE: UnknownWork("timeout")}, {}, ()),
        ({}, {SAMPLE: None}, (B, C)),
        ({}, {SAMPLE: OTHER}, ()),
        ({}, dict.fromkeys(BEFORE), ()),
        ({FIVE[0]: KnownWork(OTHER)}, {}, ()),  # a further sample
        ({FIVE[0]: KnownWork(OTHER)}, {FIVE[0]: OTHER}, (B, C)),
        ({FIVE[0]: UnknownWork("timeout")}, {}, ()),
        ({}, {B: BEFORE[B].replace(as_of=9.0)}, (B, C)),
        ({}, {B: BEFORE[B].replace(years=(2001,))}, (C,)),
    ],
)
def test_confirmed(
    alone: dict[Doi, WorkOutcome],
    listed: dict[Doi, Work | None],
    expected: tuple[Doi, ...],
) -> None:
    """A list proves what it says again if all its controls have the same records as before."""
    answer = {
        name: registered
        for name, registered in {**BEFORE, **listed}.items()
        if registered is not None
    }
    assert confirmed(LIST, BEFORE, ALONE | alone, answer) == expected


@pytest.mark.parametrize(
    ("samples", "differing", "expected"),
    [(30, 0, True), (30, 3, True), (30, 4, False), (5, 1, False), (0, 0, True)],
)
def test_lists_believed(samples: int, differing: int, expected: bool) -> None:  # noqa: FBT001
    """Where more than a tenth of the samples have another record alone, no list is believed."""
    some = names(samples, "wrong")
    before = {name: work(str(name)) for name in some}
    other = {name: KnownWork(OTHER) for name in some[:differing]}
    alone = {name: KnownWork(registered) for name, registered in before.items()} | other
    assert lists_are_reliable(Questions(some), before, alone) is expected
    missing = {name: outcome for name, outcome in alone.items() if name not in other}
    assert lists_are_reliable(Questions(some), before, missing) is expected


def in_a_list(dois: Iterable[Doi], share: float, draw: Random) -> dict[Doi, Work]:
    """Return what a list says of names, in an order of its own; a share of lists is shifted."""
    order = sorted(dois, key=lambda doi: crc32(str(doi)[::-1].encode()))
    shift = draw.random() < share
    return {doi: work(str(order[place - shift])) for place, doi in enumerate(order)}


def falsely_confirmed(draw: Random, right: int, wrong: int, share: float) -> int:
    """Return how many names have the record of another one after a run with shifted lists."""
    dois = names(right + wrong, f"{draw.random()}")
    before: dict[Doi, Work] = {}
    for start in range(0, len(dois), 50):
        before |= in_a_list(dois[start : start + 50], share, draw)
    truth = {doi: work(str(doi)) for doi in dois}
    agree = [doi for doi in dois[wrong:] if before[doi] == truth[doi]]
    accusations = Accusations(
        before,
        disagreeing=tuple(doi for doi in dois if doi not in agree),
        agreeing=tuple(agree),
    )
    questions = plan_questions(accusations)
    alone: dict[Doi, WorkOutcome] = {doi: KnownWork(truth[doi]) for doi in questions.alone}
    if not lists_are_reliable(questions, before, alone):
        return 0
    answers = [
        (controlled, in_a_list(controlled.names, share, draw)) for controlled in questions.lists
    ]
    found = [
        listed[name] != truth[name]
        for controlled, listed in answers
        for name in confirmed(controlled, before, alone, listed)
    ]
    return sum(found)


@pytest.mark.parametrize("share", [0.05, 0.3, 1.0])
@pytest.mark.parametrize(("right", "wrong"), [(120, 0), (80, 40), (60, 60), (0, 120)])
@pytest.mark.parametrize("runs", [10, pytest.param(1000, marks=pytest.mark.slow)])
def test_shifted(right: int, wrong: int, share: float, runs: int) -> None:
    """In a thousand runs with shifted lists, no name is accused by the record of another one."""
    draw = Random(f"{right} {wrong} {share}")
    assert sum(falsely_confirmed(draw, right, wrong, share) for _ in range(runs)) == 0


ROWS = made_up(120)
DOIS = [parse(row["doi"]) for row in ROWS]
AGENCIES = dict.fromkeys(DOIS, "Crossref")


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return services that hold made-up works."""
    with RegistriesServer(ROWS) as registries:
        yield registries


def doubted(server: RegistriesServer, wrong: int) -> Accusations:
    """Return the answers of lists, and accuse the first names."""
    asked = ask(DOIS, asking(server), agencies=AGENCIES)
    works = {
        doi: answer.work for doi, answer in asked.answers.items() if isinstance(answer, KnownWork)
    }
    server.requests.clear()
    return Accusations(works, disagreeing=tuple(DOIS[:wrong]), agreeing=tuple(DOIS[wrong:]))


def titles(asked: Asked) -> list[str]:
    """Return the titles that were confirmed."""
    return [
        answer.work.titles.shown
        for answer in asked.answers.values()
        if isinstance(answer, KnownWork) and answer.confirmed
    ]


TRUTH = [row["title"][0] for row in ROWS]


def test_requests(server: RegistriesServer) -> None:
    """Eighty names are confirmed by twelve requests."""
    asked = confirm(doubted(server, 80), asking(server), agencies=AGENCIES)
    assert titles(asked) == TRUTH[:80]
    assert server.requests == {"crossref single": 10, "crossref list": 2}
    assert server.lists[-2:] == [50, 50]


@pytest.mark.parametrize(
    ("how", "at_first", "later"),
    [
        *[(how, 0.0, 1.0) for how in ("shifted", "swapped")],
        *[(how, 0.5, 0.5) for how in ("shifted", "swapped")],
        *[(how, 1.0, 1.0) for how in ("shifted", "swapped")],
        *[(how, 1.0, 0.0) for how in ("shifted", "swapped")],
    ],
)
def test_mixed_up(server: RegistriesServer, how: str, at_first: float, later: float) -> None:
    """What is confirmed is true, whichever lists are shifted by one or have two swapped."""
    server.mixing, server.draw = how, Random(4)
    server.mixed = at_first
    accusations = doubted(server, 80)
    server.mixed = later
    asked = confirm(accusations, asking(server), agencies=AGENCIES)
    assert titles(asked) == TRUTH[:80]


def test_wrong_works_alone(server: RegistriesServer) -> None:
    """Where no citation is right, the samples are the controls."""
    accusations = doubted(server, 120)
    asked = confirm(accusations, asking(server), agencies=AGENCIES)
    assert titles(asked) == TRUTH
    assert server.requests == {"crossref single": 5, "crossref list": 4}


def test_unselectable(server: RegistriesServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a field can't be selected, lists are asked once more for whole records."""
    accusations = doubted(server, 80)
    monkeypatch.setattr("registries_server.SELECTABLE", SELECTABLE - {"posted"})
    asked = confirm(accusations, asking(server), agencies=AGENCIES)
    assert titles(asked) == TRUTH[:80]
    assert server.requests == {"crossref single": 10, "crossref list": 4}


@pytest.mark.parametrize("kind", ["500", "html", "400", "truncated"])
def test_lists_fail(server: RegistriesServer, kind: str) -> None:
    """Where lists fail, all is asked alone, and nobody hears of it: nothing is lost."""
    accusations = doubted(server, 40)
    server.fail(kind, service="crossref list")
    asked = confirm(accusations, asking(server), agencies=AGENCIES)
    assert titles(asked) == TRUTH[:40]
    assert asked.messages == ()
    assert server.requests["crossref single"] == 40


def test_no_agency(server: RegistriesServer) -> None:
    """Works of agencies that are not asked, as a cache may have them, are asked for alone."""
    accusations = doubted(server, 40)
    works = {
        doi: registered.replace(agency="Nobody") for doi, registered in accusations.works.items()
    }
    accusations = accusations._replace(works=works)
    asked = confirm(accusations, asking(server), agencies=AGENCIES)
    assert titles(asked) == TRUTH[:40]
    assert server.requests == {"crossref single": 40}


def test_outage(server: RegistriesServer) -> None:
    """What can't be confirmed is Unknown, each name of it."""
    accusations = doubted(server, 80)
    server.fail("403")
    asked = confirm(accusations, asking(server), agencies=AGENCIES)
    assert [*asked.answers.values()] == [UnknownWork("blocked", "HTTP 403")] * 80
    assert len(asked.messages) == 1


def test_deadline(server: RegistriesServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for it is that of its own requests, of which there may be one a name."""
    accusations = doubted(server, 100)._replace(agreeing=())
    monkeypatch.setattr(run, "_PATIENCE", 0.0)
    monkeypatch.setattr(services, "SERVICES", with_pace(lists=20, singles=20))
    asked = confirm(accusations, asking(server), agencies=AGENCIES)
    assert titles(asked) == TRUTH[:100]
    assert asked.messages == ()


def test_a_list_that_a_service_does_not_take_is_not_put(server: RegistriesServer) -> None:
    """Controls and accused names may be more than one request asks; they are asked alone then."""
    dois = names(2, "short")
    for doi in dois:
        server.add_row({"doi": str(doi), "title": [f"Roots of {doi}"]})
    row = services.CROSSREF.replace(lists=Lists(most_names=1))

    async def asked() -> list[dict[Doi, Work]]:
        service = AgencyService(row, asking(server))
        async with aclosing(service.clients):
            return await service.ask_lists([dois, dois[:1]])

    assert [[*listed] for listed in asyncio.run(asked())] == [[], [dois[0]]]
    assert server.requests["crossref list"] == 1
