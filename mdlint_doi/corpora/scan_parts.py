"""What is done with one part of a corpus, a row group of an input file, in some process.

Each function reads the part a few documents at a time, and writes one file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mdlint_doi.corpora import parquet, pool
from mdlint_doi.corpora.batches import findings
from mdlint_doi.corpora.look_up import KNOWN
from mdlint_doi.corpora.range_files import read
from mdlint_doi.corpora.rows import documents
from mdlint_doi.corpora.schemas import FINDINGS
from mdlint_doi.corpora.verdicts import known_of
from mdlint_doi.lint.engine import candidates_to_ask, names_to_ask
from mdlint_doi.lint.settings import Settings

NAMES: Final = pa.schema([("row", pa.int32()), ("doi", pa.string())])
"""A name that a rule may want to know of, and the document that holds it."""
CANDIDATES: Final = pa.schema([("doi", pa.string())])

_COLUMNS: Final = ("path", "text", "format")


class ScanPart(NamedTuple):
    """A row group of an input file.

    Attributes:
        number: of the part, from 0.
        path: of the input file.
        group: the row group.
        folder: where files are written.
        settings: of the run.
        learns: whether something is known of names.

    """

    number: int
    path: str
    group: int
    folder: str
    settings: Settings
    learns: bool

    def file(self, step: str) -> Path:
        """Return the file that a step writes for this part."""
        return Path(self.folder) / step / f"{self.number}.parquet"

    def known_file(self, step: str) -> Path:
        """Return the file of what is known of the names that a step found in this part."""
        return Path(self.folder) / f"{step}-known" / f"{self.number}.arrows"


def read_names(part: ScanPart) -> int:
    """Write the names of a part; return the number of documents."""
    return _step(part, "names", NAMES, _names)


def read_candidates(part: ScanPart) -> int:
    """Write what missing names of a part may have meant; return the number of documents."""
    return _step(part, "candidates", CANDIDATES, _candidates)


def read_findings(part: ScanPart) -> int:
    """Write what is wrong with the documents of a part; return their number."""
    return _step(part, "findings", FINDINGS, _findings)


_Rows = Callable[[ScanPart, Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]


def _step(part: ScanPart, name: str, schema: pa.Schema, do: _Rows) -> int:
    with parquet.reading(part.path) as file:
        parquet.write(part.file(name), schema, do(part, _batches(file, part)))
        return int(file.metadata.row_group(part.group).num_rows)


def _batches(file: pq.ParquetFile, part: ScanPart) -> Iterator[pa.RecordBatch]:
    columns = [name for name in _COLUMNS if name in file.schema_arrow.names]
    groups = [part.group]
    with parquet.naming(part.path):  # or it would be the file that is written meanwhile
        for batch in file.iter_batches(parquet.ROWS, row_groups=groups, columns=columns):
            pool.go_on()
            yield batch


def _names(part: ScanPart, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    row = 0
    for batch in batches:
        rows = []
        for one in documents(batch, part.settings):
            names = names_to_ask(one.document.mentions, lambda _: part.settings)
            rows += [{"row": row, "doi": doi.key} for doi in names]
            row += 1
        yield pa.RecordBatch.from_pylist(rows, NAMES)


def _candidates(part: ScanPart, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield other readings of names that are not registered; only their documents are read."""
    verdicts = _known(part, "names")
    missing = verdicts["doi"].filter(pc.equal(verdicts["outcome"], "missing"))
    if not len(missing):
        return
    with parquet.reading(part.file("names")) as file:
        names = file.read(use_threads=False)
    wanted = pc.unique(names["row"].filter(pc.is_in(names["doi"], value_set=missing))).to_pylist()
    first = 0
    for batch in batches:
        rows = [row - first for row in wanted if first <= row < first + batch.num_rows]
        first += batch.num_rows
        reads = documents(batch.take(pa.array(rows, pa.int32())), part.settings)
        mentions = [mention for read in reads for mention in read.document.mentions]
        outcomes = known_of(names_to_ask(mentions, lambda _: part.settings), verdicts).outcomes
        groups = candidates_to_ask(mentions, outcomes, lambda _: part.settings).values()
        keys = {doi.key for group in groups for doi in group}
        yield pa.RecordBatch.from_pylist([{"doi": key} for key in sorted(keys)], CANDIDATES)


def _findings(part: ScanPart, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    verdicts = _known(part, "names", "candidates") if part.learns else None
    for batch in batches:
        yield findings(batch, verdicts, settings=part.settings)


def _known(part: ScanPart, *steps: str) -> pa.Table:
    """Return what is known of the names that steps found in a part."""
    tables = [table for step in steps for table in read(part.known_file(step))]
    return pa.concat_tables(tables) if tables else KNOWN.empty_table()
