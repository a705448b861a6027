"""What goes over the wire: exact targets, few connections, nothing to anybody else."""

from __future__ import annotations

import gzip
import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from ask.names.asking import SHORT, asking, know, names, word, words
from handle_server import HandleServer
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.ask import strategy
from mdlint_doi.ask.resolve import resolve
from mdlint_doi.ask.settings import LookupSettings
from mdlint_doi.names.doi import DoiSyntaxError, parse

TARGETS = {
    "10.1000/456#789": "10.1000/456%23789",
    "10.1000/a?b=c": "10.1000/a%3Fb%3Dc",
    "10.1000/100%": "10.1000/100%25",
    "10.1000/a%2Fb": "10.1000/a%252Fb",
    "10.1000/a b": "10.1000/a%20b",
    '10.1000/"x"': "10.1000/%22x%22",
    "10.1000/a//b": "10.1000/a//b",
    "10.1000/a/../b": "10.1000/a/..%2Fb",
    "10.1000/a/./b": "10.1000/a/.%2Fb",
    "10.1000/..": "10.1000%2F..",
    "10.1000/.": "10.1000%2F.",
    "10.1000/../../x": "10.1000/..%2F..%2Fx",
    "10.1000/a/...": "10.1000/a/...",
    "10.1002/(SICI)1521-3773(19980504)37:8<1128::X>3.0.CO;2-#": (
        "10.1002/%28SICI%291521-3773%2819980504%2937%3A8%3C1128%3A%3AX%3E3.0.CO%3B2-%23"
    ),
    "10.1000/é+[{|}]^`\\": "10.1000/%C3%A9%2B%5B%7B%7C%7D%5D%5E%60%5C",
    "10.1000/a,b": "10.1000/a%2Cb",
    "10.1000/~-._": "10.1000/~-._",
    "10/abc": "10/abc",
}


@contextmanager
def answering(raw: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """Run a server that answers every request with the same bytes."""
    heads: list[bytes] = []
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                heads.append(connection.recv(65536))
                connection.sendall(raw)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", heads
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def test_handle_targets(handle_server: HandleServer) -> None:
    """Every name reaches the Handle API in exactly the encoding of its `api_path`."""
    dois = [parse(name) for name in TARGETS]
    know(handle_server, dois)
    answers = resolve(dois, asking(handle_server, read_records=True, concurrency=1))
    assert set(words(answers).values()) == {"found"}
    assert handle_server.targets == [f"/api/handles/{path}" for path in TARGETS.values()]
    assert not handle_server.seen.misencoded


def test_which_ra_target(handle_server: HandleServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list goes out in the Handbook's encoding, commas between names only."""
    dois = [parse(name) for name in ("10.1000/(a)", "10.1000/b#c", "10.1000/a/../b")]
    know(handle_server, dois)
    monkeypatch.setattr(strategy, "FEW", 0)
    resolve(dois, asking(handle_server))
    assert handle_server.targets == ["/doiRA/10.1000/(a),10.1000/b%23c,10.1000/a/..%2Fb"]


@given(st.text(min_size=1) | st.text(st.sampled_from("./%a#?"), min_size=1))
def test_any_name_survives_the_client(suffix: str) -> None:
    """No name, dots and slashes included, is changed by the client that sends it."""
    try:
        doi = parse(f"10.1000/{suffix}")
    except DoiSyntaxError:
        return
    for target in (f"/api/handles/{doi.api_path}", f"/doiRA/{doi.which_ra_path}"):
        assert httpx.URL("https://doi.org" + target).raw_path == target.encode()


def test_user_agent_and_headers(handle_server: HandleServer) -> None:
    """The client says who it is, and where that is explained."""
    resolve(names(1), asking(handle_server))
    (agent,) = set(handle_server.seen.agents)
    assert re.fullmatch(r"sphinx-doi/\d+\.\d+\S* \(https://github\.com/\S+\)", agent)


def test_no_redirect_is_followed(handle_server: HandleServer) -> None:
    """A redirect is no answer, and nobody goes where it points."""
    handle_server.fail("redirect")
    answers = resolve(names(1), asking(handle_server, limits=SHORT))
    assert words(answers) == {"10.1000/name.0": "blocked"}
    assert set(handle_server.seen.services) == {"handles"}


def test_connections_are_kept(handle_server: HandleServer) -> None:
    """A worker asks all its names over one connection."""
    dois = names(100)
    know(handle_server, dois)
    resolve(dois, asking(handle_server, read_records=True, concurrency=4))
    assert handle_server.seen.connections <= 4


def test_concurrency_is_bounded(handle_server: HandleServer) -> None:
    """No more requests are under way than were allowed, and that many are."""
    dois = names(60)
    know(handle_server, dois)
    handle_server.gather = 7
    resolve(dois, asking(handle_server, read_records=True, concurrency=7))
    assert handle_server.seen.most_at_once == 7


@pytest.mark.parametrize("concurrency", [0, -5, 1000])
def test_odd_concurrency(handle_server: HandleServer, concurrency: int) -> None:
    """A number of workers that is none becomes one, too many become 64."""
    dois = names(70)
    know(handle_server, dois)
    settings = asking(handle_server, read_records=True, concurrency=concurrency)
    assert set(words(resolve(dois, settings)).values()) == {"found"}
    assert handle_server.seen.most_at_once <= 64


def test_path_of_the_server(handle_server: HandleServer) -> None:
    """The server's address may have a path, which stands before that of the services."""
    settings = asking(handle_server)
    resolve(names(1), LookupSettings(f"{settings.server}/mirror/", use_cache=False, limits=SHORT))
    assert handle_server.targets[0] == "/mirror/api/handles/10.1000/name.0"


def test_tls(tls_handle_server: HandleServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over TLS the certificate is verified against SSL_CERT_FILE."""
    dois = names(3)
    know(tls_handle_server, dois)
    monkeypatch.setenv("SSL_CERT_FILE", str(tls_handle_server.cafile))
    assert set(words(resolve(dois, asking(tls_handle_server))).values()) == {"found"}


def test_tls_of_a_stranger(tls_handle_server: HandleServer) -> None:
    """A certificate that nobody vouches for is Unknown, at once, and no name is sent."""
    answers = resolve(names(100), asking(tls_handle_server, read_records=True))
    assert {word(answer.outcome) for answer in answers.values()} <= {"tls", "circuit-open"}
    assert word(next(iter(answers.values())).outcome) == "tls"
    assert tls_handle_server.targets == []


def test_certificates_that_are_not_there(
    tls_handle_server: HandleServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A wrong SSL_CERT_FILE is Unknown, and named."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "nowhere.pem"))
    (answer,) = resolve(names(1), asking(tls_handle_server)).values()
    assert word(answer.outcome) == "tls"
    assert "SSL_CERT_FILE" in str(answer.outcome)


def test_proxy_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """HTTPS_PROXY is used; it is told the host, and neither target nor name."""
    with answering(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n") as (address, heads):
        monkeypatch.setenv("HTTPS_PROXY", address)
        settings = LookupSettings("https://doi.example", use_cache=False, limits=SHORT)
        (answer,) = resolve(names(1), settings).values()
    assert word(answer.outcome) == "connection"
    assert heads
    assert all(head.startswith(b"CONNECT doi.example:443 HTTP/1.1\r\n") for head in heads)
    assert not any(b"10.1000" in head for head in heads)


@pytest.mark.parametrize(
    "address",
    [
        "http://user:pass#word@127.0.0.1:9",
        "http://user:pass/word@127.0.0.1:9",
        "pass@word::",
        "pass://127.0.0.1:9",
        "socks5://user:pass@127.0.0.1:9",
        "http://127.0.0.1:99999",
    ],
)
def test_a_proxy_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """The names are Unknown; the reason names what to look at, and tells nobody a password."""
    monkeypatch.setenv("HTTPS_PROXY", address)
    monkeypatch.delenv("NO_PROXY", raising=False)
    (answer,) = resolve(names(1), LookupSettings(use_cache=False, limits=SHORT)).values()
    assert word(answer.outcome) == "connection"
    told = str(answer.outcome)
    assert "pass" not in told
    assert "PROXY" in told or "port" in told


def test_no_proxy_for_this_machine(
    handle_server: HandleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server on this machine is asked directly: a proxy would ask its own machine."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    know(handle_server, names(1))
    assert words(resolve(names(1), asking(handle_server))) == {"10.1000/name.0": "found"}


def test_an_answer_is_asked_for_uncompressed() -> None:
    """The client asks for plain bytes, and takes nothing else."""
    body = gzip.compress(json.dumps({"responseCode": 100, "handle": "10.1000/name.0"}).encode())
    head = b"HTTP/1.1 404 Not Found\r\nContent-Encoding: gzip\r\nConnection: close\r\n"
    raw = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
    with answering(raw) as (url, heads):
        settings = LookupSettings(url, use_cache=False, limits=SHORT)
        (answer,) = resolve(names(1), settings).values()
    assert word(answer.outcome) == "bad-answer"
    assert b"accept-encoding: identity" in heads[0].lower()


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/1.1 200\r\n\r\n",
        b"HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"y" * 300_000,
        b"HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n",
    ],
)
def test_bytes_that_are_no_answer(raw: bytes) -> None:
    """Whatever a server writes, the name is Unknown and the run ends."""
    with answering(raw) as (url, _):
        settings = LookupSettings(url, use_cache=False, limits=SHORT)
        (answer,) = resolve(names(1), settings).values()
    assert word(answer.outcome) in {"connection", "bad-answer", "server-error"}
