"""Questions to Which RA: many names a request, and no proof that a name is missing.

How long a list the service takes is not documented; 50 names and 4 kB are what others
were served. Whether a `%2C` splits the list was not documented either, so that a name with a
comma is not asked here, and no shortDOI, which the service does not know.

Source: DOI Handbook, "Which RA? Service".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from mdlint_doi.lookup.agencies import read_agencies
from mdlint_doi.lookup.server import Server
from mdlint_doi.lookup.workers import Question
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.encode import which_ra_path
from mdlint_doi.names.outcome import Unknown

CONNECTIONS: Final = 4
MOST_NAMES: Final = 50
MOST_BYTES: Final = 3900
ATTEMPTS: Final = 2
"""Failures of one request after which its names go to the Handle API."""
STRIKES: Final = 2
"""Pauses without an answer after which all names do."""

Agencies = tuple[str | None, ...]


def may_ask(doi: Doi) -> bool:
    """Return whether the service can be asked about a name."""
    ours = doi.prefix.startswith("10.") and "," not in doi.suffix
    return ours and len(doi.which_ra_path) < MOST_BYTES // 2


def chunks(names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield names, in order, by the request; names or prefixes without a comma."""
    chunk: list[str] = []
    size = 0
    for name in names:
        needs = len(which_ra_path(name)) + 1
        if len(chunk) == MOST_NAMES or (chunk and size + needs > MOST_BYTES):
            yield tuple(chunk)
            chunk, size = [], 0
        chunk.append(name)
        size += needs
    if chunk:
        yield tuple(chunk)


def question(
    server: Server,
    names: Sequence[str],
    done: Callable[[Agencies | Unknown], None],
    *,
    attempts: int,
    refusals: int,
) -> Question[Agencies]:
    """Return the request for the Registration Agencies of one chunk of names, or of prefixes.

    Prefixes alone were recorded under another path only.
    """
    service = "doiRA" if all("/" in name for name in names) else "ra"
    return Question(
        target=f"{server.path}/{service}/{','.join(map(which_ra_path, names))}",
        read=partial(read_agencies, asked=names),
        done=done,
        attempts=attempts,
        refusals=refusals,
    )
