"""A run's questions to the services: which names go where, and what follows from the answers.

| strategy | names    | first    | then to the Handle API                              |
|----------|----------|----------|-----------------------------------------------------|
| handles  | all      |          | all                                                 |
| which-ra | all      | Which RA | what it did not affirm, and what it can't be asked  |
| auto     | up to 25 |          | all                                                 |
| auto     | more     | Which RA | as which-ra                                         |

Where negatives need no confirmation (candidates for "did you mean"), two names are enough for
Which RA, and what it denies stays Unknown: it is no proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import chain, islice
from types import TracebackType
from typing import Final, Self

from mdlint_doi.lookup import handle_api, which_ra
from mdlint_doi.lookup.client import Clients
from mdlint_doi.lookup.server import parse_server
from mdlint_doi.lookup.settings import LookupSettings
from mdlint_doi.lookup.workers import Crew, Question
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Found, Missing, Outcome, Unknown

FEW: Final = 25
"""Up to so many names, `auto` asks the Handle API at once."""

MOST_WORKERS: Final = 64
SHORT: Final = "10"
"""The prefix of shortDOIs, which belongs to no Agency."""

_DENIED: Final = Unknown(Cause.UNCONFIRMED, "Which RA names no Agency")


class Session:
    """Connections and what the server taught about its pace; a context."""

    def __init__(self, settings: LookupSettings) -> None:
        """Check the settings; open nothing yet.

        Raises:
            LookupSettingsError: for a server that can't be asked.

        """
        self._server = parse_server(settings.server)
        self._settings = settings
        self._clients = Clients(self._server, settings.limits)
        self._crew = Crew(self._clients, settings.limits)
        self._workers = max(1, min(MOST_WORKERS, settings.concurrency))
        self._agencies: dict[str, str | None] = {}
        self._siblings: dict[str, str] = {}

    async def __aenter__(self) -> Self:
        """Return itself."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close all connections."""
        await self._clients.__aexit__(kind, error, trace)

    async def ask(
        self,
        names: Iterable[Doi],
        done: Callable[[Doi, Outcome], None],
        *,
        confirm: bool = True,
        agencies: bool = False,
    ) -> None:
        """Ask about distinct names; `done` is called for each, in any order.

        Names are taken as they are needed. `done` is called again where the Agency of a name's
        prefix is learned later: of missing names, and with `agencies` of registered ones, too.
        """
        lacking: dict[Doi, Found | Missing] = {}

        def take(doi: Doi, outcome: Outcome) -> None:
            match outcome:
                case Missing() if confirm:
                    lacking[doi] = outcome
                case Found(agency=None) if agencies:
                    lacking[doi] = outcome
            self._learn(doi, outcome)
            done(doi, outcome)

        names = iter(names)
        first = [*islice(names, FEW + 1)]
        names = chain(first, names)
        rest: Iterable[tuple[Doi, Unknown | None]] = ((doi, None) for doi in names)
        if self._is_for_which_ra(len(first), confirm=confirm):
            rest = (await self._ask_which_ra(names, take, confirm=confirm)).items()
        await self._ask_handles(rest, take)
        await self._ask_agencies(lacking)
        for doi, outcome in lacking.items():
            if agency := self._agencies.get(doi.prefix):
                done(doi, outcome.replace(agency=agency))

    def _learn(self, doi: Doi, outcome: Outcome) -> None:
        """Note the Agency of a prefix, or a name that can be asked for it."""
        if not isinstance(outcome, Found):
            return
        if outcome.agency is not None:
            self._agencies[doi.prefix] = outcome.agency
        elif which_ra.may_ask(doi):
            self._siblings.setdefault(doi.prefix, str(doi))

    async def _ask_handles(
        self,
        names: Iterable[tuple[Doi, Unknown | None]],
        done: Callable[[Doi, Outcome], None],
    ) -> None:
        limits = self._settings.limits
        questions = (
            handle_api.question(self._server, doi, done, limits, before) for doi, before in names
        )
        await self._crew.ask(questions, self._workers)

    async def _ask_which_ra(
        self,
        names: Iterable[Doi],
        done: Callable[[Doi, Outcome], None],
        *,
        confirm: bool,
    ) -> dict[Doi, Unknown | None]:
        """Ask the names that may go there; return those that the Handle API must be asked."""
        rest: dict[Doi, Unknown | None] = {}

        def take(dois: list[Doi], agencies: which_ra.Agencies | Unknown) -> None:
            """Note what was said of names; an answer of another form says nothing of them."""
            if isinstance(agencies, Unknown):
                rest.update(dict.fromkeys(dois, agencies))
                return
            if not agencies:
                rest.update(dict.fromkeys(dois))
                return
            for doi, agency in zip(dois, agencies, strict=True):
                if agency is None and confirm:
                    rest[doi] = None
                else:
                    done(doi, _DENIED if agency is None else _registered(agency))

        await self._crew.ask(
            self._which_ra_questions(names, rest, take),
            min(which_ra.CONNECTIONS, self._workers),
            strikes=which_ra.STRIKES,
        )
        return rest

    def _which_ra_questions(
        self,
        names: Iterable[Doi],
        rest: dict[Doi, Unknown | None],
        take: Callable[[list[Doi], which_ra.Agencies | Unknown], None],
    ) -> Iterator[Question[which_ra.Agencies]]:
        """Yield requests for names; put those that the service is not asked into `rest`."""
        askable: dict[str, Doi] = {}

        def listed() -> Iterator[str]:
            for doi in names:
                if which_ra.may_ask(doi):
                    askable[str(doi)] = doi
                    yield str(doi)
                else:
                    rest[doi] = None

        for chunk in which_ra.chunks(listed()):
            yield which_ra.question(
                self._server,
                chunk,
                partial(take, [askable.pop(name) for name in chunk]),
                attempts=which_ra.ATTEMPTS,
                refusals=self._settings.limits.refusals,
            )

    def _is_for_which_ra(self, count: int, *, confirm: bool) -> bool:
        match self._settings.strategy:
            case "handles":
                return False
            case "which-ra":
                return True
            case "auto":
                return count > (FEW if confirm else 1)

    async def _ask_agencies(self, lacking: Mapping[Doi, Found | Missing]) -> None:
        """Ask for the Agencies of the prefixes of these names: one request, one attempt.

        Registered names of the same prefixes are asked, if there is one of each, since lists of
        names are documented; else the prefixes alone.
        """
        served = {doi.prefix for doi, outcome in lacking.items() if outcome != Missing(301)}
        prefixes = sorted(served - {SHORT} - self._agencies.keys())
        names = [self._siblings[prefix] for prefix in prefixes if prefix in self._siblings]
        whole = len(names) == len(prefixes)
        chunk = next(which_ra.chunks(names if whole else prefixes), ())

        def take(agencies: which_ra.Agencies | Unknown) -> None:
            """Note the Agencies of the prefixes, if they were told."""
            if not isinstance(agencies, Unknown):
                self._agencies.update(zip(prefixes, agencies, strict=False))

        if chunk:
            one = which_ra.question(self._server, chunk, take, attempts=1, refusals=1)
            await self._crew.ask([one], 1, strikes=1)


@lru_cache(maxsize=32)
def _registered(agency: str) -> Found:
    """Return the outcome of a name that an Agency registered: one for all of them."""
    return Found(agency=agency)
