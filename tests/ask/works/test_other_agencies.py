"""Names of agencies without a service of ours: asked of Crossref, then of the resolver."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import aclosing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from ask.works.samples import SHORT, asking
from registries_records import crossref_record
from registries_server import RegistriesServer
from waiting import ask

from mdlint_doi.ask.client import Clients, Reply
from mdlint_doi.ask.lane import AgencyService
from mdlint_doi.ask.readers.citeproc import Citeproc
from mdlint_doi.ask.session import WorkSession
from mdlint_doi.ask.settings import parse_server
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Unknown
from mdlint_doi.text.span import Span
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.claim import claim_of_fields
from mdlint_doi.works.verdict import Agrees, Disagrees
from mdlint_doi.works.work import KnownWork, NotHeld, Person, UnknownWork, Work, WorkOutcome

NAME = parse("10.3280/PASS2009-078005")
TITLE = "La conservazione dei boschi e delle acque nelle valli alpine"
RECORD: dict[str, Any] = {
    "DOI": "10.3280/PASS2009-078005",
    "type": "article-journal",
    "title": TITLE,
    "container-title": "PASSATO E PRESENTE",
    "author": [{"literal": "von Hardenberg Wilko Graf"}, {"literal": "Marlowe Ada"}],
    "issued": {"date-parts": [["2009", 6]]},
    "volume": 78,
    "page": "107-126",
}


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return services of which one name is mEDRA's."""
    with RegistriesServer() as registries:
        registries.add(str(NAME), RECORD, "mEDRA")
        yield registries


def known(server: RegistriesServer, **changes: Any) -> object:  # noqa: ANN401
    """Return what is learned of the name."""
    return ask([NAME], asking(server, **changes)).answers[NAME]


def read(record: object = RECORD, status: int = 200) -> object:
    """Return what an answer means."""
    reader = Citeproc("https://doi.org")
    body = record if isinstance(record, bytes) else json.dumps(record).encode()
    return reader.read_single(status, body, NAME)


def work() -> Work:
    """Return the work of the record."""
    answer = read()
    assert isinstance(answer, Work)
    return answer


def test_crossref_is_asked_in_the_same_list(server: RegistriesServer) -> None:
    """What it holds needs no further request."""
    other = parse("10.1241/johokanri.39.979")
    row = {"doi": str(other), "title": ["On libraries"], "authors": ["Sato"], "year": 1997}
    server.add(str(other), crossref_record(row))
    asked = ask([other, NAME], asking(server), agencies={other: "JaLC", NAME: "mEDRA"})
    assert server.lists == [2]
    assert server.requests == {"crossref list": 1, "csl single": 1}
    first, second = asked.answers.values()
    assert isinstance(first, KnownWork)
    assert isinstance(second, KnownWork)
    assert (first.work.agency, second.work.agency) == ("Crossref", "mEDRA")
    assert second.work.titles.main == (TITLE,)


def test_it_is_kept(server: RegistriesServer, tmp_path: Path) -> None:
    """As every work is."""
    settings = asking(server, tmp_path)
    first = ask([NAME], settings).answers[NAME]
    server.forget()
    assert ask([NAME], settings).answers[NAME] == first
    assert not server.requests


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [("500", "server-error"), ("reset", "connection"), ("html", "blocked"),
     ("nan", "bad-answer"), ("403", "blocked")],
)  # fmt: skip
def test_an_outage_is_unknown(server: RegistriesServer, fault: str, outcome: str) -> None:
    """It is asked again in the next run."""
    server.fail(fault, service="csl")
    answer = known(server)
    assert isinstance(answer, UnknownWork)
    assert answer.cause == outcome


def test_what_is_no_record_says_nothing(server: RegistriesServer) -> None:
    """A page, a redirect elsewhere, a name that the service does not know."""
    server.add(str(NAME), {}, "mEDRA")
    assert known(server) == NotHeld("mEDRA")


@pytest.mark.parametrize("status", [204, 301, 302, 303, 307, 308, 404, 406, 410])
def test_an_answer_without_a_record(status: int) -> None:
    """No content, a redirect to another host, or no CSL-JSON: there is none, and that is known."""
    assert read(b"<html>", status) is None


def test_agencies_that_nobody_holds_are_not_asked(server: RegistriesServer) -> None:
    """Their names stay with them."""
    server.add(str(NAME), RECORD, "CNKI")
    assert known(server) == NotHeld("CNKI")
    assert server.requests == {"doi single": 1}


def test_a_few_in_a_run(server: RegistriesServer, tmp_path: Path) -> None:
    """The rest is left for another run, and not kept as if it had been asked."""
    names = [parse(f"10.3280/{at}") for at in range(30)]
    for name in names:
        server.add(str(name), {}, "mEDRA")
    asked = ask(names, asking(server, tmp_path), agencies=dict.fromkeys(names, "mEDRA"))
    assert server.requests == {"crossref list": 1, "csl single": 20}
    assert list(asked.answers.values()).count(NotHeld("mEDRA", is_asked=False)) == 10
    server.forget()
    ask(names, asking(server, tmp_path), agencies=dict.fromkeys(names, "mEDRA"))
    assert server.requests["csl single"] == 10


def test_a_few_in_a_run_though_it_asks_several_times(server: RegistriesServer) -> None:
    """What one question of a run took is not there for the next one."""
    names = [parse(f"10.3280/{at}") for at in range(30)]
    for name in names:
        server.add(str(name), {}, "mEDRA")
    answers: dict[Doi, WorkOutcome] = {}

    async def ask_twice() -> None:
        session = WorkSession(asking(server))
        for part in (names[:15], names[15:]):
            agencies = dict.fromkeys(part, "mEDRA")
            await session.ask(part, answers.__setitem__, agencies=agencies, aliases={})
        await session.close()

    asyncio.run(ask_twice())
    assert server.requests["csl single"] == 20
    assert list(answers.values()).count(NotHeld("mEDRA", is_asked=False)) == 10


@pytest.mark.parametrize("record", [{**RECORD, "DOI": "10.1000/other"}, {"title": TITLE}])
def test_a_record_has_to_name_its_doi(record: object) -> None:
    """In the name, or in the address."""
    assert isinstance(read(record), Unknown)
    named = {**RECORD, "DOI": None, "URL": f"https://doi.org/{NAME}"}
    assert read(named) == read()


@pytest.mark.parametrize("hostile", [[], "x", {"DOI": 3}, {**RECORD, "author": "x", "issued": 5}])
def test_whatever_is_sent_raises_nothing(hostile: object) -> None:
    """Any value may be of any kind."""
    read(hostile)


def test_what_a_record_holds() -> None:
    """Its parts, however they are typed; a name in one piece has no family name of its own."""
    registered = work()
    assert (registered.years, registered.volume, registered.pages, registered.type) == (
        (2009,),
        "78",
        "107-126",
        "journal-article",
    )
    assert registered.people == (Person("von Hardenberg Wilko Graf"), Person("Marlowe", "Ada"))


@pytest.mark.parametrize(
    ("people", "verdict"),
    [("Graf von Hardenberg, Wilko and Marlowe, Ada", Agrees),
     ("von Hardenberg, W. G. and Ada, Marlowe", Agrees), ("Hardenberg, W. and Marlowe, A.", Agrees),
     ("Lopez, Maria and Okafor, Ben", Disagrees)],
)  # fmt: skip
def test_names_fit_in_any_order(people: str, verdict: type) -> None:
    """Family first or last: whoever is named is found, and others are not."""
    claim = claim_of_fields(NAME, Span(0, 0), titles=[TITLE], people=people, year="2009")
    assert isinstance(agreement(claim, work()), verdict)


class Leading(BaseHTTPRequestHandler):
    """A resolver that leads on: once, twice, or to a host that is not allowed."""

    def do_GET(self) -> None:
        """Answer."""
        port = self.headers["host"].partition(":")[2]
        places = {"/once": f"http://127.0.0.1:{port}/end", "/twice": f"http://127.0.0.1:{port}/once",
                  "/away": f"http://localhost:{port}/end"}  # fmt: skip
        if self.path in places:
            self.send_response(302)
            self.send_header("location", places[self.path])
        else:
            self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize(
    ("path", "redirect_hosts", "status"),
    [("/once", ("127.0.0.1",), 200), ("/once", (), 302), ("/twice", ("127.0.0.1",), 302),
     ("/away", ("127.0.0.1",), 302)],
)  # fmt: skip
def test_one_redirect_to_hosts_of_the_table(
    path: str, redirect_hosts: tuple[str, ...], status: int
) -> None:
    """No other, and no second one."""
    leading = ThreadingHTTPServer(("127.0.0.1", 0), Leading)
    thread = Thread(target=leading.serve_forever, args=(0.01,))
    thread.start()
    server = parse_server(f"http://127.0.0.1:{leading.server_port}")

    async def get() -> Reply | object:
        async with aclosing(Clients(server, SHORT, redirect_hosts=redirect_hosts)) as clients:
            return await clients.get(path, 0)

    try:
        reply = asyncio.run(get())
    finally:
        leading.shutdown()
        leading.server_close()
        thread.join()
    assert isinstance(reply, Reply)
    assert reply.status == status


def test_a_mirror_is_asked_by_one_service_at_a_time(
    server: RegistriesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two agencies at one address share its pace: neither is asked while the other is."""
    under_way, most = 0, 0
    real = AgencyService.ask

    async def counted(self: AgencyService, *arguments: Any, **named: Any) -> None:  # noqa: ANN401
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await real(self, *arguments, **named)
        under_way -= 1

    monkeypatch.setattr(AgencyService, "ask", counted)
    names = {parse("10.1000/a"): "Crossref", parse("10.2000/b"): "DataCite"}
    for name, agency in names.items():
        server.add_row({"doi": str(name), "agency": agency, "title": ["Roots"]})
    answers = ask([*names], asking(server), agencies=names).answers
    assert all(isinstance(answer, KnownWork) for answer in answers.values())
    assert most == 1
