"""A corpus of Parquet files on one machine: documents in, findings out.

1. The names of all documents, a file a part: a row group of an input file.
2. They are looked up in the verdicts, a range of names at a time.
3. The DOI system is asked for the others: a name that the verdicts lack is only a candidate.
4. Of names that are not registered: what they may have meant, looked up in the same way.
5. The findings, a file a part; they are joined in the order of the documents.

Each step leaves whole files in a folder beside the output, so that a run that was ended goes on
where it was.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mdlint_doi.config.today import today_for
from mdlint_doi.corpora import parquet, pool
from mdlint_doi.corpora.batches import documents, findings
from mdlint_doi.corpora.parquet import FINDINGS, VERDICTS
from mdlint_doi.corpora.scan_names import Counts, Names, ScanPart, Show, read
from mdlint_doi.corpora.verdicts import KNOWN, known_of
from mdlint_doi.files.reading import FileProblem, in_words
from mdlint_doi.lint.engine import candidates_to_ask, names_to_ask
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.clean_files import ground

NAMES: Final = pa.schema([("row", pa.int32()), ("doi", pa.string())])
"""A name that a rule may want to know of, and the document that holds it."""
CANDIDATES: Final = pa.schema([("doi", pa.string())])
_Rows = Callable[[ScanPart, Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]


class ScanRequest(NamedTuple):
    """What to scan.

    Attributes:
        inputs: parquet files with the columns `path` and `text`.
        output: the parquet file for the findings.
        settings: which rules to use, and where to ask.
        verdicts: a file of verdicts, which answers instead of the network; None: there is none.
        jobs: the number of processes.
    """

    inputs: tuple[str, ...]
    output: Path
    settings: Settings
    verdicts: Path | None = None
    jobs: int = 1

    @property
    def learns(self) -> bool:
        """Whether anything can be learned of names."""
        return self.verdicts is not None or not self.settings.offline


class ScanSummary(NamedTuple):
    """What a scan came to.

    Attributes:
        documents: how many documents were read.
        problems: how many documents could not be read in full; each has a row.
        findings: the number of rows of findings.
        names: how many names there are, and what is known of them.
    """

    documents: int
    problems: int
    findings: int
    names: Counts


def folder_of(output: Path) -> Path:
    """Return the folder in which a scan keeps what it has done so far."""
    return output.with_name(f"{output.name}.parts")


def scan(request: ScanRequest, show: Show) -> ScanSummary:
    """Write the findings of a corpus.

    On KeyboardInterrupt the folder of parts is left, and the same request goes on from there.

    Raises:
        FileProblem: if a file cannot be read or written.
    """
    parquet.refuse_output(request.output)
    run = _Run(request, show)
    run.prepare()
    counts = Counts()
    if request.learns:
        verdicts = [] if request.verdicts is None else [request.verdicts]
        run.each("reading names", read_names)
        names = run.names("names", "asking the DOI system", verdicts)
        counts = names.learn()
        if counts.missing:
            run.each("searching for what was meant", read_candidates)
            others = [*verdicts, names.asked]
            run.names("candidates", "looking up what was meant", others).learn()
    run.each("checking documents", read_findings)
    return run.finish(counts)


class _Run:
    """A scan under way."""

    def __init__(self, request: ScanRequest, show: Show) -> None:
        self._request, self._show = request, show
        self._folder = folder_of(request.output)
        self._documents = 0
        self._parts: list[ScanPart] = []

    def prepare(self) -> None:
        """Find the parts, and what an earlier run has done of them."""
        request = self._request
        for path in request.inputs:
            with parquet.reading(path) as file:
                _check_columns(path, file.schema_arrow.names, ("path", "text"), ("format",))
                self._documents += file.metadata.num_rows
                for group in range(file.num_row_groups):
                    number, where = len(self._parts), str(self._folder)
                    part = ScanPart(number, path, group, where, request.settings, request.learns)
                    self._parts.append(part)
        if request.verdicts is not None:
            with parquet.reading(request.verdicts) as file:
                names = file.schema_arrow.names
                _check_columns(str(request.verdicts), names, ("doi", "outcome"), VERDICTS.names)
        parquet.refuse_input(request.output, _read(request))
        self._continue()

    def _continue(self) -> None:
        """Take up the folder of the same request; begin a new one after any other."""
        plan = _plan(self._request)
        path = self._folder / "plan.json"
        try:
            if self._folder.exists():
                if not path.is_file():
                    problem = "is in the way: a scan keeps its finished parts there"
                    raise FileProblem(str(self._folder), problem)
                if path.read_text("utf-8") == plan:
                    return
                shutil.rmtree(self._folder)
            for step in ("names", "candidates", "findings"):
                (self._folder / step).mkdir(parents=True)
            path.write_text(plan, "utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise FileProblem(str(self._folder), in_words(error)) from None

    def each(self, what: str, do: Callable[[ScanPart], int]) -> None:
        """Do a step of each part that has none of it yet."""
        step = do.__name__.removeprefix("read_")
        rest = [part for part in self._parts if not part.file(step).exists()]
        done = len(self._parts) - len(rest)
        jobs = max(1, min(self._request.jobs, len(rest)))
        with self._show(what) as progress:
            for _ in pool.each(do, rest, jobs, str(self._folder)):
                done += 1
                progress(done, len(self._parts))

    def names(self, step: str, doing: str, sources: Sequence[Path]) -> Names:
        """Return what learns of the names that a step found."""
        settings, show = self._request.settings, self._show
        return Names(step, self._parts, self._folder, sources, settings, doing, show)

    def finish(self, counts: Counts) -> ScanSummary:
        """Join the parts to the output, and remove the folder."""
        output = self._request.output
        files = [part.file("findings") for part in self._parts]
        problems = findings = 0

        def counted() -> Iterator[pa.Table]:
            nonlocal problems, findings
            for table in parquet.joined(files, FINDINGS):
                troubled = table.num_rows - table["problem"].null_count
                problems, findings = problems + troubled, findings + table.num_rows - troubled
                yield table

        parquet.write(output, FINDINGS, counted())
        shutil.rmtree(self._folder, ignore_errors=True)
        return ScanSummary(self._documents, problems, findings, counts)


def _check_columns(
    path: str, there: Sequence[str], needed: Sequence[str], others: Sequence[str]
) -> None:
    for name in needed:
        if name not in there:
            raise FileProblem(path, f"has no column {name!a}; it has {', '.join(there)[:200]}")
    for name in (*needed, *others):
        if there.count(name) > 1:
            raise FileProblem(path, f"has {there.count(name)} columns {name!a}; leave one")


def _read(request: ScanRequest) -> list[Path]:
    """Return the files that a scan reads."""
    return [Path(path) for path in (*request.inputs, request.verdicts) if path is not None]


def _plan(request: ScanRequest) -> str:
    """Return what the parts of a scan rest on, as text."""
    paths = [(path.absolute(), path.stat()) for path in _read(request)]
    files = [(str(path), stat.st_size, stat.st_mtime_ns) for path, stat in paths]
    # Other settings, and another version of this program, may find something else.
    rules = ground(request.settings, today_for(request.settings)).hex()
    return json.dumps({"files": files, "ground": rules})


def read_names(part: ScanPart) -> int:
    """Write the names of a part; return the number of documents."""
    return _step(part, "names", NAMES, _names)


def read_candidates(part: ScanPart) -> int:
    """Write what missing names of a part may have meant; return the number of documents."""
    return _step(part, "candidates", CANDIDATES, _candidates)


def read_findings(part: ScanPart) -> int:
    """Write what is wrong with the documents of a part; return their number."""
    return _step(part, "findings", FINDINGS, _findings)


def _step(part: ScanPart, name: str, schema: pa.Schema, do: _Rows) -> int:
    with parquet.reading(part.path) as file:
        parquet.write(part.file(name), schema, do(part, _batches(file, part)))
        return int(file.metadata.row_group(part.group).num_rows)


def _batches(file: pq.ParquetFile, part: ScanPart) -> Iterator[pa.RecordBatch]:
    columns = [one for one in ("path", "text", "format") if one in file.schema_arrow.names]
    with parquet.naming(part.path):  # or it would be the file that is written meanwhile
        for batch in file.iter_batches(parquet.ROWS, row_groups=[part.group], columns=columns):
            pool.go_on()
            yield batch


def _names(part: ScanPart, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    first = 0
    for batch in batches:
        rows = [
            {"row": row, "doi": doi.key}
            for row, one in enumerate(documents(batch, part.settings), first)
            for doi in names_to_ask(one.document.mentions, lambda _: part.settings)
        ]
        first += batch.num_rows
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
