"""Create a file of verdicts, sorted by DOI, from the public data files of registration agencies.

Worker processes convert each part to a small file of rows. DuckDB sorts the rows with limited
memory, and the newest row of each DOI goes to the output, which appears when it is complete. A
damaged part ends the run, because its DOIs would be missing in the verdicts.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from mdlint_doi.ask.readers import crossref, datacite
from mdlint_doi.ask.readers.works_json import dump
from mdlint_doi.corpora import parquet
from mdlint_doi.corpora.database import DatabaseLimits, connected, rows_of
from mdlint_doi.corpora.parquet import VERDICTS
from mdlint_doi.corpora.parts import Part, kind_of, parts_of, streams
from mdlint_doi.corpora.verdicts import ROWS_OF_GROUP
from mdlint_doi.corpora.workers import each, workers
from mdlint_doi.files.reading import FileProblem
from mdlint_doi.files.temporary import new_folder
from mdlint_doi.names.doi import Doi, DoiSyntaxError, parse
from mdlint_doi.works.work import KnownWork

if TYPE_CHECKING:
    from mdlint_doi.corpora.scan_names import Show

MOST_LINE: Final = 32 << 20  # the most bytes of a line, which is one record
MOST_DOCUMENT: Final = 256 << 20  # the most bytes of a file that is one JSON document
_ROWS: Final = 10_000  # the most rows in memory at a time
_REGISTERED: Final = frozenset({"findable", "registered"})
"""DataCite's states of DOIs that are registered in the DOI system; `draft` is not one of them."""
_SORTED: Final = """
SELECT {} FROM {} AS rows
ORDER BY doi, work IS NULL, as_of DESC NULLS LAST, source"""


REGISTRIES: Final = {"crossref": crossref, "datacite": datacite}
"""The agencies whose files can be read, each with the module that reads its records."""


class SnapshotRequest(NamedTuple):
    """The arguments of a snapshot.

    Attributes:
        sources: the data files, each as the agency's name (`crossref`, `datacite`) and a folder,
            tar or file.
        output: the Parquet file to write.
        works: whether to write the registered works.
        limits: the memory and threads of the sort; the number of threads is also the number of
            processes that read records.
    """

    sources: tuple[tuple[str, Path], ...]
    output: Path
    works: bool = False
    limits: DatabaseLimits = DatabaseLimits()


class SnapshotSummary(NamedTuple):
    """The result of a snapshot.

    Attributes:
        names: the number of DOIs in the output.
        records: the number of records that were read.
        passed_over: the number of records without a DOI, or with one that is not registered.
        others: the files without records.
    """

    names: int
    records: int
    passed_over: int
    others: tuple[str, ...]


class _Task(NamedTuple):
    """A part to read."""

    part: Part
    source: str  # the agency, a key of `REGISTRIES`
    works: bool  # whether to keep the works
    path: Path  # the file for its rows

    @property
    def name(self) -> str:
        """The name in messages."""
        return self.part.name


def snapshot(request: SnapshotRequest, show: Show) -> SnapshotSummary:
    """Write a file of verdicts from public data files.

    Args:
        request: the arguments of the snapshot.
        show: displays the progress of a step.

    Raises:
        FileProblem: if a file cannot be read or written.
    """
    parquet.refuse_output(request.output)
    chosen: list[tuple[str, Part]] = []
    others: list[str] = []
    for source, path in request.sources:
        parts, more = parts_of(path)
        chosen += [(source, part) for part in _chosen(parts, works=request.works)]
        others += more
    parquet.refuse_input(request.output, {part.path for _, part in chosen})
    with ExitStack() as stack:
        with parquet.writing(request.output):
            folder = Path(stack.enter_context(new_folder(str(request.output.parent))))
        tasks = [
            _Task(part, source, request.works, folder / f"{number}.parquet")
            for number, (source, part) in enumerate(chosen)
        ]
        records, kept = _read(tasks, request, show)
        with show("sorting") as progress:
            progress(0, kept)
            names = _sort([task.path for task in tasks], folder, request)
    return SnapshotSummary(names, records, records - kept, tuple(others))


def _chosen(parts: Sequence[Part], *, works: bool) -> list[Part]:
    """Return the parts to read; without works, a table of states replaces its whole folder."""
    if works:
        return list(parts)
    tables = {part.folder for part in parts if part.kind.startswith(".csv")}
    return [part for part in parts if part.kind.startswith(".csv") or not _is_in(part, tables)]


def _is_in(part: Part, folders: set[str]) -> bool:
    folder = part.folder
    while folder not in folders and "/" in folder:
        folder = folder.rpartition("/")[0]
    return folder in folders


def _read(tasks: Sequence[_Task], request: SnapshotRequest, show: Show) -> tuple[int, int]:
    """Write the rows of all parts; return the numbers of records and of rows."""
    records = kept = 0
    jobs = max(1, min(request.limits.threads, len(tasks)))
    with show("reading parts") as progress, workers(jobs) as client:
        done = each(client, _rows_of, tasks)
        for number, (read, written) in enumerate(done, 1):
            records, kept = records + read, kept + written
            progress(number, len(tasks))
    return records, kept


def _rows_of(task: _Task) -> tuple[int, int]:
    """Write the rows of a part; return the numbers of records and of rows."""
    read = 0

    def batches() -> Iterator[pa.RecordBatch]:
        nonlocal read
        found = _verdicts(task)
        while some := list(islice(found, _ROWS)):
            read += len(some)
            yield pa.RecordBatch.from_pylist([row for row in some if row is not None], VERDICTS)

    written = parquet.write(task.path, VERDICTS, batches())
    return read, written


def _verdicts(task: _Task) -> Iterator[dict[str, object] | None]:
    """Yield a row of verdicts for each record, or None for a record without a registered DOI."""
    part = task.part
    with streams(part) as opened:
        for name, stream in opened:
            shown = part.path if name == part.path else f"{part.path}: {name}"
            with_works = task.works and not kind_of(name).startswith(".csv")
            for record in _records(shown, name, stream):
                yield _row(record, task.source, works=with_works)


def _records(shown: str, name: str, stream: IO[bytes]) -> Iterator[Mapping[str, object]]:
    kind = kind_of(name).removesuffix(".gz")
    if kind == ".csv":
        yield from _of_table(shown, stream)
    elif kind == ".jsonl":
        for number, line in _lines(shown, stream):
            where = f"{shown}: line {number}"
            if line.strip() and (record := _object(where, _json(where, line), "is")):
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


def _object(shown: str, value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise FileProblem(shown, f"{what} not a JSON object")
    return value


def _json(shown: str, text: bytes) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise FileProblem(shown, f"not JSON at {where}: {error.msg}") from None
    except RecursionError:
        raise FileProblem(shown, "the JSON is nested too deeply") from None
    except ValueError as error:  # not UTF-8, or a number with too many digits
        raise FileProblem(shown, f"not JSON: {error}") from None


def _of_document(shown: str, stream: IO[bytes]) -> Iterator[Mapping[str, object]]:
    """Yield the items of a JSON document: `{"items": […]}`, or a list."""
    text = stream.read(MOST_DOCUMENT + 1)
    if len(text) > MOST_DOCUMENT:
        raise FileProblem(shown, f"larger than {MOST_DOCUMENT >> 20} MiB")
    whole = _json(shown, text)
    items = whole.get("items") if isinstance(whole, dict) else whole
    if not isinstance(items, list):
        raise FileProblem(shown, "has no list 'items'")
    for number, item in enumerate(items, 1):
        yield _object(shown, item, f"item {number} is")


def _of_table(shown: str, stream: IO[bytes]) -> Iterator[Mapping[str, object]]:
    """Yield the rows of DataCite's table of states."""
    rows = csv.reader(_texts(shown, stream), strict=True)
    try:
        names = [name.strip().lower() for name in next(rows, [])]
        if not {"doi", "state"} <= set(names):
            raise FileProblem(
                shown, f"the table must have the columns doi and state; it has {names}"
            )
        for row in rows:
            if row and len(row) != len(names):
                problem = f"line {rows.line_num} has {len(row)} fields instead of {len(names)}"
                raise FileProblem(shown, f"{problem}; the file may be truncated")
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


def _row(record: Mapping[str, object], source: str, *, works: bool) -> dict[str, object] | None:
    inner = record.get("attributes")
    members: Mapping[str, object] = inner if isinstance(inner, dict) else record
    doi = _doi(members.get("DOI") or members.get("doi") or record.get("id"))
    state = members.get("state")  # Crossref's records have none
    is_registered = isinstance(state, str) and state.strip().lower() in _REGISTERED
    if doi is None or not (state is None or is_registered):
        return None
    registry = REGISTRIES[source]
    row: dict[str, object] = {
        "doi": doi.key,
        "outcome": "found",
        "agency": registry.AGENCY,
        "as_of": _time(members),
        "source": source,
    }
    if works:
        work = KnownWork(registry.read_work(members, doi))
        row["work"] = json.dumps(dump(work), ensure_ascii=False)
    return row


def _doi(name: object) -> Doi | None:
    """Return the DOI of a record; None if it has none, or the DOI is not valid."""
    try:
        return parse(name) if isinstance(name, str) else None
    except DoiSyntaxError:
        return None


def _time(members: Mapping[str, object]) -> datetime | None:
    """Return the time when a record was last indexed or updated; None if it states none."""
    indexed = members.get("indexed")
    stated = indexed.get("date-time") if isinstance(indexed, dict) else members.get("updated")
    if not isinstance(stated, str):
        return None
    try:
        found = datetime.fromisoformat(stated)
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def _sort(paths: Sequence[Path], folder: Path, request: SnapshotRequest) -> int:
    """Write the newest row of each DOI, sorted by DOI; return their number."""
    with connected(folder, request.limits, request.output) as connection:
        query = _SORTED.format(", ".join(VERDICTS.names), rows_of(paths))
        reader = connection.sql(query).to_arrow_reader(ROWS_OF_GROUP)
        return parquet.write(request.output, VERDICTS, _distinct(reader))


def _distinct(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Yield the first row of each DOI from batches of rows that are sorted by DOI."""
    last: str | None = None
    for batch in batches:
        if not batch.num_rows:
            continue
        names = batch.column("doi").cast(pa.string())
        before = pa.concat_arrays([pa.array([last], pa.string()), names[:-1]])
        is_new = pc.fill_null(pc.not_equal(names, before), fill_value=True)
        last = names[-1].as_py()
        found = pa.Table.from_batches([batch]).cast(VERDICTS)
        yield found.filter(is_new)
