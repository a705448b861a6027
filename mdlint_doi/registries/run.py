"""One run: the names, what is known of them by now, and what is still to be kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from time import time
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause
from mdlint_doi.registries.planning import plan
from mdlint_doi.registries.settings import RegistrySettings
from mdlint_doi.registries.store import Store
from mdlint_doi.registries.stored import is_kept
from mdlint_doi.text.value import Value
from mdlint_doi.works.work import KnownWork, UnknownWork, WorkOutcome

if TYPE_CHECKING:
    from mdlint_doi.registries.session import Session


Progress = Callable[[int, int], None]
"""Called with how many names were answered, and how many there are."""

_NOTHING: Final[Mapping[Doi, Awaitable[None]]] = MappingProxyType({})
SAVE_EVERY: Final = 200
"""New answers, after which they go into the cache: so many a sudden death costs at most."""
_PATIENCE: Final = 120.0
"""Seconds, beside three times what was planned, after which a run has to do with what it has."""


class Asked(Value):
    """What came of asking.

    Attributes:
        answers: each distinct name, in the order in which they were given.
        requests: how many were sent, by host.
        recorded: names that the records file answered.
        cached: names that the cache answered.
        messages: what a user has to be told, such as that a service refused us; often none.
        interrupted: Ctrl-C came; what was known by then is here.

    """

    answers: Mapping[Doi, WorkOutcome]
    requests: Mapping[str, int] = MappingProxyType({})
    recorded: int = 0
    cached: int = 0
    messages: tuple[str, ...] = ()
    interrupted: bool = False

    def with_confirmed(self, other: Asked) -> Asked:
        """Return this with the answers of those names that were asked once more."""
        requests = dict(self.requests)
        for host, count in other.requests.items():
            requests[host] = requests.get(host, 0) + count
        return self.replace(
            answers={**self.answers, **other.answers},
            requests=requests,
            messages=tuple(dict.fromkeys((*self.messages, *other.messages))),
            interrupted=self.interrupted or other.interrupted,
        )


class Run:
    """Distinct names and their answers.

    Attributes:
        answers: what is known.
        rest: the names that neither records nor cache could answer; offline none, since they are
            Unknown then.

    """

    def __init__(
        self,
        dois: Iterable[Doi],
        settings: RegistrySettings,
        progress: Progress | None,
        *,
        singly: bool = False,
        grows: bool = False,
    ) -> None:
        """Answer what can be answered without a network; with `singly` the cache is not believed.

        With `grows` names are added later, and `end` is called at last.

        Raises:
            LookupSettingsError: for a records file that can't be used.

        """
        self._names = list(dict.fromkeys(dois))
        self._settings = settings
        self._progress = progress
        self._singly = singly
        self._store = Store(settings)
        self._watcher: Callable[[Doi, WorkOutcome], None] | None = None
        self._unsaved: dict[Doi, WorkOutcome] = {}
        self._requests: Mapping[str, int] = {}
        self._messages: tuple[str, ...] = ()
        self._late = ""
        self.answers = self._store.look_up(self._names, cached=not singly)
        self.rest = [name for name in self._names if name not in self.answers]
        if settings.lookup.offline:
            self._finish(UnknownWork(str(Cause.OFFLINE)))
            self.rest = []
        if not (self.rest or grows):
            self._store.close()
        if progress is not None:
            progress(len(self.answers), len(self._names))

    def watch(self, watcher: Callable[[Doi, WorkOutcome], None]) -> None:
        """Call `watcher` with each new answer."""
        self._watcher = watcher

    def add(self, dois: Iterable[Doi]) -> None:
        """Take more names, and answer what can be answered without a network."""
        known = set(self._names)
        new = [name for name in dict.fromkeys(dois) if name not in known]
        self._names += new
        self.answers |= self._store.look_up(new, cached=not self._singly)
        self.rest += [name for name in new if name not in self.answers]

    def keep_only(self, dois: Iterable[Doi], progress: Progress | None) -> None:
        """Have only these names, in their order, and report from now on how many are answered."""
        wanted = list(dict.fromkeys(dois))
        self.add(wanted)
        self._names, self._progress = wanted, progress
        self.answers = {name: self.answers[name] for name in wanted if name in self.answers}
        self.rest = [name for name in wanted if name not in self.answers]
        if progress is not None:
            progress(len(self.answers), len(wanted))

    async def ask(self, agencies: Mapping[Doi, str], aliases: Mapping[Doi, Doi]) -> None:
        """Ask what is left, and keep the answers, come what may.

        Raises:
            LookupSettingsError: for a server that can't be asked.

        """
        from mdlint_doi.registries.session import Session

        session = Session(self._settings, singly=self._singly)
        try:
            await self.ask_rest(session, agencies, aliases)
        finally:
            await self.end(session)

    async def ask_rest(
        self,
        session: Session,
        agencies: Mapping[Doi, str],
        aliases: Mapping[Doi, Doi],
        sent: Mapping[Doi, Awaitable[None]] = _NOTHING,
    ) -> None:
        """Ask what is left, for as long as it may take, and await what was sent before."""
        from asyncio import gather, timeout

        told = self.told(session, agencies)
        seconds = self._seconds(told)
        try:
            async with timeout(seconds):
                rest = [name for name in self.rest if name not in sent]
                asking = session.ask(rest, self.take, agencies=told, aliases=aliases)
                await gather(asking, *set(sent.values()))
        except TimeoutError:
            self._late = f"not answered within {seconds:.0f} s"
            self._finish(UnknownWork(str(Cause.TIMEOUT), self._late))

    def told(self, session: Session, agencies: Mapping[Doi, str]) -> Mapping[Doi, str]:
        """Return the Agencies of names that are known; tell a session those of prefixes."""
        told = {**self._store.agencies, **agencies}
        session.prefixes.update(self._store.agencies_of({name.prefix for name in self.rest}))
        session.prefixes.update({name.prefix: agency for name, agency in told.items()})
        return told

    async def end(self, session: Session) -> None:
        """Keep what was learned, and close what is open."""
        self._save(session.prefixes)
        self._store.close()
        self._requests = session.requests()
        late = [f"questions for works were {self._late}"] if self._late else []
        self._messages = (*session.messages(), *late)
        await session.close()

    def asked(self, *, interrupted: bool = False) -> Asked:
        """Return what came of it; what has no answer was interrupted."""
        self._watcher = None
        self._finish(UnknownWork(str(Cause.INTERRUPTED)))
        return Asked(
            answers={name: self.answers[name] for name in self._names},
            requests=dict(self._requests),
            recorded=self._store.recorded,
            cached=self._store.cached,
            messages=self._messages,
            interrupted=interrupted,
        )

    def _seconds(self, agencies: Mapping[Doi, str]) -> float:
        if self._settings.deadline is not None:
            return self._settings.deadline
        planned = plan(self.rest, self._settings, agencies=agencies).seconds
        return _PATIENCE + 3 * planned

    def take(self, name: Doi, outcome: WorkOutcome) -> None:
        """Note what the network says of a name; where it says nothing, what was known counts."""
        if name in self.answers:
            return
        if isinstance(outcome, KnownWork):
            outcome = KnownWork(outcome.work._replace(as_of=time()), confirmed=self._singly)
        old = self._store.old(name) if isinstance(outcome, UnknownWork) else None
        if old is not None:
            outcome = old
        elif is_kept(outcome):
            self._unsaved[name] = outcome
            if len(self._unsaved) >= SAVE_EVERY:
                self._save({})
        self.answers[name] = outcome
        if self._watcher is not None:
            self._watcher(name, outcome)
        if self._progress is not None:
            self._progress(len(self.answers), len(self._names))

    def _finish(self, why: UnknownWork) -> None:
        """Say of all names without an answer why."""
        for name in self.rest:
            self.take(name, why)

    def _save(self, prefixes: Mapping[str, str]) -> None:
        unsaved, self._unsaved = self._unsaved, {}
        self._store.keep(unsaved, prefixes)
