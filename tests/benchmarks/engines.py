"""The manual's recipes on many documents: python tests/benchmarks/engines.py FOLDER ….

The rows of DuckDB, Dask, Daft and Spark, as far as they are installed, are held against those of
one call for each document, and against random splits of the table. Spark needs Java. Then documents
are written into a folder, and `mdlint-doi corpus scan` has to find there what `mdlint-doi check`
finds: with one and two processes, and on a cluster of two on loopback. `--generated` adds documents
in which DOIs are written in many ways.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from corpora import recipes
from distributed import LocalCluster

from mdlint_doi.arrow import findings

SUFFIXES: Final = {".md", ".rst", ".bib", ".ipynb", ".cff", ".qmd", ".rmd"}
_ENDINGS: Final = (".md", ".rst", ".bib")
_WRITTEN: Final = (
    "http://dx.doi.org/{0}", "https://doi.org/{0}", "doi:{0}", "DOI {0}.", "https://doi.org/{0}).",
    "https://doi.org/doi:{0}", "[t](http://doi.org/{0})", "`t <https://www.doi.org/{0}>`_",
    "@article{{a, doi = {{{0}}}}}", "https://doi.org/{0}#",
)  # fmt: skip
_NAMES: Final = ("10.1000/182", "10.1038/nphys1170", "10.1002/(SICI)1<1::AID-X>3", "10.17487/RFC39")
_MEMBERS: Final = ("path", "code", "line", "column", "message")


def documents(folders: list[Path], count: int) -> pa.Table:
    """Return so many documents of folders, each text once; fewer if there are not as many."""
    found: dict[str, str] = {}
    for path in (path for folder in folders for path in sorted(folder.rglob("*"))):
        if path.suffix.lower() in SUFFIXES and path.is_file():
            found.setdefault(path.read_text("utf-8", "replace"), str(path))
    every = list(found.items())
    Random(1).shuffle(every)
    chosen = every[:count]
    return pa.table({"path": [path for _, path in chosen], "text": [text for text, _ in chosen]})


def generated(count: int) -> dict[str, str]:
    """Return so many documents that nobody wrote, with one to four DOIs each."""
    chance, found = Random(2), {}
    for number in range(count):
        lines = [
            f"See {chance.choice(_WRITTEN).format(chance.choice(_NAMES))} and {chance.random()}"
            for _ in range(chance.randint(1, 4))
        ]
        found[f"generated/{number % 50}/{number}{chance.choice(_ENDINGS)}"] = "\n\n".join(lines)
    return found


def counted(rows: list[dict[str, Any]]) -> Counter[str]:
    """Return rows as a bag."""
    return Counter(map(repr, rows))


def splits(table: pa.Table, seed: int) -> list[dict[str, Any]]:
    """Return the rows of batches of any size, in any order."""
    chance, at, parts = Random(seed), 0, []
    while at < table.num_rows:
        parts.append(table.slice(at, size := chance.randint(1, 700)))
        at += size
    chance.shuffle(parts)
    return [row for part in parts for row in findings(part).to_pylist()]


def main() -> int:
    """Compare; the exit code is 1 if rows differ."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--generated", type=int, default=0)
    arguments = parser.parse_args()
    made = generated(arguments.generated)
    table = pa.concat_tables(
        [
            documents(arguments.folders, arguments.documents),
            pa.table(
                {
                    "path": pa.array(made.keys(), pa.string()),
                    "text": pa.array(made.values(), pa.string()),
                }
            ),
        ]
    )
    plain = [
        row for at in range(table.num_rows) for row in findings(table.slice(at, 1)).to_pylist()
    ]
    wanted, differ = counted(plain), 0
    problems = sum(row["problem"] is not None for row in plain)
    size = sum(len(text) for text in table["text"].to_pylist())
    there = f"{table.num_rows} documents, {size / 1e6:.0f} MB"
    print(f"{there}, {len(plain)} rows, {problems} problems", flush=True)  # noqa: T201
    for seed in range(3):
        differ += _told(f"split {seed}", splits(table, seed), wanted)
    for engine in recipes.ENGINES:
        if reason := recipes.why_not(engine):
            print(f"{engine}: {reason}")  # noqa: T201
            continue
        with TemporaryDirectory() as name:
            folder = Path(name)
            stored = table.cast(pa.schema([("path", pa.string()), ("text", pa.string())]))
            pq.write_table(stored, folder / "documents.parquet", row_group_size=500)
            started = time.monotonic()
            rows = recipes.run(engine, folder)
            differ += _told(f"{engine} ({time.monotonic() - started:.0f} s)", rows, wanted)
    differ += scans(table)
    return 1 if differ else 0


def scans(table: pa.Table) -> int:
    """Return in how many rows scans of a folder differ from `check`."""
    differ = 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        for number, (path, text) in enumerate(zip(*table.to_pydict().values(), strict=True)):
            file = folder / f"{number % 100}" / f"{number}{Path(path).suffix}"
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, "utf-8")
        told = _command(folder, "check", ".", "--output-format", "json")
        wanted = counted([{key: finding[key] for key in _MEMBERS} for finding in json.loads(told)])
        with LocalCluster(n_workers=2, host="127.0.0.1", dashboard_address="127.0.0.1:0") as two:
            for words in (["--jobs", "1"], ["--jobs", "2"], ["--scheduler", two.scheduler_address]):
                _command(folder, "corpus", "scan", ".", "-o", "out.parquet", *words)
                every = pq.read_table(folder / "out.parquet").to_pylist()
                rows = [{key: row[key] for key in _MEMBERS} for row in every if row["code"]]
                differ += _told(f"scan of a folder, {words[0]} {words[1]}", rows, wanted)
    return differ


def _command(folder: Path, *words: str) -> str:
    command = [sys.executable, "-m", "mdlint_doi", *words, "--isolated", "--offline"]
    return subprocess.run(
        command, cwd=folder, check=False, stdout=subprocess.PIPE, text=True
    ).stdout


def _told(what: str, rows: list[dict[str, Any]], wanted: Counter[str]) -> int:
    found = counted(rows)
    differ = sum(((found - wanted) + (wanted - found)).values())
    print(f"{what}: {len(rows)} rows, {differ} differ", flush=True)  # noqa: T201
    return differ


if __name__ == "__main__":
    sys.exit(main())
