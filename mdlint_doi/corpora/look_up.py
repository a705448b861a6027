"""What a file of verdicts knows of names, a range of them at a time.

A file that is sorted by name is read once in all, since the names of a range lie in few of its row
groups. Of any other file, each range reads all: that is slow, and gives the same rows.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pyarrow as pa
import pyarrow.compute as pc

from mdlint_doi.corpora import parquet
from mdlint_doi.corpora.schemas import VERDICTS

if TYPE_CHECKING:
    import pyarrow.parquet as pq


_TOLD: Final = ("doi", "outcome", "agency", "code", "cause", "record", "work")
KNOWN: Final = pa.schema([("part", pa.int32()), *(VERDICTS.field(name) for name in _TOLD)])
"""A name of a part, and what is known of it."""
_BATCH: Final = 32_768
"""Rows that are read at a time."""


class VerdictFile:
    """An open file of verdicts."""

    def __init__(self, path: Path, file: pq.ParquetFile) -> None:
        """Take the file; what is held of it is the first and the last name of each row group."""
        self._path, self._file = path, file
        self._columns = [name for name in _TOLD if name in file.schema_arrow.names]
        self._spans = list(_spans(file.metadata))

    def between(self, first: str, last: str) -> Iterator[pa.RecordBatch]:
        """Yield the rows of row groups that may hold names from the first to the last one.

        Raises:
            FileProblem: if the file is damaged.

        """
        groups = [
            number
            for number, span in enumerate(self._spans)
            if span is None or (span[0] <= last and first <= span[1])
        ]
        with parquet.naming(self._path):
            for batch in self._file.iter_batches(
                _BATCH, row_groups=groups, columns=self._columns, use_threads=False
            ):
                rows = _cast(batch)
                rows.validate(full=True)  # or text that is no UTF-8 would be seen much later
                yield rows


@contextmanager
def opened(path: Path) -> Iterator[VerdictFile]:
    """Open a file of verdicts.

    Raises:
        FileProblem: if it is none, cut or damaged.

    """
    with parquet.reading(path) as file:
        yield VerdictFile(path, file)


def look_up(rows: pa.Table, verdicts: VerdictFile) -> Generator[pa.Table, None, pa.Table]:
    """Yield what a file knows of names (schema `KNOWN`), and return the rows of the others.

    All rows of a name come in one table. Of several verdicts on a name, the first one counts.

    Args:
        rows: with the columns `part` and `doi`.
        verdicts: the file.

    Raises:
        FileProblem: if the file is damaged.

    """
    if not rows.num_rows:
        return rows
    span = pc.min_max(rows["doi"])
    for batch in verdicts.between(span["min"].as_py(), span["max"].as_py()):
        places = pc.index_in(rows["doi"], value_set=batch["doi"])
        is_known = places.is_valid()
        known = pa.Table.from_batches([batch]).take(places.drop_null())
        if known.num_rows:
            yield known.add_column(0, KNOWN.field("part"), rows["part"].filter(is_known))
            rows = rows.filter(pc.invert(is_known))
    return rows


def _spans(metadata: pq.FileMetaData) -> Iterator[tuple[str, str] | None]:
    """Yield the first and the last name of each row group; None where the file does not say."""
    names = [metadata.schema.column(number).path for number in range(metadata.num_columns)]
    column = names.index("doi") if "doi" in names else None
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        stated = group.column(column).statistics if column is not None else None
        if stated is not None and stated.has_min_max and isinstance(stated.min, str):
            yield stated.min, stated.max
        else:
            yield None


def _cast(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the columns of `KNOWN` but the part; what a file does not tell is null."""
    columns = [
        batch[name].cast(KNOWN.field(name).type)
        if name in batch.schema.names
        else pa.nulls(batch.num_rows, KNOWN.field(name).type)
        for name in _TOLD
    ]
    return pa.record_batch(columns, names=list(_TOLD))
