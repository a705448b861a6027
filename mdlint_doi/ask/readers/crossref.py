"""Crossref's REST API: lists by `filter=doi:…,doi:…`, single records, searches.

If Crossref does not have a DOI, a list silently omits it, and a single request gives 404. This also
applies to an alias, although its DOI works.

Sources: Crossref REST API, "Works metadata fields" (github.com/CrossRef/rest-api-doc,
api_format.md); "Relationships"
(crossref.org/documentation/schema-library/markup-guide-metadata-segments/relationships), whose
identifiers may be PubMed numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from mdlint_doi.ask.readers.registry import (
    MOST_RECORDS,
    MOST_RELATIONS,
    MOST_UPDATES,
    OTHER,
    SEARCHED,
    Registry,
    Stated,
    date_of,
    day_of,
    distinct,
    doi,
    items,
    joined,
    member,
    number,
    objects,
    people,
    relations,
    text,
    title,
    titles,
    written,
)
from mdlint_doi.names.doi import Doi, fold
from mdlint_doi.services import CROSSREF
from mdlint_doi.works.candidates import MeantWork
from mdlint_doi.works.claim import Query
from mdlint_doi.works.pubmed import pubmed_number
from mdlint_doi.works.work import Person, Titles, Update, Work, pubmed_of

AGENCY: Final = CROSSREF.agency
_RESOLVERS: Final = frozenset({"doi.org", "dx.doi.org", "www.doi.org"})
_SELECT: Final = (
    "DOI,URL,title,subtitle,original-title,short-title,type,author,editor,issued,published-print,"
    "published-online,posted,container-title,short-container-title,volume,issue,page,"
    "article-number,publisher,relation,updated-by,ISBN,publisher-location"
)
"""The fields of lists; `published-other` and `edition-number` are only in whole records."""
_SEARCHED: Final = (
    "DOI,URL,title,subtitle,original-title,type,author,editor,issued,published-print,"
    "published-online,posted,container-title,short-container-title,volume,issue,page,"
    "article-number,publisher,relation,updated-by"
)
_DATES: Final = ("issued", "published", "published-print", "published-online", "published-other",
                 "posted")  # fmt: skip
_FIRST: Final = 1000
_LAST: Final = 2999


class Crossref(Registry):
    """Requests to Crossref, and its answers."""

    def list_target(self, names: Sequence[Doi], *, plainly: bool) -> str:
        """Return the target of a request for several DOIs; `plainly`: without `select`."""
        asked = ",".join(f"doi:{written(name)}" for name in names)
        select = "" if plainly else f"select={_SELECT}"
        query = joined(f"filter={asked}", f"rows={len(names)}", select, self.mailto)
        return f"{self.path}/works?{query}"

    def search_target(self, query: Query, *, plainly: bool) -> str:
        """Return the target of a search; `plainly`: as one text, and without `select`."""
        select = "" if plainly else f"select={_SEARCHED}"
        if plainly or query.text:
            fields = {"query.bibliographic": query.bibliographic}
        elif query.venue:
            days = f"from-pub-date:{query.year},until-pub-date:{query.year}"
            fields = {"query.container-title": query.venue, "filter": days}
        else:
            fields = {
                "query.title": query.title,
                "query.author": query.people,
                "query.bibliographic": query.year,
            }
        asked = [f"{name}={quote(text, safe='')}" for name, text in fields.items() if text]
        return f"{self.path}/works?{joined(*asked, f'rows={SEARCHED}', self.mailto, select)}"

    def candidates(self, records: list[object]) -> Iterator[MeantWork]:
        """Yield the works of records whose link does not contradict their DOI."""
        for record in objects(records, 2 * SEARCHED):
            name = doi(record.get("DOI"))
            if name is not None and not _is_elsewhere(record.get("URL"), name.key):
                yield MeantWork(name, read_work(record, name))

    def single_target(self, name: Doi) -> str:
        """Return the target of a request for one DOI; a final slash is sent as `%2F`."""
        mailto = f"?{self.mailto}" if self.mailto else ""
        return f"{self.path}/works/{quote(str(name), safe='')}{mailto}"

    def records(self, answer: object) -> object:
        """Return the records of the answer to a list."""
        return member(member(answer, "message"), "items")

    def record(self, answer: object) -> object:
        """Return the record in the answer for one DOI."""
        return member(answer, "message")

    def works(self, records: list[object], names: Mapping[str, Doi]) -> Iterator[Stated]:
        """Yield the DOI that each record repeats, and its work; the link must have the same DOI."""
        for record in objects(records, MOST_RECORDS):
            key = fold(text(record.get("DOI")))
            if key not in names or _is_elsewhere(record.get("URL"), key):
                yield key, OTHER
            else:
                yield key, read_work(record, names[key])


def _is_elsewhere(address: object, key: str) -> bool:
    """Return whether a record's link at the resolver leads to a different DOI."""
    try:
        parts = urlsplit(text(address))
    except ValueError:
        return False
    if parts.netloc.casefold() not in _RESOLVERS:
        return False
    tail = text(address).partition(parts.netloc)[2].removeprefix("/")
    return key not in {fold(tail), fold(unquote(tail))}


def read_work(record: Mapping[str, object], asked: Doi) -> Work:
    """Return the work of a record, as far as it can be read; never raises."""
    return Work(
        titles=_titles(record),
        people=people(record.get("author"), _person),
        editors=people(record.get("editor"), _person),
        years=_years(record),
        containers=distinct(
            (*titles(record.get("container-title")), *titles(record.get("short-container-title")))
        ),
        volume=number(record.get("volume")),
        issue=number(record.get("issue")),
        pages=number(record.get("page")) or number(record.get("article-number")),
        publisher=title(record.get("publisher")),
        type=text(record.get("type")),
        agency=AGENCY,
        updates=_updates(record.get("updated-by"), asked),
        relations=relations(_related(record.get("relation")), asked),
        pubmed=pubmed_of([*_in_pubmed(record.get("relation"))]),
        date=day_of(record.get("issued")),
        isbn=next((text(isbn) for isbn in items(record.get("ISBN"), 1)), ""),
        edition=number(record.get("edition-number")),
        place=title(record.get("publisher-location")),
    )


def _titles(record: Mapping[str, object]) -> Titles:
    """Return the titles, without subtitles that are part of a title."""
    main = titles(record.get("title"))
    whole = " ".join(main).casefold()
    subtitle = titles(record.get("subtitle"))
    return Titles(
        main=main,
        subtitle=tuple(part for part in subtitle if part.casefold() not in whole),
        original=tuple(
            other for other in titles(record.get("original-title")) if other not in main
        ),
        short=tuple(other for other in titles(record.get("short-title")) if other not in main),
    )


def _person(person: Mapping[str, object]) -> Person:
    family, given = title(person.get("family")), title(person.get("given"))
    if family:
        return Person(family, given, suffix=title(person.get("suffix")))
    group = title(person.get("name")) or title(person.get("literal"))
    return Person(group=group) if group else Person(family=given)


def _years(record: Mapping[str, object]) -> tuple[int, ...]:
    """Return the distinct years of all dates, except those of the record itself."""
    dates = (part for name in _DATES for part in items(member(record.get(name), "date-parts"), 2))
    years = (next(items(parts, 1), None) for parts in dates)
    found = (year for year in years if type(year) is int and _FIRST <= year <= _LAST)
    return tuple(dict.fromkeys(found))


def _updates(value: object, asked: Doi) -> tuple[Update, ...]:
    """Return the changes of a work, each notice once; the publisher's data are preferred."""
    found: dict[tuple[str, Doi | None], Update] = {}
    for entry in objects(value, MOST_UPDATES):
        kind, notice = text(entry.get("type")).casefold(), doi(entry.get("DOI"))
        if not kind or (kind == "new_version" and notice == asked):  # the work itself
            continue
        update = Update(kind, notice, date_of(entry.get("updated")), text(entry.get("source")))
        if (kind, notice) not in found or update.source == "publisher":
            found[kind, notice] = update
    return tuple(found.values())


def _related(value: object) -> Iterator[tuple[str, Doi | None]]:
    return ((kind, doi(identifier)) for kind, identifier in _identified(value, "doi"))


def _in_pubmed(value: object) -> Iterator[tuple[str, str]]:
    return (
        (kind, pubmed_number(number(identifier))) for kind, identifier in _identified(value, "pmid")
    )


def _identified(value: object, kind_of_id: str) -> Iterator[tuple[str, object]]:
    """Yield kind and identifier of relations, for one type of identifier ("Relationships")."""
    pairs: Iterable[tuple[object, object]] = value.items() if isinstance(value, dict) else ()
    for kind, others in pairs:
        for relation in objects(others, MOST_RELATIONS):
            if text(relation.get("id-type")).casefold() == kind_of_id:
                yield text(kind), relation.get("id")
