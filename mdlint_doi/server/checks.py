"""The open documents, and the process that checks them.

The process may end, because a document takes too long or the system kills the process. Then the
document that it was checking gets a diagnostic and is left out, and a new process checks the other
documents. When a user saves or reopens the document, it is checked again.
"""

from __future__ import annotations

from asyncio import Future, get_running_loop
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, Final

from mdlint_doi.report.safe import line
from mdlint_doi.run.own_process import Channel, Ended, OwnProcess
from mdlint_doi.server.documents import OpenDocument, TextChange
from mdlint_doi.server.projects import EditorOptions
from mdlint_doi.server.protocol import Client, Json, ProtocolError, not_checked

Engine = Callable[[Channel, EditorOptions], None]
"""The program of the process: `engine.run_engine`, or a slow form of it in a test."""
_AGAIN: Final = "to check the document again, save or reopen it"
_ENDED: Final = "the check ended before there was an answer; try again"
_MOST_ENDS: Final = 3
"""The number of processes in a row that may end without checking a document.

After that, no new process is started.
"""


class Checks:
    """The open documents of the editor, which a separate process checks."""

    def __init__(
        self, client: Client, options: EditorOptions, engine: Engine, seconds: float
    ) -> None:
        """Begin without open documents.

        Args:
            client: receives diagnostics and messages.
            options: the settings of the command line.
            engine: the program of the process.
            seconds: the time limit of a step of a check.
        """
        self._client = client
        arguments = dict(options.arguments)
        environ = dict(options.environ)  # plain dictionaries can be sent to the process
        self._options = options.replace(arguments=arguments, environ=environ)
        self._engine = engine
        self._seconds = seconds
        self._editor: tuple[Json, list[str]] = ({}, [])
        self._documents: dict[str, OpenDocument] = {}
        self._left_out: dict[
            str, str
        ] = {}  # reasons why open documents are not checked, by address
        self._touched = ""  # the address of the document that was sent last
        self._process: OwnProcess | None = None
        self._ends = 0  # the number of processes in a row that ended without a document
        self._answers: dict[int, Future[Any]] = {}
        self._numbers = count(1)

    def take_editor(self, capabilities: Json, folders: list[str]) -> None:
        """Store the capabilities and the open folders of the editor; check all documents."""
        self._editor = (capabilities, folders)
        if self._process is None:
            self._start()
        else:
            self._tell("editor", capabilities, folders)
        self.check_all()

    def open(self, document: OpenDocument) -> None:
        """Add a document that the editor opened, and check it."""
        self.close(document.uri)
        self._documents[document.uri] = document
        self._send_again(document)

    def document(self, uri: str) -> OpenDocument | None:
        """Return an open document; None if there is none."""
        return self._documents.get(uri)

    def change(self, document: OpenDocument, changes: list[TextChange], version: int) -> None:
        """Apply changes to an open document, and check it."""
        document.change(changes, version)
        if document.uri in self._left_out:
            self._show(document)
        else:
            self._touched = document.uri
            self._tell("change", document.uri, changes, version, document.generation)

    def lose(self, uris: Iterable[str] | None) -> None:
        """Mark the text of documents as unknown, because a change to it could not be read.

        Args:
            uris: the addresses of documents, open or not; None: all open documents.
        """
        named = list(self._documents) if uris is None else uris
        known = [self._documents[one] for one in named if one in self._documents]
        for document in known:
            document.lose()
        self._tell("lose", {one.uri: one.generation for one in known})

    def saved(self, uri: str) -> None:
        """Check a saved document at once."""
        document = self._documents.get(uri)
        if document is not None and uri in self._left_out:
            self._send_again(document)
        elif document is not None:
            self._touched = uri
            self._tell("saved", uri)

    def close(self, uri: str) -> None:
        """Remove a document that the editor closed, with its diagnostics."""
        if self._documents.pop(uri, None):
            self._left_out.pop(uri, None)
            self._tell("close", uri)
            self._client.publish(uri, None, [])

    def check_all(self) -> None:
        """Check all documents, because the settings may have changed."""
        self._tell("check_all")
        for uri in list(self._left_out):
            self._send_again(self._documents[uri])

    async def ask(self, method: str, params: object) -> Any:  # noqa: ANN401 - JSON
        """Return the answer to a request of the editor, given by its method and parameters.

        Raises:
            ProtocolError: if it cannot be answered.
        """
        number = next(self._numbers)
        answer = self._answers[number] = get_running_loop().create_future()
        try:
            if self._process is None:
                self._start()
            self._tell("ask", number, method, params)
            return await answer
        finally:
            del self._answers[number]
            if answer.cancelled():
                self._tell("cancel", number)

    def end(self) -> None:
        """Kill the process."""
        if self._process is not None:
            self._process.kill()

    def _send_again(self, document: OpenDocument) -> None:
        """Send a document to the process for a check, as if it were opened now."""
        self._left_out.pop(document.uri, None)
        self._touched = document.uri
        if self._process is None:
            self._start()
        else:
            self._tell("open", document)

    def _tell(self, *message: object) -> None:
        """Send a message to the process: the name of a method of `Engine`, and its arguments."""
        if self._process is not None:
            self._process.send(message)

    def _start(self) -> None:
        """Start a process, and send it the editor's state and the open documents."""
        try:
            process = OwnProcess(
                get_running_loop(), self._engine, (self._options,), seconds=self._seconds
            )
        except OSError as error:
            self._give_up(f"a process could not be started: {line(str(error))}")
            return
        self._process = process
        process.listen(self._take, self._ended)
        self._tell("editor", *self._editor)
        for uri, document in self._documents.items():
            if uri not in self._left_out:
                self._tell("open", document)

    def _take(self, message: tuple[Any, ...]) -> None:
        """Handle a message of the process: the name of a method below, and its arguments."""
        name, *given = message
        methods: dict[str, Callable[..., None]] = {
            "publish": self._publish,
            "log": self._client.log,
            "warn": self._client.warn,
            "answer": self._answer,
            "refuse": self._refuse,
        }
        methods[name](*given)

    def _publish(
        self, uri: str, generation: int, version: int | None, diagnostics: list[Json]
    ) -> None:
        """Show diagnostics, unless they belong to an earlier text."""
        document = self._documents.get(uri)
        is_of_now = document is not None and document.generation == generation
        if is_of_now and uri not in self._left_out:
            self._client.publish(uri, version, diagnostics)

    def _answer(self, number: int, result: object) -> None:
        if (answer := self._waiting(number)) is not None:
            answer.set_result(result)

    def _refuse(self, number: int, code: int, message: str) -> None:
        if (answer := self._waiting(number)) is not None:
            answer.set_exception(ProtocolError(code, message))

    def _waiting(self, number: int) -> Future[Any] | None:
        """Return the future of a request's answer; None if the request no longer waits."""
        answer = self._answers.get(number)
        return None if answer is None or answer.done() else answer

    def _ended(self, ended: Ended) -> None:
        """Leave out the document that the ended process was checking; start a new process."""
        self._process = None
        self._refuse_all()
        uri = ended.step or (self._touched if ended.was_slow else "")
        document = self._documents.get(uri)
        self._ends = 0 if document or ended.did_something else self._ends + 1
        if document is not None:
            self._leave_out(document, self._why(ended))
        if self._ends >= _MOST_ENDS:
            self._give_up("the process that checks documents ended several times")
        elif len(self._left_out) < len(self._documents):
            self._start()

    def _why(self, ended: Ended) -> str:
        if ended.was_slow:
            return f"the check takes longer than {self._seconds:g} seconds; {_AGAIN}"
        return f"the process that checked the document ended unexpectedly; {_AGAIN}"

    def _give_up(self, reason: str) -> None:
        """Leave out all documents, because no process can check them."""
        self._ends = 0
        self._refuse_all()
        for uri, document in self._documents.items():
            if uri not in self._left_out:
                self._leave_out(document, f"{reason}; {_AGAIN}")

    def _refuse_all(self) -> None:
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ProtocolError(ProtocolError.MODIFIED, _ENDED))

    def _leave_out(self, document: OpenDocument, reason: str) -> None:
        self._left_out[document.uri] = reason
        self._show(document)
        self._client.log(line(f"{document.name}: not checked: {reason}"))

    def _show(self, document: OpenDocument) -> None:
        """Show a diagnostic with the reason why a document is left out."""
        reason = self._left_out[document.uri]
        self._client.publish(document.uri, document.version, [not_checked(reason)])
