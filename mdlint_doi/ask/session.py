"""The requests for works in a run.

1. The agency of a DOI comes from a look-up, from its prefix, or from *Which RA*.
2. The service of the agency returns lists, then single records (`lane`). DOIs of other agencies are
   added to lists for Crossref; a few of those without a record are requested from the resolver.
3. If the agency of the prefix has no record, *Which RA* finds DOIs that moved to a different
   agency.
4. A DOI without a record at its own agency may be an alias. Its handle record contains the DOI to
   request in steps 1 to 3.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby, zip_longest
from typing import Final, TypeVar

from mdlint_doi.ask.client import Clients
from mdlint_doi.ask.lane import AgencyService, host_of, limits_of
from mdlint_doi.ask.planning import Accusations, confirmed, lists_are_reliable, plan_questions
from mdlint_doi.ask.question import Question
from mdlint_doi.ask.readers import handles, which_ra
from mdlint_doi.ask.readers.registry import doi as doi_of
from mdlint_doi.ask.readers.works_json import NO_RECORD, no_record
from mdlint_doi.ask.settings import LookupSettings, RegistrySettings, parse_server
from mdlint_doi.ask.workers import Workers
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Found, HandleRecord, Outcome, Unknown
from mdlint_doi.services import SERVICES, agencies, holders
from mdlint_doi.works.work import KnownWork, NotHeld, UnknownWork, Work, WorkOutcome

T = TypeVar("T")

Done = Callable[[Doi, WorkOutcome], None]
_NO_AGENCY: Final = Unknown(Cause.NO_AGENCY, "the Which RA service returned no agency")


class _DoiSystem:
    """Connections to the DOI system, for the agencies of DOIs and the targets of aliases."""

    def __init__(self, settings: LookupSettings) -> None:
        self.host = host_of(settings.server)
        self._server = parse_server(settings.server)
        self._limits = limits_of(settings.limits)
        self.clients = Clients(self._server, self._limits)
        self._workers = Workers(self.clients, self._limits)
        self._lock = asyncio.Lock()  # for one series of requests at a time
        self._at_once = max(1, min(which_ra.CONNECTIONS, settings.concurrency))

    async def agencies(self, names: Sequence[Doi]) -> dict[Doi, str | Unknown]:
        """Return the registration agency of each DOI, or the reason why it is not known."""
        found: dict[Doi, str | Unknown] = dict.fromkeys(names, _NO_AGENCY)
        listed = {str(name): name for name in names if which_ra.may_ask(name)}
        by_prefix: dict[str, list[Doi]] = {}  # for DOIs with a comma, which would split a list
        for name in names:
            if str(name) not in listed and not name.is_short:
                by_prefix.setdefault(name.prefix, []).append(name)

        def take(groups: Sequence[Iterable[Doi]], agencies: which_ra.Agencies | Unknown) -> None:
            otherwise = agencies if isinstance(agencies, Unknown) else _NO_AGENCY
            stated = () if isinstance(agencies, Unknown) else agencies
            for group, agency in zip_longest(groups, stated[: len(groups)]):
                found.update(dict.fromkeys(group, agency or otherwise))

        # The DOIs or prefixes of each request, and the DOIs that each answer applies to.
        lists = [(chunk, [[listed[text]] for text in chunk]) for chunk in which_ra.chunks(listed)]
        lists += [((prefix,), [group]) for prefix, group in by_prefix.items()]
        await self._ask(
            which_ra.question(
                self._server, asked, partial(take, groups), refusals=self._limits.refusals
            )
            for asked, groups in lists
        )
        return found

    async def aliases(self, names: Iterable[Doi]) -> dict[Doi, Doi]:
        """Return the DOIs that aliases point to, according to their handle records."""
        found: dict[Doi, Doi] = {}

        def take(name: Doi, outcome: Outcome) -> None:
            match outcome:
                case Found(record=HandleRecord(alias=str(alias))):
                    other = doi_of(alias)
                    if other is not None and other != name:
                        found[name] = other

        await self._ask(handles.question(self._server, name, take, self._limits) for name in names)
        return found

    async def _ask(self, questions: Iterable[Question[T]]) -> None:
        async with self._lock:
            await self._workers.ask([[*questions]], self._at_once)


class WorkSession:
    """The connections of a run, and the agencies found so far."""

    def __init__(self, settings: RegistrySettings, *, singly: bool = False) -> None:
        """Keep the settings; with `singly`, each DOI is requested alone.

        Raises:
            LookupSettingsError: if the address of a server is not valid.
        """
        self.prefixes: dict[str, str] = {}  # the agencies of prefixes
        self._system = _DoiSystem(settings.lookup)
        self._services = {row.agency.casefold(): AgencyService(row, settings) for row in agencies()}
        rows = [row for row in SERVICES if row.others and not row.agency]
        # The services for DOIs of other agencies, and how many more DOIs each may receive.
        self._left = {AgencyService(row, settings): row.most for row in rows}
        self._every = [*self._services.values(), *self._left]
        self._agencies: dict[Doi, str] = {}
        self._hosts: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._singly = singly

    async def close(self) -> None:
        """Close all connections."""
        await self._system.clients.aclose()
        for service in self._every:
            await service.clients.aclose()

    def requests(self) -> dict[str, int]:
        """Return the number of requests, by host."""
        sent = Counter({self._system.host: self._system.clients.sent})
        for service in self._every:
            sent[service.host] += service.clients.sent
        return dict(+sent)

    def messages(self) -> list[str]:
        """Return the messages about services with failed requests."""
        what = "works that could not be read"
        return [line for service in self._every for line in service.messages(what)]

    async def ask(
        self,
        names: Iterable[Doi],
        done: Done,
        *,
        agencies: Mapping[Doi, str],
        aliases: Mapping[Doi, Doi],
    ) -> None:
        """Look up the works of distinct DOIs.

        Args:
            names: the DOIs.
            done: receives each DOI and its work once, in any order.
            agencies: the registration agencies of DOIs, as far as look-ups stated them.
            aliases: for an alias, the DOI that it points to.
        """
        self._agencies.update(agencies)
        unsettled: dict[Doi, WorkOutcome] = {}
        asked = _Asked(done)

        def take(name: Doi, outcome: WorkOutcome) -> None:
            if _lacks_record(outcome):
                unsettled[name] = outcome
            else:
                asked.settle(name, outcome)

        for name in names:
            other = aliases.get(name, name)
            asked.expect(other, [name])
            if other.is_short:
                unsettled[other] = no_record("")
        await self._ask_agencies([name for name in asked.waiting if name not in unsettled], take)
        led = await self._system.aliases(unsettled)
        for name, outcome in unsettled.items():
            if name in led:
                asked.expect(led[name], asked.waiting.pop(name, []))
            else:
                asked.settle(name, outcome)
        await self._ask_agencies([*asked.waiting], asked.settle)

    async def confirm(
        self,
        accusations: Accusations,
        done: Done,
        *,
        agencies: Mapping[Doi, str],
        aliases: Mapping[Doi, Doi],
    ) -> None:
        """Confirm warnings, in a session without other requests; otherwise like `ask`."""
        questions = plan_questions(accusations)
        before = accusations.works
        answers: dict[Doi, WorkOutcome] = {}

        def take(name: Doi, outcome: WorkOutcome) -> None:
            answers[name] = outcome
            done(name, outcome)

        await self.ask(questions.alone, take, agencies=agencies, aliases=aliases)
        if lists_are_reliable(questions, before, answers):
            for agency, some in groupby(questions.lists, key=lambda controlled: controlled.agency):
                service = self._services.get(agency.casefold())
                lists = [*some]
                if service is None:
                    continue  # an agency from a cache may be unknown
                async with self._hosts[service.host]:
                    works = await service.ask_lists([controlled.names for controlled in lists])
                for controlled, listed in zip(lists, works, strict=True):
                    for name in confirmed(controlled, before, answers, listed):
                        take(name, KnownWork(listed[name]))
        rest = [name for name in accusations.names if name not in answers]
        await self.ask(rest, take, agencies=agencies, aliases=aliases)

    async def _ask_agencies(self, names: Sequence[Doi], take: Done) -> None:
        """Request each DOI from its likely agency; without a record there, from the right one."""
        guessed = {
            name: self.prefixes[name.prefix]
            for name in names
            if name not in self._agencies and name.prefix in self.prefixes
        }
        moved: list[Doi] = []

        def take_guessed(name: Doi, outcome: WorkOutcome) -> None:
            if name in guessed and _lacks_record(outcome):
                moved.append(name)
            else:
                take(name, outcome)

        await self._learn_agencies([name for name in names if name not in guessed], take)
        await self._ask_services(names, guessed, take_guessed)
        await self._learn_agencies(moved, take)
        same = {name for name in moved if self._agencies.get(name) == guessed[name]}
        for name in same:
            take(name, no_record(guessed[name]))
        await self._ask_services([name for name in moved if name not in same], {}, take)

    async def _learn_agencies(self, names: Iterable[Doi], take: Done) -> None:
        """Request the unknown agencies of DOIs from *Which RA*."""
        unknown = [name for name in names if name not in self._agencies]
        if not unknown:
            return
        for name, agency in (await self._system.agencies(unknown)).items():
            if isinstance(agency, Unknown):
                take(name, _unknown(agency))
            else:
                self._agencies[name] = agency
                self.prefixes.setdefault(name.prefix, agency)

    async def _ask_services(
        self, names: Iterable[Doi], guessed: Mapping[Doi, str], take: Done
    ) -> None:
        groups: dict[str, list[Doi]] = {}
        others: dict[Doi, str] = {}
        for name in names:
            agency = self._agencies.get(name) or guessed.get(name)
            if agency is None:
                continue  # `_learn_agencies` has already reported this
            held = holders(agency)
            if agency.casefold() in self._services:
                groups.setdefault(agency.casefold(), []).append(name)
            elif held:
                others[name] = agency
                groups.setdefault(held[0].agency.casefold(), []).append(name)
            else:
                take(name, NotHeld(agency))
        absent: list[Doi] = []

        def take_other(name: Doi, outcome: WorkOutcome) -> None:
            if name in others and _lacks_record(outcome):
                absent.append(name)
            else:
                take(name, outcome)

        async with asyncio.TaskGroup() as group:
            for agency, members in groups.items():
                service = self._services[agency]
                group.create_task(self._ask_service(service, members, take_other, others))
        await self._ask_elsewhere(absent, others, take)

    async def _ask_elsewhere(
        self, names: list[Doi], agencies: Mapping[Doi, str], take: Done
    ) -> None:
        """Request DOIs without a record from the resolver: a few in a run, of other agencies."""

        def take_last(name: Doi, outcome: WorkOutcome) -> None:
            if _lacks_record(outcome):
                outcome = NotHeld(agencies[name])
            elif isinstance(outcome, KnownWork):
                outcome = KnownWork(outcome.work.replace(agency=agencies[name]))
            take(name, outcome)

        for service, most in self._left.items():
            asked = names if most is None else names[:most]
            if most is not None:
                self._left[service] = most - len(asked)
            names = names[len(asked) :]
            await self._ask_service(service, asked, take_last, agencies)
        for name in names:
            take(name, NotHeld(agencies[name], is_asked=False))

    async def _ask_service(
        self, service: AgencyService, names: list[Doi], take: Done, others: Mapping[Doi, str]
    ) -> None:
        """Send requests to one service; services on one host get theirs one after the other."""

        def answered(name: Doi, answer: Work | Unknown | None) -> None:
            if answer is None:
                take(name, no_record(service.row.agency))
            else:
                take(name, _unknown(answer) if isinstance(answer, Unknown) else KnownWork(answer))

        async with self._hosts[service.host]:
            await service.ask(names, answered, singly=self._singly, of_others=others)


def _unknown(why: Unknown) -> UnknownWork:
    return UnknownWork(str(why.cause), why.detail)


def _lacks_record(outcome: WorkOutcome) -> bool:
    return isinstance(outcome, UnknownWork) and outcome.cause == NO_RECORD


class _Asked:
    """The DOIs that wait for an answer about a DOI: an alias waits for its target."""

    def __init__(self, done: Done) -> None:
        self._done = done
        self.waiting: dict[Doi, list[Doi]] = {}
        self._settled: dict[Doi, WorkOutcome] = {}

    def expect(self, other: Doi, names: Iterable[Doi]) -> None:
        """Let DOIs wait for the answer about `other`; pass it on at once if it is known."""
        self.waiting.setdefault(other, []).extend(names)
        if other in self._settled:
            self.settle(other, self._settled[other])

    def settle(self, name: Doi, outcome: WorkOutcome) -> None:
        """Note the answer about a DOI, and pass it to the DOIs that wait for it."""
        self._settled[name] = outcome
        for waiting in self.waiting.pop(name, []):
            self._done(waiting, outcome)
