"""Changes that cannot be read, and documents that are too long: nothing is said of other texts."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from linear import growth
from server.nonsense import URI, Peer

from mdlint_doi.run.check_thread import LONGEST
from mdlint_doi.server.documents import OpenDocument, Position, TextChange

pytestmark = pytest.mark.skipif(os.name == "nt", reason="counts file descriptors and children")

OLD = "See http://dx.doi.org/10.1000/182 here.\n"
OTHER = "untitled:other.md"
START = {"line": 0, "character": 0}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Peer]:
    """Run a server."""
    with Peer(tmp_path_factory.mktemp("server")) as peer:
        peer.initialize()
        yield peer


@pytest.fixture
def peer(server: Peer) -> Peer:
    """Return a server with an open document, which has said nothing yet."""
    open_text(server, OLD)
    assert actions(server)
    server.notified.clear()
    return server


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
    published = [
        message["params"] for message in peer.notified if "diagnostics" in message.get("params", ())
    ]
    return [
        diagnostic["message"]
        for diagnostic in [at for at in published if at["uri"] == uri][-1]["diagnostics"]
    ]


def messages(peer: Peer) -> list[str]:
    """Return the messages that were shown to the user."""
    said = [message for message in peer.notified if message["method"] == "window/showMessage"]
    return [message["params"]["message"] for message in said]


BAD: tuple[Mapping[str, object], ...] = (
    put("x", 2**31),
    put("x", 0, 2**31),
    put("x", -1),
    {"range": {"start": START}, "text": "x"},
    {"range": {"start": {"line": 0, "character": 9}, "end": START}, "text": "x"},
    {"range": {"start": START, "end": {"line": "0", "character": 1}}, "text": "x"},
    {"text": None},
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
    assert ["open it again" in message for message in messages(peer)] == [True]
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
        assert len(shown(peer)) == 1


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
    open_text(peer, OLD, OTHER)
    peer.write(b"Content-Length: 5\r\n\r\n{abc}")
    assert not actions(peer)
    assert not actions(peer, OTHER)
    assert len(messages(peer)) == 1


@pytest.mark.parametrize("message", [7, [], {}, {"jsonrpc": "2.0", "params": {}}])
def test_a_message_of_another_kind(peer: Peer, message: object) -> None:
    """It may have been a change, too."""
    peer.send(message)
    assert not actions(peer)


def test_a_number_with_a_point(peer: Peer) -> None:
    """A change whose numbers are written `0.0`, as some clients do, is read."""
    place = {"line": 0.0, "character": 4.0}
    change(peer, {"range": {"start": place, "end": place}, "text": "x"})
    assert actions(peer)
    assert not messages(peer)


def test_a_request_that_cannot_be_read(peer: Peer) -> None:
    """It changes no text: all goes on."""
    peer.notify("textDocument/didSave", {"textDocument": 5})
    assert "error" in peer.ask("textDocument/hover", {"textDocument": {"uri": URI}})
    peer.send({"jsonrpc": "2.0", "id": 1, "result": [5]})
    assert actions(peer)
    assert not messages(peer)


def test_a_document_that_cannot_be_opened(peer: Peer) -> None:
    """It is not checked, which a diagnostic says."""
    item = {"uri": OTHER, "languageId": "markdown", "version": 2**31, "text": OLD}
    peer.notify("textDocument/didOpen", {"textDocument": item})
    assert not actions(peer, OTHER)
    assert "open it again" in "".join(shown(peer, OTHER))
    open_text(peer, OLD, OTHER)
    assert actions(peer, OTHER)
    assert actions(peer)


def test_cells_of_a_notebook(peer: Peer) -> None:
    """Only the cell whose change cannot be read is not known any more."""
    notebook = {"uri": "untitled:n.ipynb", "notebookType": "a", "version": 1, "cells": []}
    cells = [
        {"uri": uri, "languageId": "markdown", "version": 1, "text": OLD} for uri in ("a:1", "a:2")
    ]
    opened = {"notebookDocument": notebook, "cellTextDocuments": cells}
    peer.notify("notebookDocument/didOpen", opened)
    text = {"document": {"uri": "a:1", "version": 2}, "changes": [put("x", 2**31)]}
    changed = {"notebookDocument": notebook, "change": {"cells": {"textContent": [text]}}}
    peer.notify("notebookDocument/didChange", changed)
    assert not actions(peer, "a:1")
    assert actions(peer, "a:2")
    assert actions(peer)
    del text["document"]
    peer.notify("notebookDocument/didChange", changed)
    assert not actions(peer, "a:2")


def test_a_long_document(peer: Peer) -> None:
    """It is not checked, which a diagnostic says, and how long it may be; others are, at once."""
    open_text(peer, OLD + "x" * LONGEST, OTHER)
    assert not actions(peer, OTHER)
    (message,) = shown(peer, OTHER)
    assert f"longer than {LONGEST:,} characters" in message
    assert actions(peer)
    change(peer, {"text": OLD}, uri=OTHER)
    assert actions(peer, OTHER)
    assert len(shown(peer, OTHER)) == 1


def test_very_many_edits(peer: Peer) -> None:
    """The text is the editor's after thousands of them, one after the other."""
    chance, lines = Random(3), ["a\U0001f600b\n"] * 300
    open_text(peer, "".join(lines))
    for _ in range(2000):
        row = chance.randrange(len(lines))
        new = chance.choice(["x", "\n", "yz\n", "\U0001f600"])
        change(peer, put(new, row))
        lines[row : row + 1] = (new + lines[row]).splitlines(keepends=True)
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
            document.change([TextChange("x", Position(at, 2), Position(at, 2))], at)

    assert growth(edit, opened(2_000), opened(16_000), enough=5) <= 5
