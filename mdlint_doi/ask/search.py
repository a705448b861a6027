"""Search for the works that match a reference without a DOI: in the cache, then at the services.

Crossref is searched by title, authors and year. If there is no result, DataCite is searched by
title, and then Crossref by title alone. Data, theses and similar works, which are usually
registered with DataCite, are searched there first. `works.candidates` decides which work matches.

Every failure of the network gives `UnknownWork`. The cache keeps each answer for a week, under a
digest of the folded query and without the reference.
"""

from __future__ import annotations

import json
from asyncio import TaskGroup, timeout
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import ceil
from time import time
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from mdlint_doi.ask.event_loop import to_end
from mdlint_doi.ask.lane import Search, SearchService
from mdlint_doi.ask.readers.names_json import AnswerKind
from mdlint_doi.ask.readers.registry import doi, items, member
from mdlint_doi.ask.readers.works_json import dump, load
from mdlint_doi.ask.resolve import Progress
from mdlint_doi.ask.settings import RegistrySettings
from mdlint_doi.ask.store import CachedAnswers
from mdlint_doi.names.outcome import Cause
from mdlint_doi.services import (
    CROSSREF,
    CROSSREF_SEARCH,
    DATACITE,
    DATACITE_SEARCH,
    Days,
    Pace,
    Service,
)
from mdlint_doi.text.value import Value
from mdlint_doi.works.candidates import Cited, MeantWork, choose, identity
from mdlint_doi.works.claim import Claim, Query, title_query, venue_query
from mdlint_doi.works.search_verdict import same_titles
from mdlint_doi.works.work import KnownWork, UnknownWork

DAYS: Final = CROSSREF_SEARCH.valid_days.fresh
"""Days after which a reference is searched again, because works are registered every day."""
MOST: Final = 20  # the most works of an answer that are kept
MOST_PEOPLE: Final = 60
_MOST_EDITORS: Final = 20
SearchAnswer: TypeAlias = tuple[MeantWork, ...] | UnknownWork
"""The works found, or the reason why the search failed."""
AsksVenue = Callable[[Cited, Sequence[MeantWork]], bool]
"""Returns whether to search for other works of a reference's venue, given the works found."""
_Key: TypeAlias = tuple[str, str]
"""The identity of a query: the service's name, and the folded text."""
_PATIENCE: Final = 120.0  # seconds that a run may take in addition to three times the planned time
_AT_DATACITE: Final = frozenset({"data", "thesis"})
"""Kinds of works that are mostly registered with DataCite; of preprints, only arXiv's are."""
_MOST: Final = 3  # the most queries for a reference


def digest(key: str) -> str:
    """Return the key of a query in the cache."""
    return sha256(key.encode("utf-8", "backslashreplace")).hexdigest()


def _write(found: Sequence[MeantWork]) -> str:
    works = []
    for meant in found[:MOST]:
        people = meant.work.people[:MOST_PEOPLE]
        editors = meant.work.editors[:_MOST_EDITORS]
        work = KnownWork(meant.work.replace(people=people, editors=editors))
        works.append({"doi": str(meant.doi), **dump(work)})
    return json.dumps({"outcome": "searched", "works": works}, ensure_ascii=False)


def _read(entry: str, _: float) -> tuple[MeantWork, ...] | None:
    """Return the works of an entry; None if it is not the result of a search."""
    value = json.loads(entry)
    return tuple(_works(value)) if member(value, "outcome") == "searched" else None


def _works(value: object) -> Iterator[MeantWork]:
    for entry in items(member(value, "works"), MOST):
        name = doi(member(entry, "doi"))
        outcome = load(entry)
        if name is not None and isinstance(outcome, KnownWork):
            yield MeantWork(name, outcome.work)


def _days(_: object, __: str, most: float | None) -> Days:
    days = DAYS if most is None else min(DAYS, most)
    return Days(days, days)


SEARCHES: Final = AnswerKind[str, Sequence[MeantWork]](
    key=digest, read=_read, write=_write, days=_days, removed=DAYS
)
"""The results of searches in the cache."""


class SearchedReference(NamedTuple):
    """A reference to search.

    Attributes:
        query: the text to search for.
        claim: the description in the reference; answers are compared with it.
        kind: the kind of the cited work, as in `Cited.kind`.
    """

    query: Query
    claim: Claim
    kind: str = "either"

    @property
    def cited(self) -> Cited:
        """The reference as a cited work."""
        return Cited(self.claim, self.kind)

    @property
    def key(self) -> str:
        """The identity of the reference."""
        return identity(self.cited) or self.query.key


class Searched(Value):
    """The result of a search.

    Attributes:
        answers: the answers, by the key of the reference.
        in_venue: the number of other works of the same venue and year, by the key of the reference;
            only for references with such a query.
        requests: the number of requests, by host.
        cached: the number of references with an answer in the cache.
        messages: sentences for the user, for example about a service that refused requests.
        interrupted: whether Ctrl-C ended the search; the answers are then incomplete.
    """

    answers: Mapping[str, SearchAnswer]
    in_venue: Mapping[str, int] = MappingProxyType({})
    requests: Mapping[str, int] = MappingProxyType({})
    cached: int = 0
    messages: tuple[str, ...] = ()
    interrupted: bool = False


def unanswered(
    wanted: Iterable[SearchedReference],
    settings: RegistrySettings,
    *,
    everywhere: bool = True,
    asks_venue: AsksVenue | None = None,
) -> list[SearchedReference]:
    """Return the distinct references that the cache cannot answer; arguments as for `search`."""
    run = _Run(wanted, settings, None, everywhere=everywhere, asks_venue=asks_venue)
    run.close()
    return run.rest


def searches_in_cache(
    settings: RegistrySettings,
    clock: Callable[[], float] = time,
    service: Service = CROSSREF_SEARCH,
) -> CachedAnswers[str, Sequence[MeantWork]]:
    """Return the cached results of searches at one service."""
    lookup = settings.lookup
    server = f"search {settings.address_of(service)}"
    if service is not CROSSREF_SEARCH:
        server = f"{server} {service.name}"  # one server may be a mirror of both services
    return CachedAnswers(SEARCHES, lookup.cache_dir, server, lookup.max_age, clock)


def seconds(count: int, settings: RegistrySettings) -> tuple[float, float]:
    """Return the least seconds for some searches, with these settings and with a contact."""
    pace = CROSSREF_SEARCH.singles or Pace(1, 1)
    politely = count / pace.with_contact
    return (politely if settings.contact else count / pace.a_second), politely


def announcement(count: int, settings: RegistrySettings) -> str:
    """Return the message before a search: "20 references, about 20 s (60 s if ...)"."""
    now, politely = seconds(count, settings)
    references = "1 reference" if count == 1 else f"{count} references"
    is_faster = ceil(politely) < ceil(now)
    contact = "; a third of that if you set contact to your e-mail address" if is_faster else ""
    return f"{references}, about {ceil(now)} s ({ceil(_MOST * now)} s if nothing is found){contact}"


async def search(
    wanted: Iterable[SearchedReference],
    settings: RegistrySettings,
    progress: Progress | None = None,
    *,
    everywhere: bool = True,
    asks_venue: AsksVenue | None = None,
) -> Searched:
    """Return the works that are found for each reference.

    Args:
        wanted: the references; of two with the same `key`, the first is searched.
        settings: servers, cache and limits.
        progress: receives the number of finished references and the number of references.
        everywhere: whether to go on if the first query finds nothing.
        asks_venue: returns whether the other works of a reference's venue are requested; None: for
            no reference.

    Raises:
        LookupSettingsError: if a server cannot be used.
    """
    run = _Run(wanted, settings, progress, everywhere=everywhere, asks_venue=asks_venue)
    interrupted = bool(run.rest) and await to_end(run.ask)
    return run.searched(interrupted=interrupted)


def asks_datacite(settings: RegistrySettings) -> bool:
    """Return whether DataCite is searched; not if only Crossref's server is replaced."""
    return settings.crossref == CROSSREF.address or settings.datacite != DATACITE.address


def _steps(reference: SearchedReference, settings: RegistrySettings) -> Iterator[Search]:
    """Yield the queries for a reference; each is sent only if those before found no match."""
    title = title_query(reference.claim)
    first = Search(CROSSREF_SEARCH, reference.query, reference.claim)
    if title is None:
        yield first
        return
    data = [Search(DATACITE_SEARCH, title, reference.claim)] if asks_datacite(settings) else []
    yield from (*data, first) if reference.kind in _AT_DATACITE else (first, *data)
    yield Search(CROSSREF_SEARCH, title, reference.claim, is_second=True)


class _State(NamedTuple):
    """The answer for a reference so far, and the next query; None: it is finished."""

    answer: SearchAnswer
    next: Search | None
    in_venue: int | None = None


class _Run:
    """Distinct references, and the answers to their queries."""

    def __init__(
        self,
        wanted: Iterable[SearchedReference],
        settings: RegistrySettings,
        progress: Progress | None,
        *,
        everywhere: bool,
        asks_venue: AsksVenue | None,
    ) -> None:
        self._wanted: dict[str, SearchedReference] = {}
        for reference in wanted:
            self._wanted.setdefault(reference.key, reference)
        self._settings = settings
        self._progress = progress
        self._everywhere = everywhere
        self._asks_venue = asks_venue
        self._answers: dict[_Key, SearchAnswer] = {}
        self._services: dict[str, SearchService] = {}
        self._caches = {
            service.name: searches_in_cache(settings, service=service)
            for service in (CROSSREF_SEARCH, DATACITE_SEARCH)
            if settings.lookup.use_cache
        }
        self._waiting: dict[_Key, list[SearchedReference]] = {}  # by the query they wait for
        self._messages: tuple[str, ...] = ()
        self._why = UnknownWork(str(Cause.INTERRUPTED))  # for references without an answer
        self._done = 0  # number of finished references
        self._ask_cache()
        self.rest = [reference for references in self._waiting.values() for reference in references]
        self._cached = self._done
        if settings.lookup.offline:
            self._why = UnknownWork(str(Cause.OFFLINE))
            self.rest = []
            self._done = len(self._wanted)
        self._tell()

    async def ask(self) -> None:
        """Send the queries that the cache cannot answer, until the deadline."""
        limit = self._settings.deadline
        if limit is None:
            limit = _PATIENCE + 3 * _MOST * seconds(len(self.rest), self._settings)[0]
        try:
            async with timeout(limit):
                while self._waiting:
                    await self._ask_services()
                    self._ask_cache()
        except TimeoutError:
            late = f"no complete answer within {limit:.0f} s"
            self._why = UnknownWork(str(Cause.TIMEOUT), late)
            self._messages = (f"{late}, so the search is incomplete",)
        finally:
            for service in self._services.values():
                await service.clients.aclose()

    def searched(self, *, interrupted: bool) -> Searched:
        """Return the result, with the reason for references without an answer."""
        self.close()
        states = {key: self._state(reference) for key, reference in self._wanted.items()}
        sent: Counter[str] = Counter()
        messages: list[str] = []
        for service in self._services.values():
            sent[service.host] += service.clients.sent
            messages += service.messages("references for which the search failed")
        return Searched(
            {key: self._why if state.next else state.answer for key, state in states.items()},
            {key: state.in_venue for key, state in states.items() if state.in_venue is not None},
            dict(+sent),
            self._cached,
            (*messages, *self._messages),
            interrupted=interrupted,
        )

    def close(self) -> None:
        for cache in self._caches.values():
            cache.close()

    def _state(self, reference: SearchedReference) -> _State:
        works: tuple[MeantWork, ...] = ()
        for step in _steps(reference, self._settings):
            if step.is_second and same_titles(reference.cited, works):
                continue  # a second query would not find a better match
            answer = self._answers.get(step.key)
            if answer is None:
                return _State(works, step)
            if isinstance(answer, UnknownWork):
                return _State(answer, None)
            works += answer
            if not self._everywhere or choose(reference.cited, works) is not None:
                return _State(works, None)
        return self._venue_state(reference, works)

    def _venue_state(self, reference: SearchedReference, works: tuple[MeantWork, ...]) -> _State:
        query = venue_query(reference.claim)
        if (
            query is None
            or self._asks_venue is None
            or not self._asks_venue(reference.cited, works)
        ):
            return _State(works, None)
        step = Search(CROSSREF_SEARCH, query, reference.claim)
        answer = self._answers.get(step.key)
        if answer is None:
            return _State(works, step)
        if isinstance(answer, UnknownWork):
            return _State(answer, None)
        return _State(works, None, len(answer))

    def _ask_cache(self) -> None:
        """Answer queries from the cache as far as possible; the others wait for the services."""
        unfinished = list(self._wanted.values())
        while True:
            waiting: dict[_Key, list[SearchedReference]] = {}
            steps: dict[_Key, Search] = {}
            for reference in unfinished:
                step = self._state(reference).next
                if step is not None:
                    steps[step.key] = step
                    waiting.setdefault(step.key, []).append(reference)
            unfinished = [reference for references in waiting.values() for reference in references]
            known: dict[_Key, SearchAnswer] = {}
            for name, cache in self._caches.items():
                queries = [step.query.key for step in steps.values() if step.service.name == name]
                known |= {(name, key): tuple(works) for key, works in cache.read(queries).items()}
            if not known:
                break
            self._answers |= known
        self._waiting = waiting
        self._steps = steps
        self._done = len(self._wanted) - len(unfinished)

    async def _ask_services(self) -> None:
        """Send the waiting queries, to all hosts at once, and to one host in turn."""
        by_host: dict[str, dict[str, list[Search]]] = {}
        for step in self._steps.values():
            name = step.service.name
            if name not in self._services:
                self._services[name] = SearchService(step.service, self._settings)
            of_host = by_host.setdefault(self._services[name].host, {})
            of_host.setdefault(name, []).append(step)

        async def ask_host(groups: Mapping[str, list[Search]]) -> None:
            for name, steps in groups.items():
                await self._services[name].ask(steps, self._take)

        async with TaskGroup() as group:
            for groups in by_host.values():
                group.create_task(ask_host(groups))

    def _take(self, step: Search, answer: Sequence[MeantWork] | UnknownWork) -> None:
        if isinstance(answer, UnknownWork):
            self._answers[step.key] = answer
        else:
            self._answers[step.key] = tuple(answer)
            if self._caches:  # saved at once, so that a killed run loses none
                self._caches[step.service.name].write({step.query.key: answer})
        waiting = self._waiting.get(step.key, ())
        self._done += sum(self._state(reference).next is None for reference in waiting)
        self._tell()

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(self._done, len(self._wanted))
