"""Look up the works of DOIs: in the records file, the cache, then at the agencies.

Every failure of the network gives `Unknown`; only unusable settings raise an exception. The cache
keeps all answers, even if the run is stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Iterable, Mapping
from contextlib import closing
from functools import partial
from time import time
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from mdlint_doi.ask.event_loop import to_end
from mdlint_doi.ask.planning import NOBODY, Accusations, plan
from mdlint_doi.ask.readers.registry import doi as doi_of
from mdlint_doi.ask.readers.works_json import PREFIXES, is_kept
from mdlint_doi.ask.resolve import Progress
from mdlint_doi.ask.settings import RegistrySettings
from mdlint_doi.ask.store import store_of_works
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Found, Outcome
from mdlint_doi.text.value import Value
from mdlint_doi.works.work import KnownWork, UnknownWork, WorkOutcome

if TYPE_CHECKING:
    from mdlint_doi.ask.session import WorkSession

_NO_ALIAS: Final[Mapping[Doi, Doi]] = MappingProxyType({})
_NOTHING: Final[Mapping[Doi, Awaitable[None]]] = MappingProxyType({})
SAVE_EVERY: Final = 200
"""The number of new answers after which they are saved; a killed run loses fewer."""
_PATIENCE: Final = 120.0  # seconds that a run may take in addition to three times the planned time


class KnownNames(NamedTuple):
    """The known facts about DOIs before their works are requested.

    Attributes:
        names: the registered DOIs, in order.
        agencies: their registration agencies, where stated.
        aliases: for an alias, the DOI that it points to.
    """

    names: tuple[Doi, ...]
    agencies: Mapping[Doi, str]
    aliases: Mapping[Doi, Doi]


def known_names(outcomes: Mapping[Doi, Outcome]) -> KnownNames:
    """Return the results of look-ups that are needed to request works."""
    found = {doi: outcome for doi, outcome in outcomes.items() if isinstance(outcome, Found)}
    others = {
        doi: doi_of(outcome.record.alias)
        for doi, outcome in found.items()
        if outcome.record is not None
    }
    aliases = {doi: other for doi, other in others.items() if other is not None and other != doi}
    agencies = {doi: outcome.agency for doi, outcome in found.items() if outcome.agency}
    return KnownNames(tuple(found), agencies, aliases)


class Asked(Value):
    """The result of look-ups of works.

    Attributes:
        answers: the answer for each distinct DOI, in the given order.
        requests: the number of requests, by host.
        recorded: the number of answers from the records file.
        cached: the number of answers from the cache.
        messages: sentences for the user, for example about a service that refused requests.
        interrupted: whether Ctrl-C ended the run; the answers are then incomplete.
    """

    answers: Mapping[Doi, WorkOutcome]
    requests: Mapping[str, int] = MappingProxyType({})
    recorded: int = 0
    cached: int = 0
    messages: tuple[str, ...] = ()
    interrupted: bool = False

    def with_confirmed(self, other: Asked) -> Asked:
        """Return a copy with the answers of DOIs that were requested a second time."""
        return self.replace(
            answers={**self.answers, **other.answers},
            requests=dict(Counter(self.requests) + Counter(other.requests)),
            messages=tuple(dict.fromkeys((*self.messages, *other.messages))),
            interrupted=self.interrupted or other.interrupted,
        )


class Run:
    """The distinct DOIs of a run, and the answers about their works."""

    def __init__(
        self,
        dois: Iterable[Doi],
        settings: RegistrySettings,
        progress: Progress | None,
        *,
        accusations: Accusations | None = None,
        grows: bool = False,
    ) -> None:
        """Answer DOIs from the records file and the cache.

        Args:
            dois: the DOIs.
            settings: servers, cache and records.
            progress: receives the number of answers and the number of DOIs.
            accusations: the works to confirm, without the cache; None: nothing is confirmed.
            grows: whether DOIs are added later; `end` must then be called.

        Raises:
            LookupSettingsError: if the records file cannot be used.
        """
        self._names = list(dict.fromkeys(dois))
        self._settings = settings
        self._progress = progress
        self._accusations = accusations
        self._store = store_of_works(settings)
        entries = self._store.entries
        self._prefixes = entries.about(PREFIXES) if entries is not None else None
        self._noted: dict[str, str] = {}  # the agencies of prefixes in the cache
        self._old: dict[Doi, WorkOutcome] = {}
        self._recorded = self._cached = 0
        self._unsaved: dict[Doi, WorkOutcome] = {}
        self._requests: Mapping[str, int] = {}
        self._messages: tuple[str, ...] = ()
        self._late = ""
        self.answers = self._known(self._names)
        # DOIs without an answer from records or cache; offline, these become Unknown.
        self.rest = [name for name in self._names if name not in self.answers]
        if settings.lookup.offline:
            self._finish(UnknownWork(str(Cause.OFFLINE)))
            self.rest = []
        if not (self.rest or grows):
            self._store.close()
        self._tell()

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(len(self.answers), len(self._names))

    def _known(self, names: Iterable[Doi]) -> dict[Doi, WorkOutcome]:
        """Return the stored answers about DOIs."""
        known = self._store.look_up(names, cached=self._accusations is None)
        self._recorded += len(known.recorded)
        self._cached += len(known.cached)
        self._old |= known.old
        return known.recorded | known.cached

    def add(self, dois: Iterable[Doi]) -> None:
        """Add DOIs, and answer them from the records file and the cache."""
        known = set(self._names)
        new = [name for name in dict.fromkeys(dois) if name not in known]
        self._names += new
        self.answers |= self._known(new)
        self.rest += [name for name in new if name not in self.answers]

    def keep_only(self, dois: Iterable[Doi], progress: Progress | None) -> None:
        """Keep only these DOIs, in this order, and report progress from now on."""
        wanted = list(dict.fromkeys(dois))
        self.add(wanted)
        self._names = wanted
        self._progress = progress
        self.answers = {name: self.answers[name] for name in wanted if name in self.answers}
        self.rest = [name for name in wanted if name not in self.answers]
        self._tell()

    async def ask(self, agencies: Mapping[Doi, str], aliases: Mapping[Doi, Doi]) -> None:
        """Request the remaining DOIs, and save the answers.

        Raises:
            LookupSettingsError: if the address of a server is not valid.
        """
        from mdlint_doi.ask.session import WorkSession

        session = WorkSession(self._settings, singly=self._accusations is not None)
        try:
            await self.ask_rest(session, agencies, aliases)
        finally:
            await self.end(session)

    async def ask_rest(
        self,
        session: WorkSession,
        agencies: Mapping[Doi, str],
        aliases: Mapping[Doi, Doi],
        sent: Mapping[Doi, Awaitable[None]] = _NOTHING,
    ) -> None:
        """Request the remaining DOIs until the deadline; also wait for the requests in `sent`."""
        from asyncio import gather, timeout

        known = self.known_agencies(session, agencies)
        seconds = self._settings.deadline
        accusations = self._accusations
        if seconds is None:  # at worst, DOIs to confirm are requested alone
            singly = accusations is not None
            planned = plan(self.rest, self._settings, agencies=known, singly=singly).seconds
            seconds = _PATIENCE + 3 * planned
        try:
            async with timeout(seconds):
                if accusations is None:
                    rest = [name for name in self.rest if name not in sent]
                    asking = session.ask(rest, self.take, agencies=known, aliases=aliases)
                else:
                    asking = session.confirm(
                        accusations, self.take, agencies=known, aliases=aliases
                    )
                await gather(asking, *set(sent.values()))
        except TimeoutError:
            self._late = f"no complete answer within {seconds:.0f} s"
            self._finish(UnknownWork(str(Cause.TIMEOUT), self._late))

    def known_agencies(
        self, session: WorkSession, agencies: Mapping[Doi, str]
    ) -> Mapping[Doi, str]:
        """Return the known agencies of DOIs; add the agencies of prefixes to the session."""
        known = {**self._store.agencies, **agencies}
        if self._prefixes is not None:
            self._noted |= self._prefixes.read({name.prefix for name in self.rest})
        session.prefixes.update(self._noted)
        session.prefixes.update({name.prefix: agency for name, agency in known.items()})
        return known

    async def end(self, session: WorkSession) -> None:
        """Save the answers, and close the cache and the connections."""
        self._save(session.prefixes)
        self._store.close()
        self._requests = session.requests()
        late = [f"not all works were looked up: {self._late}"] if self._late else []
        self._messages = (*session.messages(), *late)
        await session.close()

    def asked(self, *, interrupted: bool = False) -> Asked:
        """Return the result; DOIs without an answer were interrupted."""
        self._finish(UnknownWork(str(Cause.INTERRUPTED)))
        return Asked(
            answers={name: self.answers[name] for name in self._names},
            requests=dict(self._requests),
            recorded=self._recorded,
            cached=self._cached,
            messages=self._messages,
            interrupted=interrupted,
        )

    def take(self, name: Doi, outcome: WorkOutcome) -> None:
        """Store the answer of the network for a DOI; without one, the old answer is used."""
        if name in self.answers:
            return
        if isinstance(outcome, KnownWork):
            work = outcome.work.replace(as_of=time())
            outcome = KnownWork(work, confirmed=self._accusations is not None)
        if isinstance(outcome, UnknownWork) and name in self._old:
            outcome = self._old[name]
        elif is_kept(outcome):
            self._unsaved[name] = outcome
            if len(self._unsaved) >= SAVE_EVERY:
                self._save({})
        self.answers[name] = outcome
        self._tell()

    def _finish(self, why: UnknownWork) -> None:
        """Give all DOIs without an answer the reason `why`."""
        for name in self.rest:
            self.take(name, why)

    def _save(self, prefixes: Mapping[str, str]) -> None:
        unsaved = self._unsaved
        self._unsaved = {}
        self._store.keep(unsaved)
        fresh = {
            prefix: agency
            for prefix, agency in prefixes.items()
            if self._noted.get(prefix) != agency
        }
        if self._prefixes is not None:
            self._prefixes.write(fresh)
            self._noted |= fresh


def left(dois: Iterable[Doi], settings: RegistrySettings) -> list[Doi]:
    """Return the distinct DOIs that neither records nor cache can answer.

    Raises:
        LookupSettingsError: if the records file cannot be used.
    """
    names = list(dict.fromkeys(dois))
    with closing(store_of_works(settings)) as store:
        known = store.look_up(names)
    return [name for name in names if not (name in known.recorded or name in known.cached)]


async def ask(
    dois: Iterable[Doi],
    settings: RegistrySettings,
    *,
    agencies: Mapping[Doi, str] = NOBODY,
    aliases: Mapping[Doi, Doi] = _NO_ALIAS,
    progress: Progress | None = None,
) -> Asked:
    """Return the work of each distinct DOI.

    Args:
        dois: the DOIs, registered or not; of equal DOIs, the first one is used.
        settings: servers, cache and records.
        agencies: the registration agencies of DOIs from look-ups.
        aliases: for an alias, the DOI that it points to.
        progress: receives the number of answers and the number of DOIs.

    Raises:
        LookupSettingsError: if the server or the records file cannot be used.
    """
    return await _asked(Run(dois, settings, progress), agencies, aliases)


async def confirm(
    accusations: Accusations,
    settings: RegistrySettings,
    *,
    agencies: Mapping[Doi, str] = NOBODY,
    aliases: Mapping[Doi, Doi] = _NO_ALIAS,
) -> Asked:
    """Request works a second time, alone or in lists with known records.

    The cache is not used, because it may be old or written by others; the answers renew it. A list
    may have been mixed up. A work that cannot be confirmed becomes `UnknownWork`.

    Args:
        accusations: the works to confirm, and works whose citations agree.
        settings: servers, cache and records.
        agencies: as for `ask`.
        aliases: as for `ask`.

    Raises:
        LookupSettingsError: if the server or the records file cannot be used.
    """
    run = Run(accusations.names, settings, None, accusations=accusations)
    return await _asked(run, agencies, aliases)


async def _asked(run: Run, agencies: Mapping[Doi, str], aliases: Mapping[Doi, Doi]) -> Asked:
    asking = partial(run.ask, agencies, aliases)
    interrupted = bool(run.rest) and await to_end(asking)
    return run.asked(interrupted=interrupted)
