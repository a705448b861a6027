"""The fake DOI system answers, fails and counts as it says."""

from __future__ import annotations

import gc
import http.client
import json
import socket
import ssl
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import handle_server
import pytest
from handle_faults import HUGE, FaultKind
from handle_http import TlsSocket
from handle_server import HandleServer, http_date


def connect(server: HandleServer, timeout: float = 10) -> http.client.HTTPConnection:
    """Open a connection to the server."""
    parts = urlsplit(server.url)
    if parts.scheme == "https":
        context = ssl.create_default_context(cafile=server.cafile)
        return http.client.HTTPSConnection(parts.netloc, timeout=timeout, context=context)
    return http.client.HTTPConnection(parts.netloc, timeout=timeout)


def get(server: HandleServer, *targets: str) -> list[tuple[int, Any, http.client.HTTPMessage]]:
    """Ask for targets over one connection; return statuses, bodies and headers."""
    answers = []
    with closing(connect(server)) as connection:
        for target in targets:
            connection.putrequest("GET", target)
            connection.endheaders()
            response = connection.getresponse()
            body, headers = response.read(), response.headers
            is_json = "json" in headers["Content-Type"]
            answers.append((response.status, json.loads(body) if is_json else body, headers))
    return answers


@pytest.mark.parametrize(
    ("state", "status", "code", "types"),
    [
        ("ok", 200, 1, ["URL", "HS_ADMIN"]),
        ("notarget", 200, 1, ["HS_ADMIN"]),
        ("loc", 200, 1, ["10320/loc", "HS_ADMIN"]),
        ("deleted", 200, 1, ["URL", "HS_ADMIN"]),
        ("alias:10.1000/other", 200, 1, ["HS_ALIAS"]),
        ("empty", 200, 200, []),
        ("missing", 404, 100, []),
        ("noprefix", 400, 301, []),
        ("broken", 500, 2, []),
    ],
)
def test_states(
    handle_server: HandleServer, state: str, status: int, code: int, types: list[str]
) -> None:
    """Each state has its status, code and values, and the asked spelling is echoed."""
    handle_server.add("10.1000/aBc", state)
    ((got, body, _),) = get(handle_server, "/api/handles/10.1000/ABC")
    assert (got, body["responseCode"], body["handle"]) == (status, code, "10.1000/ABC")
    assert [value["type"] for value in body.get("values", [])] == types


def test_which_ra_lists(handle_server: HandleServer) -> None:
    """A list is cut at its literal commas and answered in order; prefixes have agencies."""
    handle_server.add("10.1000/a,b", agency="DataCite")
    handle_server.add("10.1000/down", "broken")
    handle_server.add("10.9999/x", "noprefix")
    batch = "/doiRA/10.1000/a%2Cb,10.1000/down,10.9999/x,10.1000/none,10.1000"
    (_, names, _), (_, prefixes, _) = get(handle_server, batch, "/ra/10.1000,10.9999")
    assert [each.get("RA", each.get("status")) for each in names] == [
        "DataCite",
        "DOI does not exist",
        "Error",
        "DOI does not exist",
        "Invalid DOI",
    ]
    assert names[0]["DOI"] == "10.1000/a,b"
    assert handle_server.seen.batches == [5]
    assert prefixes[1]["status"] == "DOI does not exist"
    assert "RA" in prefixes[0]


def test_raw_targets(handle_server: HandleServer) -> None:
    """Targets are kept as they came: escapes, dots, double slashes; a raw `?` cuts the name."""
    handle_server.add("10.1000/a#b")
    handle_server.add("10.1000/a")
    targets = [
        "/api/handles/10.1000/a%23b",
        "/api/handles/10.1000/x/../a",
        "//api/handles/10.1000/a",
        "/api/handles/10.1000/a?b",
        "/api/handles/10.1000/a?type=URL&type=HS_ALIAS",
        "/api/handles/10.1000/a<b",
    ]
    answers = get(handle_server, *targets)
    assert [status for status, _, _ in answers] == [200, 404, 404, 200, 200, 404]
    assert [value["type"] for value in answers[4][1]["values"]] == ["URL"]
    assert handle_server.targets == targets
    assert handle_server.seen.misencoded == [targets[3], targets[5]]
    assert handle_server.seen.connections == 1


def test_redirects_and_landing_pages() -> None:
    """A registered name leads to a landing page, which may refuse robots."""
    with HandleServer([f"10.1000/{n}" for n in range(50)], landing_403_share=0.5) as server:
        places = [get(server, f"/10.1000/{n}")[0][2]["Location"] for n in range(50)]
        statuses = {get(server, place)[0][0] for place in places}
        assert statuses == {200, 403}
        assert get(server, "/10.1000/none")[0][0] == 404


@pytest.mark.parametrize(
    ("kind", "status", "start"),
    [
        ("500", 500, {"responseCode": 2, "handle": "10.1000/1"}),
        ("403", 403, b"<!DOCTYPE"),
        ("429", 429, b"<!DOCTYPE"),
        ("html", 200, b"<!DOCTYPE"),
        ("redirect", 302, b"<!DOCTYPE"),
    ],
)
def test_statuses_of_faults(
    handle_server: HandleServer, kind: FaultKind, status: int, start: object
) -> None:
    """A fault comes as often as asked, for the name asked, then all is well again."""
    handle_server.add("10.1000/1")
    handle_server.fail(kind, "10.1000/1", times=1)
    good, bad, again = get(handle_server, *(f"/api/handles/10.1000/{n}" for n in (2, 1, 1)))
    assert good[0] == 404
    assert bad[0] == status
    assert (bad[1][:9] if isinstance(start, bytes) else bad[1]) == start
    assert again[0] == 200


def test_retry_after(handle_server: HandleServer) -> None:
    """Retry-After is a number or a date."""
    handle_server.fail("503", times=1, retry_after=7)
    handle_server.fail("503", times=1, retry_after=http_date(60))
    number, date = get(handle_server, "/api/handles/10.1000/1", "/doiRA/10.1000/1")
    assert number[2]["Retry-After"] == "7"
    assert date[2]["Retry-After"].endswith("GMT")


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("reset", ConnectionResetError),
        ("drop", http.client.RemoteDisconnected),
        ("cut", http.client.IncompleteRead),
        ("truncated", json.JSONDecodeError),
        ("hang", TimeoutError),
    ],
)
def test_lost_answers(handle_server: HandleServer, kind: FaultKind, error: type[Exception]) -> None:
    """Connections break in the way that was asked for, and the server goes on."""
    handle_server.fail(kind, times=1)
    with closing(connect(handle_server, timeout=0.3)) as connection:
        connection.request("GET", "/api/handles/10.1000/1")
        with pytest.raises(error), connection.getresponse() as response:
            json.loads(response.read())
    assert get(handle_server, "/api/handles/10.1000/1")[0][0] == 404


def test_drip(handle_server: HandleServer) -> None:
    """Each byte comes in time for a reader's time-out, and the whole answer does not."""
    handle_server.fail("drip")
    start = time.perf_counter()
    with closing(connect(handle_server, timeout=5)) as connection:
        connection.request("GET", "/api/handles/10.1000/1")
        assert connection.sock.recv(1) == b"H"
        assert connection.sock.recv(1) == b"T"
    assert time.perf_counter() - start >= 0.1


def test_wrong_bodies(handle_server: HandleServer) -> None:
    """An answer may be about another name, or far too long."""
    handle_server.add("10.1000/1")
    handle_server.fail("wrong-echo", times=2)
    handle_server.fail("huge", times=1)
    target = "/api/handles/10.1000/1"
    echo, batch, huge = get(handle_server, target, "/doiRA/10.1000/1", target)
    assert echo[1]["handle"] == "10.1000/1.other"
    assert batch[1][0]["DOI"] == "10.1000/1.other"
    assert huge[2]["Content-Length"] == str(HUGE)


def test_rate_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many requests are told to wait, and those that don't are counted."""
    monkeypatch.setattr(handle_server, "time", SimpleNamespace(monotonic=lambda: 100.0))
    with HandleServer(["10.1000/1"], rate_limit=3, retry_after=2) as server:
        answers = get(server, *["/api/handles/10.1000/1"] * 5)
        assert [status for status, _, _ in answers] == [200, 200, 200, 429, 429]
        assert answers[3][2]["Retry-After"] == "2"
        assert server.seen.early == 1


def test_latency_and_concurrency() -> None:
    """Requests wait side by side, and the server knows how many did."""
    with HandleServer(latency=0.2) as server:
        server.gather = 8
        start = time.perf_counter()
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: get(server, f"/api/handles/10.1000/{n}"), range(8)))
        assert time.perf_counter() - start >= 0.2
        assert server.seen.most_at_once == 8
        server.forget()
        assert server.targets == []


def test_tls(tls_handle_server: HandleServer) -> None:
    """The certificate is good for the address of the server."""
    tls_handle_server.add("10.1000/1")
    assert get(tls_handle_server, "/api/handles/10.1000/1")[0][0] == 200


def test_a_client_that_leaves_before_the_handshake() -> None:
    """Nothing stays open: an open socket would fail whichever test runs when it is collected."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.sslsocket_class = TlsSocket
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()  # with a reset
        connection, _ = listener.accept()
        with closing(connection), pytest.raises(ConnectionResetError) as caught:
            context.wrap_socket(connection, server_side=True)
    del caught
    gc.collect()
