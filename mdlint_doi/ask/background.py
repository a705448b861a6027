"""Request works in a separate thread while other DOIs are still looked up.

A DOI is requested after its registration is confirmed, in a full list. So the number of requests is
the same as after all look-ups. DOIs that do not fill a list wait until the end.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from itertools import chain
from threading import Thread
from typing import Final, Self

from mdlint_doi.ask.readers.registry import MOST_NAMES, chunks, may_list
from mdlint_doi.ask.resolve import Progress
from mdlint_doi.ask.session import WorkSession
from mdlint_doi.ask.settings import RegistrySettings
from mdlint_doi.ask.works import Asked, Run
from mdlint_doi.names.doi import Doi

_SOON: Final = 0.2  # seconds after which a wait looks up, so that Ctrl-C is heard on every system


class FullLists:
    """The DOIs that wait for each agency, and its current request."""

    def __init__(self, run: Run, session: WorkSession, agencies: Mapping[Doi, str]) -> None:
        """Take the open names of a run, which are asked once they are offered."""
        self._run = run
        self._session = session
        self._agencies = dict(agencies)
        self._open = set(run.rest)
        self._waiting: dict[str, list[Doi]] = {}
        self._asked: dict[str, asyncio.Task[None]] = {}
        self._sent: dict[str, tuple[Doi, ...]] = {}

    def take(self, name: Doi, agency: str) -> None:
        """Take a name that is registered, and its agency; it waits for the end if nobody knows."""
        agency = agency or self._agencies.get(name) or self._session.prefixes.get(name.prefix, "")
        if agency and name in self._open and may_list(name):
            self._open.discard(name)
            self._agencies[name] = agency
            self._waiting.setdefault(agency.casefold(), []).append(name)
            self._begin(agency.casefold())

    def close(self) -> Mapping[Doi, asyncio.Task[None]]:
        """Begin no more requests; return the current ones and their future answers."""
        self._open.clear()
        self._waiting.clear()
        return {name: task for by, task in self._asked.items() for name in self._sent[by]}

    def _begin(self, by: str) -> None:
        """Ask an agency, unless it is asked by now, where lists are full; the last may grow."""
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
    """Questions for works that go on while other things are done; a context, which stops them."""

    def __init__(self, settings: RegistrySettings, wanted: Callable[[], Iterable[Doi]]) -> None:
        """Start a thread, which calls `wanted` for the names to ask once they are registered."""
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
        """Stop what is still asked; what was answered is in the cache."""
        self._stop()

    def offer(self, name: Doi, agency: str) -> None:
        """Tell that a name is registered, and by which agency, if that is known."""
        self._offered.append((name, agency))
        if not self._is_told:
            self._is_told = True
            self._tell(self._take_offered)

    def asked(
        self,
        names: Iterable[Doi],
        *,
        agencies: Mapping[Doi, str],
        aliases: Mapping[Doi, Doi],
        progress: Progress | None = None,
    ) -> Asked:
        """Ask what is left of names; return what each is registered as, as `works.ask` does.

        Raises:
            LookupSettingsError: if the server or the records file cannot be used.
        """
        names = tuple(names)

        async def finish(run: Run, session: WorkSession) -> None:
            """Ask what is left, and await what is asked."""
            sent = self._lists.close() if self._lists is not None else {}
            run.keep_only(names, progress)
            await run.ask_rest(session, agencies, aliases, sent)

        self._finish = finish
        self._tell(self._ended.set)
        interrupted = False
        try:
            self._join()
        except KeyboardInterrupt:
            interrupted = True
            self._stop()
        if self._error is not None:
            raise self._error
        if self._run is None:  # stopped before anything was begun
            self._run = Run(names, self._settings, None)
        return self._run.asked(interrupted=interrupted)

    def left(self, names: Iterable[Doi]) -> list[Doi]:
        """Return the distinct names that are not answered yet."""
        answers = self._run.answers if self._run is not None else {}
        return [name for name in dict.fromkeys(names) if name not in answers]

    def _tell(self, callback: Callable[[], object]) -> None:
        if self._thread.is_alive():
            try:
                self._loop.call_soon_threadsafe(callback)
            except RuntimeError:  # the thread ended just now
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
