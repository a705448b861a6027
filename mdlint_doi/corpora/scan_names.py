"""The names of a corpus: what the verdicts know of them, and the DOI system of the rest.

The names of all parts are divided by name, so that each range of them can be held. What is known
of a range is divided by part, so that each part finds its own names in one file. Such a file is a
series of Arrow streams, each appended when it has some rows, so that no file stays open.
"""

from __future__ import annotations

import json
import math
import os
import shutil
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from mdlint_doi.ask.resolve import NameResolver
from mdlint_doi.ask.settings import CHUNK
from mdlint_doi.corpora import parquet
from mdlint_doi.corpora.parquet import VERDICTS, naming
from mdlint_doi.corpora.verdicts import look_up, opened, row_of
from mdlint_doi.files.reading import FileProblem, in_words
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.run.asking import lookup_settings

ROWS: Final = 1 << 15  # that are held at a time
_BYTES: Final = 16 << 20  # that they may have: long ones are held in smaller numbers
_FILES: Final = 256  # that rows are divided into in one step: what is appended are many rows
_PACKED: Final = pa.ipc.IpcWriteOptions(compression="lz4")
Progress = Callable[[int, int], None]
Show = Callable[[str], AbstractContextManager[Progress]]
"""Returns what shows how far a step got; its name is given."""
SOURCE: Final = "doi-system"
RANGE: Final = 1 << 16
"""Names of a range, as far as a sample tells; a name counts once for each part that has it."""
_SAMPLE: Final = 1 << 16  # names that are looked at to find the ranges
_SAMPLED: Final = 256  # parts that they come from
_NO_ROWS: Final = pa.table({"part": pa.array([], pa.int32()), "doi": pa.array([], pa.string())})


def divide(
    tables: Iterable[pa.Table], key: str, bounds: Sequence[Any], files: Sequence[Path]
) -> None:
    """Append each row to the file of its range by the column `key`; an empty range gets no file.

    The `bounds` are the first key of each range but the first one, in ascending order.

    Raises:
        FileProblem: if a file cannot be written.
    """
    if len(files) > _FILES:
        _divide_in_steps(tables, key, bounds, files)
        return
    for table in _pieces(tables):
        rows = table.sort_by(key)
        keys = rows[key].combine_chunks()
        places = range(len(keys))  # of a bound: where the first key lies that is not below it
        ends = [bisect_left(places, bound, key=lambda at: keys[at].as_py()) for bound in bounds]
        ends.append(len(keys))
        for start, end, file in zip([0, *ends], ends, files, strict=False):
            if start < end:
                append(file, rows.slice(start, end - start))
        pa.default_memory_pool().release_unused()  # or it grows while other tables come and go


def _divide_in_steps(
    tables: Iterable[pa.Table], key: str, bounds: Sequence[Any], files: Sequence[Path]
) -> None:
    """Divide into runs of ranges first, about as many as each has ranges."""
    count = len(files)
    size = math.isqrt(count - 1) + 1
    starts = range(0, count, size)
    # The count tells them from the runs that one of them is divided into.
    runs = [files[start].with_name(f"{files[start].name}.{count}") for start in starts]
    divide(tables, key, [bounds[start - 1] for start in starts[1:]], runs)
    for start, run in zip(starts, runs, strict=True):
        inner = bounds[start : start + size - 1]
        divide(read(run), key, inner, files[start : start + size])
        run.unlink(missing_ok=True)


def _pieces(tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """Yield the rows in larger tables, as large as may be held at a time."""
    held: list[pa.Table] = []
    rows = size = 0
    for table in tables:
        held.append(table)
        rows, size = rows + table.num_rows, size + table.nbytes
        if rows >= ROWS or size >= _BYTES:
            yield pa.concat_tables(held)
            held, rows, size = [], 0, 0
    if held:
        yield pa.concat_tables(held)


def append(path: Path, table: pa.Table) -> None:
    """Append rows to a file.

    Raises:
        FileProblem: if it cannot be written.
    """
    with (
        parquet.writing(path),
        path.open("ab") as file,
        pa.ipc.new_stream(file, table.schema, options=_PACKED) as stream,
    ):
        stream.write_table(table)


def read(path: Path) -> Iterator[pa.Table]:
    """Yield the rows of a file; none if there is no file.

    Raises:
        FileProblem: if it is cut or damaged.
    """
    if not path.exists():
        return
    with naming(path, "Arrow"), pa.OSFile(os.fspath(path)) as file:
        size = file.size()
        while file.tell() < size:
            with pa.ipc.open_stream(file) as stream:
                yield stream.read_all()


class Counts(NamedTuple):
    """How many distinct names there are, and what is known of them.

    Attributes:
        names: the number of distinct names.
        found: how many of them are registered.
        missing: how many of them are not registered.
    """

    names: int = 0
    found: int = 0
    missing: int = 0

    @property
    def unknown(self) -> int:
        """How many could not be checked."""
        return self.names - self.found - self.missing


class ScanPart(NamedTuple):
    """A row group of an input file.

    Attributes:
        number: the number of the part, from 0.
        path: the path of the input file.
        group: the number of the row group in the input file, from 0.
        folder: the folder in which files are written.
        settings: which rules to use, and where to ask.
        learns: whether there are answers about names: verdicts or look-ups.
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


@dataclass(frozen=True, slots=True)
class Names:
    """The names that a step found in the parts of a corpus."""

    step: str
    parts: Sequence[ScanPart]
    folder: Path  # where files are written
    sources: Sequence[Path]  # of verdicts; the first one that has a name counts
    settings: Settings  # where to ask for the rest
    doing: str  # how the questions are called
    show: Show  # shows how far they got

    @property
    def asked(self) -> Path:
        """The file of what the DOI system said, which is sorted by name."""
        return self.folder / f"{self.step}-asked.parquet"

    def learn(self) -> Counts:
        """Write what is known of the names, one file for each part.

        Raises:
            FileProblem: if a file cannot be written.
        """
        done = self.folder / f"{self.step}.json"
        try:
            if not done.exists():
                counts = self._learn()
                new = done.with_suffix(".new")
                new.write_text(json.dumps(counts), "utf-8")
                new.replace(done)
            return Counts(*json.loads(done.read_text("utf-8")))
        except OSError as error:
            raise FileProblem(str(self.folder), in_words(error)) from None

    def _learn(self) -> Counts:
        by_name, lacking = (self.folder / f"{self.step}-{one}" for one in ("by-name", "lacking"))
        known = [part.known_file(self.step) for part in self.parts]
        for folder in (by_name, lacking, self.folder / f"{self.step}-known"):
            shutil.rmtree(folder, ignore_errors=True)  # of a run that was ended
            folder.mkdir()
        bounds = _bounds([part.file(self.step) for part in self.parts])
        ranges = [f"{number}.arrows" for number in range(len(bounds) + 1)]
        divide(self._rows(), "doi", bounds, [by_name / name for name in ranges])
        counts = Counts()

        def counted() -> Iterator[pa.Table]:
            """Yield what is known, and count it; each name is in one of the tables."""
            nonlocal counts
            for table in self._known([(by_name / name, lacking / name) for name in ranges]):
                names = [_distinct(table, outcome) for outcome in (None, "found", "missing")]
                counts = Counts(*map(sum, zip(counts, names, strict=True)))
                yield table

        divide(counted(), "part", range(1, len(self.parts)), known)
        for folder in (by_name, lacking):
            shutil.rmtree(folder)
        return counts

    def _rows(self) -> Iterator[pa.Table]:
        """Yield the names of each part, each once."""
        for part in self.parts:
            names = _names_of(part.file(self.step))
            number = pa.repeat(pa.scalar(part.number, pa.int32()), len(names))
            yield pa.table({"part": number, "doi": names})

    def _known(self, ranges: Sequence[tuple[Path, Path]]) -> Iterator[pa.Table]:
        """Yield what is known of each range; what the sources lack is in a second file of it."""
        total = 0
        with ExitStack() as stack:
            sources = [stack.enter_context(opened(path)) for path in self.sources]
            for path, lacking in ranges:
                rows = _whole(path)
                for source in sources:
                    rows = yield from look_up(rows, source)
                append(lacking, rows)
                total += pc.count_distinct(rows["doi"]).as_py()
        self._ask([lacking for _, lacking in ranges], total)
        with opened(self.asked) as answers:
            for _, lacking in ranges:
                yield from look_up(_whole(lacking), answers)

    def _ask(self, paths: Iterable[Path], total: int) -> None:
        """Ask the DOI system about the names of files; of candidates, who denies is enough."""
        unique = (pc.unique(_whole(path)["doi"]) for path in paths)
        names = (parse(name.as_py()) for some in unique for name in some.sort())
        settings = lookup_settings(self.settings)
        with self.show(self.doing) as progress, NameResolver(settings) as resolver:

            def batches() -> Iterator[pa.RecordBatch]:
                done = 0
                while chunk := list(islice(names, CHUNK)):
                    answers = resolver.resolve(chunk, confirm=self.step == "names")
                    rows = [row_of(doi, answer.outcome, SOURCE) for doi, answer in answers.items()]
                    yield pa.RecordBatch.from_pylist(rows, VERDICTS)
                    done += len(chunk)
                    progress(done, total)

            parquet.write(self.asked, VERDICTS, batches())


def _distinct(table: pa.Table, outcome: str | None) -> int:
    """Return how many names there are with an outcome; None: with any."""
    names = table["doi"]
    if outcome is not None:
        names = names.filter(pc.equal(table["outcome"], outcome))
    return int(pc.count_distinct(names).as_py())


def _bounds(files: Sequence[Path]) -> list[str]:
    """Return where ranges of names begin, but for the first one, as a sample of parts tells."""
    rows: dict[Path, int] = {}
    for path in files:
        with parquet.reading(path) as file:
            if count := file.metadata.num_rows:
                rows[path] = count
    count = -(-sum(rows.values()) // RANGE)
    if count <= 1:
        return []
    # At random: what stands at each fifth place in a corpus may be alike.
    random = Random(0)  # noqa: S311 - no secret
    chosen = random.sample(sorted(rows), min(len(rows), _SAMPLED))
    share = min(1.0, _SAMPLE / sum(rows[path] for path in chosen))
    some = []
    for path in chosen:
        names = _names_of(path)
        places = random.sample(range(len(names)), math.ceil(len(names) * share))  # one at least
        some.append(names.take(pa.array(places)))
        pa.default_memory_pool().release_unused()  # or it grows from part to part
    sample = pa.concat_arrays(some).sort()
    starts = {sample[number * len(sample) // count].as_py() for number in range(1, count)}
    return sorted(starts)


def _names_of(path: Path) -> pa.Array:
    """Return the names of a part, each once."""
    with parquet.reading(path) as file:
        return pc.unique(file.read(["doi"], use_threads=False)["doi"])


def _whole(path: Path) -> pa.Table:
    """Return the rows of a range, which may have none."""
    tables = list(read(path))
    return pa.concat_tables(tables).combine_chunks() if tables else _NO_ROWS
