"""The manual's recipes on many real documents: python tests/benchmarks/engines.py FOLDER ….

The rows of DuckDB, Dask, Daft and Spark, as far as they are installed, are held against those of
one call for each document, and against random splits of the table. Spark needs Java.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from corpora import recipes

from mdlint_doi.arrow import findings

SUFFIXES: Final = {".md", ".rst", ".bib", ".ipynb", ".cff", ".qmd", ".rmd"}
_MODULES: Final = {"spark": "pyspark"}


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
    arguments = parser.parse_args()
    table = documents(arguments.folders, arguments.documents)
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
        if find_spec(_MODULES.get(engine, engine)) is None:
            print(f"{engine}: not installed")  # noqa: T201
            continue
        with TemporaryDirectory() as name:
            folder = Path(name)
            stored = table.cast(pa.schema([("path", pa.string()), ("text", pa.string())]))
            pq.write_table(stored, folder / "documents.parquet", row_group_size=500)
            started = time.monotonic()
            rows = recipes.run(engine, folder)
            differ += _told(f"{engine} ({time.monotonic() - started:.0f} s)", rows, wanted)
    return 1 if differ else 0


def _told(what: str, rows: list[dict[str, Any]], wanted: Counter[str]) -> int:
    found = counted(rows)
    differ = sum(((found - wanted) + (wanted - found)).values())
    print(f"{what}: {len(rows)} rows, {differ} differ", flush=True)  # noqa: T201
    return differ


if __name__ == "__main__":
    sys.exit(main())
