"""The recipes of the manual give the rows of one call: each engine's, as far as it is installed.

`.ci/run` says which is not. `tests/benchmarks/engines.py` runs them on more documents.
"""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from corpora import recipes
from corpora.tables import in_order, real_documents
from distributed import LocalCluster

from mdlint_doi.arrow import findings


@pytest.fixture
def table(tmp_path: Path) -> pa.Table:
    """Real documents, which are in `documents.parquet`, too."""
    documents = real_documents()
    pq.write_table(documents, tmp_path / "documents.parquet", row_group_size=100)
    return documents


@pytest.mark.parametrize("engine", recipes.ENGINES)
def test_a_recipe_gives_the_rows_of_one_call(engine: str, table: pa.Table, tmp_path: Path) -> None:
    """Who runs the function does not matter."""
    if reason := recipes.why_not(engine):
        pytest.skip(f"the recipe for {engine} is not run: {reason}")
    wanted = findings(table).to_pylist()
    assert in_order(recipes.run(engine, tmp_path)) == in_order(wanted)
    assert len(wanted) > 100


@pytest.mark.slow
def test_the_number_of_dask_workers_does_not_matter(
    table: pa.Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process, and a cluster that runs already, give the same rows."""
    wanted = in_order(findings(table).to_pylist())
    program = recipes.of_dask("Client(n_workers=1, threads_per_worker=1)")
    assert in_order(recipes.run("dask", tmp_path, program)) == wanted
    for path in tmp_path.glob("with_dask-*"):
        path.unlink()
    monkeypatch.chdir(tmp_path)  # where the workers look for the documents
    with LocalCluster(n_workers=2, host="127.0.0.1", dashboard_address="127.0.0.1:0") as cluster:
        running = recipes.of_dask(f'Client("{cluster.scheduler_address}")')
        assert in_order(recipes.run("dask", tmp_path, running)) == wanted
