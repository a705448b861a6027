"""The common parts of all services of agencies: requests, and the validation of answers.

An answer is used for a DOI only if it repeats the DOI. If a list contains a DOI that was not
requested, an omitted DOI may still have a record. Records may come from anybody: values that are
too long or have a wrong type count as absent.
"""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import quote

from mdlint_doi.ask.question import read_json, read_trouble
from mdlint_doi.ask.settings import parse_server
from mdlint_doi.names.doi import Doi, DoiSyntaxError
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.outcome import Cause, Unknown
from mdlint_doi.services import Lists, Service
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.folding import plain_title
from mdlint_doi.works.work import Person, Relation, Work

if TYPE_CHECKING:
    from mdlint_doi.works.candidates import MeantWork
    from mdlint_doi.works.claim import Query

SEARCHED: Final = 20
"""Works that a search returns: fake copies alone were seen at ranks 1 to 7."""
_USUAL: Final = Lists()
MOST_NAMES: Final = _USUAL.most_names  # DOIs of one request
MOST_BYTES: Final = _USUAL.most_bytes  # of these DOIs, so that the target stays below 4 kB
FEW: Final = 10  # DOIs of a list, after the answer to a longer one was too large
MOST_RECORDS: Final = 1000
MOST_TEXT: Final = 4000  # code points; the longest titles have some 2,000
_MOST_MARKUP: Final = 20_000  # code points of a title with its tags; a formula has many
MOST_TITLES: Final = 20
MOST_PEOPLE: Final = 500
MOST_RELATIONS: Final = 300
MOST_UPDATES: Final = 50
_LAST_YEAR: Final = 2999
OTHER: Final = Unknown(Cause.OTHER_HANDLE, "the answer contains records for other DOIs")
_AMBIGUOUS: Final = Unknown(Cause.BAD_ANSWER, "the answer contains two records for the DOI")
_NOT_TAKEN: Final = frozenset({400, 414})
_HOSTILE: Final = pattern("[\x00-\x08\x0e-\x1f\u202d\u202e]")
"""Control characters of terminals, and reversed text: texts with them are not compared."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs"})

Stated = tuple[str, Work | Unknown]
"""The key of the DOI that a record repeats, and its work or why it is not reliable."""


class Listed(NamedTuple):
    """The content of a list.

    Attributes:
        works: the works, by the key of the DOI; `Unknown` for a record that is not reliable.
        otherwise: the answer for DOIs that the list lacks; None: single requests are possible.
    """

    works: Mapping[str, Work | Unknown]
    otherwise: Unknown | None = None


class Divided(NamedTuple):
    """The list was not accepted; request its DOIs in a different way.

    Attributes:
        too_large: whether the answer was too large, so that a shorter list may work; otherwise the
            request was refused.
    """

    too_large: bool


class Registry(ABC):
    """The requests to a service, and its answers."""

    def __init__(self, address: str, contact: str = "") -> None:
        """Keep the base address, and the user's e-mail address (empty: none).

        Raises:
            LookupSettingsError: if the address is not valid.
        """
        self.path = parse_server(address).path
        self.mailto = f"mailto={quote(contact, safe='@')}" if contact else ""  # a query parameter

    def list_target(self, names: Sequence[Doi], *, plainly: bool) -> str:
        """Return the target of a request for several DOIs; `plainly`: for whole records.

        Raises:
            NotImplementedError: if the service answers no lists.
        """
        raise NotImplementedError

    @abstractmethod
    def single_target(self, name: Doi) -> str:
        """Return the target of a request for one DOI."""

    def search_target(self, query: Query, *, plainly: bool) -> str:
        """Return the target of a search; `plainly`: for one text and whole records.

        Raises:
            NotImplementedError: if the service answers no searches.
        """
        raise NotImplementedError

    def candidates(self, records: list[object]) -> Iterator[MeantWork]:
        """Yield the works in the answer to a search, the best first.

        Raises:
            NotImplementedError: if the service answers no searches.
        """
        raise NotImplementedError

    @abstractmethod
    def record(self, answer: object) -> object:
        """Return the record in the answer for one DOI."""

    def records(self, answer: object) -> object:
        """Return the records in the answer to a list; by default, as `record` does."""
        return self.record(answer)

    @abstractmethod
    def works(self, records: list[object], names: Mapping[str, Doi]) -> Iterator[Stated]:
        """Yield the key of the DOI that each record repeats, and its work."""

    def _records(self, status: int, body: bytes) -> list[object] | Divided | Unknown:
        """Return the records of an answer that must contain a list; never raises."""
        trouble = read_trouble(status, body)
        if trouble is not None:
            return trouble
        if status in _NOT_TAKEN:
            return Divided(too_large=False)
        records = self.records(read_json(body))
        if status != 200 or not isinstance(records, list):
            return Unknown(Cause.BAD_ANSWER, f"HTTP {status} without a list of records")
        return records

    def read_list(
        self, status: int, body: bytes, asked: Sequence[Doi]
    ) -> Listed | Divided | Unknown:
        """Return the content of the answer to a list; never raises."""
        records = self._records(status, body)
        if not isinstance(records, list):
            return records
        names = {name.key: name for name in asked}
        works: dict[str, Work | Unknown] = {}
        strangers = 0
        for key, work in self.works(records, names):
            if key not in names:
                strangers += 1
            elif works.setdefault(key, work) != work:
                works[key] = _AMBIGUOUS
        return Listed(works, OTHER if strangers > len(works) else None)

    def read_search(self, status: int, body: bytes) -> list[MeantWork] | Divided | Unknown:
        """Return the works in the answer to a search, the best first; never raises."""
        records = self._records(status, body)
        return [*self.candidates(records)] if isinstance(records, list) else records

    def read_single(self, status: int, body: bytes, asked: Doi) -> Work | Unknown | None:
        """Return the work in the answer for one DOI; None: there is no record. Never raises."""
        trouble = read_trouble(status, body)
        if trouble is not None:
            return trouble
        if status == 404:
            return None
        record = self.record(read_json(body))
        if status != 200 or not isinstance(record, dict):
            return Unknown(Cause.BAD_ANSWER, f"HTTP {status} without a record")
        for key, work in self.works([record], {asked.key: asked}):
            if key == asked.key:
                return work
        return OTHER


def reader_of(service: Service) -> type[Registry]:
    """Return the class for requests to a service and its answers."""
    module, _, name = service.reader.partition(":")
    found: type[Registry] = getattr(import_module(f"{__package__}.{module}"), name)
    return found


def joined(*parameters: str) -> str:
    """Return a query string of the parameters that are not empty."""
    return "&".join(filter(None, parameters))


def written(name: Doi) -> str:
    """Return a DOI for a list, percent-encoded once, so that no character splits the list."""
    return quote(str(name), safe="/")


def may_list(name: Doi) -> bool:
    """Return whether a list may contain a DOI; a comma would split it, encoded or not."""
    return "," not in name.suffix and len(written(name)) < MOST_BYTES // 2


def chunks(
    names: Iterable[Doi], most: int = MOST_NAMES, most_bytes: int = MOST_BYTES
) -> Iterator[tuple[Doi, ...]]:
    """Yield the DOIs of each request, in order."""
    chunk: list[Doi] = []
    size = 0
    for name in names:
        needs = len(written(name)) + len("doi:,")
        if len(chunk) == most or (chunk and size + needs > most_bytes):
            yield tuple(chunk)
            chunk, size = [], 0
        chunk.append(name)
        size += needs
    if chunk:
        yield tuple(chunk)


def text(value: object, most: int = MOST_TEXT) -> str:
    """Return a text on one line, without control and invisible characters; empty for no text."""
    if not isinstance(value, str) or len(value) > most:
        return ""
    if not value.isprintable():
        seen = (" " if character.isspace() else character for character in value)
        value = "".join(
            character for character in seen if unicodedata.category(character) not in _UNSEEN
        )
    return " ".join(value.split())


def number(value: object) -> str:
    """Return a text or a number, such as a volume, as a text."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
        return str(value)
    return text(value)


def title(value: object) -> str:
    """Return a title or name without markup and entities; empty if it has control characters."""
    if isinstance(value, str) and _HOSTILE.search(value[:_MOST_MARKUP]):
        return ""
    plain = text(value, _MOST_MARKUP)
    return text(plain_title(plain) if "<" in plain or "&" in plain else plain)


def items(value: object, most: int) -> Iterator[object]:
    """Yield the first `most` members of a list; a different value as itself, None as nothing."""
    if isinstance(value, list):
        yield from islice(value, most)
    elif value is not None:
        yield value


def objects(value: object, most: int) -> Iterator[Mapping[str, object]]:
    """Yield the objects among the first `most` members of a list."""
    return (item for item in items(value, most) if isinstance(item, dict))


def member(value: object, name: str) -> object:
    """Return a member of a JSON object; None if there is none."""
    return value.get(name) if isinstance(value, dict) else None


def date_of(value: object) -> str:
    """Return the date of `date-parts`: `2021-03-09`, `2021-03`, `2021`; empty if there is none."""
    parts = next(items(member(value, "date-parts"), 1), None)
    parts = parts if isinstance(parts, list) else list(items(member(value, "date-parts"), 3))
    numbers: list[str] = []
    for part, most in zip(parts, (_LAST_YEAR, 12, 31), strict=False):
        if type(part) is not int or not 1 <= part <= most:
            break
        numbers.append(f"{part:02d}" if numbers else f"{part:04d}")
    return "-".join(numbers)


def day_of(value: object) -> str:
    """Return the date in `date-parts` as `date_of` does; empty if it is only a year."""
    date = date_of(value)
    return date if len(date) > len("2021") else ""


def titles(value: object) -> tuple[str, ...]:
    """Return the titles in a list, each once."""
    return distinct(title(item) for item in items(value, MOST_TITLES))


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the texts in order, each once, without empty ones."""
    return tuple(value for value in dict.fromkeys(texts) if value)


def people(value: object, person: Callable[[Mapping[str, object]], Person]) -> tuple[Person, ...]:
    """Return the people in a list, as `person` reads each, without those without a name."""
    found = map(person, objects(value, MOST_PEOPLE))
    return tuple(contributor for contributor in found if contributor.name)


def relations(stated: Iterable[tuple[str, Doi | None]], asked: Doi) -> tuple[Relation, ...]:
    """Return the relations to other DOIs, each once; both works may state one."""
    found: dict[Relation, None] = {}
    for kind, other in stated:
        if other is not None and other != asked:
            found[Relation(kind, other)] = None
        if len(found) == MOST_RELATIONS:  # a record may state any number
            break
    return tuple(found)


def doi(value: object) -> Doi | None:
    """Return the DOI that a text consists of, in any spelling; None if it is not a DOI."""
    named = text(value)
    if not 6 <= len(named) <= 2000:
        return None
    try:
        return normalize(named)
    except DoiSyntaxError:
        return None
