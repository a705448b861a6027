"""An editor for tests: pygls' own client over standard input and output, with a plain surface.

with Editor(folder) as editor:
    editor.open(path, "See http://dx.doi.org/10.1000/182.")
    assert [diagnostic.code for diagnostic in editor.diagnostics(path)] == ["DOI201"]
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from lsprotocol import types
from pygls.lsp.client import LanguageClient

SECONDS: Final = 60.0
"""For which something is waited for that comes at once."""
_Result = TypeVar("_Result")


class Editor:
    """A client with a server of its own; a context.

    Attributes:
        client: of pygls.
        logged: what the server wrote into the log.
        shown: what it showed the user.
        capabilities: what the server can do.

    """

    def __init__(
        self,
        *folders: Path,
        arguments: Sequence[str] = (),
        encodings: Sequence[str] = (),
        capabilities: types.ClientCapabilities | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        """Take the folders that are open, and what the server is started with."""
        self._folders = folders
        self._arguments = arguments
        self._environ = {**os.environ, **(environ or {})}
        self._capabilities = capabilities or types.ClientCapabilities()
        if encodings:
            named = [types.PositionEncodingKind(encoding) for encoding in encodings]
            self._capabilities.general = types.GeneralClientCapabilities(position_encodings=named)
        self._changed = threading.Condition()
        self._published: dict[str, types.PublishDiagnosticsParams] = {}
        self.logged: list[str] = []
        self.shown: list[str] = []
        self.client = LanguageClient("tests", "1")
        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(partial(Editor._publish, self))
        self.client.feature(types.WINDOW_LOG_MESSAGE)(partial(Editor._log, self))
        self.client.feature(types.WINDOW_SHOW_MESSAGE)(partial(Editor._show, self))
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._versions: dict[str, int] = {}

    def __enter__(self) -> Self:
        """Start the server."""
        self._thread.start()
        command = ("-m", "mdlint_doi", "server", *self._arguments)
        self.run(self.client.start_io(sys.executable, *command, env=self._environ))
        folders = [types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in self._folders]
        params = types.InitializeParams(
            process_id=os.getpid(), capabilities=self._capabilities, workspace_folders=folders
        )
        self.capabilities = self.run(self.client.initialize_async(params)).capabilities
        self.do(lambda: self.client.initialized(types.InitializedParams()))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the server in the protocol's way."""
        try:
            if kind is None:
                self.run(self.client.shutdown_async(None))
                self.do(lambda: self.client.exit(None))
                assert self.run(self.process.wait()) == 0
            elif self.process.returncode is None:
                self.process.kill()
            self.run(self.client.stop())  # type: ignore[no-untyped-call]
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(SECONDS)
            self._loop.close()

    @property
    def process(self) -> asyncio.subprocess.Process:
        """The server's."""
        process = self.client._server
        assert process is not None
        return process

    def run(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Return what a coroutine of the client returns."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(SECONDS)

    def do(self, function: Callable[[], object]) -> None:
        """Call a function of the client in its loop."""

        async def call() -> None:
            function()

        self.run(call())

    def open(self, path: Path | str, text: str, language: str = "markdown") -> None:
        """Open a document; a path, or an address."""
        uri = _uri(path)
        self.expect(uri)
        item = types.TextDocumentItem(uri, language, 1, text)
        self.do(lambda: self.client.text_document_did_open(types.DidOpenTextDocumentParams(item)))

    def expect(self, uri: str, version: int = 1) -> None:
        """Take no diagnostics of another version for those of this one."""
        self._versions[uri] = version
        with self._changed:
            self._published.pop(uri, None)

    def change(
        self, path: Path | str, *changes: tuple[tuple[int, int, int, int], str] | str
    ) -> None:
        """Change a document: `((line, character, line, character), text)`, or all of it."""
        uri = _uri(path)
        self._versions[uri] += 1
        identifier = types.VersionedTextDocumentIdentifier(version=self._versions[uri], uri=uri)
        params = types.DidChangeTextDocumentParams(
            identifier, [_change(change) for change in changes]
        )
        self.do(lambda: self.client.text_document_did_change(params))

    def save(self, path: Path | str) -> None:
        """Tell that a document was saved."""
        params = types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(_uri(path)))
        self.do(lambda: self.client.text_document_did_save(params))

    def close(self, path: Path | str) -> None:
        """Close a document."""
        params = types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(_uri(path)))
        self.do(lambda: self.client.text_document_did_close(params))

    def diagnostics(
        self,
        path: Path | str,
        until: Callable[[Sequence[types.Diagnostic]], bool] = lambda _: True,
    ) -> Sequence[types.Diagnostic]:
        """Return the diagnostics of the text of now, as soon as there are some that will do.

        After an edit, the first ones may be provisional where the machine is busy: say `until`.
        """
        uri = _uri(path)

        def there() -> bool:
            found = self._published.get(uri)
            return (
                found is not None
                and (found.version or self._versions[uri]) == self._versions[uri]
                and until(found.diagnostics)
            )

        with self._changed:
            if not self._changed.wait_for(there, SECONDS):
                raise AssertionError((self._published.get(uri), self.logged, self.shown))
            return self._published[uri].diagnostics

    def wait(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds of what the server said."""
        with self._changed:
            assert self._changed.wait_for(holds, SECONDS), (self.logged, self.shown)

    def actions(
        self,
        path: Path | str,
        place: tuple[int, int, int, int] = (0, 0, 0, 0),
        only: Sequence[str] | None = None,
    ) -> Sequence[types.CodeAction]:
        """Return the actions for a place."""
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(_uri(path)),
            _range(place),
            types.CodeActionContext([], only=only),
        )
        found = self.run(self.client.text_document_code_action_async(params))
        return [action for action in found or () if isinstance(action, types.CodeAction)]

    def hover(self, path: Path | str, line: int, character: int) -> str:
        """Return what is shown at a place; empty if nothing is."""
        params = types.HoverParams(
            types.TextDocumentIdentifier(_uri(path)), types.Position(line, character)
        )
        found = self.run(self.client.text_document_hover_async(params))
        if found is None:
            return ""
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    def _publish(self, params: types.PublishDiagnosticsParams) -> None:
        with self._changed:
            self._published[params.uri] = params
            self._changed.notify_all()

    def _log(self, params: types.LogMessageParams) -> None:
        with self._changed:
            self.logged.append(params.message)
            self._changed.notify_all()

    def _show(self, params: types.ShowMessageParams) -> None:
        with self._changed:
            self.shown.append(params.message)
            self._changed.notify_all()


def edited(text: str, action: types.CodeAction) -> str:
    """Return a text, all of it ASCII, after the edits of an action."""
    assert action.edit is not None
    assert action.edit.changes is not None
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:at])) for at in range(len(lines) + 1)]
    (edits,) = action.edit.changes.values()
    for edit in sorted(
        edits, key=lambda edit: -(starts[edit.range.start.line] + edit.range.start.character)
    ):
        start = starts[edit.range.start.line] + edit.range.start.character
        end = starts[edit.range.end.line] + edit.range.end.character
        text = text[:start] + edit.new_text + text[end:]
    return text


def _uri(path: Path | str) -> str:
    return path if isinstance(path, str) else path.as_uri()


def _range(place: tuple[int, int, int, int]) -> types.Range:
    return types.Range(types.Position(*place[:2]), types.Position(*place[2:]))


def _change(
    change: tuple[tuple[int, int, int, int], str] | str,
) -> types.TextDocumentContentChangeEvent:
    if isinstance(change, str):
        return types.TextDocumentContentChangeWholeDocument(text=change)
    return types.TextDocumentContentChangePartial(range=_range(change[0]), text=change[1])
