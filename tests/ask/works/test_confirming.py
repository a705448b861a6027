"""Accusations: which are asked alone, which in lists with which controls, and what that proves."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import aclosing
from itertools import pairwise
from random import Random

import pytest
from ask.works.samples import asking, with_pace
from linear import is_linear
from made_up_works import made_up
from registries_server import RegistriesServer
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
    works = {one: work(str(one), agencies.get(one, "Crossref")) for one in (*wrong, *right)}
    return Accusations(works, disagreeing=wrong, agreeing=right)


@pytest.mark.parametrize(
    ("wrong", "right", "alone", "lists"),
    [
        (0, 100, 0, []),
        (30, 100, 30, []),
        (32, 100, 32, []),  # a list and one of it alone are no fewer requests
        (33, 100, 31, [(3, 25)]),
        (55, 100, 31, [(25, 25)]),
        (56, 100, 32, [(25, 25)]),
        (58, 100, 32, [(25, 25), (3, 25)]),
        (400, 600, 45, [(25, 25)] * 14 + [(20, 25)]),
        (80, 25, 32, [(25, 25), (25, 25)]),
        (80, 7, 32, [(25, 25), (25, 25)]),
        (80, 0, 32, [(25, 25), (25, 25)]),
        (400, 0, 45, [(25, 25)] * 14 + [(20, 25)]),
    ],
)
def test_questions(wrong: int, right: int, alone: int, lists: list[tuple[int, int]]) -> None:
    """Thirty are asked alone, the rest with controls, and one of each list alone; each once."""
    dubious, known = names(wrong, "wrong"), names(right, "right")
    questions = plan_questions(accused(dubious, known))
    assert questions.first == dubious[:30]
    assert len(questions.alone) == alone
    assert [(len(one.accused), len(one.controls)) for one in questions.lists] == lists
    samples = {one.accused[0] for one in questions.lists}
    assert samples <= {*questions.alone}
    listed = [name for one in questions.lists for name in one.accused[1:]]
    assert sorted(map(str, (*questions.alone, *listed))) == sorted(map(str, dubious))
    for one in questions.lists:
        assert len({*one.controls}) == len(one.controls)
        assert {*one.controls} <= {*known, *questions.first}


def test_retracted() -> None:
    """Works that were taken back are asked alone, and are none of the thirty."""
    accusations = accused(names(400, "wrong"), names(600, "right"))
    retracted = names(40, "gone")
    accusations = accusations._replace(alone=retracted)
    questions = plan_questions(accusations)
    assert questions.alone[:70] == retracted + names(30, "wrong")
    assert len(questions.alone) == 85
    assert len(accusations.names) == 440


def test_company() -> None:
    """The company is shuffled, always in the same way, and other controls stand in each list."""
    accusations = accused(names(80, "wrong"), names(60, "right"))
    questions = plan_questions(accusations)
    assert questions == plan_questions(accusations)
    one, other = questions.lists
    assert {*one.controls}.isdisjoint(other.controls)
    places = {name: place for place, name in enumerate(accusations.disagreeing)}
    order = [places[name] for name in one.accused]
    neighbours = sum(abs(a - b) == 1 for a, b in pairwise(order))
    assert neighbours < 5


def test_services() -> None:
    """Controls are of the service that is asked; where it has none, its names are asked alone."""
    theirs, ours = names(60, "wrong", "10.5072"), names(60, "wrong")
    agencies = dict.fromkeys(theirs, "DataCite")
    accusations = accused((*ours, *theirs), names(9, "right"), agencies)
    questions = plan_questions(accusations)
    assert [(one.agency, len(one.accused)) for one in questions.lists] == [
        ("Crossref", 25),
        ("Crossref", 5),
    ]
    assert {*theirs} <= {*questions.alone}
    questions = plan_questions(accused((*theirs, *ours), names(9, "right"), agencies))
    assert [
        (one.agency, len(one.controls)) for one in questions.lists if one.accused[0] in ours
    ] == [
        ("Crossref", 9),
        ("Crossref", 9),
        ("Crossref", 9),
    ]


def test_length() -> None:
    """Long names make more lists; what can't stand in one is asked alone, and is no control."""
    long = tuple(parse(f"10.1000/{number}{'x' * 140}") for number in range(60))
    commas = names(20, "a,b")
    questions = plan_questions(accused((*long, *commas), names(30, "right")))
    assert {len(one.accused) for one in questions.lists} == {10}
    assert {*commas} <= {*questions.alone}
    questions = plan_questions(accused(names(60, "wrong"), (*commas, *long)))
    assert [len(one.controls) for one in questions.lists] == [10, 10]
    longest = tuple(parse(f"10.1000/{number}{'x' * 400}") for number in range(60))
    alone = plan_questions(accused((*longest[:30], *names(30, "wrong")), longest[30:]))
    assert alone.lists == ()


def test_linear() -> None:
    """Planning takes time that grows with the names alone."""
    few, many = (accused(names(n, "wrong"), names(n, "right")) for n in (2000, 16000))
    assert is_linear(plan_questions, few, many)


A, B, C, *SIX = names(9, "n")
LIST = ControlledList("Crossref", (A, B, C), tuple(SIX))
BEFORE = {name: work(str(name)) for name in (A, B, C, *SIX)}
ALONE: dict[Doi, WorkOutcome] = {A: KnownWork(work(str(A)))}
OTHER = work("Another")


@pytest.mark.parametrize(
    ("alone", "listed", "expected"),
    [
        ({}, {}, (B, C)),
        ({}, {B: OTHER}, (C,)),  # it was mixed up here or there
        ({}, {B: None}, (C,)),
        ({}, {SIX[3]: OTHER}, ()),
        ({}, {SIX[3]: None}, (B, C)),  # an alias stands in no list
        ({}, {SIX[2]: None, SIX[3]: None}, ()),
        ({A: KnownWork(OTHER)}, {}, ()),
        ({A: KnownWork(OTHER)}, {A: OTHER}, (B, C)),  # the first answer was wrong, this is not
        ({A: UnknownWork("timeout")}, {}, ()),
        ({}, {A: None}, ()),
        ({}, {A: OTHER}, ()),
        ({}, dict.fromkeys(BEFORE), ()),
        ({SIX[0]: KnownWork(OTHER)}, {}, ()),  # a control that was asked alone
        ({SIX[0]: KnownWork(OTHER)}, {SIX[0]: OTHER}, (B, C)),
        ({SIX[0]: UnknownWork("timeout")}, {}, ()),
        ({}, {B: BEFORE[B]._replace(as_of=9.0)}, (B, C)),
        ({}, {B: BEFORE[B]._replace(years=(2001,))}, (C,)),
    ],
)
def test_confirmed(
    alone: dict[Doi, WorkOutcome],
    listed: dict[Doi, Work | None],
    expected: tuple[Doi, ...],
) -> None:
    """A list proves what it says again if controls, and one name alone, say the same of it."""
    answer = {name: one for name, one in {**BEFORE, **listed}.items() if one is not None}
    assert confirmed(LIST, BEFORE, ALONE | alone, answer) == expected


@pytest.mark.parametrize(
    ("first", "differing", "expected"),
    [(30, 0, True), (30, 3, True), (30, 4, False), (9, 1, False), (0, 0, True)],
)
def test_lists_believed(first: int, differing: int, expected: bool) -> None:  # noqa: FBT001
    """Where more than a tenth of the first have another record alone, no list is believed."""
    some = names(first, "wrong")
    before = {name: work(str(name)) for name in some}
    other = {name: KnownWork(OTHER) for name in some[:differing]}
    alone = {name: KnownWork(one) for name, one in before.items()} | other
    assert lists_are_reliable(Questions(some), before, alone) is expected
    missing = {name: one for name, one in alone.items() if name not in other}
    assert lists_are_reliable(Questions(some), before, missing) is expected


ROWS = made_up(120)
DOIS = [parse(row["doi"]) for row in ROWS]
AGENCIES = dict.fromkeys(DOIS, "Crossref")


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return services that hold made-up works."""
    with RegistriesServer(ROWS) as one:
        yield one


def doubted(server: RegistriesServer, wrong: int) -> Accusations:
    """Return the answers of lists, and accuse the first names."""
    asked = ask(DOIS, asking(server), agencies=AGENCIES)
    works = {doi: one.work for doi, one in asked.answers.items() if isinstance(one, KnownWork)}
    server.requests.clear()
    return Accusations(works, disagreeing=tuple(DOIS[:wrong]), agreeing=tuple(DOIS[wrong:]))


def titles(asked: Asked) -> list[str]:
    """Return the titles that were confirmed."""
    return [
        one.work.titles.shown
        for one in asked.answers.values()
        if isinstance(one, KnownWork) and one.confirmed
    ]


TRUTH = [row["title"][0] for row in ROWS]


def test_requests(server: RegistriesServer) -> None:
    """Eighty names are confirmed by 34 requests, and the cache has the answers."""
    asked = confirm(doubted(server, 80), asking(server), agencies=AGENCIES)
    assert titles(asked) == TRUTH[:80]
    assert server.requests == {"crossref single": 32, "crossref list": 2}
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
    """Where no citation is right, the first ones that were asked alone are the controls."""
    accusations = doubted(server, 120)
    asked = confirm(accusations, asking(server), agencies=AGENCIES)
    assert titles(asked) == TRUTH
    assert server.requests == {"crossref single": 34, "crossref list": 4}


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
    works = {doi: one._replace(agency="Nobody") for doi, one in accusations.works.items()}
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
    for one in dois:
        server.add_row({"doi": str(one), "title": [f"Roots of {one}"]})
    row = services.CROSSREF.replace(lists=Lists(most_names=1))

    async def asked() -> list[dict[Doi, Work]]:
        service = AgencyService(row, asking(server))
        async with aclosing(service.clients):
            return await service.ask_lists([dois, dois[:1]])

    assert [[*one] for one in asyncio.run(asked())] == [[], [dois[0]]]
    assert server.requests["crossref list"] == 1
