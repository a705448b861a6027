"""Crossref's REST API: lists by `filter=doi:…,doi:…`, and single records.

A name that Crossref does not hold is silently absent from a list, and 404 on its own. So is an
alias, although its DOI works.

Sources: github.com/CrossRef/rest-api-doc; crossref.org, "Announcing changes to REST API rate
limits" (10.64000/wadve-3tj60): since 2025-12 5 single records and 1 list a second, with a contact
10 and 3; `spec/metadata_facts.md` section 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from mdlint_doi.lookup.quota import Quota
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.encode import fold
from mdlint_doi.names.outcome import Unknown
from mdlint_doi.registries.crossref_record import AGENCY, read_work
from mdlint_doi.registries.registry import (
    MOST_RECORDS,
    OTHER,
    Divided,
    Registry,
    Told,
    written,
)
from mdlint_doi.registries.values import doi, member, objects, text
from mdlint_doi.works.candidates import MeantWork
from mdlint_doi.works.query import Query

LISTS: Final = 1
LISTS_WITH_CONTACT: Final = 3
SINGLES: Final = 5
SINGLES_WITH_CONTACT: Final = 10
"""A second."""

_RESOLVERS: Final = frozenset({"doi.org", "dx.doi.org", "www.doi.org"})
_SELECT: Final = (
    "DOI,URL,title,subtitle,original-title,short-title,type,author,editor,issued,published-print,"
    "published-online,published-other,posted,container-title,short-container-title,volume,issue,"
    "page,article-number,publisher,relation,updated-by"
)


SEARCHED: Final = 20
"""Works that a search returns: bogus copies alone were seen to take ranks 1 to 7."""
_SEARCHED: Final = (
    "DOI,URL,title,subtitle,original-title,type,author,editor,issued,published-print,"
    "published-online,posted,container-title,short-container-title,volume,issue,page,"
    "article-number,publisher,relation,updated-by"
)


class Crossref(Registry):
    """How Crossref is asked."""

    agency = AGENCY

    def list_target(self, names: Sequence[Doi], *, plainly: bool) -> str:
        """Return the target of a request for several names; `plainly`: without `select`."""
        asked = ",".join(f"doi:{written(name)}" for name in names)
        select = "" if plainly else f"&select={_SELECT}"
        mailto = f"&{self.mailto}" if self.mailto else ""
        return f"{self.path}/works?filter={asked}&rows={len(names)}{select}{mailto}"

    def search_target(self, query: Query, *, plainly: bool) -> str:
        """Return the target of a search; `plainly`: as one text, and without `select`."""
        mailto = f"&{self.mailto}" if self.mailto else ""
        rows = f"rows={SEARCHED}{mailto}"
        if plainly or not query.title:
            select = "" if plainly else f"&select={_SEARCHED}"
            text = _quoted(query.bibliographic)
            return f"{self.path}/works?query.bibliographic={text}&{rows}{select}"
        title, people = _quoted(query.title), _quoted(query.people)
        year = _quoted(query.year)
        return (
            f"{self.path}/works?query.title={title}&query.author={people}"
            f"&query.bibliographic={year}&{rows}&select={_SEARCHED}"
        )

    def read_search(self, status: int, body: bytes) -> list[MeantWork] | Divided | Unknown:
        """Return the works of the answer to a search, the best first; never raises."""
        records = self.read_records(status, body)
        if not isinstance(records, list):
            return records
        return [*_candidates(records)]

    def single_target(self, name: Doi) -> str:
        """Return the target of a request for one name; a slash at its end needs the `%2F`."""
        mailto = f"?{self.mailto}" if self.mailto else ""
        return f"{self.path}/works/{quote(str(name), safe='')}{mailto}"

    def list_quota(self) -> Quota:
        """Return what the service allows of lists."""
        return Quota(LISTS_WITH_CONTACT, 1.0, 3) if self.has_contact else Quota(LISTS, 1.0, 1)

    def single_quota(self) -> Quota:
        """Return what it allows of requests for one name."""
        return Quota(SINGLES_WITH_CONTACT, 1.0, 3) if self.has_contact else Quota(SINGLES, 1.0, 1)

    def records(self, answer: object) -> object:
        """Return the records of the answer to a list."""
        return member(member(answer, "message"), "items")

    def record(self, answer: object) -> object:
        """Return the record of the answer for one name."""
        return member(answer, "message")

    def works(self, records: list[object], names: Mapping[str, Doi]) -> Iterator[Told]:
        """Yield the key that each record echoes, and its work; its link must lead there, too."""
        for record in objects(records, MOST_RECORDS):
            key = fold(text(record.get("DOI")))
            if key not in names or _leads_elsewhere(record.get("URL"), key):
                yield key, OTHER
            else:
                yield key, read_work(record, names[key])


def _candidates(records: list[object]) -> Iterator[MeantWork]:
    """Yield the works of records whose link does not contradict their name."""
    for record in objects(records, 2 * SEARCHED):
        name = doi(record.get("DOI"))
        if name is not None and not _leads_elsewhere(record.get("URL"), name.key):
            yield MeantWork(name, read_work(record, name))


def _quoted(text: str) -> str:
    """Return a text as the value of a query's parameter."""
    return quote(text, safe="")


def _leads_elsewhere(address: object, key: str) -> bool:
    """Return whether a record's link at the resolver leads to another name than it echoes."""
    try:
        parts = urlsplit(text(address))
    except ValueError:
        return False
    if parts.netloc.casefold() not in _RESOLVERS:
        return False
    tail = text(address).partition(parts.netloc)[2].removeprefix("/")
    return key not in {fold(tail), fold(unquote(tail))}
