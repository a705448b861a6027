"""One service's search in a run: one query a question, at the pace that the service allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from mdlint_doi.ask.agency import BLOCKED, limits_of
from mdlint_doi.ask.client import Clients
from mdlint_doi.ask.question import Question
from mdlint_doi.ask.services.listing import Divided, quota_of, reader_of
from mdlint_doi.ask.settings import RegistrySettings, parse_server
from mdlint_doi.ask.workers import Workers
from mdlint_doi.names.outcome import Cause, Unknown
from mdlint_doi.services import Service
from mdlint_doi.works.candidates import MeantWork, may_fit
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.query import Query
from mdlint_doi.works.search_verdict import in_venue
from mdlint_doi.works.work import UnknownWork

_WORKERS: Final = 3


class Search(NamedTuple):
    """A query for a service.

    Attributes:
        service: that is asked.
        query: what is asked.
        claim: of a reference that it is made for.
        is_second: whether the service was asked before, in another way.

    """

    service: Service
    query: Query
    claim: Claim
    is_second: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from others: the service, and the folded query."""
        return self.service.name, self.query.key

    def kept(self, found: Iterable[MeantWork]) -> list[MeantWork]:
        """Return the works that may fit, of all that a service sends."""
        if self.query.venue:
            return in_venue(self.claim, found)
        return [one for one in found if may_fit(self.claim, one.work)]


Take = Callable[[Search, Sequence[MeantWork] | UnknownWork], None]
"""Called once with what was found for each query, or why nothing could be."""


class SearchService:
    """Connections to the service.

    Attributes:
        host: of it.

    """

    def __init__(self, service: Service, settings: RegistrySettings) -> None:
        """Open nothing yet.

        Raises:
            LookupSettingsError: for a server that can't be asked.

        """
        address, contact = settings.address_of(service), settings.contact
        self._registry = reader_of(service)(service, address, contact)
        self._limits = limits_of(settings.lookup.limits)
        self._quota = quota_of(service.singles, has_contact=bool(contact))
        server = parse_server(address)
        self.host = server.origin.partition("://")[2]
        self._clients = Clients(server, self._limits, contact)
        self._workers = Workers(self._clients, self._limits, BLOCKED)
        self._trouble: Unknown | None = None
        self._lost = 0
        self._plain: set[bool] = set()

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

    async def ask(self, wanted: Iterable[Search], take: Take) -> None:
        """Search; `take` is called once for each query, in any order.

        Where the service refuses the questions as they are, they are put in the plainest way.
        """
        refused = await self._put(wanted, take)
        if refused:
            self._plain.update(bool(one.query.venue) for one in refused)
            await self._put(refused, take)

    async def _put(self, wanted: Iterable[Search], take: Take) -> list[Search]:
        refused: list[Search] = []
        questions = [self._question(one, take, refused) for one in wanted]
        await self._workers.ask([questions], _WORKERS, quota=self._quota)
        return refused

    def _question(
        self, one: Search, take: Take, refused: list[Search]
    ) -> Question[list[MeantWork] | Divided]:
        plainly = bool(one.query.venue) in self._plain

        def done(answer: list[MeantWork] | Divided | Unknown) -> None:
            """Hand on the works that may fit, or why there are none."""
            if isinstance(answer, Divided) and not plainly:
                refused.append(one)
            elif isinstance(answer, Divided):
                self._lose(one, Unknown(Cause.BAD_ANSWER, "the question is refused"), take)
            elif isinstance(answer, Unknown):
                self._lose(one, answer, take)
            else:
                take(one, one.kept(answer))

        return Question(
            target=self._registry.search_target(one.query, plainly=plainly),
            read=self._registry.read_search,
            done=done,
            attempts=self._limits.attempts,
            refusals=self._limits.refusals,
        )

    def _lose(self, one: Search, why: Unknown, take: Take) -> None:
        """Say why nothing was found; of what was not asked, what the first trouble was."""
        if self._trouble is None:
            self._trouble = why
        elif why.cause is Cause.CIRCUIT_OPEN:
            why = self._trouble
        self._lost += 1
        take(one, UnknownWork(str(why.cause), why.detail))
