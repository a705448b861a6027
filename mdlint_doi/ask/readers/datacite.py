"""DataCite's REST API: lists by `ids=…,…`, single records, searches.

Sources: support.datacite.org/docs/api, and docs/api-queries for the language of searches;
datacite/lupo, `app/models/doi.rb` (the list is cut at every comma, and a page has 25 records by
default); DataCite Metadata Schema 4.7 (title types, name types, date types, relation types).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import quote

from mdlint_doi.ask.readers.registry import (
    MOST_PEOPLE,
    MOST_RECORDS,
    MOST_TITLES,
    OTHER,
    SEARCHED,
    Registry,
    Stated,
    distinct,
    doi,
    joined,
    member,
    number,
    objects,
    people,
    relations,
    text,
    title,
    written,
)
from mdlint_doi.names.doi import Doi, fold
from mdlint_doi.services import DATACITE
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.candidates import MeantWork
from mdlint_doi.works.claim import Query
from mdlint_doi.works.people import people_of
from mdlint_doi.works.pubmed import pubmed_number
from mdlint_doi.works.work import Person, Titles, Update, Work, pubmed_of

AGENCY: Final = DATACITE.agency
_FIELDS: Final = (
    "doi,titles,creators,contributors,publicationYear,dates,publisher,container,types,"
    "relatedIdentifiers,version,state"
)
_SEARCHED: Final = "doi,titles,creators,publicationYear,dates,publisher,container,types"
"""Fewer fields for a search: its answer has twenty works, some with thousands of relations."""
_WORD: Final = pattern(r"[^\W_]+")
_READ: Final = 5000  # related identifiers that are read; collections have thousands of parts
_MOST_DATES: Final = 50
_YEAR: Final = pattern(r"(?<!\d)([12]\d{3})(?!\d)")
_DAY: Final = pattern(r"[12]\d{3}(?:-\d\d(?:-\d\d)?)?")
_VAGUE: Final = frozenset({"Text", "Other"})
"""General types that say nothing about the work."""
_CITATIONS: Final = frozenset(
    {"cites", "iscitedby", "references", "isreferencedby", "haspart", "collects", "documents"}
)
"""Relations that do not help to identify a work; there may be thousands of them."""
_PUBLISHED: Final = frozenset(
    {"issued", "available", "created", "submitted", "accepted", "copyrighted", "updated"}
)


class DataCite(Registry):
    """Requests to DataCite, and its answers."""

    def list_target(self, names: Sequence[Doi], *, plainly: bool) -> str:
        """Return the target of a request for several DOIs; `plainly`: for all fields."""
        asked = ",".join(written(name) for name in names)
        fields = "" if plainly else f"fields%5Bdois%5D={_FIELDS}"
        query = joined(f"ids={asked}", f"page%5Bsize%5D={len(names)}", fields, self.mailto)
        return f"{self.path}/dois?{query}"

    def search_target(self, query: Query, *, plainly: bool) -> str:
        """Return the target of a search for any word of the title; `plainly`: for all fields."""
        asked = " ".join(_WORD.findall((query.title or query.text).lower()))
        fields = "" if plainly else f"fields%5Bdois%5D={_SEARCHED}"
        words = quote(f"titles.title:({asked})", safe="")
        size = f"page%5Bsize%5D={SEARCHED}"
        return f"{self.path}/dois?{joined(f'query={words}', size, fields, self.mailto)}"

    def candidates(self, records: list[object]) -> Iterator[MeantWork]:
        """Yield the works of records."""
        for record in objects(records, 2 * SEARCHED):
            attributes = record.get("attributes")
            name = doi(member(attributes, "doi"))
            if name is not None and isinstance(attributes, dict):
                yield MeantWork(name, read_work(attributes, name))

    def single_target(self, name: Doi) -> str:
        """Return the target of a request for one DOI."""
        mailto = f"?{self.mailto}" if self.mailto else ""
        return f"{self.path}/dois/{quote(str(name), safe='')}{mailto}"

    def record(self, answer: object) -> object:
        """Return the record in the answer for one DOI, or the records in a list."""
        return member(answer, "data")

    def works(self, records: list[object], names: Mapping[str, Doi]) -> Iterator[Stated]:
        """Yield the key of the DOI that each record repeats, and its work; its `id` must agree."""
        for record in objects(records, MOST_RECORDS):
            attributes = record.get("attributes")
            key = fold(text(member(attributes, "doi")))
            echoes = fold(text(record.get("id"))) in {"", key}
            if key not in names or not echoes or not isinstance(attributes, dict):
                yield key, OTHER
            else:
                yield key, read_work(attributes, names[key])


def read_work(record: Mapping[str, object], asked: Doi) -> Work:
    """Return the work of a record's attributes, as far as they can be read; never raises."""
    container = record.get("container")
    first, last = number(member(container, "firstPage")), number(member(container, "lastPage"))
    publisher = record.get("publisher")
    contributors = objects(record.get("contributors"), MOST_PEOPLE)
    editors = [person for person in contributors if _folded(person, "contributorType") == "editor"]
    return Work(
        titles=_titles(record),
        people=people(record.get("creators"), _person),
        editors=people(editors, _person),
        years=_years(record),
        containers=distinct([title(member(container, "title"))]),
        volume=number(member(container, "volume")),
        issue=number(member(container, "issue")),
        pages="-".join(part for part in (first, last) if part),
        publisher=title(member(publisher, "name") or publisher),
        type=_type(record.get("types")),
        agency=AGENCY,
        updates=tuple(_updates(record.get("dates"))),
        relations=relations(_related(record.get("relatedIdentifiers")), asked),
        version=title(record.get("version")),
        pubmed=pubmed_of([*_in_pubmed(record.get("relatedIdentifiers"))]),
        date=_issued(record.get("dates")),
        resource=_resource(record.get("types")),
    )


def _titles(record: Mapping[str, object]) -> Titles:
    """Return the titles: those without a type are main titles, or else all except subtitles."""
    by_type: dict[str, list[str]] = {}
    for entry in objects(record.get("titles"), MOST_TITLES):
        by_type.setdefault(_folded(entry, "titleType"), []).append(title(entry.get("title")))
    main = distinct(by_type.pop("", ()))
    whole = " ".join(main).casefold()
    subtitle = distinct(by_type.pop("subtitle", ()))
    others = distinct(other for group in by_type.values() for other in group)
    if not main:
        return Titles(main=others, subtitle=subtitle)
    return Titles(
        main=main,
        subtitle=tuple(part for part in subtitle if part.casefold() not in whole),
        translated=tuple(other for other in others if other not in main),
    )


def _person(person: Mapping[str, object]) -> Person:
    """Return an author; nameType and familyName are sometimes missing."""
    name, family = title(person.get("name")), title(person.get("familyName"))
    kind = _folded(person, "nameType")
    if family and kind != "organizational":
        return Person(family, title(person.get("givenName")))
    if kind == "organizational":
        return Person(group=name or family)
    if ", " in name and (kind or name.count(",") == 1):
        family, _, given = name.partition(", ")
        return Person(family, given)
    found = people_of(name) if kind or " " not in name else ()
    return found[0] if len(found) == 1 else Person(group=name)


def _years(record: Mapping[str, object]) -> tuple[int, ...]:
    dates = [
        text(date.get("date"))[:30]
        for date in objects(record.get("dates"), _MOST_DATES)
        if _folded(date, "dateType") in _PUBLISHED
    ]
    stated = [number(record.get("publicationYear")), *dates]
    years = (int(year) for date in stated for year in _YEAR.findall(date))
    return tuple(dict.fromkeys(years))


def _issued(dates: object) -> str:
    """Return the date of publication; empty if it is not known, only a year, or a range."""
    for date in objects(dates, _MOST_DATES):
        day = _DAY.fullmatch(text(date.get("date"))[:30])
        if day and len(day[0]) > len("2021") and _folded(date, "dateType") == "issued":
            return day[0]
    return ""


def _type(value: object) -> str:
    """Return the general type, but `Preprint` for any preprint."""
    kind = text(member(value, "resourceTypeGeneral"))
    if "preprint" in text(member(value, "resourceType")).casefold():
        return "Preprint"
    return kind or text(member(value, "resourceType"))


def _resource(value: object) -> str:
    """Return the depositor's own word for the type, if the general type says nothing."""
    is_vague = text(member(value, "resourceTypeGeneral")) in _VAGUE
    return text(member(value, "resourceType")) if is_vague else ""


def _updates(dates: object) -> Iterator[Update]:
    """Yield withdrawals, the only changes with a date in DataCite's records."""
    for date in objects(dates, _MOST_DATES):
        if _folded(date, "dateType") == "withdrawn":
            day = _DAY.match(text(date.get("date")))
            yield Update("withdrawal", None, day[0] if day else "", "publisher")


def _related(value: object) -> Iterator[tuple[str, Doi | None]]:
    return ((kind, doi(identifier)) for kind, identifier in _identified(value, "doi"))


def _in_pubmed(value: object) -> Iterator[tuple[str, str]]:
    return (
        (kind, pubmed_number(number(identifier))) for kind, identifier in _identified(value, "pmid")
    )


def _identified(value: object, kind_of_id: str) -> Iterator[tuple[str, object]]:
    for related in objects(value, _READ):
        kind = text(related.get("relationType"))
        is_of_type = _folded(related, "relatedIdentifierType") == kind_of_id
        if is_of_type and kind and kind.casefold() not in _CITATIONS:
            yield kind, related.get("relatedIdentifier")


def _folded(record: Mapping[str, object], name: str) -> str:
    return text(record.get(name)).casefold()
