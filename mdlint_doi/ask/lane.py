"""The requests of a run to one service, for works or searches, at the permitted pace.

An agency gets requests for lists, then single requests for DOIs without a record. A search gets one
request for each query.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from functools import partial
from itertools import chain
from typing import Final, NamedTuple, TypeVar

from mdlint_doi.ask.client import Clients
from mdlint_doi.ask.question import Question
from mdlint_doi.ask.quota import Quota
from mdlint_doi.ask.readers.registry import FEW, Divided, Listed, chunks, may_list, reader_of
from mdlint_doi.ask.settings import Limits, RegistrySettings, parse_server
from mdlint_doi.ask.workers import Workers
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Unknown
from mdlint_doi.services import Lists, Pace, Service
from mdlint_doi.works.candidates import MeantWork, may_fit
from mdlint_doi.works.claim import Claim, Query
from mdlint_doi.works.search_verdict import in_venue
from mdlint_doi.works.work import UnknownWork, Work

T = TypeVar("T")

BODY: Final = 16_000_000  # bytes of an answer; works may have thousands of authors
_WORKERS: Final = 3
_REFUSALS: Final = 7
"""The most refusals of one request, and pauses in a row: more, but shorter, than for look-ups."""
_BLOCKED: Final = frozenset({401, 403})
"""HTTP statuses after which a service receives no more requests in this run."""
_PLAIN: Final[set[str]] = set()
"""The addresses that refused to select fields; they get requests for whole records."""
Take = Callable[[Doi, Work | Unknown | None], None]
"""Receives each DOI once, with its work or the reason for failure; None: there is no record."""


def limits_of(limits: Limits) -> Limits:
    """Return the limits for services that a run can do without: less patience, larger answers."""
    return limits.replace(
        body=max(limits.body, BODY),
        attempts=min(limits.attempts, 3),
        refusals=_REFUSALS,
        strikes=_REFUSALS,
        base=min(limits.base, 0.5),
        in_row=min(limits.in_row, 3),
        patience=min(limits.patience, 40.0),
        total=min(limits.total, 90.0),
    )


def host_of(address: str) -> str:
    """Return the host of a server's address, with its port."""
    return address.partition("://")[2].partition("/")[0]


def _quota(pace: Pace | None, settings: RegistrySettings) -> Quota | None:
    """Return the quota for a pace; None: the service states none, and its refusals set the pace."""
    if pace is None:
        return None
    a_second, at_once = pace.of(has_contact=bool(settings.contact))
    return Quota(a_second, 1.0, at_once)


class _Lane:
    """The connections to one service, and their common pace."""

    def __init__(self, row: Service, settings: RegistrySettings) -> None:
        """Keep the settings; no connection is opened yet.

        Raises:
            LookupSettingsError: if the server cannot be used.
        """
        self._address = address = settings.address_of(row)
        contact = settings.contact
        self.row = row
        self.host = host_of(address)
        self.trouble: Unknown | None = None  # the first final failure
        self.lost = 0  # number of DOIs or references without an answer because of failures
        self._registry = reader_of(row)(address, contact)
        self._limits = limits_of(settings.lookup.limits)
        server = parse_server(address)
        self.clients = Clients(server, self._limits, contact, row.accept, row.redirect_hosts)
        self._workers = Workers(self.clients, self._limits, _BLOCKED)
        self._quota = _quota(row.singles, settings)

    def messages(self, what: str) -> list[str]:
        """Return the messages about failed requests; `what` says what could not be read."""
        if self.trouble is None:
            return []
        return [f"{self.host}: {self.trouble.detail or self.trouble.cause}; {what}: {self.lost}"]

    async def _put(self, questions: Iterable[Question[T]], quota: Quota | None) -> None:
        await self._workers.ask([questions], _WORKERS, quota=quota)

    def _why_lost(self, why: Unknown) -> Unknown:
        """Count a final failure; return its reason, or the first one if no request was sent."""
        self.lost += 1
        if self.trouble is None:
            self.trouble = why
        return self.trouble if why.cause is Cause.CIRCUIT_OPEN else why


class _Lists(NamedTuple):
    """The open rest of lists: absent DOIs, refused lists, lists whose answers were too large."""

    absent: list[Doi]
    refused: list[tuple[Doi, ...]]
    large: list[tuple[Doi, ...]]


class AgencyService(_Lane):
    """The connections to one agency."""

    def __init__(self, row: Service, settings: RegistrySettings) -> None:
        super().__init__(row, settings)
        self._list_quota = _quota(row.lists.pace if row.lists is not None else None, settings)
        self._divides = True  # whether smaller parts of lists helped so far

    async def ask(
        self,
        names: Sequence[Doi],
        take: Take,
        *,
        singly: bool = False,
        of_others: Container[Doi] = (),
    ) -> None:
        """Request distinct DOIs; `take` is called for each, in any order.

        With `singly`, no list is requested, because the records of a list may be mixed up. DOIs
        `of_others`, of other agencies, get no single requests.
        """
        singly = singly or self.row.lists is None
        listed = {name: None for name in names if may_list(name) and not singly}
        absent = await self._ask_lists(listed, take)
        for name in absent:
            if name in of_others:
                take(name, None)
        singles = [name for name in absent if name not in of_others]
        singles += [name for name in names if name not in listed]
        await self._put([self._single(name, take) for name in singles], self._quota)

    async def ask_lists(self, lists: Sequence[tuple[Doi, ...]]) -> list[dict[Doi, Work]]:
        """Request the given lists; return the works of each; a failed list has none.

        Refused lists are requested once more without `select`.
        """
        found: list[dict[Doi, Work]] = [{} for _ in lists]
        most = self.row.lists.most_names if self.row.lists is not None else 0
        refused: list[int] = []

        def done(number: int, answer: Listed | Divided | Unknown) -> None:
            """Store the answer for a list."""
            if isinstance(answer, Divided) and not answer.too_large:
                refused.append(number)
            elif isinstance(answer, Listed) and answer.otherwise is None:
                read = ((name, answer.works.get(name.key)) for name in lists[number])
                found[number].update((name, work) for name, work in read if isinstance(work, Work))

        async def put(numbers: Iterable[int]) -> None:
            """Send the requests for some of the lists."""
            questions = [self._question(lists[number], partial(done, number)) for number in numbers]
            strikes = self._limits.strikes
            await self._workers.ask([questions], _WORKERS, quota=self._list_quota, strikes=strikes)

        await put(number for number, names in enumerate(lists) if len(names) <= most)
        if self._may_ask_plainly(refused):
            await put([*refused])
        return found

    async def _ask_lists(self, names: Iterable[Doi], take: Take) -> list[Doi]:
        """Request lists; return the DOIs that need single requests.

        A refused list is requested once more without `select`. A list whose answer was too large is
        divided. The first list is requested before the others: if even its parts are too large, the
        others are not requested.
        """
        lists = _Lists([], [], [])
        usual = self.row.lists or Lists()
        first, *rest = [*chunks(names, usual.most_names, usual.most_bytes)] or [()]
        await self._put_lists([first] if first else [], lists, take)
        await self._divide(lists, take)
        if self._divides:
            await self._put_lists(rest, lists, take)
        else:
            lists.large.extend(rest)
        if self._may_ask_plainly(lists.refused):
            again = lists.refused.copy()
            lists.refused.clear()
            await self._put_lists(again, lists, take)
        await self._divide(lists, take)
        return [*lists.absent, *(name for chunk in lists.refused for name in chunk)]

    async def _divide(self, lists: _Lists, take: Take) -> None:
        """Request lists whose answers were too large in smaller parts, as long as this helps."""
        large = lists.large.copy()
        lists.large.clear()
        for chunk in large:
            parts = _Lists(lists.absent, lists.refused, [])
            await self._put_lists(chunks(chunk, FEW) if self._divides else (), parts, take)
            lost = parts.large if self._divides else [chunk]
            self._divides = not lost
            for name in chain.from_iterable(lost):
                self._give(take, name, self.clients.too_large)

    async def _put_lists(
        self, waiting: Iterable[tuple[Doi, ...]], lists: _Lists, take: Take
    ) -> None:
        def done(chunk: tuple[Doi, ...], answer: Listed | Divided | Unknown) -> None:
            """Pass on the answer for a list, or note the list to divide or repeat it."""
            if isinstance(answer, Divided):
                (lists.large if answer.too_large else lists.refused).append(chunk)
                return
            # A failed list gives the same answer for all its DOIs.
            stated = Listed({}, answer) if isinstance(answer, Unknown) else answer
            for name in chunk:
                found = stated.works.get(name.key, stated.otherwise)
                if found is None:
                    lists.absent.append(name)
                else:
                    self._give(take, name, found)

        questions = [self._question(chunk, partial(done, chunk)) for chunk in waiting]
        await self._put(questions, self._list_quota)

    def _may_ask_plainly(self, refused: Collection[object]) -> bool:
        """Return whether to request refused lists once more, for whole records from now on."""
        if not refused or self._address in _PLAIN:
            return False
        _PLAIN.add(self._address)
        return True

    def _question(
        self, chunk: tuple[Doi, ...], done: Callable[[Listed | Divided | Unknown], None]
    ) -> Question[Listed | Divided]:
        target = self._registry.list_target(chunk, plainly=self._address in _PLAIN)
        read = partial(self._registry.read_list, asked=chunk)
        attempts, refusals = self._limits.attempts, self._limits.refusals
        large = Divided(too_large=True)
        return Question(target, read, done, attempts, refusals, too_large=large)

    def _single(self, name: Doi, take: Take) -> Question[Work | None]:
        target = self._registry.single_target(name)
        read = partial(self._registry.read_single, asked=name)
        done = partial(self._give, take, name)
        return Question(target, read, done, self._limits.attempts, self._limits.refusals)

    def _give(self, take: Take, name: Doi, answer: Work | Unknown | None) -> None:
        """Pass on the answer for a DOI; count a failure."""
        take(name, self._why_lost(answer) if isinstance(answer, Unknown) else answer)


class Search(NamedTuple):
    """A query for a service.

    Attributes:
        service: the service.
        query: the text to search for.
        claim: the description in the reference; answers are compared with it.
        is_second: whether the service already received a different query for this reference.
    """

    service: Service
    query: Query
    claim: Claim
    is_second: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """The identity of the query: the service and the folded text."""
        return self.service.name, self.query.key

    def kept(self, found: Iterable[MeantWork]) -> list[MeantWork]:
        """Return the works that may match the reference; for a query of a venue, those in it."""
        if self.query.venue:
            return in_venue(self.claim, found)
        return [meant for meant in found if may_fit(self.claim, meant.work)]


TakeFound = Callable[[Search, Sequence[MeantWork] | UnknownWork], None]
"""Receives each query once, with the works found, or the reason why the search failed."""


class SearchService(_Lane):
    """The connections to one search service."""

    def __init__(self, row: Service, settings: RegistrySettings) -> None:
        super().__init__(row, settings)
        self._plain: set[bool] = set()  # in simple form: True: queries for venues; False: others

    async def ask(self, wanted: Iterable[Search], take: TakeFound) -> None:
        """Send queries; `take` is called for each. A refused one is sent again in a simple form."""
        refused: list[Search] = []
        await self._put([self._question(search, take, refused) for search in wanted], self._quota)
        if refused:
            self._plain.update(bool(search.query.venue) for search in refused)
            plain = [self._question(search, take, []) for search in refused]
            await self._put(plain, self._quota)

    def _question(
        self, search: Search, take: TakeFound, refused: list[Search]
    ) -> Question[list[MeantWork] | Divided]:
        plainly = bool(search.query.venue) in self._plain

        def done(answer: list[MeantWork] | Divided | Unknown) -> None:
            """Pass on the answer to a query, or note the query to repeat it."""
            if isinstance(answer, Divided):
                if not plainly:
                    refused.append(search)
                    return
                answer = Unknown(Cause.BAD_ANSWER, "the request was refused")
            if isinstance(answer, Unknown):
                why = self._why_lost(answer)
                take(search, UnknownWork(str(why.cause), why.detail))
            else:
                take(search, search.kept(answer))

        target = self._registry.search_target(search.query, plainly=plainly)
        read = self._registry.read_search
        return Question(target, read, done, self._limits.attempts, self._limits.refusals)
