"""Names of a corpus, joined with verdicts: the same rows in any order, and in little memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mdlint_doi.corpora.database import DatabaseLimits
from mdlint_doi.corpora.scan import NAMES
from mdlint_doi.corpora.scan_names import NameCounts, Names
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings

OFFLINE = Settings(offline=True, depth=Depth.REGISTRATION)


def names_of(
    folder: Path, partitions: Sequence[Sequence[str]], memory: int = 256 << 20, size: int = 1000
) -> Names:
    """Write the names of partitions; return what learns of them from `verdicts.parquet`."""
    files = []
    for number, names in enumerate(partitions):
        files.append(folder / f"{number}.parquet")
        columns = [[number] * len(names), range(len(names)), names]
        pq.write_table(pa.table(columns, schema=NAMES), files[-1], row_group_size=size)
    show = nullcontext(lambda _done, _total: None)
    source, limits = folder / "verdicts.parquet", DatabaseLimits(memory)
    return Names("names", files, folder, [source], OFFLINE, limits, lambda _: show)


def learned(names: Names) -> tuple[NameCounts, list[dict[str, Any]]]:
    """Return the counts, and what is known in each partition."""
    known = names.folder / "known.parquet"
    return names.learn(known), pq.read_table(known).to_pylist()


def write(folder: Path, columns: Mapping[str, Sequence[object]], size: int = 1000) -> None:
    """Write verdicts."""
    pq.write_table(pa.table(dict(columns)), folder / "verdicts.parquet", row_group_size=size)


def test_the_order_of_verdicts_does_not_matter(tmp_path: Path) -> None:
    """A file that is not sorted tells the same; of two verdicts on a name, the first one counts."""
    doi = ["10.1/b", "10.1/a", "10.1/c", "10.1/b"]
    write(tmp_path, {"doi": doi, "outcome": ["found", "found", "found", "missing"]}, size=1)
    names = names_of(tmp_path, [["10.1/a", "10.1/b", "10.1/a"], [], ["10.1/a", "10.1/z"]])
    counts, known = learned(names)
    assert counts == NameCounts(names=3, found=2, missing=0)
    assert [(row["partition"], row["doi"], row["outcome"]) for row in known] == [
        (0, "10.1/a", "found"),
        (0, "10.1/b", "found"),
        (2, "10.1/a", "found"),
        (2, "10.1/z", "unknown"),
    ]
    assert learned(names) == (counts, known)


def test_names_of_all_alphabets_are_joined(tmp_path: Path) -> None:
    """They are compared as they are, and a path may have what SQL and patterns could misread."""
    folder = tmp_path / "it's [a] *"
    folder.mkdir()
    every = [
        "10.1/é",
        "10.1/e\u0301",
        "10.1/\U0001f600",
        "10.1/\ufffd",
        "10.1/'",
        "10.1/ß",
        "10.1/ss",
    ]
    write(folder, {"doi": every, "outcome": ["found"] * len(every), "code": [None] * len(every)})
    counts, known = learned(names_of(folder, [every]))
    assert counts == NameCounts(len(every), found=len(every))
    assert [row["doi"] for row in known] == sorted(every)


@pytest.mark.slow
def test_more_names_than_memory_holds_are_joined(tmp_path: Path) -> None:
    """DuckDB puts on the disk what does not fit: 200,000 names of 300 bytes."""
    every = [f"10.1/{'x' * 280}{number * 7919 % 1_000_003}" for number in range(200_000)]
    write(tmp_path, {"doi": every, "outcome": ["found"] * len(every)}, size=30_000)
    names = names_of(tmp_path, [every[:120_000], every[80_000:]], 100 << 20, 30_000)
    assert names.learn(tmp_path / "known.parquet") == NameCounts(200_000, found=200_000)
    assert pq.read_metadata(tmp_path / "known.parquet").num_rows == 240_000
