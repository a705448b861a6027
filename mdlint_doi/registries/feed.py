"""Names that come one by one, and lists of them that are asked as soon as they are full."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from itertools import chain

from mdlint_doi.names.doi import Doi
from mdlint_doi.registries.registry import MOST_NAMES, chunks, may_list
from mdlint_doi.registries.run import Run
from mdlint_doi.registries.session import Session


class Feed:
    """The names that wait for each agency, and what it is asked at the moment.

    While an agency is asked, further names fill further lists, which then go together.
    """

    def __init__(self, run: Run, session: Session, agencies: Mapping[Doi, str]) -> None:
        """Take the open names of a run, which are asked once they are offered.

        Args:
            run: takes the answers.
            session: asks.
            agencies: of names, as far as they are known.

        """
        self._run = run
        self._session = session
        self._agencies = dict(agencies)
        self._open = set(run.rest)
        self._waiting: dict[str, list[Doi]] = {}
        self._asked: dict[str, asyncio.Task[None]] = {}
        self._sent: dict[str, tuple[Doi, ...]] = {}

    def take(self, name: Doi, agency: str) -> None:
        """Take a name that is registered, and its agency; it waits for the end if nobody knows."""
        agency = agency or self._agencies.get(name) or self._session.prefixes.get(name.prefix, "")
        if agency and name in self._open and may_list(name):
            self._open.discard(name)
            self._agencies[name] = agency
            self._waiting.setdefault(agency.casefold(), []).append(name)
            self._begin(agency.casefold())

    def close(self) -> Mapping[Doi, asyncio.Task[None]]:
        """Begin nothing more; return what is asked at the moment, and what will answer it."""
        self._open.clear()
        self._waiting.clear()
        return {name: task for by, task in self._asked.items() for name in self._sent[by]}

    def _begin(self, by: str) -> None:
        """Ask an agency, unless it is asked by now, where lists are full; the last may grow."""
        waiting = self._waiting.get(by, ())
        if len(waiting) > MOST_NAMES and by not in self._asked:
            *full, last = chunks(waiting)
            self._waiting[by] = list(last)
            self._sent[by] = names = tuple(chain.from_iterable(full))
            self._asked[by] = asyncio.create_task(self._ask(by, names))

    async def _ask(self, by: str, names: Iterable[Doi]) -> None:
        agencies = {name: self._agencies[name] for name in names}
        await self._session.ask(names, self._run.take, agencies=agencies, aliases={})
        del self._asked[by]
        self._begin(by)
