"""What the DOI system is asked for works: whose a name is, and what an alias stands for.

A name with a comma can't stand in a list of Which RA; its prefix is asked instead, alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import zip_longest

from mdlint_doi.ask.agency import limits_of
from mdlint_doi.ask.client import Clients
from mdlint_doi.ask.question import Question
from mdlint_doi.ask.services import handles, which_ra
from mdlint_doi.ask.services.values import doi as doi_of
from mdlint_doi.ask.settings import LookupSettings, parse_server
from mdlint_doi.ask.workers import Workers
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Found, HandleRecord, Missing, Outcome, Unknown

NO_AGENCY = Unknown(Cause.NO_AGENCY, "Which RA names no agency")


class DoiSystem:
    """Connections to the DOI system.

    Attributes:
        address: of the server.

    """

    def __init__(self, settings: LookupSettings) -> None:
        """Open nothing yet.

        Raises:
            LookupSettingsError: for a server that can't be asked.

        """
        self.address = settings.server
        self._server = parse_server(settings.server)
        self._limits = limits_of(settings.limits)
        self._clients = Clients(self._server, self._limits)
        self._workers = Workers(self._clients, self._limits)
        self._one = asyncio.Lock()
        self._at_once = max(1, min(which_ra.CONNECTIONS, settings.concurrency))

    @property
    def sent(self) -> int:
        """How many requests it got."""
        return self._clients.sent

    async def close(self) -> None:
        """Close all connections."""
        await self._clients.__aexit__(None, None, None)

    async def agencies(self, names: Sequence[Doi]) -> dict[Doi, str | Unknown]:
        """Return the Agency of each name, or why it is not known."""
        found: dict[Doi, str | Unknown] = dict.fromkeys(names, NO_AGENCY)
        listed = {str(name): name for name in names if which_ra.may_ask(name)}
        by_prefix: dict[str, list[Doi]] = {}
        for name in names:
            if str(name) not in listed and not name.is_short:
                by_prefix.setdefault(name.prefix, []).append(name)

        def take(groups: Sequence[Iterable[Doi]], agencies: which_ra.Agencies | Unknown) -> None:
            one = agencies if isinstance(agencies, Unknown) else NO_AGENCY
            stated = () if isinstance(agencies, Unknown) else agencies
            for group, agency in zip_longest(groups, stated[: len(groups)]):
                found.update(dict.fromkeys(group, agency or one))

        questions = [
            self._which_ra(chunk, partial(take, [[listed[one]] for one in chunk]))
            for chunk in which_ra.chunks(listed)
        ]
        questions += [
            self._which_ra([prefix], partial(take, [group])) for prefix, group in by_prefix.items()
        ]
        async with self._one:
            await self._workers.ask([questions], self._at_once)
        return found

    async def aliases(self, names: Iterable[Doi]) -> dict[Doi, Doi]:
        """Return the names that the handle records of aliases name."""
        found: dict[Doi, Doi] = {}

        def take(name: Doi, outcome: Outcome) -> None:
            match outcome:
                case Found(record=HandleRecord(alias=str(alias))):
                    other = doi_of(alias)
                    if other is not None and other != name:
                        found[name] = other

        questions: list[Question[Found | Missing]] = [
            handles.question(self._server, name, take, self._limits) for name in names
        ]
        async with self._one:
            await self._workers.ask([questions], self._at_once)
        return found

    def _which_ra(self, names: Sequence[str], done: partial[None]) -> Question[which_ra.Agencies]:
        return which_ra.question(
            self._server,
            names,
            done,
            attempts=which_ra.ATTEMPTS,
            refusals=self._limits.refusals,
        )
