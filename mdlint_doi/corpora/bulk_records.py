"""A part of a registry's public file -> the names that it has, and what they are registered as."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import IO, Final, NamedTuple

from mdlint_doi.ask.services import crossref, datacite
from mdlint_doi.ask.services.works_json import dump
from mdlint_doi.corpora.parts import Part, kind_of, streams
from mdlint_doi.files.reading import FileProblem
from mdlint_doi.names.doi import Doi, DoiSyntaxError, parse
from mdlint_doi.works.work import KnownWork, Work

MOST_LINE: Final = 32 << 20
"""Bytes of one record."""
MOST_DOCUMENT: Final = 256 << 20
"""Bytes of a file that is one JSON document."""
_REGISTERED: Final = frozenset({"findable", "registered"})
"""States of DataCite in which a name is in the Handle System; `draft` is not."""


class BulkRegistry(NamedTuple):
    """A registry whose files are read.

    Attributes:
        source: the word of verdicts.
        agency: its name.
        read_work: returns the work of a record.

    """

    source: str
    agency: str
    read_work: Callable[[Mapping[str, object], Doi], Work]


CROSSREF: Final = BulkRegistry("crossref", crossref.AGENCY, crossref.read_work)
DATACITE: Final = BulkRegistry("datacite", datacite.AGENCY, datacite.read_work)
REGISTRIES: Final = {one.source: one for one in (CROSSREF, DATACITE)}


def verdicts(
    part: Part, registry: BulkRegistry, *, works: bool
) -> Iterator[dict[str, object] | None]:
    """Yield a row of verdicts for each record; None for one without a registered name.

    Args:
        part: of a public file.
        registry: whose it is.
        works: also say what names are registered as.

    Raises:
        FileProblem: if the part is damaged; it names the place.

    """
    with streams(part) as opened:
        for name, stream in opened:
            shown = part.path if name == part.path else f"{part.path}: {name}"
            with_works = works and not kind_of(name).startswith(".csv")
            for record in _records(shown, name, stream):
                yield _row(record, registry, works=with_works)


def _records(shown: str, name: str, stream: IO[bytes]) -> Iterator[Mapping[str, object]]:
    kind = kind_of(name).removesuffix(".gz")
    if kind == ".csv":
        yield from _of_table(shown, stream)
    elif kind == ".jsonl":
        for number, line in _lines(shown, stream):
            if record := _parsed(f"{shown}: line {number}", line):
                yield record
    elif kind == ".json":
        yield from _of_document(shown, stream)


def _lines(shown: str, stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := stream.readline(MOST_LINE + 1):
        number += 1
        if len(line) > MOST_LINE:
            raise FileProblem(shown, f"line {number} is longer than {MOST_LINE >> 20} MiB")
        yield number, line


def _parsed(shown: str, text: bytes) -> Mapping[str, object] | None:
    """Return a JSON object; None for an empty line."""
    if not text.strip():
        return None
    record = _json(shown, text)
    if not isinstance(record, dict):
        raise FileProblem(shown, "is not a JSON object")
    return record


def _json(shown: str, text: bytes) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise FileProblem(shown, f"not JSON at {where}: {error.msg}") from None
    except RecursionError:
        raise FileProblem(shown, "JSON that is nested too deeply") from None
    except ValueError as error:  # not UTF-8, or a number with too many digits
        raise FileProblem(shown, f"not JSON: {error}") from None


def _of_document(shown: str, stream: IO[bytes]) -> Iterator[Mapping[str, object]]:
    """Yield the items of `{"items": […]}`, or of a list."""
    text = stream.read(MOST_DOCUMENT + 1)
    if len(text) > MOST_DOCUMENT:
        raise FileProblem(shown, f"larger than {MOST_DOCUMENT >> 20} MiB")
    whole = _json(shown, text)
    items = whole.get("items") if isinstance(whole, dict) else whole
    if not isinstance(items, list):
        raise FileProblem(shown, "has no list 'items'")
    for number, item in enumerate(items, 1):
        if not isinstance(item, dict):
            raise FileProblem(shown, f"item {number} is not a JSON object")
        yield item


def _of_table(shown: str, stream: IO[bytes]) -> Iterator[Mapping[str, object]]:
    """Yield the rows of DataCite's table of states."""
    rows = csv.reader(_texts(shown, stream), strict=True)
    try:
        names = [name.strip().lower() for name in next(rows, [])]
        if not {"doi", "state"} <= set(names):
            raise FileProblem(shown, f"a table without the columns doi and state: {names}")
        for row in rows:
            if row and len(row) != len(names):
                raise FileProblem(shown, f"line {rows.line_num} has {len(row)} fields, cut?")
            if row:
                yield dict(zip(names, row, strict=True))
    except csv.Error as error:
        raise FileProblem(shown, f"line {rows.line_num}: {error}") from None


def _texts(shown: str, stream: IO[bytes]) -> Iterator[str]:
    for number, line in _lines(shown, stream):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise FileProblem(shown, f"line {number} is not UTF-8") from None


def _row(
    record: Mapping[str, object], registry: BulkRegistry, *, works: bool
) -> dict[str, object] | None:
    inner = record.get("attributes")
    members: Mapping[str, object] = inner if isinstance(inner, dict) else record
    doi = _doi(members.get("DOI") or members.get("doi") or record.get("id"))
    if doi is None or not _is_registered(members.get("state")):
        return None
    row: dict[str, object] = {
        "doi": doi.key,
        "outcome": "found",
        "agency": registry.agency,
        "as_of": _time(members),
        "source": registry.source,
    }
    if works:
        work = registry.read_work(members, doi)
        row["work"] = json.dumps(dump(KnownWork(work)), ensure_ascii=False)
    return row


def _doi(name: object) -> Doi | None:
    """Return the name of a record; None if it has none, or one that nobody can write."""
    try:
        return parse(name) if isinstance(name, str) else None
    except DoiSyntaxError:
        return None


def _is_registered(state: object) -> bool:
    """Return whether a state is that of a registered name; Crossref tells none."""
    return state is None or (isinstance(state, str) and state.strip().lower() in _REGISTERED)


def _time(members: Mapping[str, object]) -> datetime | None:
    """Return when a record was last indexed or updated, as far as it says so."""
    indexed = members.get("indexed")
    stated = indexed.get("date-time") if isinstance(indexed, dict) else members.get("updated")
    if not isinstance(stated, str):
        return None
    try:
        found = datetime.fromisoformat(stated)
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
