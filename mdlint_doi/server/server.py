"""The server: its incoming and outgoing messages, their order, its start and its end.

The event loop handles messages and answers requests; a thread checks documents (`session`). If a
check does not end, the process ends (`run.check_thread`), and the editor starts it again.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from asyncio import CancelledError, Event, Task, create_task, get_running_loop, run
from collections.abc import Callable, Coroutine, Mapping
from contextlib import closing, suppress
from typing import Any, Final, TypeGuard

from mdlint_doi.ask.cache_file import default_folder
from mdlint_doi.config.load import FILES
from mdlint_doi.report.safe import line
from mdlint_doi.run.check_thread import LIMIT, CheckThread
from mdlint_doi.server.documents import Encoding, OpenDocument, path_of
from mdlint_doi.server.features import Requests
from mdlint_doi.server.projects import EditorOptions
from mdlint_doi.server.protocol import (
    CAPABILITIES,
    ENCODINGS,
    Json,
    ProtocolError,
    changes_of,
    list_of,
    number_of,
    text_of,
    texts_changed,
    texts_of,
    uri_of,
    within,
)
from mdlint_doi.server.session import Editing
from mdlint_doi.server.streams import Input, Output, TooLong

_INFO, _WARNING = 3, 2
_OPENING: Final = ("textDocument/didOpen", "notebookDocument/didOpen")
"""Messages with whole texts."""
_SWITCH: Final = 0.001
"""Seconds after which the thread of the checks must let the event loop run."""


class DoiServer:
    """A language server whose client is one editor.

    Attributes:
        session: the documents that are open in the editor.
        capabilities: the capabilities that the editor stated at the start.
        code: the exit code.
    """

    def __init__(self, version: str, options: EditorOptions, thread: CheckThread) -> None:
        """Create a server, without reading anything yet; to be called in a running event loop.

        Args:
            version: the version of this package.
            options: the settings of the command line.
            thread: checks the documents.
        """
        self.session = Editing(self, options, thread)
        self.capabilities: Json = {}
        self.code = 1
        self._thread = thread
        self._version = version
        self._units: Encoding = "utf-16"
        self._ended = Event()
        self._output: Output | None = None
        self._folders: list[str] = []
        self._running: dict[int | str, Task[None]] = {}
        self._is_initialized = self._is_shut_down = False
        session, requests = self.session, Requests(self)
        self._methods: dict[str, Callable[[Any], object]] = {
            "initialize": self._initialize,
            "initialized": lambda _: self._watch_settings(),
            "shutdown": lambda _: None,
            "textDocument/didOpen": lambda params: self._open(params["textDocument"]),
            "textDocument/didChange": lambda params: self._change(
                params["textDocument"], params["contentChanges"]
            ),
            "textDocument/didClose": lambda params: session.close(uri_of(params)),
            "textDocument/didSave": lambda params: session.saved(uri_of(params)),
            "textDocument/hover": requests.hover,
            "textDocument/codeAction": requests.actions,
            "codeAction/resolve": requests.resolve,
            "notebookDocument/didOpen": lambda params: self._open(*params["cellTextDocuments"]),
            "notebookDocument/didChange": self._change_notebook,
            "notebookDocument/didClose": lambda params: self._close(params["cellTextDocuments"]),
            "workspace/didChangeWorkspaceFolders": lambda params: self._change_folders(
                params["event"]
            ),
            "workspace/didChangeWatchedFiles": lambda _: session.check_all(),
            "workspace/didChangeConfiguration": lambda _: session.check_all(),
            "$/cancelRequest": lambda params: self._cancel(params["id"]),
            "$/setTrace": lambda _: None,
        }

    async def serve(self, read: int, write: int) -> int:
        """Serve until the editor sends `exit` or closes a stream; return the exit code.

        Args:
            read: the file descriptor of the input.
            write: the file descriptor of the output.
        """
        loop = get_running_loop()

        def gone() -> None:
            with suppress(RuntimeError):  # the loop may be closed
                loop.call_soon_threadsafe(self._ended.set)

        self._output = Output(write, gone)
        Input(read, loop, self.receive, self._ended.set)
        watching = create_task(self._thread.watch_loop())
        await self._ended.wait()
        watching.cancel()
        self.session.end()
        self._output.close()
        return self.code

    def receive(self, body: bytes | TooLong) -> None:
        """Handle a message of the editor; invalid content raises nothing."""
        if isinstance(body, TooLong):
            self.warn(f"a message of {body.size} bytes was not read: it is too long")
            self.session.lose(None)
            return
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            wrong = ProtocolError(ProtocolError.PARSE, "the message is not JSON")
            self._refuse(None, wrong)
            return
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            wrong = ProtocolError(ProtocolError.REQUEST, "the message is not JSON-RPC 2.0")
            self._refuse(message, wrong)
        elif message.get("method") == "exit":
            self.code = 0 if self._is_shut_down else 1
            self._ended.set()
        elif "method" in message or "id" not in message:  # otherwise an answer, which is ignored
            self._take(message)

    def _take(self, message: Json) -> None:
        method = message.get("method")
        try:
            self._may_come(message)
            answer = self._methods[method](message.get("params"))  # type: ignore[index]
        except ProtocolError as error:
            self._refuse(message, error)
            return
        except Exception:  # noqa: BLE001 - a client may send any parameters
            what = f"{line(str(method), 100)}: the parameters are not valid"
            self._refuse(message, ProtocolError(ProtocolError.PARAMETERS, what))
            return
        self._is_initialized |= method == "initialize"
        self._is_shut_down |= method == "shutdown"
        number = message.get("id")
        if isinstance(answer, Coroutine):
            task = create_task(self._answer(message, answer))
            self._running[number or 0] = task
            task.add_done_callback(lambda _: self._running.pop(number or 0, None))
        elif number is not None:
            self._send({"jsonrpc": "2.0", "id": number, "result": answer})

    async def _answer(self, message: Json, answer: Coroutine[Any, Any, object]) -> None:
        """Wait for the answer to a request and send it; a bug here becomes an error answer."""
        try:
            result = await answer
        except CancelledError:
            self._refuse(message, ProtocolError(ProtocolError.CANCELLED, "cancelled"))
        except ProtocolError as error:
            self._refuse(message, error)
        except Exception as error:  # noqa: BLE001 - a bug must not end the server
            what = line(f"{type(error).__name__}: {error}")
            self._refuse(message, ProtocolError(ProtocolError.INTERNAL, what))
        else:
            if "id" in message:
                self._send({"jsonrpc": "2.0", "id": message["id"], "result": result})

    def _may_come(self, message: Json) -> None:
        """Raise ProtocolError if a message is not valid or not allowed now."""
        method = message.get("method")
        if "id" in message and not _is_number(message["id"]):
            wrong = "the id is neither a number nor a string"
            raise ProtocolError(ProtocolError.REQUEST, wrong)
        if not isinstance(method, str):
            raise ProtocolError(ProtocolError.REQUEST, "the method is not a string")
        if self._is_shut_down:
            raise ProtocolError(ProtocolError.REQUEST, "the server is shut down")
        if self._is_initialized == (method == "initialize"):
            if self._is_initialized:
                raise ProtocolError(ProtocolError.REQUEST, "the server is already initialized")
            raise ProtocolError(
                ProtocolError.NOT_INITIALIZED, "the first request must be initialize"
            )
        if method not in self._methods:
            raise ProtocolError(ProtocolError.METHOD, f"unknown method {line(method, 100)}")

    def _refuse(self, message: object, error: ProtocolError) -> None:
        """Answer a request with an error; log the error of a message that is not a request.

        If the message meant to change a text, this text is unknown from now on.
        """
        if self._is_initialized and not self._is_shut_down:
            self._lose(message)
        number = message.get("id") if isinstance(message, dict) and "method" in message else None
        if not _is_number(number):
            is_optional = error.code == ProtocolError.METHOD  # unknown `$/…` may be ignored
            if self._is_initialized and not is_optional:
                self.log(f"not understood: {line(str(error), 200)}")
            return
        answer = {"code": error.code, "message": line(str(error), 200)}
        self._send({"jsonrpc": "2.0", "id": number, "error": answer})

    def _lose(self, message: object) -> None:
        uris = texts_changed(message)
        if isinstance(message, dict) and message.get("method") in _OPENING:
            for uri in uris or ():
                self.session.open(OpenDocument(uri, "", None, "", self._units))
        self.session.lose(uris)

    def _initialize(self, params: Json) -> Json:
        """Store the editor's capabilities and open folders; return those of the server."""
        folders = [text_of(folder["uri"]) for folder in params.get("workspaceFolders") or ()]
        self._folders = folders or [text_of(uri) for uri in [params.get("rootUri")] if uri]
        self.capabilities = params["capabilities"]
        wanted = texts_of(within(self.capabilities, "general", "positionEncodings") or [])
        self._units = next(
            (ENCODINGS[encoding] for encoding in wanted if encoding in ENCODINGS), "utf-16"
        )
        self._open_folders()
        return {
            "capabilities": {"positionEncoding": self._units, **CAPABILITIES},
            "serverInfo": {"name": "mdlint-doi", "version": self._version},
        }

    def _cancel(self, number: object) -> None:
        """Cancel a request after its task has begun, because only a begun task sends an answer."""
        if _is_number(number) and number in self._running:
            get_running_loop().call_soon(self._running[number].cancel)

    def _open(self, *items: Json) -> None:
        """Add documents that were opened; if one is invalid, none is added."""
        documents = [
            OpenDocument(
                text_of(item["uri"]),
                text_of(item["languageId"]),
                number_of(item["version"]),
                text_of(item["text"]),
                self._units,
            )
            for item in items
        ]
        for document in documents:
            self.session.open(document)

    def _change(self, identifier: Json, changes: object) -> None:
        """Apply changes to a document; changes to a document that is not open are logged only."""
        uri = text_of(identifier["uri"])
        version = number_of(identifier["version"])
        made = changes_of(changes)
        document = self.session.document(uri)
        if document is None:
            self.log(f"received a change to a document that is not open: {line(uri, 200)}")
            return
        document.change(made, version)
        self.session.changed(uri)

    def _change_notebook(self, params: Json) -> None:
        """Apply the changed, opened and closed cells of a notebook."""
        cells = params["change"].get("cells") or {}
        structure = cells.get("structure") or {}
        self._close(structure.get("didClose") or [])
        self._open(*structure.get("didOpen") or ())
        for text in cells.get("textContent") or ():
            self._change(text["document"], text["changes"])

    def _close(self, identifiers: object) -> None:
        for uri in [text_of(identifier["uri"]) for identifier in list_of(identifiers)]:
            self.session.close(uri)

    def _change_folders(self, event: Json) -> None:
        """Update the list of folders that are open in the editor."""
        added = [text_of(folder["uri"]) for folder in event["added"]]
        removed = [text_of(folder["uri"]) for folder in event["removed"]]
        kept = [uri for uri in self._folders if uri not in removed]
        self._folders = list(dict.fromkeys([*kept, *added]))
        self._open_folders()

    def _open_folders(self) -> None:
        paths = (path_of(uri) for uri in self._folders)
        self.session.projects.open([path for path in paths if path is not None])
        self.session.check_all()

    def _watch_settings(self) -> None:
        """Request that the editor reports changes of settings files, if it supports this."""
        watched = within(self.capabilities, "workspace", "didChangeWatchedFiles")
        if not within(watched, "dynamicRegistration"):
            return
        method = "workspace/didChangeWatchedFiles"
        options = {"watchers": [{"globPattern": f"**/{name}"} for name in FILES]}
        wanted = {"id": "mdlint-doi-settings", "method": method, "registerOptions": options}
        params = {"registrations": [wanted]}
        asked = {"id": "settings", "method": "client/registerCapability", "params": params}
        self._send({"jsonrpc": "2.0", **asked})

    def publish(self, uri: str, version: int | None, diagnostics: list[Json]) -> None:
        """Show the diagnostics of a document in place of the previous ones."""
        params: Json = {"uri": uri, "diagnostics": diagnostics}
        if version is not None:
            params["version"] = version
        method = "textDocument/publishDiagnostics"
        self._send({"jsonrpc": "2.0", "method": method, "params": params}, (method, uri))

    def log(self, message: str) -> None:
        """Write a line to the editor's log of this server."""
        self._say("window/logMessage", _INFO, message)

    def warn(self, message: str) -> None:
        """Show a line to the user, and write it to the log."""
        self._say("window/logMessage", _WARNING, message)
        self._say("window/showMessage", _WARNING, f"mdlint-doi: {message}")

    def _say(self, method: str, kind: int, message: str) -> None:
        params = {"type": kind, "message": message}
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def _send(self, message: Mapping[str, object], key: object = None) -> None:
        if self._output is not None:
            body = json.dumps(message).encode("ascii")
            header = f"Content-Length: {len(body)}\r\n\r\n".encode("ascii")
            self._output.put(key or object(), header + body)


def _is_number(value: object) -> TypeGuard[int | str]:
    """Return whether a value may be the id of a request."""
    return isinstance(value, int | str) and not isinstance(value, bool)


def serve(version: str, options: EditorOptions, seconds: float = LIMIT) -> int:
    """Serve an editor on standard input and output; return the exit code.

    Only messages to the editor go to standard output; everything else that is printed goes to
    standard error.

    Args:
        version: the version of this package.
        options: the settings of the command line.
        seconds: the time limit of a check.
    """
    # The command sets rare garbage collections, because it ends soon; the server runs long.
    gc.set_threshold(700, 10, 10)
    gc.freeze()
    sys.setswitchinterval(_SWITCH)
    read, write = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    async def served() -> int:
        """Create the server in the running event loop, and serve."""
        return await DoiServer(version, options, thread).serve(read, write)

    with closing(CheckThread(default_folder(), seconds)) as thread:
        return run(served())
