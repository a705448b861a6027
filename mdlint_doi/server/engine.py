"""The process that checks documents; if a check takes too long, the process ends.

It has its own copies of the open documents, with the generation numbers of the server, and it sends
the diagnostics to show.
"""

from __future__ import annotations

import gc
from asyncio import CancelledError, Task, create_task
from collections.abc import Callable
from typing import Any

from mdlint_doi.report.safe import line
from mdlint_doi.run.own_process import Channel
from mdlint_doi.server.documents import TextChange
from mdlint_doi.server.features import Requests
from mdlint_doi.server.projects import EditorOptions
from mdlint_doi.server.protocol import Json, ProtocolError
from mdlint_doi.server.session import Editing


def run_engine(channel: Channel, options: EditorOptions) -> None:
    """Check documents until the server is gone."""
    # The command sets rare garbage collections, because it ends soon; this process runs long.
    gc.set_threshold(700, 10, 10)
    gc.freeze()
    channel.run(lambda: Engine(channel, options).take)


class Engine:
    """The open documents and their checks; it represents the editor in this process.

    Attributes:
        session: the documents that are open in the editor.
        capabilities: the editor's capabilities.
    """

    def __init__(self, channel: Channel, options: EditorOptions) -> None:
        """Use a channel to the server; to be called in a running event loop."""
        self.session = Editing(self, options, channel.step)
        self.capabilities: Json = {}
        self._channel = channel
        self._running: dict[int, Task[None]] = {}
        requests = Requests(self)
        session = self.session
        self._readers = {
            "textDocument/hover": requests.hover,
            "textDocument/codeAction": requests.actions,
            "codeAction/resolve": requests.resolve,
        }
        self._methods: dict[str, Callable[..., object]] = {
            "editor": self._take_editor,
            "open": session.open,
            "change": self._change,
            "lose": self._lose,
            "saved": session.saved,
            "close": session.close,
            "check_all": session.check_all,
            "ask": self._ask,
            "cancel": self._cancel,
        }

    def take(self, message: tuple[Any, ...]) -> None:
        """Handle a message of the server: the name of a method above, and its arguments."""
        name, *given = message
        self._methods[name](*given)

    def publish(self, uri: str, version: int | None, diagnostics: list[Json]) -> None:
        """Show the diagnostics of an open document; the server removes those of a closed one."""
        if (document := self.session.document(uri)) is not None:
            self._channel.send(("publish", uri, document.generation, version, diagnostics))

    def log(self, message: str) -> None:
        """Write a line into the editor's log."""
        self._channel.send(("log", message))

    def warn(self, message: str) -> None:
        """Show a line to the user, and write it into the log."""
        self._channel.send(("warn", message))

    def _take_editor(self, capabilities: Json, folders: list[str]) -> None:
        self.capabilities = capabilities
        self.session.projects.open(folders)

    def _change(self, uri: str, changes: list[TextChange], version: int, generation: int) -> None:
        document = self.session.document(uri)
        if document is not None:
            document.change(changes, version)
            document.generation = generation
            self.session.changed(uri)

    def _lose(self, generations: dict[str, int]) -> None:
        self.session.lose(generations)
        for uri, generation in generations.items():
            document = self.session.document(uri)
            if document is not None:
                document.generation = generation

    def _ask(self, number: int, method: str, params: Any) -> None:  # noqa: ANN401 - JSON
        task = create_task(self._answer(number, method, params))
        self._running[number] = task
        task.add_done_callback(lambda _: self._running.pop(number))

    async def _answer(self, number: int, method: str, params: Any) -> None:  # noqa: ANN401 - JSON
        """Answer a request; any error, including a bug here, becomes an error answer."""
        try:
            answer = self._readers[method](params)
        except Exception:  # noqa: BLE001 - a client may send any parameters
            self._refuse(
                number, ProtocolError.PARAMETERS, f"{method}: the parameters are not valid"
            )
            return
        try:
            self._channel.send(("answer", number, await answer))
        except CancelledError:
            pass  # the server has answered
        except ProtocolError as error:
            self._refuse(number, error.code, str(error))
        except Exception as error:  # noqa: BLE001 - a bug must not end the process
            self._refuse(number, ProtocolError.INTERNAL, line(f"{type(error).__name__}: {error}"))

    def _refuse(self, number: int, code: int, message: str) -> None:
        self._channel.send(("refuse", number, code, message))

    def _cancel(self, number: int) -> None:
        if number in self._running:
            self._running[number].cancel()
