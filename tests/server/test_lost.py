"""Changes that cannot be read, and documents that are too long: nothing is said of other texts."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from linear import growth
from server.nonsense import URI, Peer

LONGEST=1
from mdlint_doi.server.documents import Change, OpenDocument

pytestmark = pytest.mark.skipif(os.name == "nt", reason="counts file descriptors and children")

OLD = "See http://dx.doi.org/10.1000/182 here.\n"
OTHER = "untitled:other.md"
START = {"line": 0, "character": 0}


@pytest.fixture
def peer(tmp_path: Path) -> Iterator[Peer]:
    """Run a server with an open document."""
    with Peer(tmp_path) as peer:
        peer.initialize()
        open_text(peer, OLD)
        yield peer


def open_text(peer: Peer, text: str, uri: str = URI) -> None:
    """Open a document."""
    item = {"uri": uri, "languageId": "markdown", "version": 1, "text": text}
    peer.notify("textDocument/didOpen", {"textDocument": item})


def change(peer: Peer, *changes: Mapping[str, object], uri: str = URI) -> None:
    """Change a document."""
    document = {"uri": uri, "version": 2}
    params = {"textDocument": document, "contentChanges": changes}
    peer.notify("textDocument/didChange", params)


def put(text: str, line: int = 0, character: int = 0) -> dict[str, object]:
    """Return a change that puts in a text."""
    place = {"line": line, "character": character}
    return {"range": {"start": place, "end": place}, "text": text}


def actions(peer: Peer, uri: str = URI) -> list[dict[str, Any]]:
    """Return the quick fixes in the first line, once the text of now was checked."""
    place = {"start": START, "end": {"line": 0, "character": 30}}
    context = {"diagnostics": [], "only": ["quickfix"]}
    params = {"textDocument": {"uri": uri}, "range": place, "context": context}
    found: list[dict[str, Any]] = peer.ask("textDocument/codeAction", params)["result"]
    return found


def shown(peer: Peer, uri: str = URI) -> list[str]:
    """Return the messages of the diagnostics that are shown of a document."""
    published = [one["params"] for one in peer.notified if "diagnostics" in one.get("params", ())]
    return [
        one["message"] for one in [at for at in published if at["uri"] == uri][-1]["diagnostics"]
    ]


BAD: tuple[Mapping[str, object], ...] = (
    put("x", 2**31),
    put("x", 0, 2**31),
    put("x", -1),
    {"range": {"start": START}, "text": "x"},
)


@pytest.mark.parametrize("bad", BAD)
def test_a_change_that_cannot_be_read(peer: Peer, bad: Mapping[str, object]) -> None:
    """The text is not the editor's any more: it is asked for, and there is no action until then."""
    assert actions(peer)
    change(peer, bad)
    assert not actions(peer)
    change(peer, put("At the beginning. "))
    assert not actions(peer)
    assert "open it again" in "".join(shown(peer))
    told = [one for one in peer.notified if one["method"] == "window/showMessage"]
    assert ["open it again" in one["params"]["message"] for one in told] == [True]
    place = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 25}}
    assert peer.ask("textDocument/hover", place)["result"] is None


def test_the_whole_text_comes_again(peer: Peer) -> None:
    """With all of the text, as a change or when it is opened again, all is as it was."""
    for is_opened in (False, True):
        change(peer, put("x", 2**31))
        assert not actions(peer)
        if is_opened:
            open_text(peer, OLD)
        else:
            change(peer, {"text": OLD})
        assert actions(peer)
        assert len(shown(peer)) == 2


def test_only_the_document_that_was_changed(peer: Peer) -> None:
    """Others go on, unless nobody can tell which document it was."""
    open_text(peer, OLD, OTHER)
    change(peer, put("x", 2**31))
    assert actions(peer, OTHER)
    assert not actions(peer)
    peer.notify("textDocument/didChange", {"contentChanges": [put("x")]})
    assert not actions(peer, OTHER)


def test_a_message_that_is_no_json(peer: Peer) -> None:
    """It may have been a change, of whatever document."""
    peer.write(b"Content-Length: 5\r\n\r\n{abc}")
    assert not actions(peer)


def test_a_long_document(peer: Peer) -> None:
    """It is not checked, which a diagnostic says, and how long it may be; others are, at once."""
    open_text(peer, OLD + "x" * LONGEST, OTHER)
    assert not actions(peer, OTHER)
    (message,) = shown(peer, OTHER)
    assert f"longer than {LONGEST:,} characters" in message
    assert actions(peer)
    change(peer, {"text": OLD}, uri=OTHER)
    assert actions(peer, OTHER)
    assert len(shown(peer, OTHER)) == 2


def test_very_many_edits(peer: Peer) -> None:
    """The text is the editor's after thousands of them, one after the other."""
    chance, lines = Random(3), ["a\U0001f600b\n"] * 300
    open_text(peer, "".join(lines))
    for at in range(2000):
        row = chance.randrange(len(lines))
        new = chance.choice(["x", "\n", "yz\n", "\U0001f600"])
        change(peer, put(new, row))
        lines[row : row + 1] = (new + lines[row]).splitlines(keepends=True)
        assert at < len(lines) + 2000
    row = len(lines) // 2
    change(peer, put(OLD, row))
    place = {"textDocument": {"uri": URI}, "position": {"line": row, "character": 25}}
    assert "10.1000" in str(peer.ask("textDocument/hover", place)["result"])
    place["position"] = {"line": row + 1, "character": 25}
    assert peer.ask("textDocument/hover", place)["result"] is None


def test_an_edit_costs_what_it_touches() -> None:
    """Not what the text is long: in eight times the text an edit takes about as long."""

    def opened(lines: int) -> OpenDocument:
        text = f"{'word ' * 12}\n" * lines
        return OpenDocument("untitled:a", "markdown", 1, text, "utf-16")

    def edit(document: OpenDocument) -> None:
        for at in range(1000):
            document.change([Change("x", (at, 2), (at, 2))], at)

    assert growth(edit, opened(2_000), opened(16_000), enough=5) <= 5
