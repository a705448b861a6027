"""The recipes of the manual give the rows of one call: DuckDB, Dask, and Daft where it is.

`tests/benchmarks/engines.py` runs them on 10,000 documents, and Spark's where Java is.
"""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest
from corpora import recipes
from corpora.tables import in_order, real_documents

from mdlint_doi.arrow import findings


@pytest.mark.parametrize("engine", ["duckdb", "dask", "daft"])
def test_a_recipe_gives_the_rows_of_one_call(engine: str, tmp_path: Path) -> None:
    """Who runs the function does not matter."""
    pytest.importorskip(engine)
    table = real_documents()
    pq.write_table(table, tmp_path / "documents.parquet", row_group_size=100)
    wanted = findings(table).to_pylist()
    assert in_order(recipes.run(engine, tmp_path)) == in_order(wanted)
    assert len(wanted) > 100
