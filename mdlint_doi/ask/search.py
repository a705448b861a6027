"""Which works fit a reference without a DOI? The cache first, then Crossref; each query once.

What is found is what the service ranks first, and no more than that: `works.candidates` decides.
A network that fails, in whatever way, makes `UnknownWork`. Each answer is in the cache as soon as
it is there, so that a run that is stopped or killed goes on where it was.

Crossref's search in a run: one query a reference, at the pace that the service allows.

It is the kind of request that counts as a list: one a second, three with a contact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil
from time import time
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from mdlint_doi.ask.agency import BLOCKED, limits_of
from mdlint_doi.ask.cache import CachedAnswers
from mdlint_doi.ask.client import Clients
from mdlint_doi.ask.question import Question
from mdlint_doi.ask.resolve import refuse_loop
from mdlint_doi.ask.services.crossref import Crossref
from mdlint_doi.ask.services.listing import Divided, quota_of
from mdlint_doi.ask.services.searches_json import SEARCHES
from mdlint_doi.ask.settings import RegistrySettings, parse_server
from mdlint_doi.ask.workers import Workers
from mdlint_doi.names.outcome import Cause, Unknown
from mdlint_doi.services import CROSSREF_SEARCH, Pace
from mdlint_doi.text.value import Value
from mdlint_doi.works import work
from mdlint_doi.works.candidates import MeantWork, may_fit
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.query import Query
from mdlint_doi.works.work import UnknownWork


class SearchedReference(NamedTuple):
    """A reference to search: how, and what it says."""

    query: Query
    claim: Claim


Take = Callable[[SearchedReference, Sequence[MeantWork] | work.UnknownWork], None]
"""Called once with what was found for each reference, or why nothing could be."""
_WORKERS: Final = 3
Progress = Callable[[int, int], None]
"""Called with how many references were searched, and how many there are."""
Answer: TypeAlias = tuple[MeantWork, ...] | UnknownWork
_PATIENCE: Final = 120.0
"""Seconds, on top of three times what was planned, after which a run has to do with what it has."""


class Searched(Value):
    """What came of searching.

    Attributes:
        answers: what was found, or why nothing could be, by the key of the query.
        requests: how many were sent, by host.
        cached: queries that the cache answered.
        messages: what a user has to know, such as that the service refused us; often none.
        interrupted: Ctrl-C came; what was known by then is here.

    """

    answers: Mapping[str, Answer]
    requests: Mapping[str, int] = MappingProxyType({})
    cached: int = 0
    messages: tuple[str, ...] = ()
    interrupted: bool = False


def unanswered(
    wanted: Iterable[SearchedReference], settings: RegistrySettings
) -> list[SearchedReference]:
    """Return those that the cache cannot answer, each query once."""
    distinct = _distinct(wanted)
    if not settings.lookup.use_cache:
        return [*distinct.values()]
    with searches_in_cache(settings) as cache:
        known = cache.read(distinct)
    return [one for key, one in distinct.items() if key not in known]


def searches_in_cache(
    settings: RegistrySettings, clock: Callable[[], float] = time
) -> CachedAnswers[str, Sequence[MeantWork]]:
    """Return the entries of searches, which stand under the address of the service."""
    lookup, server = settings.lookup, f"search {settings.crossref}"
    return CachedAnswers(SEARCHES, lookup.cache_dir, server, lookup.max_age, clock)


def seconds(count: int, settings: RegistrySettings) -> tuple[float, float]:
    """Return how long so many searches take at least, as the settings are and with a contact."""
    pace = CROSSREF_SEARCH.singles or Pace(1, 1)
    politely = count / pace.with_contact
    return (politely if settings.contact else count / pace.a_second), politely


def announcement(count: int, settings: RegistrySettings) -> str:
    """Return what a user reads beforehand: "20 searches, about 20 s"."""
    now, politely = map(ceil, seconds(count, settings))
    searches = "1 search" if count == 1 else f"{count} searches"
    contact = f'; set contact = "you@example.org" for {politely} s' if politely < now else ""
    return f"{searches}, about {now} s{contact}"


def search(
    wanted: Iterable[SearchedReference],
    settings: RegistrySettings,
    progress: Progress | None = None,
) -> Searched:
    """Return what is found for each query.

    Args:
        wanted: references; of two with one query the first is searched.
        settings: where and how to ask.
        progress: called with how many are answered, and how many there are.

    Raises:
        LookupSettingsError: for a server that can't be used.
        RuntimeError: within a running event loop.

    """
    run = _Run(wanted, settings, progress)
    interrupted = False
    if run.rest:
        import asyncio

        refuse_loop("search(…)")
        try:
            asyncio.run(run.ask())
        except KeyboardInterrupt:
            interrupted = True
    return run.searched(interrupted=interrupted)


def _distinct(wanted: Iterable[SearchedReference]) -> dict[str, SearchedReference]:
    found: dict[str, SearchedReference] = {}
    for one in wanted:
        found.setdefault(one.query.key, one)
    return found


class _Run:
    """Distinct queries and their answers."""

    def __init__(
        self,
        wanted: Iterable[SearchedReference],
        settings: RegistrySettings,
        progress: Progress | None,
    ) -> None:
        self._wanted = _distinct(wanted)
        self._settings = settings
        self._progress = progress
        self._cache = searches_in_cache(settings) if settings.lookup.use_cache else None
        self.answers: dict[str, Answer] = {}
        if self._cache is not None:
            found = self._cache.read(self._wanted)
            self.answers |= {key: tuple(works) for key, works in found.items()}
        self._cached = len(self.answers)
        self._requests: dict[str, int] = {}
        self._messages: tuple[str, ...] = ()
        self.rest = [one for key, one in self._wanted.items() if key not in self.answers]
        if settings.lookup.offline:
            self._finish(UnknownWork(str(Cause.OFFLINE)))
            self.rest = []
        self._tell()

    async def ask(self) -> None:
        """Ask what the cache does not hold, for as long as it may take.

        Raises:
            LookupSettingsError: for a server that can't be asked.

        """
        from asyncio import timeout

        service = SearchService(self._settings)
        limit = self._settings.deadline
        if limit is None:
            limit = _PATIENCE + 3 * seconds(len(self.rest), self._settings)[0]
        try:
            async with timeout(limit):
                await service.ask(self.rest, self._take)
        except TimeoutError:
            late = f"not answered within {limit:.0f} s"
            self._finish(UnknownWork(str(Cause.TIMEOUT), late))
            self._messages = (f"searches were {late}",)
        finally:
            self._end(service)
            await service.close()

    def searched(self, *, interrupted: bool) -> Searched:
        """Return what came of it; what has no answer was interrupted."""
        self._finish(UnknownWork(str(Cause.INTERRUPTED)))
        if self._cache is not None:
            self._cache.close()
        answers = {key: self.answers[key] for key in self._wanted}
        return Searched(
            answers, self._requests, self._cached, self._messages, interrupted=interrupted
        )

    def _end(self, service: SearchService) -> None:
        self._requests = {service.host: service.sent} if service.sent else {}
        self._messages = (*service.messages(), *self._messages)

    def _take(self, one: SearchedReference, answer: Sequence[MeantWork] | UnknownWork) -> None:
        key = one.query.key
        if isinstance(answer, UnknownWork):
            self.answers[key] = answer
        else:
            self.answers[key] = tuple(answer)
            if self._cache is not None:  # at once: a run that is killed loses none
                self._cache.write({key: answer})
        self._tell()

    def _finish(self, why: UnknownWork) -> None:
        for key in self._wanted:
            self.answers.setdefault(key, why)

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(len(self.answers), len(self._wanted))


class SearchService:
    """Connections to the service.

    Attributes:
        host: of it.

    """

    def __init__(self, settings: RegistrySettings) -> None:
        """Open nothing yet.

        Raises:
            LookupSettingsError: for a server that can't be asked.

        """
        self._registry = Crossref(CROSSREF_SEARCH, settings.crossref, settings.contact)
        self._limits = limits_of(settings.lookup.limits)
        self._quota = quota_of(CROSSREF_SEARCH.singles, has_contact=bool(settings.contact))
        server = parse_server(settings.crossref)
        self.host = server.origin.partition("://")[2]
        self._clients = Clients(server, self._limits, settings.contact)
        self._workers = Workers(self._clients, self._limits, BLOCKED)
        self._trouble: Unknown | None = None
        self._lost = 0
        self._plainly = False

    @property
    def sent(self) -> int:
        """How many requests it got."""
        return self._clients.sent

    async def close(self) -> None:
        """Close all connections."""
        await self._clients.__aexit__(None, None, None)

    def messages(self) -> list[str]:
        """Return what to say of the service if it did not answer as it should."""
        if self._trouble is None:
            return []
        why = self._trouble.detail or self._trouble.cause
        return [f"{self.host}: {why}; references that could not be searched: {self._lost}"]

    async def ask(self, wanted: Iterable[SearchedReference], take: Take) -> None:
        """Search references; `take` is called once for each, in any order.

        Where the service refuses the questions as they are, they are put in the plainest way.
        """
        refused = await self._put(wanted, take)
        if refused:
            self._plainly = True
            await self._put(refused, take)

    async def _put(
        self, wanted: Iterable[SearchedReference], take: Take
    ) -> list[SearchedReference]:
        refused: list[SearchedReference] = []
        questions = [self._question(one, take, refused) for one in wanted]
        await self._workers.ask([questions], _WORKERS, quota=self._quota)
        return refused

    def _question(
        self, one: SearchedReference, take: Take, refused: list[SearchedReference]
    ) -> Question[list[MeantWork] | Divided]:
        def done(answer: list[MeantWork] | Divided | Unknown) -> None:
            """Hand on the works that may fit, or why there are none."""
            if isinstance(answer, Divided) and not self._plainly:
                refused.append(one)
            elif isinstance(answer, Divided):
                self._lose(one, Unknown(Cause.BAD_ANSWER, "the question is refused"), take)
            elif isinstance(answer, Unknown):
                self._lose(one, answer, take)
            else:
                take(one, [found for found in answer if may_fit(one.claim, found.work)])

        return Question(
            target=self._registry.search_target(one.query, plainly=self._plainly),
            read=self._registry.read_search,
            done=done,
            attempts=self._limits.attempts,
            refusals=self._limits.refusals,
        )

    def _lose(self, one: SearchedReference, why: Unknown, take: Take) -> None:
        """Say why nothing was found; of what was not asked, what the first trouble was."""
        if self._trouble is None:
            self._trouble = why
        elif why.cause is Cause.CIRCUIT_OPEN:
            why = self._trouble
        self._lost += 1
        take(one, work.UnknownWork(str(why.cause), why.detail))
