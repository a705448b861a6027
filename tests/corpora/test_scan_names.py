"""Names of a corpus: divided into ranges and looked up, the same rows in the same memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linear import is_linear

from mdlint_doi.corpora import scan_names
from mdlint_doi.corpora.scan_names import Counts, Names, ScanPart, divide, read
from mdlint_doi.corpora.verdicts import KNOWN, look_up, opened
from mdlint_doi.files.reading import FileProblem
from mdlint_doi.lint.settings import Settings

OFFLINE = Settings(offline=True, works="off")
KEYS = st.sampled_from(["10.1/a", "10.1/\U0001f600", "10.1/\ufffd", "10.2/b", "10.30/é", "10.4/"])


@given(tables=st.lists(st.lists(KEYS)), bounds=st.sets(KEYS), most=st.integers(2, 4))
@settings(max_examples=30, deadline=None)
def test_each_row_is_in_the_file_of_its_range(
    tables: list[list[str]], bounds: set[str], most: int
) -> None:
    """None is lost, none is there twice, however the rows come and the files are written."""
    ordered = sorted(bounds)
    schema = pa.schema([("doi", pa.string()), ("number", pa.int64())])
    every = [(key, number) for number, keys in enumerate(tables) for key in keys]
    given = [pa.table({"doi": k, "number": [n] * len(k)}, schema) for n, k in enumerate(tables)]
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan_names, "ROWS", 2)
        patch.setattr(scan_names, "_FILES", most)
        files = [Path(folder) / str(number) for number in range(len(ordered) + 1)]
        divide(given, "doi", ordered, files)
        found = [list(rows(path)) for path in files]
        assert {path.name for path in Path(folder).iterdir()} <= {path.name for path in files}
    assert sorted(row for some in found for row in some) == sorted(every)
    for number, some in enumerate(found):
        assert all(sum(bound <= key for bound in ordered) == number for key, _ in some)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    """What a run left is checked as any other input."""
    path = tmp_path / "0.arrows"
    divide([pa.table({"doi": ["10.1/a"]})], "doi", [], [path])
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(FileProblem, match=r"0\.arrows: cannot be read as Arrow"):
        list(read(path))


def rows(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the rows of a file."""
    for table in read(path):
        yield from ((row["doi"], row["number"]) for row in table.to_pylist())


def test_the_order_of_verdicts_does_not_matter(tmp_path: Path) -> None:
    """A file that is not sorted tells the same; of two verdicts on a name, the first one counts."""
    names = pa.table({"part": pa.array([0, 0, 1, 1], pa.int32()), "doi": ["a", "b", "a", "z"]})
    told = {"doi": ["b", "a", "c", "b"], "outcome": ["found", "found", "found", "missing"]}
    pq.write_table(pa.table(told), tmp_path / "verdicts.parquet", row_group_size=1)
    rest: list[pa.Table] = []

    def found() -> Iterator[pa.Table]:
        rest.append((yield from look_up(names, file)))

    with opened(tmp_path / "verdicts.parquet") as file:
        known = list(found())
    assert all(table.schema.equals(KNOWN) for table in known)
    told_of = pa.concat_tables(known).select(["part", "doi", "outcome"]).to_pylist()
    assert [tuple(row.values()) for row in told_of] == [
        (0, "a", "found"),
        (0, "b", "found"),
        (1, "a", "found"),
    ]
    assert rest[0].to_pylist() == [{"part": 1, "doi": "z"}]


def learn(folder: Path, count: int, each: int) -> tuple[Counts, int]:
    """Look up names of so many parts; return the counts, and the most bytes that Arrow held."""
    (folder / "names").mkdir(parents=True)
    parts = [ScanPart(number, "", 0, str(folder), OFFLINE, learns=True) for number in range(count)]
    every = []
    for part in parts:
        names = [f"10.{(part.number * each + one) * 7919 % 100_003}/x" for one in range(each)]
        table = pa.table({"row": pa.array(range(each), pa.int32()), "doi": names})
        pq.write_table(table, part.file("names"))
        every += names
    wanted = sorted(every)
    known = pa.table({"doi": wanted, "outcome": ["found"] * len(wanted)})
    pq.write_table(known, folder / "verdicts.parquet", row_group_size=250)
    del every, wanted, known
    pool = pa.proxy_memory_pool(pa.default_memory_pool())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan_names, "RANGE", 500)
        patch.setattr(scan_names, "_SAMPLE", 500)
        patch.setattr(scan_names, "ROWS", 500)
        patch.setattr(scan_names, "_FILES", 8)
        before = pa.default_memory_pool()
        pa.set_memory_pool(pool)
        try:
            sources = [folder / "verdicts.parquet"]
            show = nullcontext(lambda _done, _total: None)
            step = Names("names", parts, folder, sources, OFFLINE, "", lambda _: show)
            return step.learn(), pool.max_memory()
        finally:
            pa.set_memory_pool(before)


def test_memory_does_not_grow_with_the_names(tmp_path: Path) -> None:
    """Eight times as many are held in the same memory."""
    few, less = learn(tmp_path / "few", 8, 250)
    many, more = learn(tmp_path / "many", 64, 250)
    assert (few, many) == (Counts(2000, 2000), Counts(16_000, 16_000))
    assert more < 1.2 * less


def test_many_small_tables_are_joined_in_linear_time(tmp_path: Path) -> None:
    """Of a corpus with few DOIs each part has a name or two."""

    def joined(count: int) -> None:
        some = (pa.table({"doi": [f"10.1000/{number}"]}) for number in range(count))
        divide(some, "doi", [], [tmp_path / f"{count}.arrows"])

    assert is_linear(joined, 200, 1600)
