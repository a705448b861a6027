"""Works asked for over a real socket: who is asked, how often, and what comes of it."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from ask.works.samples import ROWS, asking
from linear import is_linear
from registries_server import SELECTABLE, RegistriesServer
from waiting import ask, confirm

from mdlint_doi.ask import works
from mdlint_doi.ask.lane import AgencyService
from mdlint_doi.ask.planning import Accusations, plan
from mdlint_doi.ask.settings import LookupSettingsError, RegistrySettings
from mdlint_doi.ask.works import Asked, known_names, left
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Found, HandleRecord, Missing
from mdlint_doi.services import CROSSREF
from mdlint_doi.works.work import KnownWork, NotHeld, UnknownWork


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return services that hold the samples."""
    with RegistriesServer(ROWS.values()) as registries:
        yield registries


def row(doi: str, agency: str = "Crossref", title: str = "Roots of trees") -> dict[str, Any]:
    """Return a plain row."""
    return {"doi": doi, "agency": agency, "title": [title], "year": 2020}


def names(count: int, prefix: str) -> list[Doi]:
    """Return so many names."""
    return [parse(f"{prefix}/Name({number})<a>#;2-b") for number in range(count)]


def words(asked: Asked) -> dict[str, str]:
    """Return what was learned of each name, in a word."""
    return {str(doi): _word(outcome) for doi, outcome in asked.answers.items()}


def _word(outcome: KnownWork | NotHeld | UnknownWork) -> str:
    match outcome:
        case KnownWork(work):
            return work.titles.shown
        case NotHeld(agency):
            return f"at {agency}"
        case UnknownWork(cause):
            return cause


def test_all_samples(server: RegistriesServer) -> None:
    """Every sample is known, by one list an agency and one of Which RA."""
    asked = ask(map(parse, ROWS), asking(server))
    assert [str(doi) for doi in asked.answers] == list(ROWS)
    assert all(
        isinstance(answer, KnownWork) and answer.work.as_of for answer in asked.answers.values()
    )
    assert server.requests == {"doi single": 1, "crossref list": 1, "datacite list": 1}
    assert sum(asked.requests.values()) == 3
    assert (asked.messages, asked.cached, asked.recorded) == ((), 0, 0)
    assert server.agents.pop().endswith("(https://github.com/sphinx-doi/sphinx-doi)")


def test_a_thousand(server: RegistriesServer) -> None:
    """1,000 names of two agencies that look-ups told take twenty lists, each name asked once."""
    dois = {agency: names(500, prefix) for agency, prefix in
            (("Crossref", "10.1000"), ("DataCite", "10.2000"))}  # fmt: skip
    agencies = {doi: agency for agency, group in dois.items() for doi in group}
    for doi, agency in agencies.items():
        server.add_row(row(str(doi), agency))
    told: list[tuple[int, int]] = []
    settings = asking(server)
    asked = ask(agencies, settings, agencies=agencies, progress=lambda *step: told.append(step))
    assert {*words(asked).values()} == {"Roots of trees"}
    assert server.requests == {"crossref list": 10, "datacite list": 10}
    assert server.lists == [50] * 20
    assert (told[0], told[-1]) == ((0, 1000), (1000, 1000))
    assert max(map(len, server.targets)) < 4096


def test_plan() -> None:
    """What it takes is told beforehand, and what a contact saves."""
    planned = plan(names(1000, "10.1000"), RegistrySettings(), agencies={})
    agencies = dict.fromkeys(names(1000, "10.1000"), "Crossref")
    assert planned.requests == 40
    told = plan(agencies, RegistrySettings(), agencies=agencies)
    assert (
        told.announcement
        == "20 requests, about 20 s; about 7 s if you set contact to your e-mail address"
    )
    told = plan(agencies, RegistrySettings(contact="a@b.c"), agencies=agencies)
    assert told.announcement == "20 requests, about 7 s"
    agencies[parse("10.1/a,b")] = "DataCite"
    agencies[parse("10.1/b")] = "CNKI"
    assert plan(agencies, RegistrySettings(), agencies=agencies).requests == 21
    assert plan([], RegistrySettings()).announcement == "0 requests, about 0 s"


def test_other_agencies(server: RegistriesServer) -> None:
    """Names of other agencies are not held, those of none have no agency; nobody is asked more."""
    server.add("10.1400/m", {}, "CNKI")
    asked = ask(map(parse, ["10.1400/m", "10.1400/none"]), asking(server))
    assert words(asked) == {"10.1400/m": "at CNKI", "10.1400/none": "no-agency"}
    assert server.requests == {"doi single": 1}


def test_single_requests(server: RegistriesServer) -> None:
    """A comma would divide a list, an absent name may be an alias; both are asked singly."""
    server.add_row(row("10.1001/jama.251,2504", title="Commas"))
    server.add_row(row("10.1001/slash/", title="Slash"))
    server.add_alias("10.1001/other", "10.1001/slash/")
    agencies = dict.fromkeys(
        map(parse, ["10.1001/slash/", "10.1001/other", "10.1001/gone"]), "Crossref"
    )
    asked = ask([*agencies, parse("10.1001/JAMA.251,2504")], asking(server), agencies=agencies)
    assert words(asked) == {
        "10.1001/slash/": "Slash",
        "10.1001/other": "Slash",
        "10.1001/gone": "no-record",
        "10.1001/JAMA.251,2504": "Commas",
    }
    assert server.requests["crossref list"] == 1
    assert server.requests["crossref single"] == 3


def test_aliases_of_look_ups(server: RegistriesServer) -> None:
    """What look-ups told of Agencies and aliases is not asked again; shortDOIs are aliases."""
    doi = next(iter(ROWS))
    record = HandleRecord(alias=doi)
    leads = known_names(
        {
            parse("10.1/other"): Found(record, "Crossref"),
            parse(doi): Found(HandleRecord(alias=doi), "Crossref"),
            parse("10.1/missing"): Missing(),
            parse("10/abc"): Found(),
        }
    )
    assert leads.aliases == {parse("10.1/other"): parse(doi)}
    server.add_alias("10/abc", doi)
    asked = ask(leads.names, asking(server), agencies=leads.agencies, aliases=leads.aliases)
    assert len({*words(asked).values()}) == 1
    assert server.requests == {"crossref list": 1, "doi single": 1}
    assert words(ask([parse("10/xyz")], asking(server))) == {"10/xyz": "no-record"}


def test_a_prefix_that_misleads(server: RegistriesServer) -> None:
    """A name that its prefix's agency doesn't know is asked at the right one."""
    server.add_row(row("10.1000/here"))
    server.add_row(row("10.1000/moved", "DataCite", "Moved"))
    agencies = {parse("10.1000/here"): "Crossref"}
    asked = ask([*agencies, parse("10.1000/moved")], asking(server), agencies=agencies)
    assert words(asked) == {"10.1000/here": "Roots of trees", "10.1000/moved": "Moved"}


def test_contact(server: RegistriesServer) -> None:
    """The user's address goes to the agencies, in both ways; to the DOI system it does not."""
    ask(map(parse, ROWS), asking(server, contact="me+doi@example.org"))
    agencies = [target for target in server.targets if target.startswith(("/works", "/dois"))]
    assert all("mailto=me%2Bdoi@example.org" in target for target in agencies)
    assert any(agent.endswith("; mailto:me+doi@example.org)") for agent in server.agents)
    assert not any("mailto" in target for target in server.targets if target not in agencies)


def test_unselectable(server: RegistriesServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a field can't be selected, whole records are asked for."""
    monkeypatch.setattr("registries_server.SELECTABLE", SELECTABLE - {"posted"})
    doi = parse("10.1093/femsec/fiv167")
    asked = ask([doi], asking(server), agencies={doi: "Crossref"})
    assert isinstance(asked.answers[doi], KnownWork)
    assert server.requests == {"crossref list": 2}


def test_confirm(server: RegistriesServer) -> None:
    """Before an accusation each name is asked on its own, so that no list can be mixed up."""
    doi = parse("10.3205/zma001102")
    server.lie = "swap"
    both = [doi, parse("10.4232/1.2745")]
    agencies = dict.fromkeys(both, "DataCite")
    swapped = words(ask(both, asking(server), agencies=agencies))
    server.forget()
    confirmed = words(confirm(Accusations(alone=tuple(both)), asking(server), agencies=agencies))
    assert swapped[str(both[1])] == confirmed[str(doi)]
    assert server.requests == {"datacite single": 2}


def test_nothing_to_ask(server: RegistriesServer) -> None:
    """No name is no request; offline nobody is asked; a bad server is refused."""
    assert ask([], asking(server)).answers == {}
    settings = asking(server, lookup={"offline": True})
    assert words(ask([parse("10.1/a")], settings)) == {"10.1/a": "offline"}
    assert left([parse("10.1/a")] * 2, settings) == [parse("10.1/a")]
    assert not server.requests
    with pytest.raises(LookupSettingsError, match=r"^server 'http://example\.org': "):
        ask([parse("10.1/a")], asking(server, crossref="http://example.org"))


def test_asynchronously(server: RegistriesServer) -> None:
    """Within an event loop it is awaited."""

    async def run() -> Mapping[Doi, object]:
        return (await works.ask(map(parse, ROWS), asking(server))).answers

    answers = asyncio.run(run())
    assert {*answers} == {*map(parse, ROWS)}
    assert all(isinstance(answer, KnownWork) for answer in answers.values())


def test_all_asynchronously(server: RegistriesServer, tmp_path: Path) -> None:
    """So they can be had together, and confirmed."""
    settings = asking(server, tmp_path)
    accused = Accusations(alone=(parse("10.3205/zma001102"),))

    async def run() -> list[Asked]:
        asked = await works.ask(map(parse, ROWS), settings)
        again = [
            await works.confirm(accusations, settings) for accusations in (Accusations(), accused)
        ]
        return [asked, *again]

    every, none, single = asyncio.run(run())
    assert len(every.answers) == len(ROWS)
    assert none.answers == {}
    (confirmed,) = single.answers.values()
    assert isinstance(confirmed, KnownWork)
    assert confirmed.confirmed
    merged = every.with_confirmed(single)
    assert merged.answers == {**every.answers, **single.answers}
    assert sum(merged.requests.values()) == 4  # three, and one record
    assert ask(single.answers, settings).answers == single.answers


def test_ctrl_c(server: RegistriesServer, tmp_path: Path) -> None:
    """Ctrl-C leaves what was answered, and keeps it; the rest was interrupted."""
    server.headers = {"x-rate-limit-limit": "1", "x-rate-limit-interval": "5m"}
    dois = names(60, "10.1000")
    for doi in dois:
        server.add_row(row(str(doi)))
    known = threading.Event()

    def press() -> None:
        known.wait()
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    settings = asking(server, tmp_path)
    agencies = dict.fromkeys(dois, "Crossref")

    def progress(done: int, _: int) -> None:
        if done == 50:
            known.set()

    asked = ask(dois, settings, agencies=agencies, progress=progress)
    thread.join()
    assert asked.interrupted
    assert Counter(words(asked).values()) == {"Roots of trees": 50, "interrupted": 10}
    assert len(left(dois, settings)) == 10


def test_asynchronous_trouble(server: RegistriesServer) -> None:
    """What is wrong with the settings is raised there, too; who stops early leaves no task."""

    async def run() -> int:
        task = asyncio.create_task(works.ask(map(parse, ROWS), asking(server)))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(LookupSettingsError):
            await works.ask([parse("10.1/a")], asking(server, datacite="ftp://x"))
        await asyncio.sleep(0.05)
        return len(asyncio.all_tasks())

    assert asyncio.run(run()) == 1


def test_names_that_lists_answered_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many names a service is asked for at once."""

    async def answered(*_: object) -> list[Doi]:
        return []

    monkeypatch.setattr(AgencyService, "_ask_lists", answered)

    def put(some: list[Doi]) -> None:
        service = AgencyService(CROSSREF, RegistrySettings())
        asyncio.run(service.ask(some, lambda *_: None))

    assert is_linear(put, names(500, "10.1000"), names(4000, "10.1000"))
