"""Documents, real ones, and the rows of batches, for the tests of corpora."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

HERE: Final = Path(__file__).parents[2]
SUFFIXES: Final = {".md", ".rst", ".bib", ".cff", ".ipynb"}


def batch(documents: Mapping[str, str | bytes | None]) -> pa.RecordBatch:
    """Return documents, given by their paths, as a batch."""
    return pa.record_batch({"path": list(documents), "text": list(documents.values())})


def real_documents() -> pa.Table:
    """Return this project's documents, and a hundred pieces of those of others."""
    found = sorted(
        path
        for folder in (HERE, HERE / "example_docs")
        for path in (folder.rglob("*") if folder.name == "example_docs" else folder.glob("*"))
        if path.suffix in SUFFIXES
    )
    pieces = HERE / "tests" / "lint" / "public_excerpts.jsonl"
    excerpts = [json.loads(line)["text"] for line in pieces.read_text("utf-8").splitlines()]
    return pa.table(
        {
            "path": [path.relative_to(HERE).as_posix() for path in found]
            + [f"excerpt-{number}.md" for number in range(len(excerpts))],
            "text": [path.read_text("utf-8") for path in found] + excerpts,
        }
    )


def rows(found: pa.RecordBatch | pa.Table) -> list[dict[str, Any]]:
    """Return rows in an order of their own."""
    return in_order(found.to_pylist())


def in_order(found: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows in an order of their own."""
    return sorted(found, key=lambda row: [str(value) for value in row.values()])
