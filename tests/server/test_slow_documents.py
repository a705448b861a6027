"""Documents at which a check does not end: the server ends, and its next start leaves them out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from server.nonsense import Peer
from server.slow_server import PATIENT, WAYS

from mdlint_doi.ask.cache_file import default_folder
from mdlint_doi.run.check_thread import FOLDER, CheckThread, digest

SCRIPT = str(Path(__file__).parent / "slow_server.py")
GOOD = "untitled:good.md"
BAD = "untitled:bad.md"
OLD = "See http://dx.doi.org/10.1000/182 here.\n"
IN_HOVER = "See doi:10.1000/shown-lock here.\n"
"""Is checked; what is shown of its DOI takes too long, in the event loop."""
PLACE = {"line": 0, "character": 12}


@contextmanager
def started(folder: Path, *words: str) -> Iterator[Peer]:
    """Run a server for which some documents take for ever."""
    folder.mkdir(exist_ok=True)
    with Peer(folder, (SCRIPT, *words)) as peer:
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
                [diagnostic["message"] for diagnostic in params["diagnostics"]]
                for params in (message.get("params") or {} for message in reversed(peer.notified))
                if params.get("uri") == uri and params.get("version") == version
            ),
            None,
        )
    )


def test_others_are_checked_after_the_restart(tmp_path: Path) -> None:
    """A check that does not end, ends the server; the next server leaves its text out."""
    with started(tmp_path / "first") as peer:
        put(peer, GOOD, OLD)
        assert "unusual-address" in wait(peer, GOOD)[0]
        put(peer, BAD, "slow-lock\n")
        assert peer.process.wait(60) == 1
    with started(tmp_path / "second") as peer:
        put(peer, BAD, "slow-lock\n")
        put(peer, GOOD, OLD)
        (message,) = wait(peer, BAD)
        assert message.startswith("not checked: an earlier check of this text did not end")
        assert "unusual-address" in wait(peer, GOOD)[0]
        assert "Not looked up" in str(hover(peer, GOOD)["result"])
        assert hover(peer, BAD)["result"] is None
        change(peer, BAD, OLD, 2)
        assert "unusual-address" in wait(peer, BAD, 2)[0]
        change(peer, BAD, "slow-lock\n", 3)
        assert wait(peer, BAD, 3) == [message]


@pytest.mark.parametrize("way", WAYS)
def test_each_way_is_remembered(tmp_path: Path, way: str) -> None:
    """With only the digest of the text on the disk, and where in the code it was."""
    with started(tmp_path / "first") as peer:
        put(peer, BAD, f"slow-{way}\n")
        assert peer.process.wait(60) != 0
    (file,) = Path(default_folder(), FOLDER).iterdir()
    left = file.read_text("utf-8")
    assert left.startswith(digest("bad.md", f"slow-{way}\n"))
    assert "slow_server.py" in left
    with started(tmp_path / "second") as peer:
        put(peer, BAD, f"slow-{way}\n")
        assert wait(peer, BAD)[0].startswith("not checked: ")
        assert not file.exists() or os.name == "nt"


def test_a_request_that_does_not_end(tmp_path: Path) -> None:
    """Its document is left out, too, though its check had ended."""
    with started(tmp_path / "first") as peer:
        put(peer, BAD, IN_HOVER)
        assert not wait(peer, BAD)
        params = {"textDocument": {"uri": BAD}, "position": PLACE}
        peer.send({"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": params})
        assert peer.process.wait(60) == 1
    with started(tmp_path / "second") as peer:
        put(peer, BAD, IN_HOVER)
        assert "not checked" in wait(peer, BAD)[0]


@pytest.mark.parametrize("end", ["exit", "close"])
@pytest.mark.parametrize("way", ["lock", "loop"])
def test_the_end_is_obeyed(tmp_path: Path, way: str, end: str) -> None:
    """In the middle of such a check, too, at the latest when its time is over."""
    with started(tmp_path, *([PATIENT] if way == "loop" else [])) as peer:
        put(peer, GOOD, OLD)
        assert wait(peer, GOOD)
        put(peer, BAD, f"slow-{way}\n")
        if end == "exit":
            peer.send({"jsonrpc": "2.0", "id": 7, "method": "shutdown", "params": None})
            peer.send({"jsonrpc": "2.0", "method": "exit"})
        else:
            peer.stdin.close()
        code = peer.process.wait(60)
        assert code in ((1,) if end == "close" else (0,) if way == "loop" else (0, 1))


def test_a_killed_server_leaves_nothing_out(tmp_path: Path) -> None:
    """Only a check that ended the server is remembered, not one that the editor ended."""
    with started(tmp_path / "first", PATIENT) as peer:
        put(peer, BAD, "slow-loop\n")
        hover(peer, GOOD)
        peer.process.kill()
    with started(tmp_path / "second") as peer:
        put(peer, BAD, "slow-loop\n")
        assert peer.process.wait(60) == 1  # it is checked again


def test_without_a_folder(tmp_path: Path) -> None:
    """Where nothing can be written, nothing is remembered, and texts are checked."""
    (tmp_path / "file").touch()
    thread = CheckThread(tmp_path / "file")
    with thread.check(digest("a")):
        assert not thread.leaves_out(digest("a"))
    thread.close()


def test_a_foreign_file(tmp_path: Path) -> None:
    """What is damaged in the folder is passed over."""
    folder = tmp_path / FOLDER
    folder.mkdir()
    (folder / "texts.txt").write_bytes(b"\xff\n" + digest("a").encode() + b"\n" + b"x" * 10_000)
    thread = CheckThread(tmp_path)
    assert thread.leaves_out(digest("a"))
    assert not thread.leaves_out(digest("b"))
    thread.close()
    assert [path.name for path in folder.iterdir()] == ["texts.txt"]
