"""Verdicts on DOIs, in a table or in a Parquet file that is sorted by DOI.

The data may come from a stranger, so it is validated. A DOI without a verdict may be registered:
only the DOI system can prove that it is not.

In a sorted file, only the row groups with the wanted DOIs are read. An unsorted file is read
completely, which is slow but gives the same rows.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.dataset as ds

from mdlint_doi.ask.readers.names_json import Stored, dump, load
from mdlint_doi.ask.readers.works_json import load_confirmed
from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.corpora import parquet
from mdlint_doi.corpora.parquet import VERDICTS
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Found, Missing, Outcome, Unknown
from mdlint_doi.works.work import WorkOutcome

ROWS_OF_GROUP: Final = 32_768  # rows of a row group, which is read whole for a single DOI

Row = Mapping[str, Any]
STATED: Final = ("doi", "outcome", "agency", "code", "cause", "record", "work")
"""The columns of `VERDICTS` with facts about a DOI, without the source and the time."""
KNOWN: Final = pa.schema([("partition", pa.int32()), *(VERDICTS.field(name) for name in STATED)])
"""The verdicts on the DOIs of each partition."""


class KnownVerdicts(NamedTuple):
    """The answers of verdicts about DOIs; DOIs without a verdict are absent.

    Attributes:
        outcomes: the outcome for each DOI: found, missing or unknown.
        works: the registered works, if they are known.
    """

    outcomes: Mapping[Doi, Outcome] = MappingProxyType({})
    works: Mapping[Doi, WorkOutcome] = MappingProxyType({})


class Verdicts(os.PathLike[str]):
    """A Parquet file of verdicts; only the necessary rows are read.

    It can be the value of the setting `records`, and be sent to other processes. Its methods raise
    LookupSettingsError if the file cannot be used.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)

    def __fspath__(self) -> str:
        return self._path

    __str__ = __fspath__

    def __repr__(self) -> str:
        return f"Verdicts({self._path!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Verdicts) and other._path == self._path

    def __hash__(self) -> int:
        return hash(self._path)

    def outcomes(self, names: Iterable[Doi]) -> dict[Doi, Stored]:
        """Return the outcomes of DOIs in the file: found or missing."""
        found = known_of(names, self).outcomes
        return {doi: outcome for doi, outcome in found.items() if not isinstance(outcome, Unknown)}

    def works(self, names: Iterable[Doi]) -> dict[Doi, WorkOutcome]:
        """Return the works of DOIs in the file."""
        return dict(known_of(names, self).works)

    def rows(self, keys: Collection[str]) -> Iterator[Row]:
        """Yield the rows for DOIs in their folded form.

        Raises:
            LookupSettingsError: if the file cannot be read.
        """
        path = Path(self._path)
        if not path.exists():
            problem = "No such file or directory"
            raise self._error(problem)
        if not path.is_file():
            raise self._error("is a folder, not a file" if path.is_dir() else "not a regular file")
        try:
            yield from _rows_of(self._path, sorted(keys))
        except (OSError, pa.ArrowException, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else None
            raise self._error(why or parquet.first_line(error)) from error

    def _error(self, why: str) -> LookupSettingsError:
        return LookupSettingsError(f"records file {self._path}: {why}")


def known_of(names: Iterable[Doi], verdicts: pa.RecordBatch | pa.Table | Verdicts) -> KnownVerdicts:
    """Return the answers of verdicts about DOIs.

    Args:
        names: the DOIs.
        verdicts: a table or a file (schema `VERDICTS`).

    Raises:
        ValueError: if a column of a table is missing, occurs twice or has a wrong type.
        LookupSettingsError: if a file or a verdict is not valid.
    """
    by_key = {doi.key: doi for doi in names}
    if not by_key:
        return KnownVerdicts()
    where = f"records file {verdicts}" if isinstance(verdicts, Verdicts) else "verdicts"
    outcomes: dict[Doi, Outcome] = {}
    works: dict[Doi, WorkOutcome] = {}
    if isinstance(verdicts, Verdicts):
        rows: Iterable[Row] = verdicts.rows(by_key.keys())
    else:
        _check_columns(verdicts.schema)
        columns = [name for name in verdicts.schema.names if name in VERDICTS.names]
        wanted = _is_one_of(verdicts.schema, sorted(by_key))
        rows = verdicts.select(columns).filter(wanted).to_pylist()
    for row in rows:
        doi = by_key[row["doi"]]
        if doi in outcomes:
            continue  # the first of several verdicts on a DOI counts, as in a scan
        try:
            outcomes[doi] = _outcome(row)
            if (work := row.get("work")) is not None:
                works[doi] = load_confirmed(_json("work", work))
        except (ValueError, RecursionError) as error:
            message = f"{where}: {doi.key!a}: {error}"
            raise LookupSettingsError(message) from error
    return KnownVerdicts(outcomes, works)


def _check_columns(schema: pa.Schema) -> None:
    """Raise ValueError if a required column is missing or not text, or a column occurs twice."""
    for name in VERDICTS.names:
        if schema.names.count(name) > 1:
            message = f"has several columns named {name!r}"
            raise ValueError(message)
    for name in ("doi", "outcome"):
        if name not in schema.names:
            message = (
                f"has no column {name!r}; write the file again with mdlint-doi corpus snapshot"
            )
            raise ValueError(message)
        kind = schema.field(name).type
        if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
            message = f"column {name!r} contains {kind} instead of text"
            raise ValueError(message)


def _rows_of(path: str, keys: list[str]) -> Iterator[Row]:
    """Yield the rows for folded DOIs, from the row groups that can contain them."""
    for fragment in ds.dataset(path, format="parquet").get_fragments():
        _check_columns(fragment.physical_schema)
        scanner = ds.Scanner.from_fragment(
            fragment,
            columns=[name for name in fragment.physical_schema.names if name in VERDICTS.names],
            filter=_is_one_of(fragment.physical_schema, keys),
            batch_size=ROWS_OF_GROUP,
            batch_readahead=1,
            use_threads=False,
        )
        for batch in scanner.to_batches():
            yield from batch.to_pylist()


def _is_one_of(schema: pa.Schema, keys: list[str]) -> ds.Expression:
    return ds.field("doi").isin(pa.array(keys, schema.field("doi").type))


def _outcome(row: Row) -> Outcome:
    """Return the outcome of a row; raise ValueError if the row is not valid."""
    match row["outcome"]:
        case "found" | "missing" as word:
            members: dict[str, Any] = {"outcome": word, "agency": row.get("agency")}
            if word == "missing":
                members["code"] = row.get("code")
            elif row.get("record"):
                members |= _members(row["record"])
            return load({name: value for name, value in members.items() if value is not None})
        case "unknown":
            cause = row.get("cause")
            return Unknown(Cause(cause) if cause in set(Cause) else Cause.OFFLINE)
        case other:
            message = (
                f"'outcome' is {ascii(other)[:80]}; it must be 'found', 'missing' or 'unknown'"
            )
            raise ValueError(message)


def _members(text: object) -> dict[str, Any]:
    members = _json("record", text)
    if not isinstance(members, dict):
        message = "'record' is not a JSON object"
        raise ValueError(message)  # noqa: TRY004 - one error for all wrong rows
    return {name: value for name, value in members.items() if name not in {"outcome", "agency"}}


def _json(column: str, text: object) -> Any:  # noqa: ANN401 - any JSON
    if not isinstance(text, str | bytes):
        message = f"{column!r} contains {type(text).__name__} instead of text"
        raise ValueError(message)  # noqa: TRY004 - one error for all wrong rows
    return json.loads(text)


def row_of(doi: Doi, outcome: Outcome, source: str) -> dict[str, object]:
    """Return an outcome as a row that `known_of` can read.

    Args:
        doi: the DOI.
        outcome: its outcome.
        source: the value of the column `source`.
    """
    row: dict[str, object] = {"doi": doi.key, "source": source}
    match outcome:
        case Found(record, agency):
            members = {name: value for name, value in dump(outcome).items() if name != "agency"}
            read = json.dumps(members, ensure_ascii=False) if record is not None else None
            return {**row, "outcome": "found", "agency": agency, "record": read}
        case Missing(code, agency):
            return {**row, "outcome": "missing", "agency": agency, "code": code}
        case Unknown(cause, _):
            return {**row, "outcome": "unknown", "cause": str(cause)}
