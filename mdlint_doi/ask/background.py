"""Request works in a separate thread while other DOIs are still looked up.

Each DOI is requested in a full list, after its registration is confirmed. So there are no more
requests than if they were sent after all look-ups. DOIs that do not fill a list wait until the end.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from itertools import chain
from threading import Thread
from typing import Final, Self

from mdlint_doi.ask.event_loop import to_end
from mdlint_doi.ask.readers.registry import MOST_NAMES, chunks, may_list
from mdlint_doi.ask.resolve import Progress
from mdlint_doi.ask.session import WorkSession
from mdlint_doi.ask.settings import RegistrySettings
from mdlint_doi.ask.works import Asked, Run
from mdlint_doi.names.doi import Doi

_SOON: Final = 0.2  # seconds of one wait; in between, Ctrl-C is handled on every system


class FullLists:
    """The DOIs that wait for each agency, and its current request."""

    def __init__(self, run: Run, session: WorkSession, agencies: Mapping[Doi, str]) -> None:
        """Start with the open DOIs of a run; each is requested once `take` receives it."""
        self._run = run
        self._session = session
        self._agencies = dict(agencies)
        self._open = set(run.rest)
        self._waiting: dict[str, list[Doi]] = {}
        self._asked: dict[str, asyncio.Task[None]] = {}
        self._sent: dict[str, tuple[Doi, ...]] = {}

    def take(self, name: Doi, agency: str) -> None:
        """Add a registered DOI to the list of its agency; without a known agency, it waits."""
        agency = agency or self._agencies.get(name) or self._session.prefixes.get(name.prefix, "")
        if agency and name in self._open and may_list(name):
            self._open.discard(name)
            self._agencies[name] = agency
            self._waiting.setdefault(agency.casefold(), []).append(name)
            self._begin(agency.casefold())

    def close(self) -> Mapping[Doi, asyncio.Task[None]]:
        """Begin no more requests; return the current request for each DOI in one."""
        self._open.clear()
        self._waiting.clear()
        return {name: task for by, task in self._asked.items() for name in self._sent[by]}

    def _begin(self, by: str) -> None:
        """Request the full lists of an agency, unless a request is under way; keep the last."""
        waiting = self._waiting.get(by, ())
        if len(waiting) > MOST_NAMES and by not in self._asked:
            *full, last = chunks(waiting)
            self._waiting[by] = list(last)
            names = tuple(chain.from_iterable(full))
            self._sent[by] = names
            self._asked[by] = asyncio.create_task(self._ask(by, names))

    async def _ask(self, by: str, names: Iterable[Doi]) -> None:
        agencies = {name: self._agencies[name] for name in names}
        await self._session.ask(names, self._run.take, agencies=agencies, aliases={})
        del self._asked[by]
        self._begin(by)


class Background:
    """Requests for works in a thread, while other work goes on; a context manager."""

    def __init__(self, settings: RegistrySettings, wanted: Callable[[], Iterable[Doi]]) -> None:
        """Start a thread, which calls `wanted` for the DOIs to request once they are registered."""
        self._settings = settings
        self._wanted = wanted
        self._offered: deque[tuple[Doi, str]] = deque()
        self._is_told = False
        self._lists: FullLists | None = None
        self._run: Run | None = None
        self._finish: Callable[[Run, WorkSession], Awaitable[None]] | None = None
        self._task: asyncio.Task[None] | None = None
        self._error: Exception | None = None
        self._ended = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._serve, name="works", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop all requests; the answers so far are in the cache."""
        self._stop()

    def offer(self, name: Doi, agency: str) -> None:
        """Report that a DOI is registered, with its agency; an empty agency is not known."""
        self._offered.append((name, agency))
        if not self._is_told:
            self._is_told = True
            self._tell(self._take_offered)

    async def asked(
        self,
        names: Iterable[Doi],
        *,
        agencies: Mapping[Doi, str],
        aliases: Mapping[Doi, Doi],
        progress: Progress | None = None,
    ) -> Asked:
        """Return the work of each DOI, as `works.ask` does; request those without an answer.

        Raises:
            LookupSettingsError: if the server or the records file cannot be used.
        """
        names = tuple(names)

        async def finish(run: Run, session: WorkSession) -> None:
            """Request the remaining DOIs, and wait for the requests under way."""
            sent = self._lists.close() if self._lists is not None else {}
            run.keep_only(names, progress)
            await run.ask_rest(session, agencies, aliases, sent)

        self._finish = finish
        self._tell(self._ended.set)
        interrupted = await to_end(partial(asyncio.to_thread, self._join))
        if interrupted:
            self._stop()
        if self._error is not None:
            raise self._error
        if self._run is None:  # stopped before the thread made one
            self._run = Run(names, self._settings, None)
        return self._run.asked(interrupted=interrupted)

    def left(self, names: Iterable[Doi]) -> list[Doi]:
        """Return the distinct DOIs without an answer so far."""
        answers = self._run.answers if self._run is not None else {}
        return [name for name in dict.fromkeys(names) if name not in answers]

    def _tell(self, callback: Callable[[], object]) -> None:
        if self._thread.is_alive():
            try:
                self._loop.call_soon_threadsafe(callback)
            except RuntimeError:  # the thread has just ended
                return

    def _stop(self) -> None:
        self._tell(self._cancel)
        self._join()

    def _join(self) -> None:
        while self._thread.is_alive():
            self._thread.join(_SOON)

    def _cancel(self) -> None:
        self._ended.set()
        if self._task is not None:
            self._task.cancel()

    def _serve(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._main())
        except asyncio.CancelledError:
            return
        except Exception as error:  # noqa: BLE001 - raised where the answers are awaited
            self._error = error

    async def _main(self) -> None:
        self._task = asyncio.current_task()
        self._run = run = Run((), self._settings, None, grows=True)
        session = WorkSession(self._settings)
        try:
            if not self._ended.is_set():
                run.add(self._wanted())
                self._lists = FullLists(run, session, run.known_agencies(session, {}))
                self._take_offered()
                await self._ended.wait()
            if self._finish is not None:
                await self._finish(run, session)
        finally:
            await run.end(session)

    def _take_offered(self) -> None:
        self._is_told = False
        while self._lists is not None and self._offered:
            self._lists.take(*self._offered.popleft())
