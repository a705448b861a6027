"""One agency's service in a run: lists, then what is missing there one by one, at its own pace."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

from mdlint_doi.ask.client import Clients
from mdlint_doi.ask.question import Question
from mdlint_doi.ask.services.listing import (
    FEW,
    Divided,
    Listed,
    Record,
    Registry,
    chunks,
    may_list,
    quota_of,
)
from mdlint_doi.ask.settings import Limits, parse_server
from mdlint_doi.ask.workers import Workers
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Unknown
from mdlint_doi.services import Lists
from mdlint_doi.works.work import Work

Take = Callable[[Doi, Work | Unknown | None], None]
"""Called once with what was learned of each name; None: the agency has no record of it."""

BODY: Final = 16_000_000
"""Bytes of an answer; fifty works of large collaborations may come to some."""
_WORKERS: Final = 3
_REFUSALS: Final = 7
"""Of one question, and pauses in a row: more than for look-ups, and shorter ones."""
_BASE: Final = 0.5
BLOCKED: Final = frozenset({401, 403})
"""Statuses by which a service sends us away; it is not asked again in this run."""


def limits_of(limits: Limits) -> Limits:
    """Return the limits for services without which a run can do: less patience, larger answers."""
    return limits.replace(
        body=max(limits.body, BODY),
        attempts=min(limits.attempts, 3),
        refusals=_REFUSALS,
        strikes=_REFUSALS,
        base=min(limits.base, _BASE),
        in_row=min(limits.in_row, 3),
        patience=min(limits.patience, 40.0),
        total=min(limits.total, 90.0),
    )


class _Lists(NamedTuple):
    """What lists left open: names that are absent, lists that were refused or too large."""

    absent: list[Doi]
    refused: list[tuple[Doi, ...]]
    large: list[tuple[Doi, ...]]


class AgencyService:
    """Connections to one agency, and what it taught about its pace.

    Attributes:
        registry: how it is asked.
        trouble: the first failure that was final; None: none.
        lost: names of which nothing was learned for such reasons.

    """

    def __init__(self, registry: Registry, limits: Limits, contact: str) -> None:
        """Open nothing yet."""
        limits = limits_of(limits)
        self.registry = registry
        self.trouble: Unknown | None = None
        self.lost = 0
        self._limits = limits
        row = registry.service
        server = parse_server(registry.address)
        self._clients = Clients(server, limits, contact, row.accept, row.leads_to)
        self._workers = Workers(self._clients, limits, BLOCKED)
        self._lists = row.lists
        pace = self._lists.pace if self._lists is not None else None
        self._list_quota = quota_of(pace, has_contact=registry.has_contact)
        self._single_quota = quota_of(row.singles, has_contact=registry.has_contact)
        self._plainly = False
        self._divides = True

    @property
    def sent(self) -> int:
        """How many requests it got."""
        return self._clients.sent

    async def close(self) -> None:
        """Close all connections."""
        await self._clients.__aexit__(None, None, None)

    async def ask(
        self,
        names: Sequence[Doi],
        take: Take,
        *,
        singly: bool = False,
        of_others: Container[Doi] = (),
    ) -> None:
        """Ask about distinct names; `take` is called for each, in any order.

        With `singly` no list is asked, each of whose records could stand for another. Names of
        other agencies that lists lack are not asked one by one.
        """
        singly = singly or self._lists is None
        listed = {name: None for name in names if may_list(name) and not singly}
        absent = await self._ask_lists(listed, take)
        for name in absent:
            if name in of_others:
                take(name, None)
        singles = [name for name in absent if name not in of_others]
        singles += [name for name in names if name not in listed]
        questions = [self._single(name, take) for name in singles]
        await self._workers.ask([questions], _WORKERS, quota=self._single_quota)

    async def ask_lists(self, lists: Sequence[tuple[Doi, ...]]) -> list[dict[Doi, Work]]:
        """Ask lists as they are; return the works of each, none of one that was not answered.

        Their names can be asked in another way, so that nothing that fails is a trouble, and what
        is longer than a list of this service may be is not asked.
        """
        found: list[dict[Doi, Work]] = [{} for _ in lists]
        most = self._lists.most_names if self._lists is not None else 0

        def question(chunk: tuple[Doi, ...], works: dict[Doi, Work]) -> Question[Listed | Divided]:
            def done(answer: Listed | Divided | Unknown) -> None:
                if isinstance(answer, Listed) and answer.otherwise is None:
                    read = ((name, answer.works.get(name.key)) for name in chunk)
                    works.update((name, one) for name, one in read if isinstance(one, Work))

            return self._question(chunk, done)

        questions = [
            question(*one) for one in zip(lists, found, strict=True) if len(one[0]) <= most
        ]
        strikes = self._limits.strikes
        await self._workers.ask([questions], _WORKERS, quota=self._list_quota, strikes=strikes)
        return found

    async def _ask_lists(self, names: Iterable[Doi], take: Take) -> list[Doi]:
        """Return the names that have to be asked one by one.

        A list that is refused is asked once more without `select`; one whose records are too
        large together in smaller parts. The first list goes alone: where even its parts are too
        large, the others are not asked.
        """
        lists, usual = _Lists([], [], []), self._lists or Lists()
        first, *rest = [*chunks(names, usual.most_names, usual.most_bytes)] or [()]
        await self._put([first] if first else [], lists, take)
        await self._divide(lists, take)
        if self._divides:
            await self._put(rest, lists, take)
        else:
            lists.large.extend(rest)
        if lists.refused and not self._plainly:
            self._plainly = True
            again, lists.refused[:] = lists.refused.copy(), []
            await self._put(again, lists, take)
        await self._divide(lists, take)
        return [*lists.absent, *(name for chunk in lists.refused for name in chunk)]

    async def _divide(self, lists: _Lists, take: Take) -> None:
        """Ask lists that were too large in smaller parts, as long as that helps."""
        large, lists.large[:] = lists.large.copy(), []
        for chunk in large:
            parts = _Lists(lists.absent, lists.refused, [])
            await self._put(chunks(chunk, FEW) if self._divides else (), parts, take)
            lost = parts.large if self._divides else [chunk]
            self._divides = not lost
            for part in lost:
                self._lose(part, self._clients.too_large, take)

    async def _put(self, waiting: Iterable[tuple[Doi, ...]], lists: _Lists, take: Take) -> None:
        questions = [self._list(chunk, lists, take) for chunk in waiting]
        await self._workers.ask([questions], _WORKERS, quota=self._list_quota)

    def _list(
        self, chunk: tuple[Doi, ...], lists: _Lists, take: Take
    ) -> Question[Listed | Divided]:
        def done(answer: Listed | Divided | Unknown) -> None:
            if isinstance(answer, Divided):
                (lists.large if answer.too_large else lists.refused).append(chunk)
            elif isinstance(answer, Unknown):
                self._lose(chunk, answer, take)
            else:
                self._read(chunk, answer, lists, take)

        return self._question(chunk, done)

    def _question(
        self, chunk: tuple[Doi, ...], done: Callable[[Listed | Divided | Unknown], None]
    ) -> Question[Listed | Divided]:
        return Question(
            target=self.registry.list_target(chunk, plainly=self._plainly),
            read=partial(self.registry.read_list, asked=chunk),
            done=done,
            attempts=self._limits.attempts,
            refusals=self._limits.refusals,
            too_large=Divided(too_large=True),
        )

    def _read(self, chunk: Iterable[Doi], answer: Listed, lists: _Lists, take: Take) -> None:
        for name in chunk:
            found = answer.works.get(name.key, answer.otherwise)
            if found is None:
                lists.absent.append(name)
            elif isinstance(found, Unknown):
                self._lose([name], found, take)
            else:
                take(name, found)

    def _single(self, name: Doi, take: Take) -> Question[Record]:
        def done(answer: Record | Unknown) -> None:
            if isinstance(answer, Unknown):
                self._lose([name], answer, take)
            else:
                take(name, answer.work)

        return Question(
            target=self.registry.single_target(name),
            read=partial(self.registry.read_single, asked=name),
            done=done,
            attempts=self._limits.attempts,
            refusals=self._limits.refusals,
        )

    def _lose(self, names: Iterable[Doi], why: Unknown, take: Take) -> None:
        """Say of names why nothing was learned; of those that were not asked what the first was."""
        if self.trouble is None:
            self.trouble = why
        elif why.cause is Cause.CIRCUIT_OPEN:
            why = self.trouble
        for name in names:
            self.lost += 1
            take(name, why)
