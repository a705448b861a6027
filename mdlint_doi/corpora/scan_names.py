"""The names of a corpus: what the verdicts know of them, and the DOI system of the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pyarrow as pa

from mdlint_doi.corpora import database, parquet
from mdlint_doi.corpora.database import Limits, table
from mdlint_doi.corpora.schemas import VERDICTS
from mdlint_doi.corpora.verdicts import row_of
from mdlint_doi.lookup.resolve import CHUNK, Resolver
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.pipeline import lookup_settings

if TYPE_CHECKING:
    from mdlint_doi.corpora.database import Connection
    from mdlint_doi.lint.settings import Settings

Progress = Callable[[int, int], None]
Show = Callable[[str], AbstractContextManager[Progress]]
"""Returns what shows how far a step got; its name is given."""

SOURCE: Final = "doi-system"


class Counts(NamedTuple):
    """How many distinct names there are, and what is known of them."""

    names: int = 0
    found: int = 0
    missing: int = 0
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class Names:
    """The names of all parts of a corpus.

    Attributes:
        folder: where files are written.
        names: files of names, one a part.
        candidates: files of what missing names may have meant, one a part.
        verdicts: a file of verdicts; None: none.
        settings: where to ask for the rest.
        limits: of DuckDB.
        show: shows how far the questions got.

    """

    folder: Path
    names: Sequence[Path]
    candidates: Sequence[Path]
    verdicts: Path | None
    settings: Settings
    limits: Limits
    show: Show

    def learn(self) -> None:
        """Write what is known of the names: `named.parquet`, and where one is missing."""
        if self._file("missing").exists():
            return
        with database.connected(self.folder, self.limits, self.folder) as connection:
            self._learn(connection, "names", table(*self.names), "asking the DOI system")
            names, known = table(*self.names), self._known("names")
            database.write(connection, _OF_PARTS.format(names, known), self._file("named"))
            database.write(connection, _MISSING.format(names, known), self._file("missing"))

    def learn_candidates(self) -> Counts:
        """Write what is known of names and of what was meant: `verdicts.parquet`."""
        with database.connected(self.folder, self.limits, self.folder) as connection:
            known = self._known("names")
            if not self._file("verdicts").exists():
                candidates = table(*self.candidates)
                others = _OTHERS.format(candidates, known)
                self._learn(connection, "candidates", others, "asking for what was meant")
                every = _NAMED.format(table(*self.names), candidates)
                both = _BOTH.format(known, self._known("candidates"))
                database.write(connection, _OF_PARTS.format(every, both), self._file("verdicts"))
            (row,) = database.rows(connection, _COUNTS.format(self._table("names"), known))
        return Counts(*row)

    def _learn(self, connection: Connection, what: str, names: str, doing: str) -> None:
        """Write distinct names, what the verdicts know of them, and what the DOI system says."""
        database.write(connection, f"SELECT DISTINCT doi FROM {names}", self._file(what))
        wanted = self._table(what)
        known = self._file(f"{what}-known")
        if self.verdicts is None:
            parquet.write(known, VERDICTS, ())
        else:
            query = _HELD.format(table(self.verdicts), wanted)
            with database.naming(self.verdicts):
                database.write(connection, query, known)
        rest = _LACKING.format(wanted, table(known))
        self._ask(connection, rest, self._file(f"{what}-asked"), doing)

    def _ask(self, connection: Connection, query: str, path: Path, doing: str) -> None:
        """Ask the DOI system about the names of a query; of candidates, who denies is enough."""
        ((total,),) = database.rows(connection, f"SELECT count(*) FROM ({query})")
        reader = connection.sql(query).to_arrow_reader(CHUNK)
        names = (parse(name) for batch in reader for name in batch.column(0).to_pylist())
        settings = lookup_settings(self.settings)
        confirm = path.name.startswith("names")
        with self.show(doing) as progress, Resolver(settings) as resolver:
            batches = _answers(names, resolver, progress, total, confirm=confirm)
            parquet.write(path, VERDICTS, batches)

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}.parquet"

    def _table(self, name: str) -> str:
        return table(self._file(name))

    def _known(self, what: str) -> str:
        return table(self._file(f"{what}-known"), self._file(f"{what}-asked"))


def _answers(
    names: Iterator[Doi], resolver: Resolver, progress: Progress, total: int, *, confirm: bool
) -> Iterable[pa.RecordBatch]:
    done = 0
    while chunk := list(islice(names, CHUNK)):
        answers = resolver.resolve(chunk, confirm=confirm)
        rows = [row_of(doi, answer.outcome, SOURCE) for doi, answer in answers.items()]
        yield pa.RecordBatch.from_pylist(rows, VERDICTS)
        done += len(chunk)
        progress(done, total)


# Each table has a name: `FROM read_parquet(…) SEMI JOIN …` would be one that is called "semi".
_HELD: Final = "SELECT held.* FROM {} AS held SEMI JOIN {} AS wanted USING (doi)"
_LACKING: Final = """
SELECT wanted.doi FROM {} AS wanted ANTI JOIN {} AS held USING (doi) ORDER BY wanted.doi"""
_OTHERS: Final = "(SELECT meant.doi FROM {} AS meant ANTI JOIN {} AS known USING (doi))"
_NAMED: Final = "(SELECT part, doi FROM {} UNION ALL SELECT part, doi FROM {})"
_BOTH: Final = "(SELECT * FROM {} UNION ALL BY NAME SELECT * FROM {})"
_OF_PARTS: Final = """
SELECT named.part, known.*
FROM {} AS named JOIN {} AS known USING (doi)
ORDER BY named.part"""
_MISSING: Final = """
SELECT DISTINCT named.part, named.row
FROM {} AS named JOIN {} AS known USING (doi)
WHERE known.outcome = 'missing'
ORDER BY named.part, named.row"""
_COUNTS: Final = """
SELECT count(*), count(*) FILTER (outcome = 'found'), count(*) FILTER (outcome = 'missing'),
    count(*) FILTER (outcome = 'unknown' OR outcome IS NULL)
FROM {} AS named LEFT JOIN {} AS known USING (doi)"""
