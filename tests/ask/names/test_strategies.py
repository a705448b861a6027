"""Which names are asked where, and what the answers add up to."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing

import pytest
from ask.names.asking import SHORT, asking, know, names, words
from handle_server import HandleServer
from linear import is_linear

from mdlint_doi.ask import resolve as batch
from mdlint_doi.ask import strategy
from mdlint_doi.ask import workers as question
from mdlint_doi.ask.event_loop import EventLoop
from mdlint_doi.ask.resolve import Batch, NameResolver, aresolve, iter_resolve, resolve
from mdlint_doi.ask.settings import Limits, LookupSettings
from mdlint_doi.ask.store import Answer, AnsweredBy, Store, store_of_names
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Found, HandleRecord, Missing, Unknown


def services(server: HandleServer) -> dict[str, int]:
    """Return how many requests each service got."""
    return dict(server.seen.services)


def test_few_names(handle_server: HandleServer) -> None:
    """Up to 25 names go to the Handle API, so that their records are read."""
    dois = names(25)
    know(handle_server, dois)
    answers = resolve(dois, asking(handle_server))
    assert services(handle_server) == {"handles": 25}
    record = HandleRecord("https://publisher.example/10.1000/name.0")
    assert answers[dois[0]] == Answer(Found(record), AnsweredBy.NETWORK)


def test_many_names(handle_server: HandleServer) -> None:
    """More than 25 go to Which RA in chunks; what it affirms is asked nowhere else."""
    dois = names(130)
    know(handle_server, dois)
    answers = resolve(dois, asking(handle_server))
    assert services(handle_server) == {"doiRA": 3}
    assert sorted(handle_server.seen.batches) == [30, 50, 50]
    assert answers[dois[0]] == Answer(Found(None, "Crossref"), AnsweredBy.NETWORK)
    assert list(answers) == dois


def test_candidates_are_asked_together(handle_server: HandleServer) -> None:
    """Where what is denied needs no proof, two names are enough for Which RA; one is no list."""
    dois = names(3)
    know(handle_server, dois)
    with EventLoop() as loop, loop.entered(NameResolver(asking(handle_server))) as resolver:
        loop.wait_for(resolver.resolve(dois[:2], confirm=False))
        loop.wait_for(resolver.resolve(dois[2:], confirm=False))
    assert services(handle_server) == {"doiRA": 1, "handles": 1}


@pytest.mark.parametrize(("count", "handles"), [(20, 20), (60, 0)])
def test_candidates_without_a_usable_list(
    handle_server: HandleServer, count: int, handles: int
) -> None:
    """If Which RA fails, a few candidates go to the Handle API; many are Unknown."""
    dois = names(count)
    know(handle_server, dois)
    handle_server.fail("html", service="doiRA")
    with EventLoop() as loop, loop.entered(NameResolver(asking(handle_server))) as resolver:
        answers = loop.wait_for(resolver.resolve(dois, confirm=False))
    assert services(handle_server).get("handles", 0) == handles
    expected = Found if handles else Unknown
    assert all(isinstance(answer.outcome, expected) for answer in answers.values())


def test_candidates_need_no_records(handle_server: HandleServer) -> None:
    """With `read_records`, too, candidates are looked up in lists."""
    dois = names(60)
    know(handle_server, dois)
    with (
        EventLoop() as loop,
        loop.entered(NameResolver(asking(handle_server, read_records=True))) as resolver,
    ):
        loop.wait_for(resolver.resolve(dois, confirm=False))
    assert services(handle_server) == {"doiRA": 2}


def test_the_issue_of_1000_names(handle_server: HandleServer) -> None:
    """1,000 names, 20 of them missing: 20 lists, 20 confirmations, and no request more."""
    dois = names(1000)
    know(handle_server, dois[:980])
    answers = resolve(dois, asking(handle_server))
    assert services(handle_server) == {"doiRA": 20, "handles": 20}
    assert [type(answer.outcome) for answer in answers.values()] == [Found] * 980 + [Missing] * 20
    assert all(answers[doi].outcome == Missing(100, "Crossref") for doi in dois[980:])


def test_equal_names_are_asked_once(handle_server: HandleServer) -> None:
    """Names that differ in the case of letters are one name."""
    know(handle_server, names(1))
    dois = [parse("10.1000/name.0"), parse("10.1000/NAME.0")]
    assert words(resolve(dois, asking(handle_server))) == {"10.1000/name.0": "found"}
    assert handle_server.targets == ["/api/handles/10.1000/name.0"]


def test_reading_records(handle_server: HandleServer) -> None:
    """`read_records` reads every record, however many."""
    dois = names(60)
    know(handle_server, dois)
    answers = resolve(dois, asking(handle_server, read_records=True))
    assert services(handle_server) == {"handles": 60}
    assert all(
        isinstance(answer.outcome, Found) and answer.outcome.record for answer in answers.values()
    )


def test_lists_of_names(handle_server: HandleServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where lists are asked, what they deny is confirmed all the same."""
    monkeypatch.setattr(strategy, "FEW", 0)
    dois = names(2)
    know(handle_server, dois[:1])
    assert words(resolve(dois, asking(handle_server))) == {
        "10.1000/name.0": "found",
        "10.1000/name.1": "missing",
    }
    assert services(handle_server) == {"doiRA": 1, "handles": 1}


def test_names_that_which_ra_must_not_be_asked(handle_server: HandleServer) -> None:
    """A shortDOI, a name with a comma and a very long one go to the Handle API alone."""
    special = [parse("10/abc"), parse("10.1000/a,b"), parse("10.1000/" + "x" * 3000)]
    dois = names(30) + special
    know(handle_server, dois)
    assert set(words(resolve(dois, asking(handle_server))).values()) == {"found"}
    assert services(handle_server) == {"doiRA": 1, "handles": 3}
    assert handle_server.seen.batches == [30]


def test_url_of_a_list_is_bounded(handle_server: HandleServer) -> None:
    """No list makes a URL of 4 KB or more."""
    dois = [parse(f"10.1000/{number}.{'<' * 60}") for number in range(60)]
    know(handle_server, dois)
    assert set(words(resolve(dois, asking(handle_server))).values()) == {"found"}
    assert max(map(len, handle_server.targets)) + len(handle_server.url) < 4096
    assert services(handle_server)["doiRA"] == 3


def test_false_negative_of_which_ra(handle_server: HandleServer) -> None:
    """A name whose server is down is denied by Which RA, and Unknown all the same."""
    dois = names(30)
    know(handle_server, dois[1:])
    handle_server.add(str(dois[0]), "broken")
    answers = words(resolve(dois, asking(handle_server)))
    assert answers.pop("10.1000/name.0") == "server-error"
    assert set(answers.values()) == {"found"}


@pytest.mark.parametrize("concurrency", [4, 10])
def test_denied_names_are_confirmed_meanwhile(
    handle_server: HandleServer, concurrency: int
) -> None:
    """What Which RA denies is confirmed while it is asked for others, if a request more may be."""
    dois = names(1000)
    know(handle_server, dois[100:])
    answers = words(resolve(dois, asking(handle_server, concurrency=concurrency)))
    assert list(answers.values()) == ["missing"] * 100 + ["found"] * 900
    kinds = [target.split("/")[1] for target in handle_server.targets]
    lists = kinds[: len(kinds) - kinds[::-1].index("doiRA")]
    assert ("api" in lists) == (concurrency > 4)
    assert services(handle_server) == {"doiRA": 20, "handles": 100}
    assert handle_server.seen.most_at_once <= concurrency


@pytest.mark.parametrize(("kind", "requests"), [("500", 3), ("503", 3), ("wrong-echo", 1)])
def test_a_confirmation_that_fails(handle_server: HandleServer, kind: str, requests: int) -> None:
    """It is put as often as any question, and the name is Unknown then."""
    dois = names(60)
    know(handle_server, dois[2:])
    handle_server.fail(kind, str(dois[0]), service="handles")  # type: ignore[arg-type]
    limits = SHORT.replace(attempts=3, refusals=3, longest=2.0)
    answers = words(resolve(dois, asking(handle_server, limits=limits)))
    assert answers["10.1000/name.0"] not in {"found", "missing"}
    assert answers["10.1000/name.1"] == "missing"
    assert handle_server.targets.count("/api/handles/10.1000/name.0") == requests


def test_requests_go_on_while_names_are_read(
    handle_server: HandleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list is sent before the names of the next one are there."""
    monkeypatch.setattr(question, "_BUSY", 0.0)
    dois = names(100)
    know(handle_server, dois)
    sent: list[int] = []

    def read() -> Iterator[list[Doi]]:
        yield dois[:50]
        for _ in range(5000):  # each of them takes a millisecond
            if not handle_server.targets:
                yield []
        sent.append(len(handle_server.targets))
        yield dois[50:]

    with EventLoop() as loop, loop.entered(NameResolver(asking(handle_server))) as resolver:
        assert set(words(loop.wait_for(resolver.resolve_parts(read()))).values()) == {"found"}
    assert sent == [1]


def test_states_of_names(handle_server: HandleServer) -> None:
    """Every state of a record is told from the others."""
    states = {
        "10.1000/empty": "empty",
        "10.1000/notarget": "notarget",
        "10.1000/deleted": "deleted",
        "10.1000/alias": "alias:10.1000/182",
        "10.99999/x": "noprefix",
    }
    for name, state in states.items():
        handle_server.add(name, state)
    answers = resolve(map(parse, states), asking(handle_server))
    outcomes = {str(doi): answer.outcome for doi, answer in answers.items()}
    assert outcomes["10.1000/empty"] == Found(HandleRecord())
    assert outcomes["10.1000/notarget"] == Found(HandleRecord())
    assert outcomes["10.1000/alias"] == Found(HandleRecord(alias="10.1000/182"))
    assert outcomes["10.99999/x"] == Missing(301)
    deleted = outcomes["10.1000/deleted"]
    assert isinstance(deleted, Found)
    assert deleted.record is not None
    assert deleted.record.deleted


@pytest.mark.parametrize("kind", ["wrong-echo", "truncated", "500", "drop"])
def test_which_ra_of_another_form(handle_server: HandleServer, kind: str) -> None:
    """Where lists can't be had, or are of another form, the Handle API is asked for the names."""
    dois = names(30)
    know(handle_server, dois)
    handle_server.fail(kind, service="doiRA")  # type: ignore[arg-type]
    assert set(words(resolve(dois, asking(handle_server))).values()) == {"found"}
    assert services(handle_server)["handles"] == 30
    assert services(handle_server)["doiRA"] <= 2


@pytest.mark.parametrize("kind", ["403", "500", "truncated"])
def test_no_which_ra_at_all(handle_server: HandleServer, kind: str) -> None:
    """Where no list can be had the Handle API answers all names, and lists are soon given up."""
    dois = names(700)
    know(handle_server, dois)
    handle_server.fail(kind, service="doiRA")  # type: ignore[arg-type]
    assert set(words(resolve(dois, asking(handle_server))).values()) == {"found"}
    assert services(handle_server)["handles"] == 700
    assert services(handle_server)["doiRA"] <= (14 if kind == "truncated" else 16)


def test_candidates(handle_server: HandleServer) -> None:
    """Candidates need no confirmation: one list, and what it denies is Unknown, not Missing."""
    dois = names(40)
    know(handle_server, dois[:3])
    answers = words(resolve(dois, asking(handle_server), confirm=False))
    assert list(answers.values()) == ["found"] * 3 + ["unconfirmed"] * 37
    assert services(handle_server) == {"doiRA": 1}


def test_candidates_where_lists_fail(handle_server: HandleServer) -> None:
    """Where lists are of another form the Handle API says which candidates exist."""
    dois = names(5)
    know(handle_server, dois[:3])
    handle_server.fail("truncated", service="doiRA")
    answers = words(resolve(dois, asking(handle_server), confirm=False))
    assert list(answers.values()) == ["found"] * 3 + ["missing"] * 2
    assert "ra" not in services(handle_server)


def test_agency_of_a_prefix(handle_server: HandleServer) -> None:
    """For a missing name the Agency of its prefix is asked, in one request for all prefixes."""
    handle_server.world.prefixes = {"10.1000": "Crossref", "10.2000": "DataCite"}
    dois = [*names(2), *names(2, "10.2000"), *names(1, "10.3000")]
    answers = resolve(dois, asking(handle_server))
    agencies = [getattr(answer.outcome, "agency", "") for answer in answers.values()]
    assert agencies == ["Crossref", "Crossref", "DataCite", "DataCite", None]
    assert services(handle_server) == {"handles": 5, "ra": 1}


def test_agency_by_a_registered_name(handle_server: HandleServer) -> None:
    """Where a registered name of the prefix is at hand, its Agency is asked instead."""
    dois = names(2)
    know(handle_server, dois[:1])
    answers = resolve(dois, asking(handle_server))
    assert answers[dois[1]].outcome == Missing(100, "Crossref")
    assert handle_server.targets[-1] == "/doiRA/10.1000/name.0"


def test_no_agency(handle_server: HandleServer) -> None:
    """If the Agency can't be had, nobody waits for it, and the verdict stands."""
    for kind in ("429", "500", "html", "truncated"):
        handle_server.heal()
        handle_server.forget()
        handle_server.fail(kind, service="ra", retry_after=1)
        answers = resolve(names(1), asking(handle_server))
        assert answers[names(1)[0]].outcome == Missing(100)
        assert services(handle_server) == {"handles": 1, "ra": 1}


def test_no_agency_where_there_is_none(handle_server: HandleServer) -> None:
    """A prefix that nobody has, and a shortDOI, have no Agency to ask for."""
    handle_server.add("10.99999/x", "noprefix")
    resolve([parse("10.99999/x"), parse("10/abc")], asking(handle_server))
    assert services(handle_server) == {"handles": 2}


def test_agencies_of_registered_names(handle_server: HandleServer) -> None:
    """Where it is asked for, registered names get their Agency, too: one request more."""
    handle_server.add("10.1000/a", agency="mEDRA")
    ((_, answer),) = iter_resolve([parse("10.1000/a")], asking(handle_server), agencies=True)
    record = HandleRecord("https://publisher.example/10.1000/a")
    assert answer.outcome == Found(record, "mEDRA")
    assert services(handle_server) == {"handles": 1, "doiRA": 1}


def test_progress(handle_server: HandleServer) -> None:
    """Progress grows to the number of distinct names."""
    dois = names(40)
    know(handle_server, dois[:35])
    seen: list[tuple[int, int]] = []
    resolve([*dois, *dois], asking(handle_server), progress=lambda *step: seen.append(step))
    assert seen[0] == (0, 40)
    assert seen[-1] == (40, 40)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_offline(handle_server: HandleServer) -> None:
    """Offline, nothing is asked, and nothing is missing."""
    answers = resolve(names(3), asking(handle_server, offline=True))
    assert set(words(answers).values()) == {"offline"}
    assert handle_server.targets == []


def test_no_names(handle_server: HandleServer) -> None:
    """No names, no requests."""
    assert resolve([], asking(handle_server)) == {}
    assert handle_server.seen.connections == 0


def test_within_a_running_loop(handle_server: HandleServer) -> None:
    """`aresolve` lets a running event loop go on; `resolve` stops it, but works there, too."""
    dois = names(3)
    know(handle_server, dois)
    answers = asyncio.run(aresolve(dois, asking(handle_server)))
    assert set(words(answers).values()) == {"found"}

    async def waits() -> dict[Doi, Answer]:
        return resolve(dois, asking(handle_server))

    assert asyncio.run(waits()) == answers


def test_a_resolver_keeps_its_connections(handle_server: HandleServer) -> None:
    """Questions of one run share their connections, and what the server taught."""
    dois = names(20)
    know(handle_server, dois)
    with (
        EventLoop() as loop,
        loop.entered(NameResolver(asking(handle_server, concurrency=2))) as resolver,
    ):
        for doi in dois:
            loop.wait_for(resolver.resolve([doi]))
    assert handle_server.seen.connections == 1


def test_streaming(handle_server: HandleServer) -> None:
    """A stream is read in chunks, and answers come in its order, before it has ended."""
    dois = names(4100)
    know(handle_server, dois)
    read: list[int] = []

    def stream() -> object:
        for number, doi in enumerate(dois):
            read.append(number)
            yield doi

    answers = iter_resolve(stream(), asking(handle_server, limits=Limits()))  # type: ignore[arg-type]
    first = next(answers)
    assert first[0] == dois[0]
    assert len(read) <= 2001
    rest = [doi for doi, _ in answers]
    assert [first[0], *rest] == dois
    assert services(handle_server) == {"doiRA": 82}


def test_names_in_many_small_parts_are_taken_once_each() -> None:
    """What one part costs does not grow with those before it."""
    parts = [[parse(f"10.1000/{part}.{name}") for name in range(5)] for part in range(8000)]

    def take(some: list[list[Doi]]) -> None:
        with closing(store_of_names(LookupSettings(use_cache=False))) as store:
            assert sum(map(len, Batch(store, None).rest(some))) == 5 * len(some)

    assert is_linear(take, parts[:1000], parts)


@pytest.mark.parametrize(("seconds", "kept"), [(0.0, [200, 200, 50]), (60.0, [450])])
def test_answers_are_kept_now_and_then(
    monkeypatch: pytest.MonkeyPatch, seconds: float, kept: list[int]
) -> None:
    """The cache takes some hundred answers at least, and not before some time has passed."""
    monkeypatch.setattr(batch, "SAVE_SECONDS", seconds)
    sizes: list[int] = []
    monkeypatch.setattr(Store, "keep", lambda _, outcomes: sizes.append(len(outcomes)))
    dois = names(450)
    with closing(store_of_names(LookupSettings(use_cache=False))) as store:
        asked = Batch(store, None)
        assert [*asked.rest([dois])] == [dois]
        for doi in dois:
            asked.take(doi, Found())
        asked.save()
    assert sizes == kept
