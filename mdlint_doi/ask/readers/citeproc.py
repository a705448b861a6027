"""Content negotiation at the resolver: a CSL-JSON record becomes a work.

Each request has one DOI, and the resolver redirects it to the service of the agency. A page, a
different type or a redirect to any other host is not a record.

Sources: citation.doi.org/docs.html; the CSL-JSON schema 1.0.2 of citationstyles.org; answers of the
agencies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mdlint_doi.ask.readers.registry import (
    OTHER,
    Registry,
    Stated,
    day_of,
    distinct,
    doi,
    items,
    member,
    number,
    objects,
    people,
    text,
    title,
    titles,
)
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Unknown
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.pubmed import pubmed_number
from mdlint_doi.works.work import Person, Titles, Work

_NO_RECORD: Final = frozenset({204, 301, 302, 303, 307, 308, 404, 406, 410})
_YEAR: Final = pattern(r"[12]\d{3}")
TYPES: Final = {
    "article-journal": "journal-article",
    "paper-conference": "proceedings-article",
    "chapter": "book-chapter",
    "thesis": "dissertation",
}
"""CSL's types in the words of the other services; all further types have the same name."""


class Citeproc(Registry):
    """The requests to the resolver, and its answers."""

    def single_target(self, name: Doi) -> str:
        """Return the target of a request for one DOI."""
        return f"{self.path}/{name.api_path}"

    def record(self, answer: object) -> object:
        """Return the record in the answer for one DOI."""
        return answer

    def read_single(self, status: int, body: bytes, asked: Doi) -> Work | Unknown | None:
        """Return the work in the answer for one DOI; None: there is no record. Never raises."""
        return None if status in _NO_RECORD else super().read_single(status, body, asked)

    def works(self, records: list[object], names: Mapping[str, Doi]) -> Iterator[Stated]:
        """Yield the key of the DOI that each record repeats, as DOI or address, and its work."""
        for record in objects(records, 1):
            name = doi(record.get("DOI")) or doi(record.get("URL"))
            key = name.key if name is not None else ""
            yield key, _work(record) if key in names else OTHER


def _work(record: Mapping[str, object]) -> Work:
    kind = text(record.get("type"))
    return Work(
        titles=Titles(titles(record.get("title"))),
        people=people(record.get("author"), _person),
        editors=people(record.get("editor"), _person),
        years=tuple(_years(record)),
        containers=distinct(
            title(value)
            for name in ("container-title", "container-title-short")
            for value in items(record.get(name), 4)
        ),
        volume=number(record.get("volume")),
        issue=number(record.get("issue")),
        pages=number(record.get("page")),
        publisher=title(record.get("publisher")),
        type=TYPES.get(kind, kind),
        pubmed=distinct([pubmed_number(number(record.get("PMID")))]),
        date=day_of(record.get("issued")),
        isbn=next((text(isbn) for isbn in items(record.get("ISBN"), 1)), ""),
        edition=number(record.get("edition")),
        place=title(record.get("publisher-place")),
    )


def _person(person: Mapping[str, object]) -> Person:
    family, given = title(person.get("family")), title(person.get("given"))
    if family:
        return Person(family, given)
    # A name in one piece: either of two words may be the family name; of more, any.
    parts = (given or title(person.get("literal"))).replace(",", " ").split()
    if len(parts) == 2:
        return Person(family=parts[0], given=parts[1])
    return Person(family=" ".join(parts))


def _years(record: Mapping[str, object]) -> Iterator[int]:
    for name in ("issued", "published-print", "published-online"):
        for parts in items(member(record.get(name), "date-parts"), 1):
            year = number(next(items(parts, 1), None))
            if _YEAR.fullmatch(year):
                yield int(year)
                break
