"""The Language Server Protocol between editor and session, on pygls.

pygls knows the messages, their types and the capabilities. Texts are our own: those of pygls end
lines where the protocol does not (form feeds, U+2028), so that all that follows would be misplaced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcMethodNotFound
from pygls.protocol import LanguageServerProtocol, lsp_method

if TYPE_CHECKING:
    from mdlint_doi.server.server import Server


class Protocol(LanguageServerProtocol):
    """The messages that change what is open; requests are features of the server.

    They are plain functions: of generators and coroutines pygls would keep something for each
    notification.
    """

    _server: Server

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
