"""Servers that fail: once, for ever, for some names, for all. No verdict is ever invented."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from threading import Thread

import pytest
from ask.names.asking import SHORT, asking, know, names, word, words
from handle_server import HandleServer, http_date
from skipped_waits import NO_WAITS, clock, skipped

from mdlint_doi.ask.resolve import iter_resolve, resolve
from mdlint_doi.ask.settings import Limits, LookupSettings
from mdlint_doi.names.outcome import Cause, Unknown

CAUSES = {
    "500": "server-error",
    "503": "rate-limited",
    "429": "rate-limited",
    "403": "blocked",
    "html": "blocked",
    "redirect": "blocked",
    "truncated": "bad-answer",
    "cut": "connection",
    "huge": "bad-answer",
    "wrong-echo": "other-handle",
    "drip": "timeout",
    "hang": "timeout",
    "drop": "connection",
    "reset": "connection",
}
SLOW = ("drip", "hang")
SOON = 60
"""Seconds that bound a run on any machine; without a bound it would take an hour, or for ever."""
LONG = 3600.0
NO_OUTAGE = NO_WAITS.replace(patience=LONG, unanswered=LONG)
"""Limits with which a server is not given up, however slow the machine is."""


def brief(kind: str) -> Limits:
    """Return limits for this kind: short where time must run out, long where it must not."""
    request = 0.3 if kind in SLOW else 5.0
    return SHORT.replace(request=request, attempts=2, refusals=2, patience=2.0)


def patient(kind: str) -> Limits:
    """Return limits that no good answer exceeds, or, where time must run out, not each time."""
    if kind in SLOW:
        return NO_OUTAGE.replace(request=0.5, attempts=8)
    return NO_OUTAGE.replace(connect=30.0, request=LONG, attempts=2, refusals=2)


@pytest.mark.parametrize(("kind", "cause"), CAUSES.items())
def test_for_ever(handle_server: HandleServer, kind: str, cause: str) -> None:
    """Whatever goes wrong for ever, names are Unknown with its cause, in bounded time."""
    dois = names(3)
    know(handle_server, dois[:2])
    handle_server.fail(kind)  # type: ignore[arg-type]
    started = time.monotonic()
    answers = resolve(dois, asking(handle_server, limits=brief(kind)))
    assert set(words(answers).values()) == {cause}
    assert time.monotonic() - started < SOON
    assert all(str(answer.outcome).isprintable() for answer in answers.values())


@pytest.mark.parametrize("read_records", [False, True])
@pytest.mark.parametrize("kind", CAUSES)
def test_for_one_name(handle_server: HandleServer, kind: str, *, read_records: bool) -> None:
    """What goes wrong for one name leaves the verdicts on all others right."""
    dois = names(30)
    know(handle_server, dois[:28])
    handle_server.fail(kind, str(dois[0]))  # type: ignore[arg-type]
    answers = words(
        resolve(dois, asking(handle_server, limits=patient(kind), read_records=read_records))
    )
    expected = {"other-handle"} if kind == "wrong-echo" else {CAUSES[kind]}
    assert {answers.pop(str(dois[0]))} == expected
    assert list(answers.values()) == ["found"] * 27 + ["missing"] * 2


ONCE = [kind for kind in CAUSES if kind != "wrong-echo"]


@pytest.mark.parametrize("read_records", [False, True])
@pytest.mark.parametrize("kind", ONCE)
def test_once(handle_server: HandleServer, kind: str, *, read_records: bool) -> None:
    """Names of which a tenth fails once all get their right verdict."""
    dois = names(60)
    know(handle_server, dois[:50])
    for doi in dois[::10]:
        handle_server.fail(kind, str(doi), times=1)  # type: ignore[arg-type]
    limits = patient(kind).replace(refusals=6)
    answers = words(resolve(dois, asking(handle_server, read_records=read_records, limits=limits)))
    assert list(answers.values()) == ["found"] * 50 + ["missing"] * 10


@pytest.mark.parametrize("read_records", [False, True])
@pytest.mark.parametrize("kind", ["500", "reset", "drop", "html", "403", "503", "429"])
def test_all_for_ever(handle_server: HandleServer, kind: str, *, read_records: bool) -> None:
    """A server that answers nobody is left alone after few requests; the rest is not asked."""
    dois = names(500)
    handle_server.fail(kind)  # type: ignore[arg-type]
    answers = resolve(dois, asking(handle_server, read_records=read_records))
    assert set(words(answers).values()) <= {CAUSES[kind], "circuit-open"}
    assert word(answers[dois[0]].outcome) == CAUSES[kind]
    assert len(handle_server.targets) < 50


@pytest.mark.parametrize("kind", ["500", "reset", "drop", "html", "403", "503"])
@pytest.mark.parametrize("count", [3, 38])
def test_outage(handle_server: HandleServer, kind: str, count: int) -> None:
    """Where all requests fail alike, a run waits for five seconds; nothing is missing."""
    handle_server.fail(kind)  # type: ignore[arg-type]
    before = skipped()
    answers = resolve(names(count), asking(handle_server, limits=NO_WAITS))
    assert skipped() - before < 5.5
    assert set(words(answers).values()) <= {CAUSES[kind], "circuit-open"}


def test_the_open_circuit_says_why(handle_server: HandleServer) -> None:
    """A name that was not asked says what had happened before."""
    handle_server.fail("500")
    answers = resolve(names(500), asking(handle_server, read_records=True))
    details = {
        answer.outcome.detail
        for answer in answers.values()
        if isinstance(answer.outcome, Unknown) and answer.outcome.cause is Cause.CIRCUIT_OPEN
    }
    assert details == {"not looked up: server-error: HTTP 500"}


def test_the_circuit_stays_open(handle_server: HandleServer) -> None:
    """A stream of names does not try a dead server anew with every chunk."""
    handle_server.fail("drop")
    stream = iter_resolve(names(10_000), asking(handle_server))
    asked = {doi: len(handle_server.targets) for doi, _ in stream}
    assert len(asked) == 10_000
    assert set(asked.values()) == {len(handle_server.targets)}
    assert len(handle_server.targets) < 50


def test_a_server_that_comes_back(handle_server: HandleServer) -> None:
    """Failures of all names, then health: all verdicts are right."""
    dois = names(60)
    know(handle_server, dois)
    handle_server.fail("500", times=12)
    answers = resolve(dois, asking(handle_server, read_records=True))
    assert set(words(answers).values()) == {"found"}


def test_a_name_that_fails_twice(handle_server: HandleServer) -> None:
    """A name may fail three times, and be answered then."""
    dois = names(30)
    know(handle_server, dois)
    for doi in dois:
        handle_server.fail("500", str(doi), times=3)
    settings = asking(handle_server, read_records=True, limits=NO_OUTAGE.replace(in_row=1000))
    assert set(words(resolve(dois, settings)).values()) == {"found"}


def test_server_gone() -> None:
    """A port that nobody listens at: Unknown, in bounded time."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    settings = LookupSettings(f"http://127.0.0.1:{port}", use_cache=False, limits=SHORT)
    started = time.monotonic()
    answers = words(resolve(names(100), settings))
    assert answers["10.1000/name.0"] == "connection"
    assert set(answers.values()) <= {"connection", "circuit-open"}
    assert time.monotonic() - started < SOON


def test_name_of_the_server_gone() -> None:
    """A host that DNS does not know: Unknown, and the host's failure is its detail."""
    settings = LookupSettings("https://doi.invalid", use_cache=False, limits=SHORT)
    (answer,) = resolve(names(1), settings).values()
    assert word(answer.outcome) == "connection"


@pytest.mark.parametrize(
    ("variable", "address"),
    [
        ("HTTPS_PROXY", "http://me:secret@127.0.0.1:9"),
        ("ALL_PROXY", "http://me:secret@127.0.0.1:9"),
        ("HTTPS_PROXY", "127.0.0.1:9"),  # which httpx takes for http
    ],
)
def test_proxy_that_is_away_is_named(
    variable: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who does not answer is said, with the variable to look at and without a password."""
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, address)
    settings = LookupSettings("https://doi.invalid", use_cache=False, limits=SHORT)
    (answer,) = resolve(names(1), settings).values()
    detail = f"the proxy http://127.0.0.1:9 ({variable}) does not answer"
    assert answer.outcome == Unknown(Cause.CONNECTION, detail)


def test_server_that_is_away_is_named() -> None:
    """Without a proxy it is the server; on this machine, no proxy would help."""
    settings = LookupSettings("http://127.0.0.1:9", use_cache=False, limits=SHORT)
    (answer,) = resolve(names(1), settings).values()
    assert answer.outcome == Unknown(Cause.CONNECTION, "http://127.0.0.1:9 does not answer")


def test_plain_http_where_tls_is_due(handle_server: HandleServer) -> None:
    """A server that does not speak TLS: Unknown, and what that may be."""
    url = handle_server.url.replace("http:", "https:")
    settings = LookupSettings(url, use_cache=False, limits=SHORT)
    (answer,) = resolve(names(1), settings).values()
    told = "the server does not use TLS; is a proxy or captive portal answering in its place?"
    assert answer.outcome == Unknown(Cause.TLS, told)


@pytest.mark.parametrize(
    ("sent", "cause", "start"),
    [
        (b"", Cause.CONNECTION, "https://127.0.0.1:{port} closed the connection"),
        (
            b"\x15\x03\x03\x00\x02\x02\x28",
            Cause.TLS,
            "TLS failed (sslv3 alert handshake failure); ",
        ),
    ],
    ids=["ended", "alert"],
)
def test_tls_that_stops(sent: bytes, cause: Cause, start: str) -> None:
    """A handshake that ends on its way: Unknown, in words of a user."""
    with asked_raw(sent) as port:
        settings = LookupSettings(f"https://127.0.0.1:{port}", use_cache=False, limits=SHORT)
        (answer,) = resolve(names(1), settings).values()
    assert isinstance(answer.outcome, Unknown)
    assert answer.outcome.cause is cause
    assert answer.outcome.detail.startswith(start.replace("{port}", str(port)))


@pytest.mark.parametrize(
    ("sent", "detail"),
    [
        (b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "refused: 407 Proxy Auth"),
        (b"", "closed the connection"),
    ],
    ids=["refused", "closed"],
)
def test_proxy_that_gives_up_is_named(
    sent: bytes, detail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy that answers with an error, or not at all, is named; no number of the system is."""
    for name in ("https_proxy", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    with asked_raw(sent) as port:
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{port}")
        settings = LookupSettings("https://doi.invalid", use_cache=False, limits=SHORT)
        (answer,) = resolve(names(1), settings).values()
    assert isinstance(answer.outcome, Unknown)
    proxy = f"the proxy http://127.0.0.1:{port} (HTTPS_PROXY)"
    assert answer.outcome.detail.startswith(f"{proxy} {detail}")


@pytest.fixture
def silent_proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Set a proxy that takes connections and says nothing; return how messages name it."""
    for name in ("https_proxy", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    with socket.create_server(("127.0.0.1", 0), backlog=100) as server:
        port = server.getsockname()[1]
        monkeypatch.setenv("HTTPS_PROXY", f"http://me:secret@127.0.0.1:{port}")
        yield f"the proxy http://127.0.0.1:{port} (HTTPS_PROXY)"


def test_proxy_that_says_nothing_is_given_up(
    silent_proxy: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is named while it is waited for, once; thirty names cost no more than two."""
    limits = SHORT.replace(connect=0.2, request=60.0, patience=60.0)
    settings = LookupSettings("https://doi.invalid", use_cache=False, limits=limits)
    begun = time.monotonic()
    answers = [answer.outcome for answer in resolve(names(30), settings).values()]
    assert time.monotonic() - begun < SOON
    details = {outcome.detail for outcome in answers if isinstance(outcome, Unknown)}
    assert {detail.removeprefix("not looked up: ") for detail in details} == {
        f"{silent_proxy} did not answer within 0.4 s"
    }
    assert len(answers) == 30
    noted = [record.getMessage() for record in caplog.records if record.name == "mdlint_doi"]
    assert noted == [f"note: waiting for {silent_proxy}"]


def test_what_is_no_http() -> None:
    """What cannot be read as HTTP is not quoted as bytes of Python."""
    with asked_raw(b"SSH-2.0-example\r\n\r\n") as port:
        settings = LookupSettings(f"http://127.0.0.1:{port}", use_cache=False, limits=SHORT)
        (answer,) = resolve(names(1), settings).values()
    detail = f"http://127.0.0.1:{port}: illegal status line"
    assert answer.outcome == Unknown(Cause.CONNECTION, detail)


@contextmanager
def asked_raw(answer: bytes) -> Iterator[int]:
    """Listen on a port, and answer each connection's first bytes with the given ones."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    with connection, suppress(ConnectionError):
                        connection.recv(65536)
                        connection.sendall(answer)

        thread = Thread(target=serve)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        thread.join()


def test_a_deaf_server_is_given_up(handle_server: HandleServer) -> None:
    """A server that accepts and never answers costs a bounded time, whatever the names."""
    handle_server.fail("hang")
    limits = SHORT.replace(request=0.1, patience=0.5)
    started = time.monotonic()
    answers = resolve(names(2000), asking(handle_server, read_records=True, limits=limits))
    assert set(words(answers).values()) == {"timeout", "circuit-open"}
    assert time.monotonic() - started < SOON


@pytest.mark.parametrize(
    ("kind", "form"), [("403", "seconds"), ("429", "seconds"), ("503", "date")]
)
def test_one_refusal_pauses_all(handle_server: HandleServer, kind: str, form: str) -> None:
    """After one refusal no worker sends anything before Retry-After is over, in either form."""
    dois = names(40)
    know(handle_server, dois)
    after = "30" if form == "seconds" else http_date(30.0)
    handle_server.fail(kind, str(dois[5]), times=1, retry_after=after)  # type: ignore[arg-type]
    arrivals: list[float] = []
    take = handle_server.take

    def watched(target: str, agent: str) -> object:
        arrivals.append(clock())
        return take(target, agent)

    handle_server.take = watched  # type: ignore[assignment, method-assign]
    answers = resolve(dois, asking(handle_server, read_records=True, concurrency=4))
    assert set(words(answers).values()) == {"found"}
    gaps = [later - sooner for sooner, later in pairwise(arrivals)]
    assert max(gaps) > 20


def test_names_that_are_refused_for_ever(handle_server: HandleServer) -> None:
    """A firewall that dislikes some names does not end the run, in this chunk or a later one."""
    dois = names(4100)
    know(handle_server, dois)
    bad = [dois[number] for number in (1999, 1998, 3999, 3998)]
    for doi in bad:
        handle_server.fail("403", str(doi))
    settings = asking(handle_server, limits=SHORT.replace(refusals=4))
    answers = words(dict(iter_resolve(dois, settings)))
    assert [answers.pop(str(doi)) for doi in bad] == ["blocked"] * 4
    assert set(answers.values()) == {"found"}


def test_retry_after_that_is_too_long(handle_server: HandleServer) -> None:
    """A server that wants us back in an hour is not asked again, and nobody waits."""
    handle_server.fail("429", retry_after=3600)
    started = time.monotonic()
    dois = names(200)
    answers = resolve(dois, asking(handle_server, read_records=True))
    assert set(words(answers).values()) == {"rate-limited", "circuit-open"}
    told = Unknown(Cause.RATE_LIMITED, "HTTP 429, with a request to wait 3600 s")
    assert answers[dois[0]].outcome == told
    assert time.monotonic() - started < SOON
    assert len(handle_server.targets) <= 10


def test_rate_limit(handle_server: HandleServer) -> None:
    """Under a rate limit all verdicts are right, and hardly a request comes too early."""
    dois = names(220)
    know(handle_server, dois[:200])
    handle_server.rate_limit = handle_server._tokens = 50
    started = time.monotonic()
    answers = resolve(dois, asking(handle_server, read_records=True, limits=Limits()))
    was_slow = time.monotonic() - started > (220 - 50) / 50  # slower than the limit by itself
    assert list(words(answers).values()) == ["found"] * 200 + ["missing"] * 20
    assert handle_server.seen.statuses[429] > 0 or was_slow
    assert handle_server.seen.early <= 20
