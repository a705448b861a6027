"""The recipes of the manual, run as a reader would: a file beside the documents, and its rows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq

from mdlint_doi.arrow import FINDINGS

PAGE: Final = Path(__file__).parents[2] / "example_docs" / "guide" / "corpora.md"
ENGINES: Final = ("duckdb", "dask", "daft", "spark")


def program(engine: str) -> str:
    """Return the program for an engine, as it stands in the manual."""
    _, found, rest = PAGE.read_text("utf-8").partition(
        f"<!-- file: with_{engine}.py -->\n```python\n"
    )
    assert found, engine
    return rest.partition("\n```")[0]


def run(engine: str, folder: Path) -> list[dict[str, Any]]:
    """Run the program in a folder that has `documents.parquet`; return the rows that it writes."""
    path = folder / f"with_{engine}.py"
    path.write_text(program(engine), "utf-8")
    top = os.pathsep.join(one for one in sys.path if one)
    environment = {**os.environ, "PYTHONPATH": top, "DAFT_ANALYTICS_ENABLED": "0"}
    done = subprocess.run(
        [sys.executable, path.name], cwd=folder, env=environment, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    files = [one for one in folder.rglob("*.parquet") if f"with_{engine}" in str(one)]
    return [row for one in sorted(files) for row in rows_of(one)]


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file, whatever text types its engine likes."""
    found: list[dict[str, Any]] = pq.ParquetFile(path).read().cast(FINDINGS).to_pylist()
    return found
