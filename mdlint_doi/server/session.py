"""The open documents, and the times of their checks.

When there was no edit for a moment, the rules run with the known answers about DOIs. When there was
none for longer, new DOIs are looked up, and the document is checked again. Checks run in one
thread, and look-ups for one document at a time. A newer edit cancels both, or their results are
dropped.
"""

from __future__ import annotations

from asyncio import (
    FIRST_COMPLETED,
    CancelledError,
    Event,
    Lock,
    Task,
    create_task,
    sleep,
    timeout,
    wait,
)
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from time import perf_counter
from typing import Final, TypeVar

from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.lint.rule import Facts
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.names.doi import Doi
from mdlint_doi.report.model import unread_notes
from mdlint_doi.report.safe import line, visible
from mdlint_doi.run.check_thread import LEFT_OUT, CheckThread
from mdlint_doi.run.request import Task as Run
from mdlint_doi.server import checking
from mdlint_doi.server.actions import MOST, as_diagnostics, nearest, unread_diagnostics
from mdlint_doi.server.checking import Checked
from mdlint_doi.server.documents import OpenDocument, Positions
from mdlint_doi.server.knowledge import Knowledge
from mdlint_doi.server.projects import EditorOptions, Projects
from mdlint_doi.server.protocol import Client, Json, not_checked
from mdlint_doi.server.provisional import edited_part, provisional
from mdlint_doi.text.span import Span

SILENCE: Final = 0.03
"""Seconds without an edit after which a document is checked."""
LONG_SILENCE: Final = 1.0
"""Seconds without an edit before look-ups, and before a check that takes long."""
QUICK: Final = 0.06
"""The most seconds of a check that runs after each edit."""
LOOKED_UP: Final = 2.0
"""The most seconds for which a request of the editor waits for look-ups."""
CHECKED: Final = 10.0
"""The most seconds for which a request of the editor waits for a check."""
_Result = TypeVar("_Result")


class ServerState:
    """The state of an open document."""

    def __init__(self, document: OpenDocument) -> None:
        """Begin with a document that was not checked yet."""
        self.document = document
        self.checked: Checked | None = None  # the last result, perhaps of an earlier text
        self.generation = -1  # the number of the text that was checked
        self.seconds = 0.0  # the time that the last check took
        self.edited = 0  # the offset of the last edit since the checked text
        self.work: Task[None] | None = None  # checks the document and looks up its DOIs
        self.reported: tuple[str, ...] = ()  # messages of the last check, not to be repeated
        self.run: Run | None = None  # its settings; None: it is not read
        self._fresh = Event()  # set when a check has a result
        self._restarted_for = -1  # the number of the text for which look-ups were started early

    @property
    def is_exact(self) -> bool:
        """Whether the last result is about the current text."""
        return self.checked is not None and self.generation == self.document.generation

    def take(self, checked: Checked, generation: int, seconds: float) -> None:
        """Store the result for a text with this number, and the seconds that it took."""
        self.checked = checked
        self.generation = generation
        self.seconds = seconds
        self._fresh.set()

    def should_restart(self) -> bool:
        """Return whether to restart a running check now, to look up DOIs without waiting.

        It returns True only once for each text, so that look-ups are not interrupted again.
        """
        if self._restarted_for == self.document.generation or (
            self.checked and self.checked.online
        ):
            return False
        self._restarted_for = self.document.generation
        return not self.is_idle

    @property
    def is_idle(self) -> bool:
        """Whether no check of the document is running."""
        return self.work is None or self.work.done()

    async def wait(self, *, asked: bool) -> None:
        """Wait until the current text was checked; with `asked`, until its DOIs were looked up.

        It returns early if the text changes, because the editor then repeats its request.
        """
        generation = self.document.generation
        while not self.is_idle and (asked or not self.is_exact):
            if self.work is None or generation != self.document.generation:
                return
            self._fresh.clear()
            fresh = create_task(self._fresh.wait())
            try:
                await wait({self.work, fresh}, return_when=FIRST_COMPLETED)
            finally:
                fresh.cancel()


def notes(checked: Checked) -> Iterator[str]:
    """Yield messages about the reading and the display of a document."""
    for note in unread_notes(checked.document):
        what = "not read completely" if note.is_part else "not checked"
        yield f"{what}, line {note.line}: {line(note.message)}"
    if len(checked.findings) > MOST:
        yield f"only the {MOST} findings nearest to the last edit are shown"


class Editing:
    """The open documents, their settings and their checks, for one session of the editor."""

    def __init__(self, client: Client, options: EditorOptions, thread: CheckThread) -> None:
        """Begin without open documents.

        Args:
            client: receives diagnostics and messages.
            options: the settings of the command line.
            thread: checks the documents.
        """
        self.projects = Projects(options, self._settings_changed)
        self._client = client
        self._knowledge = Knowledge()
        self._thread = thread
        self._states: dict[str, ServerState] = {}
        self._asking = Lock()
        self._reported: set[str] = set()

    def open(self, document: OpenDocument) -> None:
        """Add a document that the editor opened, and check it."""
        self.close(document.uri)
        state = self._states[document.uri] = ServerState(document)
        self._start(state, 0.0, 0.0)

    def document(self, uri: str) -> OpenDocument | None:
        """Return an open document; None if there is none."""
        state = self._states.get(uri)
        return state.document if state else None

    def changed(self, uri: str) -> None:
        """Check a document whose text has changed."""
        if state := self._states.get(uri):
            self._start(state, SILENCE, LONG_SILENCE)

    def lose(self, uris: Iterable[str] | None) -> None:
        """Mark the text of documents as unknown, because a change to it could not be read.

        Args:
            uris: the addresses of documents, open or not; None: all open documents.
        """
        named = list(self._states) if uris is None else uris
        states = [self._states[uri] for uri in named if uri in self._states]
        lost = [state for state in states if state.document.size is not None]
        for state in lost:
            state.document.lose()
            self._start(state, 0.0, 0.0)
        if lost:
            names = ", ".join(line(state.document.name, 100) for state in lost)
            self._client.warn(line(f"{names}: not checked: {checking.why_unread(None)}"))

    def saved(self, uri: str) -> None:
        """Check a saved document and look up its DOIs, at once."""
        if state := self._states.get(uri):
            self._start(state, 0.0, 0.0)

    def close(self, uri: str) -> None:
        """Remove a document that the editor closed, with its diagnostics."""
        if state := self._states.pop(uri, None):
            if state.work:
                state.work.cancel()
            self._client.publish(uri, None, [])

    def check_all(self) -> None:
        """Check all documents, because the settings may have changed."""
        self.projects.forget()
        for state in self._states.values():
            self._start(state, SILENCE, SILENCE)

    def _settings_changed(self) -> None:
        """Drop the answers and the reported messages of the previous settings or files."""
        self._knowledge.forget()
        self._reported.clear()

    def end(self) -> None:
        """Cancel all running checks."""
        for state in self._states.values():
            if state.work:
                state.work.cancel()

    async def exact(self, uri: str, *, asked: bool = False) -> tuple[Checked, Run] | None:
        """Return the result for the current text and its settings, after a check if needed.

        None means that the document is not read, or that the check takes too long.

        Args:
            uri: the address of the document.
            asked: whether to wait also for look-ups, at most for `LOOKED_UP` seconds.
        """
        state = self._states.get(uri)
        if state is None:
            return None
        if (not state.is_exact and state.is_idle) or (asked and state.should_restart()):
            self._start(state, 0.0, 0.0)
        with suppress(TimeoutError):
            async with timeout(LOOKED_UP if asked and state.is_exact else CHECKED):
                await state.wait(asked=asked)
        if state.checked is None or state.run is None or not state.is_exact:
            return None
        return state.checked, state.run

    async def known_of(self, uri: str, offset: int) -> tuple[Facts, Doi, Span] | None:
        """Return the facts about the DOI at an offset, the DOI and its span; None without a DOI.

        If the work is not known yet, it waits for look-ups for a while.
        """
        found = await self.exact(uri)
        if found is None:
            return None
        mentions = found[0].document.mentions
        covering = [
            mention for mention in mentions if mention.span.start <= offset < mention.span.end
        ]
        innermost = min(
            covering, key=lambda mention: mention.span.end - mention.span.start, default=None
        )
        if innermost is None or innermost.doi is None:
            return None
        if innermost.doi not in found[0].facts.works:
            found = await self.exact(uri, asked=True)
        return None if found is None else (found[0].facts, innermost.doi, innermost.span)

    async def in_thread(self, document: OpenDocument, function: Callable[[], _Result]) -> _Result:
        """Return the result of a function about a document, run in the thread of the checks."""
        return await self._thread.run(document.digest, function)

    def check(self, document: OpenDocument) -> AbstractContextManager[None]:
        """Return the context for a function about a document that runs in the event loop."""
        return self._thread.check(document.digest)

    def _start(self, state: ServerState, silence: float, longer: float) -> None:
        if state.work:
            state.work.cancel()
        state.work = create_task(self._guarded(state, silence, longer))

    async def _guarded(self, state: ServerState, silence: float, longer: float) -> None:
        """Check a document; after an error, even a bug here, show it and no findings."""
        try:
            await self._check(state, silence, longer)
        except CancelledError:
            raise
        except (SettingsError, LookupSettingsError) as error:
            self._tell(f"the settings cannot be used, so nothing is checked: {line(str(error))}")
            self._pass_over(state, "not checked: the settings cannot be used")
        except Exception as error:  # noqa: BLE001
            what = f"{type(error).__name__}: {line(str(error))}"
            self._tell(f"{visible(state.document.name)} could not be checked ({what})")
            self._pass_over(state)

    async def _check(self, state: ServerState, silence: float, longer: float) -> None:
        """Check a document, then look up its DOIs and check it again.

        Args:
            state: the state of the document.
            silence: the seconds to wait before the check.
            longer: the seconds to wait before look-ups.
        """
        await sleep(silence)
        document = state.document
        state.run = self._run_for(state)
        if state.run is None:
            return
        if state.checked is not None and not state.is_exact:
            state.edited = edited_part(state.checked.source.text, document.source.text).start
        if state.seconds > QUICK and silence and state.checked is not None:
            await sleep(await self._show_provisional(state, state.checked))
        await self._judge(state, state.run)
        checked = state.checked
        if checked is None or not checked.document.mentions:
            return
        settings = state.run.settings_of(document.name)
        if settings.offline and settings.records is None:
            return
        await sleep(longer)
        memory = self._knowledge.of(settings)
        async with self._asking:
            before = memory.revision
            with self._thread.check(document.digest, is_limited=False):
                messages = await memory.ask(checked.document, settings)
        for message in messages:
            self._log(message)
        if memory.revision > before or not checked.online:
            await self._judge(state, state.run, checked)

    def _run_for(self, state: ServerState) -> Run | None:
        """Return the settings for a document; None if it is not read, after logging the reason."""
        document = state.document
        project = self.projects.of_document(document.name, document.file)
        reason = checking.why_not(document.file or document.name, project.task, document.file)
        for notice in project.all_notices():
            self._log(notice)
        if reason is not None:
            self._pass_over(state, f"not checked: {reason}")
        elif (reason := self._why_unread(document)) is not None:
            self._pass_over(state, f"not checked: {reason}", shown=[not_checked(reason)])
        else:
            return project.task
        return None

    def _why_unread(self, document: OpenDocument) -> str | None:
        """Return why a text is not read; None if it is read."""
        reason = checking.why_unread(document.size)
        is_left_out = reason is None and self._thread.leaves_out(document.digest)
        return f"{LEFT_OUT}; change the text" if is_left_out else reason

    def _pass_over(self, state: ServerState, *reasons: str, shown: Sequence[Json] = ()) -> None:
        """Drop the findings of a document, show the diagnostics `shown`, and log the reasons."""
        state.checked = state.run = None
        self._client.publish(state.document.uri, state.document.version, list(shown))
        self._note(state, reasons)

    async def _judge(self, state: ServerState, run: Run, read: Checked | None = None) -> None:
        """Check the current text with the known answers about its DOIs, and show the findings.

        Args:
            state: the state of the document.
            run: finds the settings.
            read: an earlier result for the same text, to use its mentions; None: read the text.
        """
        document = state.document
        source, generation, version = document.source, document.generation, document.version
        positions = document.positions
        begun = perf_counter()
        settings = run.settings_of(document.name)
        memory = self._knowledge.of(settings)

        def work() -> tuple[Checked, list[Json]]:
            """Return the result and its diagnostics, in the thread."""
            found = read.document if read else checking.read(source, run)
            learned = memory.learned(found.mentions, settings)
            checked = checking.check(found, run, learned)
            shown = nearest(checked.findings, state.edited)
            unread = unread_diagnostics(found, Positions(source, positions.encoding))
            return checked, unread + as_diagnostics(shown, Positions(source, positions.encoding))

        checked, diagnostics = await self.in_thread(document, work)
        if document.generation != generation:
            return
        state.take(checked, generation, perf_counter() - begun)
        self._client.publish(document.uri, version, diagnostics)
        self._note(state, notes(checked))

    async def _show_provisional(self, state: ServerState, checked: Checked) -> float:
        """Show likely findings after an edit; return the seconds that the whole check may wait."""
        document = state.document
        source, positions, version = document.source, document.positions, document.version

        def work() -> tuple[list[Json], bool]:
            """Return the diagnostics, and whether they are complete, in the thread."""
            found, is_whole = provisional(checked, source)
            return as_diagnostics(found, Positions(source, positions.encoding)), is_whole

        shown, is_whole = await self.in_thread(document, work)
        self._client.publish(document.uri, version, shown)
        return LONG_SILENCE if is_whole else min(LONG_SILENCE, state.seconds)

    def _note(self, state: ServerState, messages: Iterable[str]) -> None:
        """Log messages about a document, except those that its previous check logged."""
        before = state.reported
        state.reported = tuple(messages)
        for message in state.reported:
            if message not in before:
                self._client.log(f"{visible(state.document.name)}: {message}")

    def _log(self, message: str) -> None:
        if message not in self._reported:
            self._reported.add(message)
            self._client.log(line(message))

    def _tell(self, message: str) -> None:
        if message not in self._reported:
            self._reported.add(message)
            self._client.warn(message)
