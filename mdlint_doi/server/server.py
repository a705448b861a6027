"""The server: what it can do, what comes in, what goes out."""

from __future__ import annotations

import json
from asyncio import AbstractEventLoop, Event, get_running_loop
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final, TypeGuard

from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.lsp.server import LanguageServer

from mdlint_doi.config.load import FILES
from mdlint_doi.report.safe import line
from mdlint_doi.server.diagnostics import Json
from mdlint_doi.server.documents import OpenDocument, path_of
from mdlint_doi.server.framing import TooLong
from mdlint_doi.server.positions import Encoding
from mdlint_doi.server.projects import EditorOptions
from mdlint_doi.server.protocol import (
    NOTEBOOKS,
    OPENING,
    Protocol,
    change_of,
    strict_converter,
    texts_changed,
)
from mdlint_doi.server.session import Editing
from mdlint_doi.server.streams import Input, Output

_ENCODINGS: Final[Mapping[str, Encoding]] = MappingProxyType[str, Encoding](
    {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}
)


class DoiServer(LanguageServer):
    """A language server whose client is one editor.

    Attributes:
        session: what is open.
        code: of the process when it ends.

    """

    protocol: Protocol

    def __init__(self, version: str, options: EditorOptions) -> None:
        """Make a server that reads nothing yet; call it in a running event loop."""
        super().__init__(
            "mdlint-doi",
            version,
            protocol_cls=Protocol,
            converter_factory=strict_converter,
            notebook_document_sync=NOTEBOOKS,
        )
        self.session = Editing(self, options)
        self.code = 1
        self._ended = Event()
        self._output: Output | None = None
        self._folders: list[str] = []
        self._is_initialized = self._is_shut_down = False

    async def serve(self, read: int, write: int) -> int:
        """Serve until the editor says `exit`, or closes a stream; return the exit code.

        Args:
            read: the file descriptor of the input.
            write: that of the output.

        """
        loop = get_running_loop()
        self._output = Output(write, lambda: _in_loop(loop, self._ended.set))
        self.protocol.set_writer(self._output)
        Input(read, loop, self.receive, self._ended.set)
        await self._ended.wait()
        self.session.end()
        self._output.close()
        return self.code

    def receive(self, body: bytes | TooLong) -> None:
        """Take a message, or what should be one; never raises for what it holds."""
        if isinstance(body, TooLong):
            self.warn(f"a message of {body.size} bytes was not read: it is too long")
            self.session.lose(None)
            return
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            self._refuse(None, JsonRpcParseError("the message is no JSON"))
            return
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            self._refuse(message, JsonRpcInvalidRequest("the message is none of JSON-RPC 2.0"))
        elif message.get("method") == types.EXIT:
            self.code = 0 if self._is_shut_down else 1
            self._ended.set()
        else:
            self._take(message)

    def _take(self, message: dict[str, Any]) -> None:
        method = message.get("method")
        if "id" in message and not _is_number(message["id"]):
            wrong = JsonRpcInvalidRequest("the id is neither a number nor a string")
            self._refuse(message, wrong)
            return
        if "id" in message and "method" not in message:
            with suppress(Exception):  # an answer; nobody waits for a wrong one
                self.protocol.handle_message(self.protocol.structure_message(message))
            return
        if (refused := self._why_not(method)) is not None:
            self._refuse(message, refused)
            return
        try:
            self.protocol.handle_message(self.protocol.structure_message(message))
        except Exception:  # noqa: BLE001 - whatever pygls makes of nonsense
            what = line(str(method), 100)
            self._refuse(message, JsonRpcInvalidParams(f"{what}: its parameters are not valid"))
            return
        self._is_initialized |= method == types.INITIALIZE
        self._is_shut_down |= method == types.SHUTDOWN

    def _why_not(self, method: object) -> JsonRpcException | None:
        """Return why a message is not taken now; None if it is."""
        if not isinstance(method, str):
            return JsonRpcInvalidRequest("the method is no string")
        if self._is_shut_down:
            return JsonRpcInvalidRequest("the server is shut down")
        if self._is_initialized == (method == types.INITIALIZE):
            if self._is_initialized:
                return JsonRpcInvalidRequest("the server is initialized already")
            return JsonRpcServerNotInitialized("initialize comes first")
        # pygls would make a class for each message that it does not know.
        return None if method in types.METHOD_TO_TYPES else JsonRpcMethodNotFound.of(method)

    def _refuse(self, message: object, error: JsonRpcException) -> None:
        """Answer a request with an error; of what is no request, tell.

        The text that the message may have changed is not known any more.
        """
        if self._is_initialized and not self._is_shut_down:
            self._lose(message)
        number = message.get("id") if isinstance(message, dict) and "method" in message else None
        if not _is_number(number):
            is_optional = isinstance(error, JsonRpcMethodNotFound)  # as `$/…` may be
            if self._is_initialized and not is_optional:
                self.log(f"not understood: {line(str(error), 200)}")
            return
        answer = {"code": error.code, "message": line(error.message, 200)}
        self._send({"jsonrpc": "2.0", "id": number, "error": answer})

    def _lose(self, message: object) -> None:
        uris = texts_changed(message)
        if isinstance(message, dict) and message.get("method") in OPENING:
            for uri in uris or ():
                self.session.open(OpenDocument(uri, "", None, "", self._units))
        self.session.lose(uris)

    def report_server_error(self, error: Exception, source: object) -> None:
        """Log what pygls would show the user; requests are answered."""
        del source
        with suppress(Exception):
            self.log(f"not understood: {line(f'{type(error).__name__}: {error}', 200)}")

    @property
    def _units(self) -> Encoding:
        """What positions count."""
        encoding = self.workspace.position_encoding
        return _ENCODINGS.get(str(getattr(encoding, "value", encoding)), "utf-16")

    def opened(self, item: types.TextDocumentItem) -> None:
        """Take a document that was opened."""
        self.session.open(
            OpenDocument(item.uri, str(item.language_id), item.version, item.text, self._units)
        )

    def changed(
        self,
        identifier: types.VersionedTextDocumentIdentifier,
        changes: Sequence[types.TextDocumentContentChangeEvent],
    ) -> None:
        """Take changes of a document; of one that is not open they are reported and dropped."""
        document = self.session.document(identifier.uri)
        if document is None:
            self.log(f"a change of a document that is not open: {line(identifier.uri, 200)}")
            return
        try:
            document.change([change_of(one) for one in changes], identifier.version)
        except Exception as error:  # noqa: BLE001 - a mistake of ours leaves another text, too
            self.report_server_error(error, changes)
            self.session.lose([identifier.uri])
        else:
            self.session.changed(identifier.uri)

    def folders_opened(self, params: types.InitializeParams) -> None:
        """Take the folders that are open in the editor when it starts."""
        self._folders = [one.uri for one in params.workspace_folders or ()]
        if not self._folders and params.root_uri:
            self._folders = [params.root_uri]
        self._open_folders()

    def folders_changed(self, event: types.WorkspaceFoldersChangeEvent) -> None:
        """Take what the editor opens and closes."""
        removed = {one.uri for one in event.removed}
        kept = [one for one in self._folders if one not in removed]
        self._folders = list(dict.fromkeys([*kept, *(one.uri for one in event.added)]))
        self._open_folders()

    def _open_folders(self) -> None:
        paths = (path_of(one) for one in self._folders)
        self.session.projects.open([one for one in paths if one is not None])
        self.session.check_all()

    def watch_settings(self) -> None:
        """Ask the editor to tell when a file of settings changes, if it can."""
        workspace = self.client_capabilities.workspace
        watched = workspace and workspace.did_change_watched_files
        if not (watched and watched.dynamic_registration):
            return
        watchers = [types.FileSystemWatcher(glob_pattern=f"**/{name}") for name in FILES]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
        registration = types.Registration(
            "mdlint-doi-settings", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options
        )
        self.client_register_capability(types.RegistrationParams([registration]))

    def publish(self, uri: str, version: int | None, diagnostics: list[Json]) -> None:
        """Show the diagnostics of a document in place of those before."""
        params: Json = {"uri": uri, "diagnostics": diagnostics}
        if version is not None:
            params["version"] = version
        method = types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS
        self._send({"jsonrpc": "2.0", "method": method, "params": params}, (method, uri))

    def log(self, message: str) -> None:
        """Write a line into the editor's log of this server."""
        self._say(types.WINDOW_LOG_MESSAGE, types.MessageType.Info, message)

    def warn(self, message: str) -> None:
        """Show a line to the user, and write it into the log."""
        self._say(types.WINDOW_LOG_MESSAGE, types.MessageType.Warning, message)
        self._say(types.WINDOW_SHOW_MESSAGE, types.MessageType.Warning, f"mdlint-doi: {message}")

    def _say(self, method: str, kind: types.MessageType, message: str) -> None:
        params = {"type": kind.value, "message": message}
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def _send(self, message: Mapping[str, object], key: object = None) -> None:
        if self._output is not None:
            body = json.dumps(message).encode("ascii")
            header = f"Content-Length: {len(body)}\r\n\r\n".encode("ascii")
            self._output.put(key or object(), header + body)


def _is_number(value: object) -> TypeGuard[int | str]:
    """Return whether a value may be the id of a request."""
    return isinstance(value, int | str) and not isinstance(value, bool)


def _in_loop(loop: AbstractEventLoop, function: Callable[[], None]) -> None:
    with suppress(RuntimeError):  # the loop may be over
        loop.call_soon_threadsafe(function)
