"""Look up whether DOIs are registered: in the records file, the cache, then the network.

Every failure of the network gives `Unknown`; only unusable settings raise an exception. For several
look-ups in a run, use a `NameResolver`, which keeps its connections.
"""

from __future__ import annotations

from collections.abc import (
    AsyncIterator,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from importlib import import_module
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING, Final, Self

from mdlint_doi.ask.event_loop import EventLoop, event_loop, in_thread, to_end, wait_for
from mdlint_doi.ask.settings import CHUNK, OFFLINE, LookupSettings, parse_server
from mdlint_doi.ask.store import Answer, AnsweredBy, Store, store_of_names
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Found, Missing, Outcome, Unknown

if TYPE_CHECKING:
    from mdlint_doi.ask.readers.names_json import Stored
    from mdlint_doi.ask.strategy import NameSession

Progress = Callable[[int, int], None]  # receives the number of answers and the number of DOIs
Watch = Callable[[Doi, Outcome], None]
"""Receives a DOI and its outcome; a second time if more becomes known."""

SAVE_EVERY: Final = 200  # new answers after which they are saved, ...
SAVE_SECONDS: Final = 1.0
"""... if so many seconds have passed, because saving writes most pages of the cache."""
_INTERRUPTED: Final = Unknown(Cause.INTERRUPTED)


class Batch:
    """The distinct DOIs of a call, and their answers."""

    def __init__(
        self, store: Store[Stored], progress: Progress | None, watch: Watch | None = None
    ) -> None:
        self._store = store
        self._progress = progress
        self._watch = watch
        # Only one table, because a table of a million DOIs takes a hundred megabytes.
        self._answers: dict[Doi, Answer | None] = {}
        self._agencies: dict[Doi, str] = {}
        self._count = 0
        self._unsaved: dict[Doi, Stored] = {}
        self._saved = monotonic()
        self._last = Answer(Found(), AnsweredBy.NETWORK)

    def rest(self, parts: Iterable[Iterable[Doi]]) -> Iterator[list[Doi]]:
        """Read the parts in turn; yield the DOIs of each that records and cache cannot answer."""
        for part in parts:
            fresh = dict.fromkeys(doi for doi in part if doi not in self._answers)
            if not fresh:
                yield []
                continue
            found = self._store.look_up(fresh)
            for doi, old in found.old.items():  # requested again, but the agency is known
                self._agencies[doi] = old.agency or ""
            known = {
                doi: Answer(outcome, AnsweredBy.RECORDS) for doi, outcome in found.recorded.items()
            }
            known |= {
                doi: Answer(outcome, AnsweredBy.CACHE) for doi, outcome in found.cached.items()
            }
            rest = [doi for doi in fresh if doi not in known]
            if self._answers:
                self._answers |= fresh
            else:
                self._answers = fresh  # no second table of a million DOIs
            self._answers |= known
            self._count += len(known)
            if self._watch is not None:
                for doi, answer in known.items():
                    self._watch(doi, answer.outcome)
            self._tell()
            del fresh, found, known
            yield rest

    def take(self, doi: Doi, outcome: Outcome) -> None:
        """Add the answer of the network for a DOI."""
        if isinstance(outcome, Found) and outcome.agency is None:
            outcome = outcome.replace(agency=self._agencies.get(doi) or None)
        if outcome is not self._last.outcome:  # equal outcomes share one answer
            self._last = Answer(outcome, AnsweredBy.NETWORK)
        if self._answers[doi] is None:
            self._count += 1
        self._answers[doi] = self._last
        if isinstance(outcome, (Found, Missing)):
            self._unsaved[doi] = outcome
            if len(self._unsaved) >= SAVE_EVERY and monotonic() - self._saved > SAVE_SECONDS:
                self.save()
        if self._watch is not None:
            self._watch(doi, outcome)
        self._tell()

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(self._count, len(self._answers))

    def save(self) -> None:
        """Put new answers into the cache."""
        unsaved, self._unsaved, self._saved = self._unsaved, {}, monotonic()
        if unsaved:
            self._store.keep(unsaved)

    def answers(self, otherwise: Unknown) -> dict[Doi, Answer]:
        """Return an answer for each DOI, in order; `otherwise` for a DOI without one."""
        nothing = Answer(otherwise, AnsweredBy.NETWORK)
        answers = self._answers
        for doi, answer in answers.items():
            if answer is None:
                answers[doi] = nothing
        return answers  # type: ignore[return-value]  # none of them is None any more


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended the look-ups; the cache has the answers so far.

    Attributes:
        answers: the answers for all DOIs; `Unknown` for a DOI without one.
    """

    def __init__(self, answers: Mapping[Doi, Answer]) -> None:
        super().__init__()
        self.answers = answers


class NameResolver:
    """The store and the connections for all look-ups of a run; an asynchronous context manager."""

    def __init__(self, settings: LookupSettings) -> None:
        """Read the records file and open the cache; no connection is opened yet.

        Raises:
            LookupSettingsError: if the server or the records file cannot be used.
        """
        parse_server(settings.server)
        self._settings = settings
        self._store = store_of_names(settings)
        self._session: NameSession | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._store.close()
        if self._session is not None:
            await event_loop()
            await self._session.aclose()

    async def resolve(
        self,
        dois: Iterable[Doi],
        *,
        confirm: bool = True,
        agencies: bool = False,
        needed: Collection[Doi] = (),
        progress: Progress | None = None,
    ) -> dict[Doi, Answer]:
        """Return an answer for each distinct DOI, in the order of `dois`.

        Arguments and exceptions are those of `resolve_parts`.
        """
        return await self.resolve_parts(
            [dois], confirm=confirm, agencies=agencies, needed=needed, progress=progress
        )

    async def resolve_parts(  # noqa: PLR0913 - independent options
        self,
        parts: Iterable[Iterable[Doi]],
        *,
        confirm: bool = True,
        agencies: bool = False,
        needed: Collection[Doi] = (),
        progress: Progress | None = None,
        watch: Watch | None = None,
    ) -> dict[Doi, Answer]:
        """Return an answer for each distinct DOI, in order; requests begin while parts are read.

        Args:
            parts: the DOIs in parts, which may be empty.
            confirm: whether to confirm negative answers. False for suggestions, where only
                registered DOIs matter: negative answers of *Which RA* are then `Unknown`, and no
                agency is requested.
            agencies: whether to request the agencies of registered DOIs, which takes one more
                request.
            needed: without `confirm`, the DOIs that are requested alone if necessary, however many
                there are.
            progress: receives the number of answers and the number of DOIs.
            watch: receives each DOI and its outcome as soon as it is known.

        Raises:
            Interrupted: on Ctrl-C, with the answers so far.
        """
        batch = Batch(self._store, progress, watch)
        rest = batch.rest(parts)
        if self._settings.offline:
            for _ in rest:
                pass  # the batch keeps the answers of the records file and the cache
        elif first := next(filter(None, rest), None):
            rest = chain([first], rest)

            async def asking() -> None:
                session = await self._opened()
                await ask(session, batch, rest, confirm=confirm, agencies=agencies, needed=needed)

            if await to_end(asking):
                raise Interrupted(batch.answers(_INTERRUPTED))
        return batch.answers(OFFLINE)

    async def _opened(self) -> NameSession:
        """Return the connections, which are made at first use; a thread imports slow modules."""
        if self._session is None:
            await in_thread(import_module, "mdlint_doi.ask.client")
            from mdlint_doi.ask.strategy import NameSession

            self._session = NameSession(self._settings)
        return self._session


async def ask(  # noqa: PLR0913 - independent options
    session: NameSession,
    batch: Batch,
    parts: Iterable[Sequence[Doi]],
    *,
    confirm: bool,
    agencies: bool = False,
    needed: Collection[Doi] = (),
) -> None:
    """Request the rest of a batch, and save the answers.

    Raises:
        Exception: the error that reading `parts` raised, after all other DOIs are answered.
    """
    problems: list[Exception] = []

    def parts_until_trouble() -> Iterator[Sequence[Doi]]:
        try:
            yield from parts
        except Exception as problem:  # noqa: BLE001 - the tasks that take DOIs would wrap it
            problems.append(problem)

    try:
        await session.ask(
            parts_until_trouble(), batch.take, confirm=confirm, agencies=agencies, needed=needed
        )
    finally:
        batch.save()
    if problems:
        raise problems[0]


def resolve(
    dois: Iterable[Doi],
    settings: LookupSettings,
    *,
    confirm: bool = True,
    progress: Progress | None = None,
) -> dict[Doi, Answer]:
    """Return what `aresolve` returns, to a caller that is not a coroutine."""
    return wait_for(aresolve(dois, settings, confirm=confirm, progress=progress))


async def aresolve(
    dois: Iterable[Doi],
    settings: LookupSettings,
    *,
    confirm: bool = True,
    progress: Progress | None = None,
) -> dict[Doi, Answer]:
    """Return an answer for each distinct DOI, in the order of `dois`.

    After a cancellation, the cache has the answers so far.

    Args:
        dois: the DOIs.
        settings: server, cache, records and limits.
        confirm: as for `NameResolver.resolve_parts`.
        progress: receives the number of answers and the number of DOIs.

    Raises:
        LookupSettingsError: if the server or the records file cannot be used.
        Interrupted: on Ctrl-C, with the answers so far.
    """
    async with NameResolver(settings) as resolver:
        return await resolver.resolve(dois, confirm=confirm, progress=progress)


def iter_resolve(
    dois: Iterable[Doi], settings: LookupSettings, *, agencies: bool = False
) -> Iterator[tuple[Doi, Answer]]:
    """Yield what `aiter_resolve` yields, to a caller that is not a coroutine."""
    names = iter(dois)
    with EventLoop() as loop, loop.entered(NameResolver(settings)) as resolver:
        while chunk := list(islice(names, CHUNK)):
            yield from loop.wait_for(resolver.resolve(chunk, agencies=agencies)).items()


async def aiter_resolve(
    dois: Iterable[Doi], settings: LookupSettings, *, agencies: bool = False
) -> AsyncIterator[tuple[Doi, Answer]]:
    """Yield DOIs and answers in the order of `dois`; only a chunk is kept in memory.

    A repeated DOI is yielded once for each chunk of `CHUNK` DOIs.

    Raises:
        LookupSettingsError: if the server or the records file cannot be used.
        Interrupted: on Ctrl-C, with the answers for the chunk so far.
    """
    names = iter(dois)
    async with NameResolver(settings) as resolver:
        while chunk := list(islice(names, CHUNK)):
            for answered in (await resolver.resolve(chunk, agencies=agencies)).items():
                yield answered
