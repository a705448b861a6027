"""Clients that talk nonsense, or go away: the server stays, or ends, and leaves nothing."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from server.nonsense import PADDING, URI, Peer, children_of, frame, nonsense

from mdlint_doi.server.streams import Output

HOVER = "textDocument/hover"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="counts file descriptors and children")


@pytest.fixture
def peer(tmp_path: Path) -> Iterator[Peer]:
    """Run a server whose temporary files can be counted."""
    with Peer(tmp_path) as peer:
        yield peer


def test_order_of_messages(peer: Peer) -> None:
    """What comes before `initialize`, twice, or after `shutdown`, is refused in words."""
    assert (
        "the first request must be initialize"
        in peer.ask("textDocument/hover", {})["error"]["message"]
    )
    assert (
        "capabilities" in peer.ask("initialize", {"processId": None, "capabilities": {}})["result"]
    )
    assert (
        "already"
        in peer.ask("initialize", {"processId": None, "capabilities": {}})["error"]["message"]
    )
    for method, params in (("no/such", {}), ("textDocument/hover", {"x": 1}), (7, {})):
        error = peer.ask(method, params)["error"]
        assert "Traceback" not in json.dumps(error)
    assert peer.ask("shutdown", None)["result"] is None
    assert "shut down" in peer.ask("textDocument/hover", {})["error"]["message"]
    peer.send({"jsonrpc": "2.0", "method": "exit"})
    assert peer.process.wait(60) == 0


def test_a_request_that_is_cancelled_at_once(peer: Peer) -> None:
    """It is answered all the same."""
    peer.initialize()
    assert peer.is_there()
    params = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 6}}
    ask = frame(json.dumps({"jsonrpc": "2.0", "id": 7, "method": HOVER, "params": params}).encode())
    stop = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 7}}
    peer.write(ask + frame(json.dumps(stop).encode()))
    answer = peer.answer(7)
    assert "result" in answer or answer["error"]["code"] == -32800
    assert not peer.errors()


def test_nonsense(peer: Peer) -> None:
    """Bad, unknown, huge, half and reordered messages: no crash, and no answer is forgotten."""
    peer.initialize()
    for data in nonsense(Random(20), 400):
        peer.write(data)
    peer.write(PADDING)
    assert peer.is_there()
    assert not peer.errors()


@pytest.mark.parametrize("way", ["close", "kill", "terminate"])
def test_the_end(tmp_path: Path, way: str) -> None:
    """The server is one process; an editor that goes away, or kills it, leaves no file."""
    with Peer(tmp_path) as peer:
        peer.initialize()
        text = "See http://dx.doi.org/10.1000/182.\n" * 3000
        document = {"uri": "untitled:a.md", "languageId": "markdown", "version": 1, "text": text}
        peer.notify("textDocument/didOpen", {"textDocument": document})
        assert peer.is_there()
        assert children_of(peer.process.pid) == []
        if way == "close":
            peer.stdin.close()
        else:
            getattr(peer.process, way)()
        assert peer.process.wait(60) == {"close": 1, "kill": -9, "terminate": -15}[way]
        assert peer.files() == []


def test_nobody_reads() -> None:
    """Diagnostics that nobody reads do not pile up; output that is closed is told."""
    read, write = os.pipe()
    gone = threading.Event()
    output = Output(write, gone.set)
    for at in range(1000):
        output.put("diagnostics of one document", b"%d" % at * 100_000)
    assert len(output._waiting) <= 1
    os.close(read)
    output.put("diagnostics of one document", b"more")
    assert gone.wait(60)
    output.put("diagnostics of one document", b"and more")
    assert not output._waiting
    output.close()
    os.close(write)
