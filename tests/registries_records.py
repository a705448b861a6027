"""Records as Crossref and DataCite send them, made of rows of `ask/works/sample_works.jsonl`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from random import Random
from typing import Any, Final

LIES: Final = (
    *("echo", "swap", "huge", "control"),
    *("types", "numbers", "empty", "contradiction", "unasked", "nulls"),
)
CONTROL: Final = "\x1b[31m\u202eevil\x07\n::error::x\n<script>alert(1)</script>](javascript:x)"

Row = Mapping[str, Any]
Record = dict[str, Any]

_AS_THEY_ARE: Final = ("subtitle", "original-title", "short-container-title", "subtype", "volume",
                       "issue", "page", "relation")  # fmt: skip


def crossref_record(row: Row) -> Record:
    """Return the record that Crossref would send."""
    doi = row["doi"].lower()
    record = {
        "DOI": doi,
        "URL": f"https://doi.org/{doi}",
        "type": row.get("type", "journal-article"),
        "title": row.get("title", []),
        "author": _people(row),
        "issued": {"date-parts": row.get("issued") or [[row.get("year")]]},
        "container-title": row.get("container", []),
        "publisher": row.get("publisher", ""),
    }
    record |= {name: row[name] for name in _AS_THEY_ARE if name in row}
    for name in ("published-print", "published-online"):
        if name in row:
            record[name] = {"date-parts": row[name]}
    for name in ("update-to", "updated-by"):
        if name in row:
            told = [
                {**update, "updated": {"date-parts": update["updated"]}} for update in row[name]
            ]
            record[name] = told
    if "editor" in row:
        record["editor"] = [{"family": name, "sequence": "additional"} for name in row["editor"]]
    return record


def _people(row: Row) -> list[Record]:
    groups, names = row.get("group_authors", []), row.get("authors", [])
    people = [
        {"name": name, "sequence": "additional"}
        if name in groups
        else {"family": name, **({"given": given} if given else {})}
        for name, given in zip_longest(names, row.get("given", [])[: len(names)])
        if name
    ]
    return people + [{"name": group} for group in groups if group not in names]


def datacite_record(row: Row) -> Record:
    """Return the record that DataCite would send."""
    doi = row["doi"].lower()
    (kind,) = row.get("name_types", ["Personal"])
    attributes = {
        "doi": doi,
        "titles": row.get("titles") or [{"title": title} for title in row.get("title", [])],
        "creators": [{"name": creator, "nameType": kind} for creator in row.get("creators", [])]
        or _creators(row),
        "publicationYear": row.get("year"),
        "publisher": row.get("publisher"),
        "container": _container(row.get("container", {})),
        "types": {
            "resourceTypeGeneral": row.get("type"),
            "resourceType": row.get("resourceType"),
        },
        "relatedIdentifiers": row.get("relatedIdentifiers", []),
        "version": row.get("version"),
        "state": row.get("state", "findable"),
    }
    return {"id": doi, "type": "dois", "attributes": attributes}


def _creators(row: Row) -> list[Record]:
    names, given = row.get("authors", []), row.get("given", [])
    return [
        {"name": f"{name}, {first}", "familyName": name, "givenName": first}
        if first
        else {"name": name, "familyName": name}
        for name, first in zip_longest(names, given[: len(names)])
    ]


def _container(stated: object) -> object:
    """Return a container as DataCite has it: one object, whatever names a row gives."""
    if isinstance(stated, list):
        return {"type": "Journal", "title": stated[0]} if stated and stated[0] else {}
    return stated


def wrong_records(records: list[Record], lie: str) -> list[Record]:
    """Return what a broken or hostile service could send: other names, swapped facts, noise."""
    if lie in _FILLINGS:
        return [_filled(record, _FILLINGS[lie]) for record in records]
    if lie in _TITLES:
        return [_titled(record, _TITLES[lie]) for record in records]
    other = [_titled(record, "Sonnets of another country") for record in records]
    match lie:
        case "echo":
            records = [_named(record, "10.9999/another") for record in records]
        case "swap" if len(records) > 1:
            pairs = zip(records, records[1:] + records[:1], strict=True)
            records = [_named(other, _name(record)) for record, other in pairs]
        case "contradiction":
            records = records + other
        case "unasked":
            records = [*(_named(record, "10.9999/another") for record in other), *records]
    return records


def mixed_up(records: list[Record], how: str, draw: Random) -> list[Record]:
    """Return a list each of whose names has a record, with no sign that some are another's.

    `shifted` by one in the order of the list, or two of them `swapped`.
    """
    order = [*range(len(records))]
    if how == "shifted":
        order = order[1:] + order[:1]
    elif how == "swapped" and len(order) > 1:
        place, other = draw.sample(order, 2)
        order[place], order[other] = other, place
    pairs = zip(records, order, strict=True)
    return [own(records[place], _name(record)) for record, place in pairs]


def own(record: Record, doi: str) -> Record:
    """Return a record as if it were that of a name."""
    if "DOI" in record:
        return {**record, "DOI": doi, "URL": f"https://doi.org/{doi}"}
    return {**record, "id": doi, "attributes": {**record["attributes"], "doi": doi}}


_FILLINGS: Final = {"types": {"a": ["b"]}, "numbers": -(10**40), "empty": [], "nulls": None}
_TITLES: Final = {"huge": "A" * 100_000, "control": CONTROL}


def _name(record: Record) -> str:
    return str(record.get("DOI") or record["id"])


_OWN: Final = frozenset({"DOI", "URL", "id", "type", "doi", "state", "attributes"})


def _filled(record: Record, value: object) -> Record:
    """Return a record of which all but its name is that value."""
    filled = {name: held if name in _OWN else value for name, held in record.items()}
    if "attributes" in record:
        filled["attributes"] = _filled(record["attributes"], value)
    return filled


def _named(record: Record, name: str) -> Record:
    if "DOI" in record:
        return {**record, "DOI": name}
    return {**record, "id": name, "attributes": {**record["attributes"], "doi": name}}


def _titled(record: Record, title: str) -> Record:
    if "DOI" in record:
        return {**record, "title": [title]}
    return {**record, "attributes": {**record["attributes"], "titles": [{"title": title}]}}
