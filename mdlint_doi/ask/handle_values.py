"""The typed values of handle records, asked anew: neither cache nor records file keeps them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from mdlint_doi.ask.client import Clients
from mdlint_doi.ask.question import Question
from mdlint_doi.ask.resolve import CHUNK, OFFLINE
from mdlint_doi.ask.services.handles import Values, read_values
from mdlint_doi.ask.settings import LookupSettings, parse_server
from mdlint_doi.ask.workers import Workers
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Unknown


def ask_values(names: Iterable[Doi], settings: LookupSettings) -> Iterator[tuple[Doi, Values]]:
    """Yield names with their outcomes and values, in their order; few are held at a time.

    Raises:
        LookupSettingsError: for a server that can't be asked.

    """
    rest = iter(names)
    while chunk := [*dict.fromkeys(islice(rest, CHUNK))]:
        answers = {} if settings.offline else asyncio.run(_asked(chunk, settings))
        for doi in chunk:
            yield doi, answers.get(doi, Values(OFFLINE))


async def _asked(names: Sequence[Doi], settings: LookupSettings) -> Mapping[Doi, Values]:
    server, limits = parse_server(settings.server), settings.limits
    answers: dict[Doi, Values] = {}

    def take(doi: Doi, answer: Values | Unknown) -> None:
        answers[doi] = Values(answer) if isinstance(answer, Unknown) else answer

    async with Clients(server, limits) as clients:
        questions = (
            Question(
                target=f"{server.path}/api/handles/{doi.api_path}",
                read=partial(read_values, asked=doi),
                done=partial(take, doi),
                attempts=limits.attempts,
                refusals=limits.refusals,
            )
            for doi in names
        )
        await Workers(clients, limits).ask([questions], settings.concurrency)
    return answers
