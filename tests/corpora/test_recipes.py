"""The recipes of the manual: a plain loop, DuckDB, Dask and Daft give the same rows.

Spark is tried by `tests/benchmarks/engines.py`, which runs all of them on more documents.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from corpora import engines
from corpora.tables import in_order, real_documents

from mdlint_doi.arrow import findings, mentions


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of real documents, in several row groups."""
    path = tmp_path_factory.mktemp("stored") / "documents.parquet"
    pq.write_table(real_documents(), path, row_group_size=40)
    return path


@pytest.fixture(scope="module")
def wanted(stored: Path) -> dict[str, list[dict[str, Any]]]:
    """What one call returns for all of them."""
    table = pq.read_table(stored)
    return {
        "mentions": in_order(mentions(table).to_pylist()),
        "findings": in_order(findings(table).to_pylist()),
    }


@pytest.mark.parametrize("engine", ["loop", "duckdb", "dask", "daft"])
@pytest.mark.parametrize("what", ["mentions", "findings"])
def test_engines_give_the_same_rows(
    engine: str, what: str, stored: Path, wanted: dict[str, list[dict[str, Any]]]
) -> None:
    """Who runs the function does not matter."""
    if engine != "loop":
        pytest.importorskip(engine)
    found: pa.Table = engines.RUN[engine](
        stored, {"mentions": mentions, "findings": findings}[what]
    )
    assert in_order(found.to_pylist()) == wanted[what]
    assert len(wanted[what]) > 100
