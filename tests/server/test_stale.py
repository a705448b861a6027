"""Edits that are worked out while the text changes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from types import SimpleNamespace
from typing import Any, cast

import pytest

from mdlint_doi.run.check_thread import CheckThread
from mdlint_doi.server.documents import OpenDocument, Position, TextChange
from mdlint_doi.server.features import Requests
from mdlint_doi.server.projects import EditorOptions
from mdlint_doi.server.protocol import Json, ProtocolError
from mdlint_doi.server.session import Editing

_TEXT = "See http://dx.doi.org/10.1000/182 here.\n"
_URI = "untitled:a.md"


class _Silent:
    """An editor that shows nothing."""

    def publish(self, uri: str, version: int | None, diagnostics: list[dict[str, Any]]) -> None:
        """Take diagnostics."""

    def log(self, message: str) -> None:
        """Take a line."""

    def warn(self, message: str) -> None:
        """Take a line."""


@pytest.fixture
def thread() -> Iterator[CheckThread]:
    """Return a thread that remembers nothing, for want of a folder."""
    with closing(CheckThread(os.devnull)) as thread:
        yield thread


def _session(thread: CheckThread) -> Editing:
    """Return what the server knows, without a network."""
    options = EditorOptions(isolated=True, arguments={"offline": True})
    return Editing(_Silent(), options, thread)


def _requests(session: Editing, *later: str) -> Requests:
    """Return the requests of an editor that asks for such properties of an action later."""
    known = {"codeAction": {"resolveSupport": {"properties": later}}}
    server = SimpleNamespace(session=session, capabilities={"textDocument": known})
    return Requests(cast("Any", server))


def _asks(only: str) -> Json:
    """Return the question for the actions of the DOI."""
    place = {"line": 0, "character": 12}
    return {
        "textDocument": {"uri": _URI},
        "range": {"start": place, "end": place},
        "context": {"diagnostics": [], "only": [only]},
    }


async def _offered(thread: CheckThread, only: str, *, changes: bool) -> Sequence[Json]:
    """Return the actions for a text, which changes while they are worked out or does not."""
    session = _session(thread)
    document = OpenDocument(_URI, "markdown", 1, _TEXT, "utf-16")
    in_thread = session.in_thread

    async def late(about: OpenDocument, function: Any) -> Any:  # noqa: ANN401
        found = await in_thread(about, function)
        if changes:
            document.change([TextChange("At the beginning. ", Position(0, 0), Position(0, 0))], 2)
        return found

    session.open(document)
    assert await session.exact(_URI)
    session.in_thread = late  # type: ignore[method-assign, assignment]
    return await _requests(session).actions(_asks(only))


@pytest.mark.parametrize("only", ["quickfix", "source.fixAll"])
def test_text_that_changes_meanwhile(thread: CheckThread, only: str) -> None:
    """No edit of an earlier text is offered for the text of now: it would hit other words."""
    assert asyncio.run(_offered(thread, only, changes=False))
    with pytest.raises(ProtocolError, match="the text has changed"):
        asyncio.run(_offered(thread, only, changes=True))


async def _completed_in(thread: CheckThread, text: str) -> Json:
    """Return a fix of one document, completed when another one is open under its address."""
    session = _session(thread)
    session.open(OpenDocument(_URI, "markdown", 1, _TEXT, "utf-16"))
    requests = _requests(session, "edit")
    fix = (await requests.actions(_asks("quickfix")))[0]
    session.close(_URI)
    session.open(OpenDocument(_URI, "markdown", 1, text, "utf-16"))
    return await requests.resolve(fix)


@pytest.mark.parametrize("text", [_TEXT, "Another: <https://dx.doi.org/10.1000/183>.\n"])
def test_text_that_is_closed_meanwhile(thread: CheckThread, text: str) -> None:
    """A fix of a document is for no other that is opened under its address, nor are others made."""
    with pytest.raises(ProtocolError) as caught:
        asyncio.run(_completed_in(thread, text))
    assert caught.value.code == ProtocolError.MODIFIED


async def _completed_without_finding(thread: CheckThread) -> Json:
    """Return a fix of which the finding went with a look-up, while the text stayed."""
    session = _session(thread)
    session.open(OpenDocument(_URI, "markdown", 1, _TEXT, "utf-16"))
    requests = _requests(session, "edit")
    fix = (await requests.actions(_asks("quickfix")))[0]
    fix["data"]["code"] = "DOI901"
    return await requests.resolve(fix)


def test_finding_that_went(thread: CheckThread) -> None:
    """A fix of a finding that is no more does nothing; all the others are not fixed instead."""
    with pytest.raises(ProtocolError) as caught:
        asyncio.run(_completed_without_finding(thread))
    assert caught.value.code == ProtocolError.MODIFIED


async def _check_of_closed(thread: CheckThread) -> bool:
    """Return whether the check of a document that is closed was cancelled."""
    session = _session(thread)
    session.open(OpenDocument(_URI, "markdown", 1, _TEXT, "utf-16"))
    work = session._states[_URI].work
    assert work is not None
    session.close(_URI)
    await asyncio.wait({work}, timeout=60)
    return work.cancelled()


def test_a_document_that_is_closed_is_not_checked(thread: CheckThread) -> None:
    """What was about to be done for it ends."""
    assert asyncio.run(_check_of_closed(thread))
