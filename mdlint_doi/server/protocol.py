"""The Language Server Protocol between editor and session, on pygls.

pygls knows the messages, their types and the capabilities. Texts are our own: those of pygls end
lines where the protocol does not (form feeds, U+2028), so that all that follows would be misplaced.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcMethodNotFound
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method

from mdlint_doi.server.documents import TextChange

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cattrs import Converter

    from mdlint_doi.server.server import DoiServer

NOTEBOOKS: Final = types.NotebookDocumentSyncOptions(
    notebook_selector=[
        types.NotebookDocumentFilterWithNotebook(
            notebook="*", cells=[types.NotebookCellLanguage(language="markdown")]
        )
    ]
)
OPENING: Final = (types.TEXT_DOCUMENT_DID_OPEN, types.NOTEBOOK_DOCUMENT_DID_OPEN)
"""Messages that bring whole texts."""


class Protocol(LanguageServerProtocol):
    """The messages that change what is open; requests are features of the server.

    They are plain functions: of generators and coroutines pygls would keep something for each
    notification.
    """

    _server: DoiServer

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Take a document."""
        self._server.opened(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Take changes of a document."""
        self._server.changed(params.text_document, params.content_changes)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Forget a document."""
        self._server.session.close(params.text_document.uri)

    @lsp_method(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def lsp_workspace__did_change_workspace_folders(
        self, params: types.DidChangeWorkspaceFoldersParams
    ) -> None:
        """Take the folders that are open now."""
        self._server.folders_changed(params.event)

    @lsp_method(types.INITIALIZED)
    def lsp_initialized(self, *_: object) -> None:
        """Ask the editor to tell of changed settings."""
        self._server.watch_settings()

    @lsp_method(types.SET_TRACE)
    def lsp_set_trace(  # type: ignore[override]
        self, params: types.SetTraceParams
    ) -> None:
        """Take how much is to be traced, which is nothing."""
        self.trace = params.value

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    def lsp_workspace__execute_command(  # type: ignore[override]
        self, params: types.ExecuteCommandParams
    ) -> None:
        """Refuse all commands: there are none."""
        raise JsonRpcMethodNotFound.of(params.command)

    @lsp_method(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def lsp_work_done_progress_cancel(self, _: types.WorkDoneProgressCancelParams) -> None:
        """Do nothing: no progress is shown."""

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def lsp_notebook_document__did_open(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """Take the cells of a notebook."""
        for cell in params.cell_text_documents:
            self._server.opened(cell)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def lsp_notebook_document__did_change(
        self, params: types.DidChangeNotebookDocumentParams
    ) -> None:
        """Take changed, new and old cells of a notebook."""
        cells = params.change.cells
        if cells is None:
            return
        for old in (cells.structure and cells.structure.did_close) or ():
            self._server.session.close(old.uri)
        for new in (cells.structure and cells.structure.did_open) or ():
            self._server.opened(new)
        for text in cells.text_content or ():
            self._server.changed(text.document, text.changes)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def lsp_notebook_document__did_close(
        self, params: types.DidCloseNotebookDocumentParams
    ) -> None:
        """Forget the cells of a notebook."""
        for cell in params.cell_text_documents:
            self._server.session.close(cell.uri)


def change_of(event: types.TextDocumentContentChangeEvent) -> TextChange:
    """Return a change.

    Raises:
        ValueError: for a range that ends before it starts: editors do not agree what that is.

    """
    if not isinstance(event, types.TextDocumentContentChangePartial):
        return TextChange(event.text)
    start, end = event.range.start, event.range.end
    change = TextChange(event.text, (start.line, start.character), (end.line, end.character))
    if start > end:
        raise ValueError(change)
    return change


def strict_converter() -> Converter:
    """Return what makes messages of JSON, and takes nothing for what it is not.

    Without this, a change to the text `null` would be one to the text "None".
    """
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    for kind in (str, int, bool):
        converter.register_structure_hook(kind, _strictly)
    return converter


def _strictly(value: object, kind: type[Any]) -> Any:  # noqa: ANN401 - an instance of `kind`
    if issubclass(kind, Enum):
        return kind(value)
    if kind is int and isinstance(value, float) and value.is_integer():
        return int(value)  # as some clients write all numbers
    if type(value) is not kind:
        raise TypeError(value, kind)
    return value


def texts_changed(message: object) -> list[str] | None:
    """Return the addresses of the texts that a message changes; None if it may be any.

    Args:
        message: JSON that is no valid message; None for what is no JSON.

    """
    try:
        uris = [one["uri"] for one in _changed(message)]
    except (AttributeError, LookupError, TypeError):
        return None
    return uris if all(isinstance(one, str) for one in uris) else None


def _changed(message: Any) -> Iterable[Any]:  # noqa: ANN401 - whatever a client sends
    """Return what should be documents."""
    if "id" in message and "method" not in message:
        return ()  # an answer
    params = message.get("params")
    match message["method"]:
        case types.TEXT_DOCUMENT_DID_OPEN | types.TEXT_DOCUMENT_DID_CHANGE:
            return (params["textDocument"],)
        case types.NOTEBOOK_DOCUMENT_DID_OPEN:
            found: Iterable[Any] = params["cellTextDocuments"]
            return found
        case types.NOTEBOOK_DOCUMENT_DID_CHANGE:
            cells = params["change"].get("cells") or {}
            return [one["document"] for one in cells.get("textContent") or ()]
    return ()
