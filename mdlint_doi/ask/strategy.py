"""Choose the service of the DOI system for each DOI, and combine the answers.

| DOIs                       | first    | then to the Handle API                              |
|----------------------------|----------|-----------------------------------------------------|
| all, with `read_records`   |          | all                                                 |
| up to 25                   |          | all                                                 |
| more                       | Which RA | DOIs that it did not confirm or does not accept     |

If a negative answer needs no confirmation (suggestions for "did you mean"), two DOIs are enough for
*Which RA*, and a negative answer gives Unknown, because it proves nothing. If *Which RA* does not
accept more than 25 of these DOIs, or its answers are unusable, they are also Unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing
from functools import lru_cache, partial
from itertools import chain, islice, repeat
from typing import Final

from mdlint_doi.ask.client import Clients
from mdlint_doi.ask.event_loop import event_loop, wait_for
from mdlint_doi.ask.question import Question
from mdlint_doi.ask.readers import handles, which_ra
from mdlint_doi.ask.settings import CHUNK, OFFLINE, LookupSettings, parse_server
from mdlint_doi.ask.workers import Try, Workers
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Found, Missing, Outcome, Unknown

FEW: Final = 25  # up to so many DOIs, only the Handle API is used
MOST_WORKERS: Final = 64
SHORT: Final = "10"  # the prefix of shortDOIs, which belongs to no agency
_UNUSABLE: Final = Unknown(Cause.BAD_ANSWER, "the Which RA service gave no usable answer")
_DENIED: Final = Unknown(Cause.UNCONFIRMED, "the Which RA service returned no agency")


class NameSession:
    """The connections to the DOI system, and their common pace."""

    def __init__(self, settings: LookupSettings) -> None:
        """Keep the settings; nothing is opened yet.

        Raises:
            LookupSettingsError: if the server cannot be used.
        """
        self._server = parse_server(settings.server)
        self._settings = settings
        self._clients = Clients(self._server, settings.limits)
        self._workers = Workers(self._clients, settings.limits)
        self._at_once = max(1, min(MOST_WORKERS, settings.concurrency))
        self._agencies: dict[str, str | None] = {}
        self._siblings: dict[str, str] = {}

    async def aclose(self) -> None:
        """Close all connections."""
        await self._clients.aclose()

    async def ask(
        self,
        parts: Iterable[Sequence[Doi]],
        done: Callable[[Doi, Outcome], None],
        *,
        confirm: bool = True,
        agencies: bool = False,
        needed: Collection[Doi] = (),
    ) -> None:
        """Look up distinct DOIs.

        Args:
            parts: the DOIs in parts, which may be empty; a part is read while others are looked up.
            done: receives each DOI and its outcome, in any order; a second time if its agency
                arrives later.
            confirm: whether the Handle API confirms negative answers of *Which RA*.
            agencies: whether to request the agencies of registered DOIs; with `confirm`, the
                agencies of the other DOIs are requested in any case.
            needed: without `confirm`, the DOIs that are requested alone if *Which RA* does not
                answer, however many there are.
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

        parts = iter(parts)
        first = list[Doi]()
        while len(first) <= FEW and (some := next(parts, None)) is not None:
            first += some
        parts = chain([first], parts)
        if self._begins_with_lists(len(first), confirm=confirm):
            rest, failed = await self._ask_which_ra(parts, take, confirm=confirm)
            rest = rest if confirm else _few(rest, take, needed)
            await self._ask_handles([rest.items()], take, failed)
        else:
            await self._ask_handles((zip(part, repeat(None)) for part in parts), take)
        await self._ask_agencies(lacking)
        for doi, outcome in lacking.items():
            if agency := self._agencies.get(doi.prefix):
                done(doi, outcome.replace(agency=agency))

    def _begins_with_lists(self, count: int, *, confirm: bool) -> bool:
        """Return whether so many DOIs, or more, are first requested from *Which RA*."""
        if not confirm:
            return count > 1
        return count > FEW and not self._settings.read_records

    def _learn(self, doi: Doi, outcome: Outcome) -> None:
        """Note the agency of a prefix, or a DOI for which it can be requested."""
        match outcome:
            case Found(agency=str(agency)):
                self._agencies[doi.prefix] = agency
            case Found() if which_ra.may_ask(doi):
                self._siblings.setdefault(doi.prefix, str(doi))

    async def _ask_handles(
        self,
        parts: Iterable[Iterable[tuple[Doi, Unknown | None]]],
        done: Callable[[Doi, Outcome], None],
        failed: Sequence[Try[Found | Missing]] = (),
    ) -> None:
        """Request DOIs, each with the reason why *Which RA* failed, and repeat failed requests."""
        limits = self._settings.limits

        def question(asked: tuple[Doi, Unknown | None]) -> Question[Found | Missing]:
            return handles.question(self._server, asked[0], done, limits, asked[1])

        questions = (map(question, part) for part in parts)
        await self._workers.ask(questions, self._at_once, again=failed)

    async def _ask_which_ra(
        self, parts: Iterable[Sequence[Doi]], done: Callable[[Doi, Outcome], None], *, confirm: bool
    ) -> tuple[dict[Doi, Unknown | None], Sequence[Try[Found | Missing]]]:
        """Request DOIs from *Which RA*; meanwhile, the Handle API confirms negative answers.

        Return the DOIs that the Handle API still has to look up, each with the reason if there is
        one, and the failed requests to the Handle API.
        """
        rest: dict[Doi, Unknown | None] = {}
        limits = self._settings.limits
        connections = min(which_ra.CONNECTIONS, self._at_once)

        def take(dois: list[Doi], agencies: which_ra.Agencies | Unknown) -> None:
            """Note the agencies of DOIs; an unusable answer leaves its DOIs to the Handle API."""
            if isinstance(agencies, Unknown) or not agencies:
                why = agencies if isinstance(agencies, Unknown) else None
                rest.update(dict.fromkeys(dois, why))
                return
            for doi, agency in zip(dois, agencies, strict=True):
                if agency is None and confirm:
                    denied.add(handles.question(self._server, doi, done, limits))
                else:
                    done(doi, _DENIED if agency is None else _registered(agency))

        async with self._workers.follow_ups(connections, self._at_once) as denied:
            questions = self._which_ra_questions(parts, rest, take)
            await self._workers.ask(questions, connections, strikes=which_ra.STRIKES)
        return rest, denied.failed

    def _which_ra_questions(
        self,
        parts: Iterable[Sequence[Doi]],
        rest: dict[Doi, Unknown | None],
        take: Callable[[list[Doi], which_ra.Agencies | Unknown], None],
    ) -> Iterator[Iterable[Question[which_ra.Agencies]]]:
        """Yield requests for DOIs; put the DOIs that the service does not accept into `rest`."""
        chunk = which_ra.Chunk()
        askable: dict[str, Doi] = {}
        refusals = self._settings.limits.refusals

        def question(names: Sequence[str]) -> Question[which_ra.Agencies]:
            done = partial(take, [askable.pop(name) for name in names])
            return which_ra.question(self._server, names, done, refusals=refusals)

        def full(dois: Iterable[Doi]) -> Iterator[Question[which_ra.Agencies]]:
            for doi in dois:
                if which_ra.may_ask(doi):
                    askable[str(doi)] = doi
                    if names := chunk.add(str(doi)):
                        yield question(names)
                else:
                    rest[doi] = None

        yield from map(full, parts)
        if last := chunk.take():
            yield [question(last)]

    async def _ask_agencies(self, lacking: Mapping[Doi, Found | Missing]) -> None:
        """Request the agencies of the prefixes of DOIs: one request, one attempt."""
        served = {doi.prefix for doi, outcome in lacking.items() if outcome != Missing(301)}
        prefixes = sorted(served - {SHORT} - self._agencies.keys())
        names = [self._siblings[prefix] for prefix in prefixes if prefix in self._siblings]
        whole = len(names) == len(prefixes)  # documented for lists of DOIs, not of prefixes
        chunk = next(which_ra.chunks(names if whole else prefixes), ())

        def take(agencies: which_ra.Agencies | Unknown) -> None:
            """Note the agencies of the prefixes, if the service stated them."""
            if not isinstance(agencies, Unknown):
                self._agencies.update(zip(prefixes, agencies, strict=False))

        if chunk:
            question = which_ra.question(self._server, chunk, take, attempts=1, refusals=1)
            await self._workers.ask([[question]], 1, strikes=1)


def _few(
    rest: dict[Doi, Unknown | None],
    done: Callable[[Doi, Outcome], None],
    needed: Collection[Doi],
) -> dict[Doi, Unknown | None]:
    """Return the DOIs that still need a request each; if they are too many, only needed ones."""
    if len(rest) <= FEW:
        return rest
    few = {doi: why for doi, why in rest.items() if doi in needed}
    for doi in rest.keys() - few.keys():
        done(doi, rest[doi] or _UNUSABLE)
    return few


@lru_cache(maxsize=32)
def _registered(agency: str) -> Found:
    """Return the outcome of a DOI that an agency registered; its DOIs share one object."""
    return Found(agency=agency)


def ask_values(names: Iterable[Doi], settings: LookupSettings) -> Iterator[tuple[Doi, Outcome]]:
    """Yield what `aask_values` returns, to a caller that is not a coroutine.

    Only `CHUNK` DOIs are in memory at a time.
    """
    rest = iter(names)
    while chunk := [*dict.fromkeys(islice(rest, CHUNK))]:
        yield from wait_for(aask_values(chunk, settings)).items()


async def aask_values(names: Iterable[Doi], settings: LookupSettings) -> dict[Doi, Outcome]:
    """Return the current outcomes of DOIs, with all values of the handle records.

    Neither records file nor cache is used.

    Raises:
        LookupSettingsError: if the server cannot be used.
    """
    answers: dict[Doi, Outcome] = dict.fromkeys(names, OFFLINE)
    if settings.offline:
        return answers
    server = parse_server(settings.server)
    limits = settings.limits

    def question(doi: Doi) -> Question[Found | Missing]:
        target = f"{server.path}/api/handles/{doi.api_path}"
        read = partial(handles.read_values, asked=doi)
        done = partial(answers.__setitem__, doi)
        return Question(target, read, done, limits.attempts, limits.refusals)

    await event_loop()
    async with aclosing(Clients(server, limits)) as clients:
        await Workers(clients, limits).ask([map(question, [*answers])], settings.concurrency)
    return answers
