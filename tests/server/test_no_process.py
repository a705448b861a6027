"""What is shown where the process of the checks cannot be started, or always ends."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

import pytest

from mdlint_doi.run.own_process import Channel
from mdlint_doi.server import checks
from mdlint_doi.server.checks import Checks
from mdlint_doi.server.documents import OpenDocument
from mdlint_doi.server.projects import EditorOptions
from mdlint_doi.server.protocol import ProtocolError

URI = "untitled:a.md"


class Editor:
    """An editor that keeps what it is shown."""

    def __init__(self) -> None:
        """Show nothing yet."""
        self.shown: list[str] = []
        self.has_more = asyncio.Event()

    def publish(self, uri: str, version: int | None, diagnostics: list[dict[str, Any]]) -> None:
        """Take diagnostics."""
        self.shown += [f"{uri} {version}: {one['message']}" for one in diagnostics]
        self.has_more.set()

    def log(self, message: str) -> None:
        """Take a line."""

    def warn(self, message: str) -> None:
        """Take a line."""


def dies(channel: Channel, options: EditorOptions) -> None:
    """End at once, as a process that lacks memory does."""
    os._exit(9)


async def shown_by(engine: Callable[[Channel, EditorOptions], None]) -> tuple[list[str], str]:
    """Return what is shown of a document, and why a request is refused."""
    editor = Editor()
    opened = Checks(editor, EditorOptions(isolated=True), engine, 60)
    opened.open(OpenDocument(URI, "markdown", 1, "See 10.1000/182.\n", "utf-16"))
    await asyncio.wait_for(editor.has_more.wait(), 60)
    with pytest.raises(ProtocolError) as refused:
        await asyncio.wait_for(opened.ask("textDocument/hover", {}), 60)
    opened.end()
    return editor.shown, str(refused.value)


def test_it_always_ends() -> None:
    """After three in a row no other is started, which a diagnostic says."""
    shown, refused = asyncio.run(shown_by(dies))
    assert len(shown) == 1
    assert shown[0].startswith(
        f"{URI} 1: not checked: the process that checks documents ended several"
    )
    assert "try again" in refused


def test_it_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """The diagnostic has the system's reason."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(checks, "OwnProcess", refuse)
    shown, refused = asyncio.run(shown_by(dies))
    assert "[Errno 11] Resource temporarily unavailable" in shown[0]
    assert "try again" in refused
