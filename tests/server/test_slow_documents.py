"""Documents at which a check does not end: others are checked, and the server ends when told."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server.nonsense import Peer, are_gone, children_of
from server.slow_server import SECONDS, WAYS

pytestmark = pytest.mark.skipif(os.name == "nt", reason="looks at processes in /proc")

GOOD = "untitled:good.md"
BAD = "untitled:bad.md"
OLD = "See http://dx.doi.org/10.1000/182 here.\n"
IN_HOVER = "See doi:10.1000/shown-lock here.\n"
"""Is checked; what is shown of its DOI takes too long, in the event loop."""
PLACE = {"line": 0, "character": 12}


@pytest.fixture
def peer(tmp_path: Path) -> Iterator[Peer]:
    """Run a server in whose process some documents take for ever."""
    with Peer(tmp_path, (str(Path(__file__).parent / "slow_server.py"),)) as peer:
        peer.initialize()
        yield peer


def put(peer: Peer, uri: str, text: str, version: int = 1) -> None:
    """Open a document."""
    item = {"uri": uri, "languageId": "markdown", "version": version, "text": text}
    peer.notify("textDocument/didOpen", {"textDocument": item})


def change(peer: Peer, uri: str, text: str, version: int) -> None:
    """Change all of a document."""
    document = {"uri": uri, "version": version}
    changes = {"textDocument": document, "contentChanges": [{"text": text}]}
    peer.notify("textDocument/didChange", changes)


def hover(peer: Peer, uri: str) -> dict[str, Any]:
    """Return the answer to a hover."""
    return peer.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": PLACE})


def wait(peer: Peer, uri: str, version: int = 1) -> list[str]:
    """Return the messages of the diagnostics of a version, once they are there."""
    return peer.wait_for(
        lambda: next(
            (
                [one["message"] for one in params["diagnostics"]]
                for params in (one.get("params") or {} for one in reversed(peer.notified))
                if params.get("uri") == uri and params.get("version") == version
            ),
            None,
        )
    )


@pytest.mark.parametrize("way", WAYS)
def test_other_documents(peer: Peer, way: str) -> None:
    """Those that are opened before and after are checked; a diagnostic says why this one is not."""
    put(peer, GOOD, OLD)
    put(peer, BAD, f"slow-{way}\n")
    put(peer, "untitled:later.md", OLD)
    assert "unusual-address" in wait(peer, "untitled:later.md")[0]
    assert "unusual-address" in wait(peer, GOOD)[0]
    (message,) = wait(peer, BAD)
    why = "ended unexpectedly" if way == "death" else f"takes longer than {SECONDS:g} seconds"
    assert message.startswith("not checked: ")
    assert why in message
    assert "Not looked up" in str(hover(peer, GOOD)["result"])


@pytest.mark.parametrize("end", ["exit", "close"])
@pytest.mark.parametrize("way", ["lock", "loop"])
def test_the_end_is_obeyed(peer: Peer, way: str, end: str) -> None:
    """In the middle of such a check, too; no process is left over."""
    put(peer, GOOD, OLD)
    assert wait(peer, GOOD)
    processes = children_of(peer.process.pid)
    put(peer, BAD, f"slow-{way}\n")
    if end == "exit":
        assert peer.ask("shutdown", None)["result"] is None
        peer.send({"jsonrpc": "2.0", "method": "exit"})
    else:
        peer.stdin.close()
    assert peer.process.wait(60) == (0 if end == "exit" else 1)
    assert processes or sys.platform != "linux"
    assert are_gone(processes)


def test_the_server_is_killed(peer: Peer) -> None:
    """The process that holds its interpreter's lock ends all the same."""
    put(peer, GOOD, OLD)
    assert wait(peer, GOOD)
    processes = children_of(peer.process.pid)
    put(peer, BAD, "slow-lock\n")
    peer.process.kill()
    assert are_gone(processes)


def test_it_is_checked_again_when_it_is_saved(peer: Peer) -> None:
    """Not at each edit: that would keep the others waiting."""
    put(peer, BAD, "slow-lock\n")
    assert wait(peer, BAD)
    change(peer, BAD, OLD, 2)
    assert wait(peer, BAD, 2)[0].startswith("not checked: ")
    peer.notified.clear()
    peer.notify("textDocument/didSave", {"textDocument": {"uri": BAD}})
    assert "unusual-address" in wait(peer, BAD, 2)[0]


def test_edits_are_kept(peer: Peer) -> None:
    """What was typed before and meanwhile is in the text that the next process checks."""
    put(peer, GOOD, "Nothing.\n")
    assert not wait(peer, GOOD)
    put(peer, BAD, "slow-lock\n")
    change(peer, GOOD, OLD, 2)
    assert wait(peer, BAD)
    assert "unusual-address" in wait(peer, GOOD, 2)[0]
    change(peer, GOOD, "Nothing again.\n", 3)
    assert not wait(peer, GOOD, 3)


def test_a_request_that_does_not_end(peer: Peer) -> None:
    """It is refused, and its document is left out, though no step of a check was under way."""
    put(peer, GOOD, OLD)
    put(peer, BAD, IN_HOVER)
    assert wait(peer, GOOD)
    assert not wait(peer, BAD)
    peer.notified.clear()
    assert "error" in hover(peer, BAD)
    assert "not checked" in wait(peer, BAD)[0]
    assert "Not looked up" in str(hover(peer, GOOD)["result"])
