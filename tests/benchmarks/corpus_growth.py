"""How a scan grows: python tests/benchmarks/corpus_growth.py scan, or join.

`scan` runs `mdlint-doi scan` over pieces of real documents, each with two DOIs of its own: none,
and a thousand to a million of them. `join` looks up to 50 million names up in as many verdicts.
Times are processor time of all processes, memory is the peak of one (on Linux). `DOI_SHARED`
names the folder of real documents.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress
from multiprocessing import get_context
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.trees import Shared

from mdlint_doi.arrow import mentions
from mdlint_doi.corpora.database import DatabaseLimits
from mdlint_doi.corpora.scan_names import Names
from mdlint_doi.corpora.workers import use_system_memory
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings

_PIECE: Final = 1000
_OWN: Final = "\n\nSee https://doi.org/10.{0}/own.{1} and https://doi.org/10.{0}/other.{1}.\n"
_GROUP: Final = 1000
_PARTS: Final = 500
_POLL: Final = 0.05
_ASKED: Final = 50  # names in one request to the Which RA service
_SETTINGS: Final = Settings(offline=True, depth=Depth.REGISTRATION)


def pieces(folder: Path) -> list[tuple[str, str]]:
    """Return real documents in pieces: suffix and text, cut between paragraphs."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".md", ".rst"} and path.is_file():
            text, piece = path.read_text("utf-8", "replace"), ""
            for paragraph in text.split("\n\n"):
                piece += paragraph[: 2 * _PIECE] + "\n\n"
                if len(piece) >= _PIECE:
                    found.append((path.suffix, piece))
                    piece = ""
    return found


def documents(real: list[tuple[str, str]], count: int) -> Iterator[pa.RecordBatch]:
    """Yield so many documents, in batches."""
    for start in range(0, count, _GROUP):
        numbers = range(start, min(start + _GROUP, count))
        chosen = [real[number * 7919 % len(real)] for number in numbers]
        texts = [
            text + _OWN.format(1000 + number % 5000, number)
            for number, (_, text) in zip(numbers, chosen, strict=True)
        ]
        paths = [f"d/{number}{suffix}" for number, (suffix, _) in zip(numbers, chosen, strict=True)]
        yield pa.record_batch({"path": paths, "text": texts})


def verdicts(real: list[tuple[str, str]], count: int, path: Path) -> None:
    """Write verdicts on the documents' names; one in fifty of their own is not there."""
    batch = pa.record_batch(
        {"path": [f"a{suffix}" for suffix, _ in real], "text": [text for _, text in real]}
    )
    known = pa.table({"doi": mentions(batch)["doi"]})
    with duckdb.connect() as connection:
        connection.register("known", known)
        connection.execute(
            f"""COPY (SELECT DISTINCT doi, 'found' AS outcome FROM (
                SELECT doi FROM known WHERE doi IS NOT NULL UNION ALL
                SELECT unnest(['10.' || (1000 + i % 5000) || '/own.' || i,
                    '10.' || (1000 + i % 5000) || '/other.' || i]) FROM range({count}) AS t(i)
                WHERE i % 50 > 0) ORDER BY doi)
            TO '{path}' (FORMAT parquet, ROW_GROUP_SIZE 32768)"""
        ).fetchall()


def scan(counts: list[int], jobs: int, folder: Path) -> None:
    """Scan so many documents, for each count; what no documents take is told apart."""
    real = pieces(Shared(folder).corpus)
    start = 0.0
    for count in [0, *counts]:
        source, known, output = (folder / f"{name}.parquet" for name in ("in", "known", "out"))
        size = write(documents(real, count), source)
        verdicts(real, count, known)
        words = ["corpus", "scan", str(source), "--isolated", "--offline", "--verdicts", str(known)]
        words += ["-o", str(output), "--jobs", str(jobs)]
        used = measured([sys.executable, "-m", "mdlint_doi", *words])
        start = start if count else used.processor
        print(  # noqa: T201
            f"{count} documents, {size / 1e6:.0f} MB: {used.processor:.2f} s of processor time,"
            f" {(used.processor - start) / max(1, count) * 1e6:.0f} µs a document after the start,"
            f" {used.first} MiB, workers {used.others} MiB, {used.wall:.0f} s,"
            f" {requests_for(count)} requests if they were made",
            flush=True,
        )


def requests_for(count: int) -> int:
    """Return how many requests would ask which agency registered what the verdicts lack."""
    lacking = 2 * -(-count // 50)  # both names of one document in fifty
    return -(-lacking // _ASKED)


def write(batches: Iterable[pa.RecordBatch], path: Path) -> int:
    """Write documents, and return their size."""
    size = 0
    with pq.ParquetWriter(path, pa.schema([("path", pa.string()), ("text", pa.string())])) as file:
        for batch in batches:
            size += sum(len(text) for text in batch["text"].to_pylist())
            file.write_batch(batch, row_group_size=_GROUP)
    return size


class Usage(NamedTuple):
    """What a command took: seconds of processor time and of the clock, and peaks in MiB."""

    processor: float
    wall: float
    first: int
    others: int


def measured(command: list[str]) -> Usage:
    """Run a command; peaks are those of its first process, and of the largest other one."""
    started = time.monotonic()
    process = subprocess.Popen(command)
    threads = Path(f"/proc/{process.pid}/task")  # each has processes of its own
    first = others = 0
    while True:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        first = max(first, peak_of(process.pid))
        with suppress(OSError):
            started_by = [file.read_text().split() for file in threads.glob("*/children")]
            others = max(
                others, *(peak_of(int(number)) for numbers in started_by for number in numbers), 0
            )
        time.sleep(_POLL)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    took = usage.ru_utime + usage.ru_stime
    return Usage(took, time.monotonic() - started, first, others)


def peak_of(process: int) -> int:
    """Return the most memory in MiB that a process has had; 0 if it is gone."""
    try:
        lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) >> 10 for line in lines if line.startswith("VmHWM:"))


def join(count: int, folder: Path) -> None:
    """Look names up in verdicts that have 49 of 50, and as many others."""
    (folder / "names").mkdir()
    files = [folder / "names" / f"{number}.parquet" for number in range(_PARTS)]
    name = "'10.' || (1000 + i % 9000) || '/' || md5(i::VARCHAR)[:14]"
    with duckdb.connect(
        config={"memory_limit": "2GiB", "temp_directory": str(folder / "t")}
    ) as connection:
        each = count // _PARTS
        for number, file in enumerate(files):
            first = number * each
            connection.execute(
                f"""COPY (SELECT {number}::INTEGER AS partition,
                ((i - {first}) // 2)::INTEGER AS row, {name} AS doi
                FROM range({first}, {first + each}) AS t(i)) TO '{file}'"""
            ).fetchall()
        connection.execute(
            f"""COPY (SELECT {name} AS doi, 'found' AS outcome, 'Crossref' AS agency
            FROM range({count * 51 // 50}) AS t(i) WHERE i % 50 > 0 ORDER BY doi)
            TO '{folder / "known.parquet"}' (FORMAT parquet, ROW_GROUP_SIZE 32768)"""
        ).fetchall()
    print("made", flush=True)  # noqa: T201
    process = get_context("spawn").Process(target=_join, args=(count, files, folder))
    process.start()
    process.join()
    assert process.exitcode == 0


def _join(count: int, files: list[Path], folder: Path) -> None:
    use_system_memory()
    names = Names(
        step="names",
        files=files,
        folder=folder,
        sources=[folder / "known.parquet"],
        settings=_SETTINGS,
        limits=DatabaseLimits(),
        show=lambda _: nullcontext(lambda _done, _total: None),
    )
    started, before = time.monotonic(), getrusage(RUSAGE_SELF)
    counts = names.learn(folder / "names-known.parquet")
    after = getrusage(RUSAGE_SELF)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(  # noqa: T201
        f"{count} names: {took:.0f} s of processor time, {took / count * 1e6:.2f} µs a name,"
        f" {peak_of(os.getpid())} MiB, {time.monotonic() - started:.0f} s, {counts}",
        flush=True,
    )


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("scan", "join"))
    parser.add_argument("--counts", type=int, nargs="+", default=[1000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--names", type=int, nargs="+", default=[1_000_000, 10_000_000, 50_000_000])
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.what == "scan":
        with TemporaryDirectory() as folder:
            scan(arguments.counts, arguments.jobs, Path(folder))
        return
    for count in arguments.names:
        with TemporaryDirectory() as folder:
            join(count, Path(folder))


if __name__ == "__main__":
    main()
