"""The recipes of the manual, run as a reader would: a file beside the documents, and its rows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq

from mdlint_doi.arrow import FINDINGS

PAGE: Final = Path(__file__).parents[2] / "example_docs" / "guide" / "corpora-engines.md"
ENGINES: Final = ("duckdb", "dask", "daft", "spark")
_MODULES: Final = {"dask": ("distributed",), "spark": ("pyspark", "pandas")}
_CLIENT: Final = "Client(n_workers=2, threads_per_worker=1)"


def program(engine: str) -> str:
    """Return the program for an engine, as it stands in the manual."""
    _, found, rest = PAGE.read_text("utf-8").partition(
        f"<!-- file: with_{engine}.py -->\n```python\n"
    )
    assert found, engine
    return rest.partition("\n```")[0]


def run(engine: str, folder: Path, text: str = "") -> list[dict[str, Any]]:
    """Run the program in a folder that has `documents.parquet`; return the rows that it writes.

    A `text` takes the place of what stands in the manual.
    """
    path = folder / f"with_{engine}.py"
    path.write_text(text or program(engine), "utf-8")
    top = os.pathsep.join(entry for entry in sys.path if entry)
    environment = {**os.environ, "PYTHONPATH": top, "DAFT_ANALYTICS_ENABLED": "0"}
    done = subprocess.run(
        [sys.executable, path.name], cwd=folder, env=environment, capture_output=True, check=False
    )
    assert done.returncode == 0, (done.returncode, done.stderr.decode()[-2000:])
    files = [file for file in folder.rglob("*.parquet") if f"with_{engine}" in str(file)]
    return [row for file in sorted(files) for row in rows_of(file)]


def why_not(engine: str) -> str:
    """Return why the program for an engine cannot be run; empty if it can."""
    if missing := [
        module for module in _MODULES.get(engine, (engine,)) if find_spec(module) is None
    ]:
        return f"no {' and no '.join(missing)}"
    return "no Java" if engine == "spark" and shutil.which("java") is None else ""


def of_dask(client: str) -> str:
    """Return the program for Dask with another client than the two processes of the manual."""
    text = program("dask")
    assert _CLIENT in text
    return text.replace(_CLIENT, client)


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file, whatever text types its engine likes."""
    found: list[dict[str, Any]] = pq.ParquetFile(path).read().cast(FINDINGS).to_pylist()
    return found
