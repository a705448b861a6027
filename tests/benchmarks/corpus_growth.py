"""How a scan grows: python tests/benchmarks/corpus_growth.py scan, or join.

`scan` runs `mdlint-doi scan` over pieces of real documents, each with two DOIs of its own, a
thousand of them to a million. `join` looks 50 million names up in as many verdicts. Times are
processor time, memory is the peak of the largest process; `DOI_SHARED` names the folder of real
documents.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from typing import Final

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.trees import Shared

from mdlint_doi.arrow import mentions
from mdlint_doi.corpora.database import Limits
from mdlint_doi.corpora.scan_names import Names
from mdlint_doi.lint.settings import Settings

_PIECE: Final = 1000
_OWN: Final = "\n\nSee https://doi.org/10.{0}/own.{1} and https://doi.org/10.{0}/other.{1}.\n"
_GROUP: Final = 1000
_PARTS: Final = 500


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
        {"path": [f"a{one}" for one, _ in real], "text": [two for _, two in real]}
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
    """Scan so many documents, for each count."""
    real = pieces(Shared(folder).corpus)
    for count in counts:
        source, known, output = (folder / f"{one}.parquet" for one in ("in", "known", "out"))
        with pq.ParquetWriter(
            source, pa.schema([("path", pa.string()), ("text", pa.string())])
        ) as one:
            size = 0
            for batch in documents(real, count):
                size += sum(len(text) for text in batch["text"].to_pylist())
                one.write_batch(batch, row_group_size=_GROUP)
        verdicts(real, count, known)
        command = [
            sys.executable,
            "-m",
            "mdlint_doi",
            "scan",
            str(source),
            "--isolated",
            "--offline",
        ]
        command += ["--verdicts", str(known), "-o", str(output), "--jobs", str(jobs)]
        took, peak, wall = measured(command)
        print(  # noqa: T201
            f"{count} documents, {size / 1e6:.0f} MB: {took:.1f} s of processor time,"
            f" {took / count * 1e6:.0f} µs a document, {peak} MiB, {wall:.0f} s",
            flush=True,
        )


def measured(command: list[str]) -> tuple[float, int, float]:
    """Return processor time, peak memory in MiB and time of a command."""
    started = time.monotonic()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    took = usage.ru_utime + usage.ru_stime
    return took, usage.ru_maxrss >> 10, time.monotonic() - started


def join(count: int, memory: int, folder: Path) -> None:
    """Look names up in verdicts that have 49 of 50, and as many others."""
    (folder / "names").mkdir()
    name = "'10.' || (1000 + i % 9000) || '/' || md5(i::VARCHAR)[:14]"
    with duckdb.connect(
        config={"memory_limit": "2GiB", "temp_directory": str(folder / "t")}
    ) as one:
        for part in range(_PARTS):
            each = count // _PARTS
            first = part * each
            path = folder / "names" / f"{part}.parquet"
            one.execute(
                f"""COPY (SELECT {part}::INTEGER AS part, ((i - {first}) // 2)::INTEGER AS row,
                {name} AS doi FROM range({first}, {first + each}) AS t(i)) TO '{path}'"""
            ).fetchall()
        one.execute(
            f"""COPY (SELECT {name} AS doi, 'found' AS outcome, 'Crossref' AS agency
            FROM range({count * 51 // 50}) AS t(i) WHERE i % 50 > 0 ORDER BY doi)
            TO '{folder / "known.parquet"}' (FORMAT parquet, ROW_GROUP_SIZE 32768)"""
        ).fetchall()
    print("made", flush=True)  # noqa: T201
    if os.fork() == 0:
        _join(count, memory, folder)
        os._exit(0)
    os.wait()


def _join(count: int, memory: int, folder: Path) -> None:
    names = Names(
        folder=folder,
        names=[folder / "names" / f"{part}.parquet" for part in range(_PARTS)],
        candidates=[],
        verdicts=folder / "known.parquet",
        settings=Settings(offline=True, works="off"),
        limits=Limits(memory << 20, 2),
        show=lambda _: nullcontext(lambda _done, _total: None),
    )
    started, before = time.monotonic(), getrusage(RUSAGE_SELF)
    names.learn()
    after = getrusage(RUSAGE_SELF)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(  # noqa: T201
        f"{count} names: {took:.0f} s of processor time, {took / count * 1e6:.2f} µs a name,"
        f" {after.ru_maxrss >> 10} MiB, {time.monotonic() - started:.0f} s",
        flush=True,
    )


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("scan", "join"))
    parser.add_argument("--counts", type=int, nargs="+", default=[1000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--names", type=int, nargs="+", default=[1_000_000, 10_000_000, 50_000_000])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--memory", type=int, default=2048, help="MiB")
    arguments = parser.parse_args()
    if arguments.what == "scan":
        with TemporaryDirectory() as folder:
            scan(arguments.counts, arguments.jobs, Path(folder))
        return
    for count in arguments.names:
        with TemporaryDirectory() as folder:
            join(count, arguments.memory, Path(folder))


if __name__ == "__main__":
    main()
