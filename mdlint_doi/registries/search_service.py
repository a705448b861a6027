"""Crossref's search in a run: one query a reference, at the pace that the service allows.

It is the kind of request that counts as a list: one a second, three with a contact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from mdlint_doi.lookup.client import Clients
from mdlint_doi.lookup.question import Question
from mdlint_doi.lookup.server import parse_server
from mdlint_doi.lookup.workers import Crew
from mdlint_doi.names.outcome import Cause, Unknown
from mdlint_doi.registries.crossref import Crossref
from mdlint_doi.registries.registry import Divided
from mdlint_doi.registries.search import Wanted
from mdlint_doi.registries.service import BLOCKED, limits_of
from mdlint_doi.registries.settings import RegistrySettings
from mdlint_doi.works import work
from mdlint_doi.works.candidates import MeantWork, may_fit

Take = Callable[[Wanted, Sequence[MeantWork] | work.UnknownWork], None]
"""Called once with what was found for each reference, or why nothing could be."""
_WORKERS: Final = 3


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
        self._registry = Crossref(settings.crossref, settings.contact)
        self._limits = limits_of(settings.lookup.limits)
        server = parse_server(settings.crossref)
        self.host = server.origin.partition("://")[2]
        self._clients = Clients(server, self._limits, settings.contact)
        self._crew = Crew(self._clients, self._limits, BLOCKED)
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

    async def ask(self, wanted: Iterable[Wanted], take: Take) -> None:
        """Search references; `take` is called once for each, in any order.

        Where the service refuses the questions as they are, they are put in the plainest way.
        """
        refused = await self._put(wanted, take)
        if refused:
            self._plainly = True
            await self._put(refused, take)

    async def _put(self, wanted: Iterable[Wanted], take: Take) -> list[Wanted]:
        refused: list[Wanted] = []
        questions = [self._question(one, take, refused) for one in wanted]
        await self._crew.ask([questions], _WORKERS, quota=self._registry.list_quota())
        return refused

    def _question(
        self, one: Wanted, take: Take, refused: list[Wanted]
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

    def _lose(self, one: Wanted, why: Unknown, take: Take) -> None:
        """Say why nothing was found; of what was not asked, what the first trouble was."""
        if self._trouble is None:
            self._trouble = why
        elif why.cause is Cause.CIRCUIT_OPEN:
            why = self._trouble
        self._lost += 1
        take(one, work.UnknownWork(str(why.cause), why.detail))
