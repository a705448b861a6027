"""The registries' public files -> one file of verdicts, sorted by name.

Each part becomes a small file of rows in some process; DuckDB sorts them, in bounded memory; the
newest row of each name goes to the output. Nothing half is left: rows lie in a folder that goes
when this ends, and the output appears when it is whole. A part that is damaged ends the run, since
each name that it has would look as if nobody had registered it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from mdlint_doi.corpora import database, parquet, pool
from mdlint_doi.corpora.bulk_records import REGISTRIES, verdicts
from mdlint_doi.corpora.database import ScanLimits, table
from mdlint_doi.corpora.parts import Part, parts_of
from mdlint_doi.corpora.schemas import VERDICTS
from mdlint_doi.corpora.verdicts import ROWS_OF_GROUP
from mdlint_doi.files.reading import FileProblem, in_words
from mdlint_doi.files.temporary import new_folder

if TYPE_CHECKING:
    from mdlint_doi.corpora.scan_names import Show


_ROWS: Final = 10_000
"""Rows that are held at a time."""
_SORTED: Final = """
SELECT {} FROM {} AS rows
ORDER BY doi, work IS NULL, as_of DESC NULLS LAST, source"""


class SnapshotRequest(NamedTuple):
    """What to read.

    Attributes:
        sources: the word of a registry, and its folder, tar or file.
        output: the file to write.
        works: also say what names are registered as.
        limits: of DuckDB; as many threads as processes.

    """

    sources: tuple[tuple[str, Path], ...]
    output: Path
    works: bool = False
    limits: ScanLimits = ScanLimits()


class SnapshotSummary(NamedTuple):
    """What came of it.

    Attributes:
        names: in the output.
        records: that were read.
        passed_over: records without a name, or of one that is not registered.
        others: files that are none of records.

    """

    names: int
    records: int
    passed_over: int
    others: tuple[str, ...]


class _Task(NamedTuple):
    """A part, and the file that its rows go to."""

    part: Part
    source: str
    works: bool
    path: Path


def snapshot(request: SnapshotRequest, show: Show) -> SnapshotSummary:
    """Write the verdicts of public files.

    Raises:
        FileProblem: if one is damaged, or something cannot be written.

    """
    parquet.refuse_output(request.output)
    chosen: list[tuple[str, Part]] = []
    others: list[str] = []
    for source, path in request.sources:
        parts, more = parts_of(path)
        chosen += [(source, part) for part in _chosen(parts, works=request.works)]
        others += more
    parquet.refuse_input(request.output, {part.path for _, part in chosen})
    with _folder(request.output) as folder:
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
    """Return the parts to read: a table of states has all names of the folder that it lies in."""
    if works:
        return list(parts)
    tables = {part.folder for part in parts if part.kind.startswith(".csv")}
    return [part for part in parts if part.kind.startswith(".csv") or not _is_in(part, tables)]


def _is_in(part: Part, folders: set[str]) -> bool:
    folder = part.folder
    while folder not in folders and "/" in folder:
        folder = folder.rpartition("/")[0]
    return folder in folders


@contextmanager
def _folder(output: Path) -> Iterator[Path]:
    """Have a new folder beside the output.

    Raises:
        FileProblem: if there can be none.

    """
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(new_folder(str(output.parent)))
        except OSError as error:
            raise FileProblem(str(output), f"not written: {in_words(error)}") from None
        yield Path(folder)


def _read(tasks: Sequence[_Task], request: SnapshotRequest, show: Show) -> tuple[int, int]:
    """Write the rows of all parts; return the numbers of records and of rows."""
    records = kept = 0
    jobs = max(1, min(request.limits.threads, len(tasks)))
    with show("reading parts") as progress:
        done = pool.each(_rows_of, tasks, jobs, str(request.output))
        for number, (read, written) in enumerate(done, 1):
            records, kept = records + read, kept + written
            progress(number, len(tasks))
    return records, kept


def _rows_of(task: _Task) -> tuple[int, int]:
    """Write the rows of a part; return the numbers of records and of rows."""
    read = 0

    def batches() -> Iterator[pa.RecordBatch]:
        nonlocal read
        found = verdicts(task.part, REGISTRIES[task.source], works=task.works)
        while some := list(islice(found, _ROWS)):
            pool.go_on()
            read += len(some)
            yield pa.RecordBatch.from_pylist([one for one in some if one is not None], VERDICTS)

    written = parquet.write(task.path, VERDICTS, batches())
    return read, written


def _sort(paths: Sequence[Path], folder: Path, request: SnapshotRequest) -> int:
    """Write the newest row of each name, in order; return their number."""
    query = _SORTED.format(", ".join(VERDICTS.names), table(*paths))
    with database.connected(folder, request.limits, request.output) as connection:
        reader = connection.sql(query).to_arrow_reader(ROWS_OF_GROUP)
        return parquet.write(request.output, VERDICTS, _distinct(reader))


def _distinct(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Yield the first row of each name, of rows that are sorted by name."""
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
