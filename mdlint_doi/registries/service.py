"""One agency's service in a run: lists, then what is missing there one by one, at its own pace."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from mdlint_doi.lookup.client import Clients
from mdlint_doi.lookup.server import parse_server
from mdlint_doi.lookup.settings import Limits
from mdlint_doi.lookup.workers import Crew, Question
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Unknown
from mdlint_doi.registries.registry import (
    FEW,
    Divided,
    Listed,
    Record,
    Registry,
    chunks,
    may_list,
)
from mdlint_doi.works.work import Work

Take = Callable[[Doi, Work | Unknown | None], None]
"""Called once with what was learned of each name; None: the agency has no record of it."""

BODY: Final = 16_000_000
"""Bytes of an answer; fifty works of large collaborations may come to some."""
_WORKERS: Final = 3
_BLOCKED: Final = frozenset({401, 403})
"""Statuses by which a service sends us away; it is not asked again in this run."""


def limits_of(limits: Limits) -> Limits:
    """Return the limits for services without which a run can do: less patience, larger answers."""
    return limits._replace(
        body=max(limits.body, BODY),
        attempts=min(limits.attempts, 3),
        refusals=min(limits.refusals, 4),
        in_row=min(limits.in_row, 3),
        strikes=min(limits.strikes, 3),
        patience=min(limits.patience, 40.0),
        total=min(limits.total, 90.0),
    )


class Service:
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
        self._clients = Clients(parse_server(registry.address), limits, contact)
        self._crew = Crew(self._clients, limits, _BLOCKED)
        self._list_quota = registry.list_quota()
        self._single_quota = registry.single_quota()
        self._plainly = False

    @property
    def sent(self) -> int:
        """How many requests it got."""
        return self._clients.sent

    async def close(self) -> None:
        """Close all connections."""
        await self._clients.__aexit__(None, None, None)

    async def ask(self, names: Sequence[Doi], take: Take) -> None:
        """Ask about distinct names; `take` is called for each, in any order."""
        singles = [name for name in names if not may_list(name)]
        singles += await self._ask_lists(filter(may_list, names), take)
        questions = [self._single(name, take) for name in singles]
        await self._crew.ask(questions, _WORKERS, quota=self._single_quota)

    async def _ask_lists(self, names: Iterable[Doi], take: Take) -> list[Doi]:
        """Return the names that have to be asked one by one.

        A list that is refused is asked once more without `select`; one whose records are too
        large together in smaller parts.
        """
        absent: list[Doi] = []
        waiting = list(chunks(names))
        for _ in range(3):
            divided: list[tuple[tuple[Doi, ...], Divided]] = []
            questions = [self._list(chunk, take, absent, divided) for chunk in waiting]
            await self._crew.ask(questions, _WORKERS, quota=self._list_quota)
            waiting = self._again(divided, take, absent)
            if not waiting:
                break
        return absent

    def _list(
        self,
        chunk: tuple[Doi, ...],
        take: Take,
        absent: list[Doi],
        divided: list[tuple[tuple[Doi, ...], Divided]],
    ) -> Question[Listed | Divided]:
        def done(answer: Listed | Divided | Unknown) -> None:
            if isinstance(answer, Divided):
                divided.append((chunk, answer))
            elif isinstance(answer, Unknown):
                self._lose(chunk, answer, take)
            else:
                for name in chunk:
                    told = answer.told.get(name.key, answer.otherwise)
                    if told is None:
                        absent.append(name)
                    else:
                        take(name, told)

        return Question(
            target=self.registry.list_target(chunk, plainly=self._plainly),
            read=partial(self.registry.read_list, asked=chunk),
            done=done,
            attempts=self._limits.attempts,
            refusals=self._limits.refusals,
            too_large=Divided(too_large=True),
        )

    def _again(
        self,
        divided: list[tuple[tuple[Doi, ...], Divided]],
        take: Take,
        absent: list[Doi],
    ) -> list[tuple[Doi, ...]]:
        """Return the lists to ask once more; give up those that can't be asked otherwise."""
        waiting: list[tuple[Doi, ...]] = []
        refused = [chunk for chunk, why in divided if not why.too_large]
        if self._plainly:
            absent.extend(name for chunk in refused for name in chunk)
        else:
            waiting += refused
            self._plainly = bool(refused)
        for chunk, why in divided:
            if why.too_large and len(chunk) > FEW:
                waiting += chunks(chunk, FEW)
            elif why.too_large:
                self._lose(chunk, self._clients.too_large, take)
        return waiting

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
