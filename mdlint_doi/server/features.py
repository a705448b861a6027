"""The requests that an editor makes: hover, code actions; and what it tells beside texts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified, JsonRpcException, JsonRpcInternalError

from mdlint_doi.report.safe import line
from mdlint_doi.server import actions, checking
from mdlint_doi.server.hover import as_markdown, as_plain_text
from mdlint_doi.server.suppressing import suppressing_edit
from mdlint_doi.server.text_edits import edits_between

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from mdlint_doi.lint.model import Edit, Finding
    from mdlint_doi.run.request import Task
    from mdlint_doi.server.checking import Checked
    from mdlint_doi.server.documents import OpenDocument
    from mdlint_doi.server.server import DoiServer

_Answer = TypeVar("_Answer")
_NOT_FIXED: Final = "what guards fixes sees more than the DOI change; edit it by hand"
_CHANGED: Final = "the text has changed; ask again"


def add_features(server: DoiServer) -> None:
    """Register what the server can do."""
    feature = server.feature
    feature(types.INITIALIZE)(partial(_initialize, server))
    feature(types.TEXT_DOCUMENT_DID_SAVE, types.SaveOptions(include_text=False))(
        partial(_saved, server)
    )
    feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(lambda _: server.session.check_all())
    feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)(lambda _: server.session.check_all())
    requests = Requests(server)

    @feature(types.TEXT_DOCUMENT_HOVER)
    async def _hover(params: types.HoverParams) -> types.Hover | None:
        return await _answered(requests.hover(params))

    options = types.CodeActionOptions(code_action_kinds=list(actions.KINDS), resolve_provider=True)

    @feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def _actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await _answered(requests.actions(params))

    @feature(types.CODE_ACTION_RESOLVE)
    async def _resolve(action: types.CodeAction) -> types.CodeAction:
        return await _answered(requests.resolve(action))


async def _answered(answer: Coroutine[Any, Any, _Answer]) -> _Answer:
    """Return an answer; a mistake of ours is reported in a line.

    Raises:
        JsonRpcException: the error that is answered.

    """
    try:
        return await answer
    except JsonRpcException:
        raise
    except Exception as error:
        message = line(f"{type(error).__name__}: {error}")
        raise JsonRpcInternalError(message) from error


def _initialize(server: DoiServer, params: types.InitializeParams) -> None:
    server.folders_opened(params)


def _saved(server: DoiServer, params: types.DidSaveTextDocumentParams) -> None:
    server.session.saved(params.text_document.uri)


class Requests:
    """The requests about open documents; each waits until the text of now was checked."""

    def __init__(self, server: DoiServer) -> None:
        """Take the server."""
        self._server = server
        self._session = server.session

    async def hover(self, params: types.HoverParams) -> types.Hover | None:
        """Return what is known of the DOI at a place."""
        document = self._session.document(params.text_document.uri)
        if document is None:
            return None
        at = document.positions.offset(params.position.line, params.position.character)
        found = await self._session.known_of(document.uri, at)
        if found is None:
            return None
        facts, doi, span = found
        capability = self._server.client_capabilities.text_document
        formats = capability and capability.hover and capability.hover.content_format
        if formats and types.MarkupKind.Markdown not in formats:
            content = types.MarkupContent(types.MarkupKind.PlainText, as_plain_text(doi, facts))
        else:
            content = types.MarkupContent(types.MarkupKind.Markdown, as_markdown(doi, facts))
        return types.Hover(content, actions.range_of(document, span))

    async def actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """Return what can be done in a place."""
        document = self._session.document(params.text_document.uri)
        if document is None:
            return []
        only = params.context.only
        found = await self._session.exact(document.uri, asked=_asks_for_all(only))
        if found is None:
            return []
        checked, run = found
        start, end = params.range.start, params.range.end
        span = document.positions.span((start.line, start.character), (end.line, end.character))
        offers: list[types.CodeAction] = []
        if actions.is_wanted(types.CodeActionKind.QuickFix, only):
            touched = actions.touching(checked.findings, span)
            shown = params.context.diagnostics
            offers += await self._complete(
                list(actions.quick_fixes(document, touched, shown)), document, checked, run
            )
            offers += await self._suppressions(document, checked, touched, shown)
        if actions.is_wanted(actions.FIX_ALL, only) and (self._resolves or _asks_for_all(only)):
            fixable = any(one.fix for one in checked.findings)
            offers += await self._complete(
                [actions.fix_all(document)] if fixable else [], document, checked, run
            )
        return offers

    async def resolve(self, action: types.CodeAction) -> types.CodeAction:
        """Return an action with its edits.

        Raises:
            JsonRpcContentModified: if the text is another one by now.

        """
        data = action.data if isinstance(action.data, dict) else {}
        document = self._session.document(str(data.get("uri")))
        found = document and await self._session.exact(
            document.uri, asked=actions.is_for_all(action)
        )
        if document is None or not found or data.get("generation") != document.generation:
            raise JsonRpcContentModified(_CHANGED)
        action.edit = await self._edit(action, document, *found)
        return action

    async def _complete(
        self,
        offers: list[types.CodeAction],
        document: OpenDocument,
        checked: Checked,
        run: Task,
    ) -> list[types.CodeAction]:
        """Return actions with their edits, where the editor does not ask for these later."""
        if self._resolves:
            return offers
        for one in offers:
            one.edit = await self._edit(one, document, checked, run, tells=False)
        return [one for one in offers if one.edit is not None]

    async def _edit(
        self,
        action: types.CodeAction,
        document: OpenDocument,
        checked: Checked,
        run: Task,
        *,
        tells: bool = True,
    ) -> types.WorkspaceEdit | None:
        finding = actions.chosen(action, checked.findings)
        if finding is None and not actions.is_for_all(action):
            raise JsonRpcContentModified(_CHANGED)  # a look-up changed what is found
        edits = await self._of_now(document, partial(_edits, checked, run, finding))
        if edits:
            return actions.workspace_edit(document, edits, versioned=self._versions)
        if tells:
            what = finding.code if finding else "nothing"
            self._server.warn(f"{what} is not fixed: {_NOT_FIXED}")
        return None

    async def _suppressions(
        self,
        document: OpenDocument,
        checked: Checked,
        touched: Sequence[Finding],
        shown: Sequence[types.Diagnostic],
    ) -> list[types.CodeAction]:
        offers = []
        for finding in {one.code: one for one in reversed(touched)}.values():
            edit = await self._of_now(document, partial(suppressing_edit, checked, finding))
            if edit is not None:
                offer = actions.suppression(document, finding, shown)
                offer.edit = actions.workspace_edit(document, [edit], versioned=self._versions)
                offers.append(offer)
        return offers

    async def _of_now(self, document: OpenDocument, function: Callable[[], _Answer]) -> _Answer:
        """Return what a function returns, which runs in the thread of the checks.

        Raises:
            JsonRpcContentModified: if the text is another one by then, where no edit would fit.

        """
        generation = document.generation
        found: _Answer = await self._session.in_thread(function)
        is_open = self._session.document(document.uri) is document
        if document.generation != generation or not is_open:
            raise JsonRpcContentModified(_CHANGED)
        return found

    @property
    def _resolves(self) -> bool:
        """Whether the editor asks for the edits of an action when it is chosen."""
        capability = self._server.client_capabilities.text_document
        resolve = capability and capability.code_action and capability.code_action.resolve_support
        return bool(resolve and "edit" in resolve.properties)

    @property
    def _versions(self) -> bool:
        """Whether the editor knows edits for a version of a document."""
        workspace = self._server.client_capabilities.workspace
        return bool(
            workspace and workspace.workspace_edit and workspace.workspace_edit.document_changes
        )


def _edits(checked: Checked, run: Task, finding: Finding | None) -> Sequence[Edit]:
    """Return the edits of one fix, or of all safe ones."""
    if finding is not None:
        return checking.harmless_edits(checked, finding)
    return edits_between(checked.source.text, checking.fixed(checked, run).source.text)


def _asks_for_all(only: Sequence[str] | None) -> bool:
    return only is not None and actions.is_wanted(actions.FIX_ALL, only)
