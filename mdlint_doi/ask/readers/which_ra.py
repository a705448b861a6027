"""The *Which RA* service: many DOIs in a request, without proof that a DOI is not registered.

It answers HTTP 200 with an array in the order of the request: `{"DOI", "RA"}` for a registered DOI,
`{"DOI", "status"}` for any other. Only the first form proves anything: "DOI does not exist" was
seen while the server of an agency was down. The documentation states neither the longest list (50
DOIs and 4 kB were served) nor whether a `%2C` splits it. So DOIs with a comma are not sent. Neither
are shortDOIs, which the service does not support.

Source: DOI Handbook, "Which RA? Service"; the order and the array are known from recorded answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from mdlint_doi.ask.question import Question, read_json, read_trouble
from mdlint_doi.ask.readers.names_json import MOST_AGENCY
from mdlint_doi.ask.settings import Server
from mdlint_doi.names.doi import Doi, fold, which_ra_path
from mdlint_doi.names.outcome import Unknown
from mdlint_doi.services import WHICH_RA, Lists

_LISTS: Final = WHICH_RA.lists or Lists()
CONNECTIONS: Final = 4
ATTEMPTS: Final = 2  # failed requests after which their DOIs go to the Handle API
STRIKES: Final = 2  # pauses without an answer after which all DOIs go there

Agencies = tuple[str | None, ...]


def may_ask(doi: Doi) -> bool:
    """Return whether the service accepts a DOI."""
    ours = doi.prefix.startswith("10.") and "," not in doi.suffix
    return ours and len(doi.which_ra_path) < _LISTS.most_bytes // 2


class Chunk:
    """The DOIs or prefixes of one request, without commas."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._size = 0

    def add(self, name: str) -> tuple[str, ...]:
        """Add a DOI; return a full list to request now, or nothing."""
        needs = len(which_ra_path(name)) + 1
        full = self.take() if self._size + needs > _LISTS.most_bytes else ()
        self._names.append(name)
        self._size += needs
        return self.take() if len(self._names) == _LISTS.most_names else full

    def take(self) -> tuple[str, ...]:
        """Return the current list, and begin an empty one."""
        names = tuple(self._names)
        self._names = []
        self._size = 0
        return names


def chunks(names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield the DOIs or prefixes of each request, in order."""
    chunk = Chunk()
    for name in names:
        if full := chunk.add(name):
            yield full
    if last := chunk.take():
        yield last


def question(
    server: Server,
    names: Sequence[str],
    done: Callable[[Agencies | Unknown], None],
    *,
    refusals: int,
    attempts: int = ATTEMPTS,
) -> Question[Agencies]:
    """Return the request for the registration agencies of a list of DOIs, or of prefixes.

    Lists of prefixes are served only under a different path.
    """
    service = "doiRA" if all("/" in name for name in names) else "ra"
    target = f"{server.path}/{service}/{','.join(map(which_ra_path, names))}"
    return Question(target, partial(read_agencies, asked=names), done, attempts, refusals)


def read_agencies(status: int, body: bytes, asked: Sequence[str]) -> Agencies | Unknown:
    """Return the agency of each DOI or prefix, in order; None for one without an agency.

    The result is empty for an answer of a different form, and Unknown if repeating the request may
    help. Never raises.
    """
    trouble = read_trouble(status, body)
    if trouble is not None and status != 404:
        return trouble
    answer = read_json(body) if status == 200 else None
    if not isinstance(answer, list) or len(answer) != len(asked):
        return ()
    return tuple(_agency(item, name) for item, name in zip(answer, asked, strict=True))


def _agency(item: object, name: str) -> str | None:
    """Return the agency in one member, if it is about `name` and has no `status`."""
    if not isinstance(item, dict) or "status" in item:
        return None
    echo, agency = item.get("DOI"), item.get("RA")
    if not isinstance(echo, str) or fold(echo) != fold(name) or not isinstance(agency, str):
        return None
    return agency.encode("utf-8", "backslashreplace").decode("utf-8")[:MOST_AGENCY].strip() or None
