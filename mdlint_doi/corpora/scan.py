"""Scan a corpus on Dask: documents become findings.

1. Workers write the DOIs of each partition: a row group of a Parquet file, or files of a folder.
2. DuckDB looks them up in the verdicts. One process looks up the others in the DOI system, because
   a DOI without a verdict may be registered.
3. Workers write suggestions for DOIs that are not registered; these are looked up in the same way.
4. Workers write the findings of each partition, which are joined in the order of the documents.

Workers write complete files to a folder beside the output. So a partition that is processed twice,
because its worker died, still has one file, and an interrupted run can continue.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mdlint_doi.config.today import today
from mdlint_doi.corpora import parquet
from mdlint_doi.corpora.batches import Row, documents, findings_of
from mdlint_doi.corpora.database import MEMORY, DatabaseLimits
from mdlint_doi.corpora.parquet import FINDINGS, VERDICTS
from mdlint_doi.corpora.partitions import Partition, check_columns, partitions_of, rows_in
from mdlint_doi.corpora.scan_names import NameCounts, Names, Show
from mdlint_doi.corpora.verdicts import KNOWN, known_of
from mdlint_doi.corpora.workers import each, workers
from mdlint_doi.files.reading import FileProblem, in_words
from mdlint_doi.lint.engine import candidates_to_look_up, dois_to_look_up
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.run.clean_files import ground

if TYPE_CHECKING:
    from distributed import Client

NAMES: Final = pa.schema([("partition", pa.int32()), ("row", pa.int32()), ("doi", pa.string())])
"""The DOIs that rules need, with the partition of the document and its row there."""
CANDIDATES: Final = pa.schema([("partition", pa.int32()), ("doi", pa.string())])
"""The suggestions for DOIs that are not registered, with the partition."""
_Batches = Iterator[pa.RecordBatch]


class ScanRequest(NamedTuple):
    """The arguments of a scan.

    Attributes:
        inputs: the Parquet files with the columns `path` and `text`, and folders of documents.
        output: the Parquet file for the findings.
        settings: the rules and the servers.
        verdicts: a file of verdicts, used before the network; None: there is none.
        jobs: the number of processes.
        scheduler: the address of a Dask cluster's scheduler; None: processes of this machine.
        root: the folder to which patterns of the settings are relative; None: the current one.
        memory: the memory that a join may use, in bytes.
    """

    inputs: tuple[str, ...]
    output: Path
    settings: Settings
    verdicts: Path | None = None
    jobs: int = 1
    scheduler: str | None = None
    root: Path | None = None
    memory: int = MEMORY

    @property
    def learns(self) -> bool:
        """Whether there are answers about DOIs, from verdicts or look-ups."""
        return self.verdicts is not None or not self.settings.offline


class ScanSummary(NamedTuple):
    """The result of a scan.

    Attributes:
        documents: the number of documents.
        unread: the number of documents that could not be read; each has a row.
        parts: the number of documents that could not be read completely; each has a row.
        lost: the inputs of which no document could be read.
        findings: the number of findings.
        names: the number of DOIs by outcome.
    """

    documents: int
    unread: int
    parts: int
    lost: tuple[str, ...]
    findings: int
    names: NameCounts


class ScanStep(NamedTuple):
    """The common arguments of all partitions of a step.

    Attributes:
        name: the name of the step: `names`, `candidates` or `findings`.
        folder: the folder for the unfinished work of the scan.
        root: the folder to which the paths of inputs are relative.
        settings: the rules to use.
        learns: whether there are answers about DOIs, from verdicts or look-ups.
    """

    name: str
    folder: str
    root: str
    settings: Settings
    learns: bool

    def file(self, partition: Partition, name: str = "") -> Path:
        """Return the file that this step, or the named one, writes for a partition."""
        return Path(self.folder) / (name or self.name) / f"{partition.number}.parquet"

    def known(self, name: str) -> Path:
        """Return the file of answers about the DOIs of a step."""
        return Path(self.folder) / f"{name}-known.parquet"


def folder_of(output: Path) -> Path:
    """Return the folder for the unfinished work of a scan."""
    return output.with_name(f"{output.name}.parts")


def scan(request: ScanRequest, show: Show, tell: Callable[[str], None]) -> ScanSummary:
    """Write the findings of a corpus.

    After KeyboardInterrupt, the folder of partitions stays, and the same request continues there.

    Args:
        request: the arguments of the scan.
        show: displays the progress of a step.
        tell: receives the address of Dask's dashboard.

    Raises:
        FileProblem: if a file cannot be read or written, or a cluster does not work.
    """
    parquet.refuse_output(request.output)
    partitions = list(partitions_of(request.inputs, request.settings, request.root))
    _check_files(request, partitions)
    with workers(max(1, min(request.jobs, len(partitions))), request.scheduler) as client:
        _continue(request, partitions)  # without workers, no folder is left
        tell(f"Dask's dashboard: {client.dashboard_link}")
        run = _Run(request, partitions, client, show)
        counts = run.learn() if request.learns and partitions else NameCounts()
        run.each("checking documents", write_findings)
    return run.finish(counts)


def _check_files(request: ScanRequest, partitions: Sequence[Partition]) -> None:
    """Raise FileProblem for unusable verdicts, or an output that is an input."""
    if request.verdicts is not None:
        with parquet.reading(request.verdicts) as file:
            there = file.schema_arrow.names
            check_columns(str(request.verdicts), there, ("doi", "outcome"), VERDICTS.names)
    parquet.refuse_input(request.output, _read(request, partitions))


def _read(request: ScanRequest, partitions: Sequence[Partition]) -> list[str]:
    """Return the files that a scan reads."""
    every = [path for partition in partitions for path in partition.files or (partition.path,)]
    verdicts = [] if request.verdicts is None else [str(request.verdicts)]
    return list(dict.fromkeys([*every, *verdicts]))


def _continue(request: ScanRequest, partitions: Sequence[Partition]) -> None:
    """Keep the folder of an interrupted scan if its request was the same; otherwise replace it."""
    folder = folder_of(request.output)
    path = folder / "plan.json"
    try:
        plan = _plan(request, partitions)
        if folder.exists():
            if not path.is_file():
                problem = (
                    "already exists, but a scan stores its finished partitions there; remove it"
                )
                raise FileProblem(str(folder), problem)
            if path.read_text("utf-8") == plan:
                return
            shutil.rmtree(folder)
        for step in ("names", "candidates", "findings"):
            (folder / step).mkdir(parents=True)
        path.write_text(plan, "utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileProblem(str(folder), in_words(error)) from None


def _plan(request: ScanRequest, partitions: Sequence[Partition]) -> str:
    """Return a text that identifies the inputs and rules of a scan."""
    files = hashlib.sha256()
    for path in _read(request, partitions):
        files.update(ascii((os.path.abspath(path), *_state(path))).encode())
    # Different settings, or a different version of this program, may give different findings.
    rules = ground(request.settings, today()).hex()
    return json.dumps({"files": files.hexdigest(), "ground": rules})


def _state(path: str) -> tuple[int, ...]:
    """Return the size and the time of the last change of a file; empty for a broken link."""
    try:
        status = os.stat(path)
    except OSError:
        return ()
    return status.st_size, status.st_mtime_ns


class _Run:
    """The state and the steps of a scan."""

    def __init__(
        self, request: ScanRequest, partitions: Sequence[Partition], client: Client, show: Show
    ) -> None:
        self._request = request
        self._partitions = partitions
        self._client = client
        self._show = show
        self._folder = folder_of(request.output).absolute()

    def learn(self) -> NameCounts:
        """Look up the DOIs, and the suggestions for DOIs that are not registered."""
        request = self._request
        verdicts = [] if request.verdicts is None else [request.verdicts]
        self.each("reading DOIs", write_names)
        names = self._names("names", verdicts)
        counts = names.learn(self._step("names").known("names"))
        if counts.missing:
            self.each("searching for similar DOIs", write_candidates)
            others = self._names("candidates", [*verdicts, names.asked])
            others.learn(self._step("candidates").known("candidates"))
        return counts

    def each(self, what: str, do: Callable[[ScanStep, Partition], int]) -> None:
        """Run a step for each partition without a result of it.

        Args:
            what: the label of the progress bar.
            do: the function `write_` with the name of the step.
        """
        step = self._step(do.__name__.removeprefix("write_"))
        rest = [partition for partition in self._partitions if not step.file(partition).exists()]
        done = len(self._partitions) - len(rest)
        with self._show(what) as progress:
            for _ in each(self._client, partial(do, step), rest):
                done += 1
                progress(done, len(self._partitions))

    def _step(self, name: str) -> ScanStep:
        request = self._request
        return ScanStep(name, str(self._folder), os.getcwd(), request.settings, request.learns)

    def _names(self, step: str, sources: Sequence[Path]) -> Names:
        files = [self._step(step).file(partition) for partition in self._partitions]
        limits = DatabaseLimits(self._request.memory, self._request.jobs)
        return Names(step, files, self._folder, sources, self._request.settings, limits, self._show)

    def finish(self, counts: NameCounts) -> ScanSummary:
        """Write the findings of all partitions to the output, and remove the folder."""
        step = self._step("findings")
        documents, unread, parts = Counter[str](), Counter[str](), 0
        findings = 0

        def counted() -> Iterator[pa.Table]:
            """Yield the tables of findings, and count their rows by document and severity."""
            nonlocal parts, findings
            for partition in self._partitions:
                documents[partition.path] += partition.rows
                for table in parquet.joined([step.file(partition)], FINDINGS):
                    problems = table.filter(pc.is_valid(table["problem"]))
                    whole = pc.sum(pc.equal(problems["severity"], Severity.ERROR.value)).as_py()
                    unread[partition.path] += whole or 0
                    parts += problems.num_rows - (whole or 0)
                    findings += table.num_rows - problems.num_rows
                    yield table

        parquet.write(self._request.output, FINDINGS, counted())
        shutil.rmtree(self._folder, ignore_errors=True)
        lost = tuple(path for path in self._request.inputs if documents[path] == unread[path])
        every = documents.total()
        return ScanSummary(every, unread.total(), parts, lost, findings, counts)


def write_names(step: ScanStep, partition: Partition) -> int:
    """Write the DOIs of a partition; return the number of rows."""
    return parquet.write(step.file(partition), NAMES, _names(partition, step))


def _names(partition: Partition, step: ScanStep) -> _Batches:
    first = 0
    for rows in rows_in(partition, step.root):
        found = [
            {"partition": partition.number, "row": row, "doi": doi.key}
            for row, read in enumerate(documents(rows, step.settings), first)
            for doi in dois_to_look_up(read.document.mentions, lambda _: step.settings)
        ]
        first += len(rows)
        yield pa.RecordBatch.from_pylist(found, NAMES)


def write_candidates(step: ScanStep, partition: Partition) -> int:
    """Write suggestions for unregistered DOIs of a partition; return the number of rows."""
    return parquet.write(step.file(partition), CANDIDATES, _candidates(partition, step))


def _candidates(partition: Partition, step: ScanStep) -> _Batches:
    """Yield suggestions for DOIs that are not registered; only documents with these are read."""
    verdicts = _known(partition, step, "names")
    missing = verdicts["doi"].filter(pc.equal(verdicts["outcome"], "missing"))
    if not len(missing):
        return
    with parquet.reading(step.file(partition, "names")) as file:
        names = file.read(use_threads=False)
    wanted = set(names["row"].filter(pc.is_in(names["doi"], value_set=missing)).to_pylist())
    first = 0
    for rows in rows_in(partition, step.root):
        keys = _other_readings(
            (row for at, row in enumerate(rows, first) if at in wanted), verdicts, step.settings
        )
        first += len(rows)
        found = [{"partition": partition.number, "doi": key} for key in sorted(keys)]
        yield pa.RecordBatch.from_pylist(found, CANDIDATES)


def _other_readings(rows: Iterator[Row], verdicts: pa.Table, settings: Settings) -> set[str]:
    mentions = [mention for read in documents(rows, settings) for mention in read.document.mentions]
    outcomes = known_of(dois_to_look_up(mentions, lambda _: settings), verdicts).outcomes
    groups = candidates_to_look_up(mentions, outcomes, lambda _: settings).values()
    return {doi.key for group in groups for doi in group}


def write_findings(step: ScanStep, partition: Partition) -> int:
    """Write the findings about the documents of a partition; return the number of rows."""
    return parquet.write(step.file(partition), FINDINGS, _findings(partition, step))


def _findings(partition: Partition, step: ScanStep) -> _Batches:
    verdicts = _known(partition, step, "names", "candidates") if step.learns else None
    for rows in rows_in(partition, step.root):
        yield findings_of(rows, verdicts, step.settings)


def _known(partition: Partition, step: ScanStep, *names: str) -> pa.Table:
    """Return the answers about the DOIs that steps found in a partition."""
    files = [path for name in names if (path := step.known(name)).exists()]
    mine = [("partition", "=", partition.number)]
    tables = [pq.read_table(path, filters=mine, use_threads=False) for path in files]
    return pa.concat_tables(table.cast(KNOWN) for table in tables)
