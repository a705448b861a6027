"""Commands that need an extra: without it, they print the command that installs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.command import mdlint_doi
from docs.examples import TOP

from mdlint_doi.text.version import installation


@pytest.mark.parametrize(
    ("extra", "module", "words"),
    [
        ("mcp", "mcp", ("mcp",)),
        ("corpus", "dask", ("corpus", "scan", "a.parquet", "-o", "b.parquet")),
        ("corpus", "duckdb", ("corpus", "snapshot", "--crossref", "a", "-o", "b.parquet")),
        ("arrow", "pyarrow", ("check", "--offline", "--records", "verdicts.parquet", "a.md")),
    ],
)
def test_a_missing_extra_is_named(
    extra: str, module: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    """The message ends with the command; nothing is written."""
    modules = tmp_path / "modules"
    modules.mkdir()
    (modules / f"{module}.py").write_text("raise ImportError")
    ran = mdlint_doi(*words, cwd=tmp_path, PYTHONPATH=f"{modules}")
    assert (ran.code, ran.out) == (2, "")
    error, _, more = ran.err.partition("\n")
    assert error.endswith(f"; {installation(extra)}")
    assert not more or more.startswith("nanobind: ")  # DuckDB 2.0 adds what it leaves in memory
    assert [path.name for path in tmp_path.iterdir()] == ["modules"]


def test_the_command_works_before_and_after_the_release() -> None:
    """Until the release, it installs from a clone, as the manual does; then from the index."""
    assert installation("mcp", "main").endswith(': python -m pip install ".[mcp]"')
    assert installation("mcp", "v1.2.3") == 'run: python -m pip install "sphinx-doi[mcp]"'
    page = (TOP / "example_docs" / "guide" / "mcp.md").read_text(encoding="utf-8")
    assert '\n$ python -m pip install ".[mcp]"\n' in page
