"""The open documents, and the times of their checks.

When the editor is silent for a moment after an edit, the rules run with the known answers about
DOIs. When it is silent for longer, new DOIs are looked up, and the document is judged again. Checks
run in one thread, and look-ups for one document at a time. A newer edit cancels them, or their
results are dropped.
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
from contextlib import AbstractContextManager, nullcontext, suppress
from time import perf_counter
from typing import Final, Protocol, TypeVar

from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.lint.rule import Facts
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.names.doi import Doi
from mdlint_doi.report.safe import line, visible
from mdlint_doi.run.request import Task as Run
from mdlint_doi.server import checking
from mdlint_doi.server.actions import MOST, as_diagnostics, nearest
from mdlint_doi.server.checking import Checked, Worker
from mdlint_doi.server.documents import OpenDocument, Positions
from mdlint_doi.server.knowledge import Knowledge
from mdlint_doi.server.projects import EditorOptions, Projects
from mdlint_doi.server.protocol import Client, Json, not_checked
from mdlint_doi.server.provisional import edited_part, provisional
from mdlint_doi.text.span import Span

SILENCE: Final = 0.03
"""Seconds without an edit after which a document is checked."""
LONG_SILENCE: Final = 1.0
"""The same for a check that takes long, and for look-ups while somebody types."""
QUICK: Final = 0.06
"""Seconds of a check that can be done at each edit."""
LOOKED_UP: Final = 2.0
"""Seconds for which a request waits for look-ups."""
CHECKED: Final = 10.0
"""Seconds for which it waits for a check."""
_Result = TypeVar("_Result")


class ServerState:
    """The state of an open document."""

    def __init__(self, document: OpenDocument) -> None:
        """Take a document of which nothing is known yet."""
        self.document = document
        self.checked: Checked | None = None  # of an earlier text, if `generation` is one's
        self.generation = -1  # of the text that was checked
        self.seconds = 0.0  # how long the last check took
        self.edited = 0  # where the text was changed last, between the checked texts
        self.work: Task[None] | None = None  # checks it and looks up its names
        self.reported: tuple[str, ...] = ()  # at the last check, and not repeated at each
        self.run: Run | None = None  # the settings that hold for it, once it was read
        self._fresh = Event()
        self._hurried = -1

    @property
    def is_exact(self) -> bool:
        """Whether what is known is about the text of now."""
        return self.checked is not None and self.generation == self.document.generation

    def take(self, checked: Checked, generation: int, seconds: float) -> None:
        """Take what was found in the text of now."""
        self.checked = checked
        self.generation = generation
        self.seconds = seconds
        self._fresh.set()

    def may_hurry(self) -> bool:
        """Return whether names are still to be looked up; once for each text, not to begin anew."""
        if self._hurried == self.document.generation or (self.checked and self.checked.online):
            return False
        self._hurried = self.document.generation
        return not self.is_idle

    @property
    def is_idle(self) -> bool:
        """Whether nothing checks it."""
        return self.work is None or self.work.done()

    async def wait(self, *, asked: bool) -> None:
        """Wait until the text of now was checked; with `asked`, until its names were looked up.

        Not when there is another text: who asked then will ask again.
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
    """Yield the messages about the reading and the display of a document."""
    if checked.document.problem:
        yield f"not checked: {line(checked.document.problem)}"
    if checked.document.note:
        yield line(checked.document.note)
    if len(checked.findings) > MOST:
        yield f"only the {MOST} findings nearest to the last edit are shown"


class Step(Protocol):
    """Returns the context in which a step of the check of a document is done."""

    def __call__(self, name: str, *, is_limited: bool = True) -> AbstractContextManager[None]:
        """Take the document's address, and whether the step may not take long."""


def no_limit(name: str, *, is_limited: bool = True) -> AbstractContextManager[None]:  # noqa: ARG001
    """Return a context in which a step may take any time."""
    return nullcontext()


class Editing:
    """All that the server knows, from the editor's start to its end."""

    def __init__(self, client: Client, options: EditorOptions, step: Step = no_limit) -> None:
        """Open nothing yet; each step of a check is done in the context that `step` returns."""
        self.projects = Projects(options, self._settings_changed)
        self._client = client
        self._knowledge = Knowledge()
        self._worker = Worker()
        self._step = step
        self._states: dict[str, ServerState] = {}
        self._asking = Lock()
        self._reported: set[str] = set()

    def open(self, document: OpenDocument) -> None:
        """Take a document that the editor opens."""
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
        """Know the text of documents no more: something that changed them could not be read.

        Those that are not open are passed over; None stands for all.
        """
        named = list(self._states) if uris is None else uris
        states = [self._states[one] for one in named if one in self._states]
        lost = [one for one in states if one.document.size is not None]
        for state in lost:
            state.document.lose()
            self._start(state, 0.0, 0.0)
        if lost:
            names = ", ".join(line(one.document.name, 100) for one in lost)
            self._client.warn(line(f"{names}: not checked: {checking.why_unread(None)}"))

    def saved(self, uri: str) -> None:
        """Check a document, and look up its names, at once."""
        if state := self._states.get(uri):
            self._start(state, 0.0, 0.0)

    def close(self, uri: str) -> None:
        """Forget a document that the editor closes, and take its diagnostics away."""
        if state := self._states.pop(uri, None):
            if state.work:
                state.work.cancel()
            self._client.publish(uri, None, [])

    def check_all(self) -> None:
        """Check all documents: the settings may have changed."""
        self.projects.forget()
        for state in self._states.values():
            self._start(state, SILENCE, SILENCE)

    def _settings_changed(self) -> None:
        """Forget what was learned, and reported, under other settings or from another file."""
        self._knowledge.forget()
        self._reported.clear()

    def end(self) -> None:
        """Stop all that is under way."""
        for state in self._states.values():
            if state.work:
                state.work.cancel()

    async def exact(self, uri: str, *, asked: bool = False) -> tuple[Checked, Run] | None:
        """Return what is known of the text of now; None of a document that is not read.

        With `asked`, wait for the look-ups, for a while.
        """
        state = self._states.get(uri)
        if state is None:
            return None
        if (not state.is_exact and state.is_idle) or (asked and state.may_hurry()):
            self._start(state, 0.0, 0.0)
        with suppress(TimeoutError):
            async with timeout(LOOKED_UP if asked and state.is_exact else CHECKED):
                await state.wait(asked=asked)
        if state.checked is None or state.run is None or not state.is_exact:
            return None
        return state.checked, state.run

    async def known_of(self, uri: str, offset: int) -> tuple[Facts, Doi, Span] | None:
        """Return what is known of the name at an offset, after its look-up; None without one."""
        found = await self.exact(uri)
        if found is None:
            return None
        every = found[0].document.mentions
        there = [one for one in every if one.span.start <= offset < one.span.end]
        innermost = min(there, key=lambda one: one.span.end - one.span.start, default=None)
        if innermost is None or innermost.doi is None:
            return None
        if innermost.doi not in found[0].facts.works:
            found = await self.exact(uri, asked=True)
        return None if found is None else (found[0].facts, innermost.doi, innermost.span)

    async def in_thread(self, document: OpenDocument, function: Callable[[], _Result]) -> _Result:
        """Run a function, which is about a document, in the thread of the checks."""
        return await self._in_step(document, function)

    async def _in_step(self, document: OpenDocument, function: Callable[[], _Result]) -> _Result:
        def step() -> _Result:
            with self._step(document.uri):
                return function()

        return await self._worker.run(step)

    def _start(self, state: ServerState, silence: float, longer: float) -> None:
        if state.work:
            state.work.cancel()
        state.work = create_task(self._guarded(state, silence, longer))

    async def _guarded(self, state: ServerState, silence: float, longer: float) -> None:
        """Let no mistake of ours end the server: it is logged, and the document has no findings."""
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
        """Check a document, then look up its names and check it again."""
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
            with self._step(document.uri, is_limited=False):
                messages = await memory.ask(checked.document, settings)
        for message in messages:
            self._log(message)
        if memory.revision > before or not checked.online:
            await self._judge(state, state.run, checked)

    def _run_for(self, state: ServerState) -> Run | None:
        """Return the settings for a document; None if it is not read: the log says why."""
        document = state.document
        project = self.projects.of_document(document.name, document.file)
        reason = checking.why_not(document.file or document.name, project.task, document.file)
        for notice in project.all_notices():
            self._log(notice)
        if reason is not None:
            self._pass_over(state, f"not checked: {reason}")
        elif (reason := checking.why_unread(document.size)) is not None:
            self._pass_over(state, f"not checked: {reason}", shown=[not_checked(reason)])
        else:
            return project.task
        return None

    def _pass_over(self, state: ServerState, *reasons: str, shown: Sequence[Json] = ()) -> None:
        """Show no findings of a document, keep none for its actions, and log why."""
        state.checked = state.run = None
        self._client.publish(state.document.uri, state.document.version, list(shown))
        self._note(state, reasons)

    async def _judge(self, state: ServerState, run: Run, read: Checked | None = None) -> None:
        """Judge the text of now, with what is known of its names, and show what is found."""
        document = state.document
        source, generation, version = document.source, document.generation, document.version
        positions = document.positions
        begun = perf_counter()
        settings = run.settings_of(document.name)
        memory = self._knowledge.of(settings)

        def work() -> tuple[Checked, list[Json]]:
            """Read, judge and show, in the thread."""
            found = read.document if read else checking.read(source, run)
            learned = memory.learned(found.mentions, settings)
            checked = checking.check(found, run, learned)
            shown = nearest(checked.findings, state.edited)
            return checked, as_diagnostics(shown, Positions(source, positions.encoding))

        checked, diagnostics = await self._in_step(document, work)
        if document.generation != generation:
            return
        state.take(checked, generation, perf_counter() - begun)
        self._client.publish(document.uri, version, diagnostics)
        self._note(state, notes(checked))

    async def _show_provisional(self, state: ServerState, checked: Checked) -> float:
        """Show what is known so far after an edit; return for how long the whole may wait."""
        document = state.document
        source, positions, version = document.source, document.positions, document.version

        def work() -> tuple[list[Json], bool]:
            """Find and show, in the thread."""
            found, is_whole = provisional(checked, source)
            return as_diagnostics(found, Positions(source, positions.encoding)), is_whole

        shown, is_whole = await self._in_step(document, work)
        self._client.publish(document.uri, version, shown)
        return LONG_SILENCE if is_whole else min(LONG_SILENCE, state.seconds)

    def _note(self, state: ServerState, messages: Iterable[str]) -> None:
        """Log what is said of a document, but not again what was said at the check before."""
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
