"""Look up the DOIs of a corpus in the verdicts, and those without one in the DOI system.

This happens between two steps of the workers: DuckDB joins the DOIs with the verdicts, and a single
process looks up the others, for any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from mdlint_doi.ask.event_loop import EventLoop
from mdlint_doi.ask.resolve import NameResolver
from mdlint_doi.ask.settings import CHUNK
from mdlint_doi.corpora import database, parquet
from mdlint_doi.corpora.database import DatabaseLimits, quoted, rows_of
from mdlint_doi.corpora.parquet import VERDICTS
from mdlint_doi.corpora.verdicts import ROWS_OF_GROUP, STATED, row_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.run.asking import lookup_settings

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from mdlint_doi.ask.store import Answer

SOURCE: Final = "doi-system"
Progress = Callable[[int, int], None]
"""Shows the progress of a step: receives the finished number and the total."""
_Resolve = Callable[[Sequence[Doi]], "dict[Doi, Answer]"]
Show = Callable[[str], AbstractContextManager[Progress]]
"""Returns the progress bar for a step, given its label."""
_TYPES: Final = {name: "SMALLINT" if name == "code" else "VARCHAR" for name in STATED}
_NAMES: Final = "CREATE TABLE names AS SELECT DISTINCT partition, doi FROM {rows}"
_UNKNOWN: Final = "CREATE TABLE unknown AS SELECT DISTINCT doi FROM names"
_KNOWN: Final = (
    f"CREATE TABLE known ({', '.join(f'{column} {_TYPES[column]}' for column in STATED)})"
)
_LEARN: Final = """
INSERT INTO known SELECT {columns} FROM {rows} SEMI JOIN unknown USING (doi)
QUALIFY row_number() OVER (PARTITION BY doi ORDER BY file_row_number) = 1"""
"""Copies the verdicts on the unknown DOIs; the first verdict on a DOI counts."""
_LEARNED: Final = """
CREATE OR REPLACE TABLE unknown AS FROM unknown ANTI JOIN known USING (doi)"""
_LACKING: Final = "COPY (FROM unknown ORDER BY doi) TO {path} (FORMAT parquet)"
_WRITE: Final = """
COPY (SELECT partition, known.* FROM names JOIN known USING (doi) ORDER BY partition, doi)
TO {path} (FORMAT parquet, ROW_GROUP_SIZE {size})"""
_COUNT: Final = """
SELECT count(DISTINCT doi), count(DISTINCT doi) FILTER (outcome = 'found'),
count(DISTINCT doi) FILTER (outcome = 'missing') FROM {rows}"""


class NameCounts(NamedTuple):
    """The numbers of distinct DOIs by outcome.

    Attributes:
        names: the number of distinct DOIs.
        found: the number of these that are registered.
        missing: the number of these that are not registered.
    """

    names: int = 0
    found: int = 0
    missing: int = 0

    @property
    def unknown(self) -> int:
        """The number of DOIs that could not be checked."""
        return self.names - self.found - self.missing


@dataclass(frozen=True, slots=True)
class Names:
    """The DOIs that a step found in the partitions of a corpus.

    Attributes:
        step: the name of the step: `names` or `candidates`.
        files: the files of DOIs, one for each partition.
        folder: the folder for the files of answers.
        sources: the files of verdicts; the first one with a verdict on a DOI counts.
        settings: the servers for look-ups.
        limits: the limits of a join.
        show: displays the progress of look-ups.
    """

    step: str
    files: Sequence[Path]
    folder: Path
    sources: Sequence[Path]
    settings: Settings
    limits: DatabaseLimits
    show: Show

    @property
    def asked(self) -> Path:
        """The file with answers of the DOI system."""
        return self.folder / f"{self.step}-asked.parquet"

    def learn(self, known: Path) -> NameCounts:
        """Write the answers about the DOIs, sorted by partition, unless the file exists.

        Args:
            known: the file for the answers.

        Raises:
            FileProblem: if a file cannot be read or written.
        """
        with database.connected(self.folder, self.limits, self.folder) as connection:
            if not known.exists():
                new = known.with_suffix(".new")
                self._join(connection, new)
                new.replace(known)
            counts = connection.execute(_COUNT.format(rows=rows_of([known]))).fetchall()
        ((names, found, missing),) = counts
        return NameCounts(names, found, missing)

    def _join(self, connection: DuckDBPyConnection, known: Path) -> None:
        lacking = self.folder / f"{self.step}-lacking.parquet"
        connection.execute(_NAMES.format(rows=rows_of(self.files)))
        connection.execute(_UNKNOWN)
        connection.execute(_KNOWN)
        for source in self.sources:
            with database.naming(source, "cannot be read as Parquet: "):
                _take(connection, source)
        connection.execute(_LACKING.format(path=quoted(lacking)))
        self._ask(lacking)
        _take(connection, self.asked)
        connection.execute(_WRITE.format(path=quoted(known), size=ROWS_OF_GROUP))

    def _ask(self, lacking: Path) -> None:
        """Look up the DOIs of a file in the DOI system.

        For suggestions, "not registered" from a single service is enough, without confirmation.
        """
        doing = "looking up similar DOIs" if self.step == "candidates" else "looking up DOIs"
        with (
            parquet.reading(lacking) as file,
            self.show(doing) as progress,
            EventLoop() as loop,
            loop.entered(NameResolver(lookup_settings(self.settings))) as resolver,
        ):
            resolve = partial(resolver.resolve, confirm=self.step == "names")
            answers = self._answers(file, lambda names: loop.wait_for(resolve(names)), progress)
            parquet.write(self.asked, VERDICTS, answers)

    def _answers(
        self, file: pq.ParquetFile, resolve: _Resolve, progress: Progress
    ) -> Iterator[pa.RecordBatch]:
        done = 0
        for batch in file.iter_batches(CHUNK, use_threads=False):
            names = [parse(name.as_py()) for name in batch["doi"]]
            answers = resolve(names)
            rows = [row_of(doi, answer.outcome, SOURCE) for doi, answer in answers.items()]
            yield pa.RecordBatch.from_pylist(rows, VERDICTS)
            done += len(names)
            progress(done, file.metadata.num_rows)


def _take(connection: DuckDBPyConnection, source: Path) -> None:
    """Copy the verdicts of a file on DOIs that are not known yet."""
    with parquet.reading(source) as file:
        there = file.schema_arrow.names
    columns = [f"{column if column in there else 'NULL'}::{_TYPES[column]}" for column in STATED]
    rows = rows_of([source], ", file_row_number = true")
    connection.execute(_LEARN.format(columns=", ".join(columns), rows=rows))
    connection.execute(_LEARNED)
