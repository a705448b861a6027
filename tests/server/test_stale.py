"""Edits that are worked out while the text changes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from mdlint_doi.server.documents import Change, OpenDocument
from mdlint_doi.server.features import Requests
from mdlint_doi.server.projects import Options
from mdlint_doi.server.session import Session

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


async def _offered(only: str, *, changes: bool) -> Sequence[types.CodeAction]:
    """Return the actions for a text, which changes while they are worked out or does not."""
    options = Options(isolated=True, arguments={"offline": True})
    session = Session(_Silent(), options)
    document = OpenDocument(_URI, "markdown", 1, _TEXT, "utf-16")
    in_thread = session.in_thread

    async def late(function: Any) -> Any:  # noqa: ANN401
        found = await in_thread(function)
        if changes:
            document.change(Change("At the beginning. ", (0, 0), (0, 0)), 2)
        return found

    session.in_thread = late  # type: ignore[method-assign]
    session.open(document)
    server = SimpleNamespace(session=session, client_capabilities=types.ClientCapabilities())
    params = types.CodeActionParams(
        types.TextDocumentIdentifier(_URI),
        types.Range(types.Position(0, 12), types.Position(0, 12)),
        types.CodeActionContext([], only=[only]),
    )
    return await Requests(cast("Any", server)).actions(params)


@pytest.mark.parametrize("only", ["quickfix", "source.fixAll"])
def test_text_that_changes_meanwhile(only: str) -> None:
    """No edit of an earlier text is offered for the text of now: it would hit other words."""
    assert asyncio.run(_offered(only, changes=False))
    with pytest.raises(JsonRpcContentModified, match="the text has changed"):
        asyncio.run(_offered(only, changes=True))
