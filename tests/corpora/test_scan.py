"""`mdlint-doi scan`: the rows of one call, whatever happens in between."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from cli.command import config
from corpora.tables import real_documents
from handle_server import HandleServer

from mdlint_doi.arrow import FINDINGS, VERDICTS, findings
from mdlint_doi.cli import main
from mdlint_doi.corpora.partitions import Partition
from mdlint_doi.corpora.workers import each

VERDICT_ROWS = [
    {"doi": "10.1000/182", "outcome": "found"},
    {"doi": "10.1000/gone", "outcome": "missing"},
    {"doi": "10.1038/s41592-019-0686-2", "outcome": "found"},
    {"doi": "10.1038/s41592-019-0686-2/full", "outcome": "missing"},  # of this project's README
]


@pytest.fixture
def verdicts(tmp_path: Path) -> Path:
    """Two verdicts, in a folder whose name DuckDB could misread."""
    folder = tmp_path / "it's [a] *"
    folder.mkdir()
    path = folder / "verdicts.parquet"
    pq.write_table(pa.Table.from_pylist(VERDICT_ROWS, VERDICTS), path)
    return path


def write(path: Path, table: pa.Table, size: int = 40) -> Path:
    """Write documents, a few in each row group."""
    pq.write_table(table, path, row_group_size=size)
    return path


def scan(*arguments: object) -> int:
    """Run the command in this process, unless it is told otherwise."""
    words = [str(argument) for argument in arguments]
    jobs = [] if "--jobs" in words else ["--jobs", "1"]
    return main(["corpus", "scan", "--isolated", *config(use_cache=False), *jobs, *words])


def rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file, in order."""
    table = pq.read_table(path)
    assert table.schema.equals(FINDINGS)
    found: list[dict[str, Any]] = table.to_pylist()
    return found


def test_a_scan_finds_what_one_call_finds(
    verdicts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rows are those of `findings` over the whole table, in the order of the documents."""
    table = real_documents()
    first = write(verdicts.with_name("a.parquet"), table.slice(0, 100))
    second = write(verdicts.with_name("b.parquet"), table.slice(100))
    output = verdicts.with_name("findings.parquet")
    options = ("--offline", "--verdicts", verdicts, "-o", output)
    assert scan(first, second, *options) == 0
    assert rows(output) == findings(table, pa.Table.from_pylist(VERDICT_ROWS, VERDICTS)).to_pylist()
    assert f"{table.num_rows} documents" in capsys.readouterr().err
    assert sorted(path.suffix for path in verdicts.parent.iterdir()) == [".parquet"] * 4


def test_no_documents_have_no_findings(verdicts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a file without rows, nothing was checked: exit code 2, as for an empty folder."""
    source = write(verdicts.with_name("in.parquet"), real_documents().slice(0, 0))
    output = verdicts.with_name("out.parquet")
    assert scan(source, "--offline", "--verdicts", verdicts, "-o", output) == 2
    assert rows(output) == []
    assert "0 findings in 0 documents" in capsys.readouterr().err


def test_what_the_verdicts_lack_is_asked(
    verdicts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The DOI system decides on it, and on what was meant; it is asked about nothing else."""
    text = "10.1000/182, 10.1000/gone, 10.1000/new, https://doi.org/10.1000/other/full\n"
    table = pa.table({"path": ["a.md", "b.md"], "text": [text, "10.1000/new"]})
    source, output = (
        write(verdicts.with_name("in.parquet"), table),
        verdicts.with_name("out.parquet"),
    )
    with HandleServer(["10.1000/new", "10.1000/other"]) as server:
        assert scan(source, "--verdicts", verdicts, "-o", output, *config(server=server.url)) == 0
        asked = server.seen.names
    found = {row["doi"]: row["message"] for row in rows(output)}
    assert found.keys() == {"10.1000/gone", "10.1000/other/full"}
    assert "did you mean 10.1000/other?" in found["10.1000/other/full"]
    assert asked["10.1000/new"]
    assert not asked["10.1000/182"]
    assert "4 DOIs: 2 registered, 2 not registered, 0 could not be" in capsys.readouterr().err


def test_offline_what_the_verdicts_lack_could_not_be_checked(verdicts: Path) -> None:
    """It is never called not registered; with `--strict` it fails the run."""
    table = pa.table({"path": ["a.md"], "text": ["10.1000/new"]})
    source, output = (
        write(verdicts.with_name("in.parquet"), table),
        verdicts.with_name("out.parquet"),
    )
    options = ("--offline", "--verdicts", verdicts, "-o", output, "--strict")
    assert scan(source, *options) == 3
    assert [row["code"] for row in rows(output)] == ["DOI916"]


def test_without_verdicts_an_offline_scan_looks_nothing_up(verdicts: Path) -> None:
    """Only the rules that need no look-up speak."""
    source = write(verdicts.with_name("in.parquet"), real_documents())
    output = verdicts.with_name("out.parquet")
    assert scan(source, "--offline", "-o", output, "--ignore", "DOI2") == 0
    codes = {row["code"] for row in rows(output)}
    assert "DOI401" in codes
    assert not any(code.startswith(("DOI2", "DOI9")) for code in codes)


@pytest.mark.parametrize("step", ["names", "candidates", "findings"])
def test_an_interrupted_scan_goes_on(
    step: str, verdicts: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing half is left, and what was done is not done again."""
    documents = real_documents().slice(0, 200)
    source = write(verdicts.with_name("in.parquet"), documents)
    output = verdicts.with_name("out.parquet")
    options = (source, "--offline", "--verdicts", verdicts, "-o", output)
    given: list[list[int]] = []

    def some(client: object, do: partial[int], partitions: Sequence[Partition]) -> Iterator[int]:
        is_step = do.args[0].name == step
        if is_step:
            given.append([partition.number for partition in partitions])
        stop = is_step and len(given) == 1
        yield from each(client, do, partitions[:2] if stop else partitions)
        if stop:
            raise KeyboardInterrupt

    monkeypatch.setattr("mdlint_doi.corpora.scan.each", some)
    assert scan(*options) == 130
    assert not output.exists()
    assert "run the same command again to continue" in capsys.readouterr().err
    assert scan(*options) == 0
    every = list(range(pq.ParquetFile(source).num_row_groups))
    assert given == [every, every[2:]]
    table = pa.Table.from_pylist(VERDICT_ROWS, VERDICTS)
    assert rows(output) == findings(documents, table).to_pylist()


def test_a_look_up_that_was_interrupted_begins_again(
    verdicts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it had written by then is not there twice."""
    source = write(verdicts.with_name("in.parquet"), real_documents())
    output = verdicts.with_name("out.parquet")
    options = (source, "--offline", "--verdicts", verdicts, "-o", output)
    with monkeypatch.context() as before:
        before.setattr("mdlint_doi.corpora.scan_names.Names._ask", interrupted)
        assert scan(*options) == 130
    assert scan(*options) == 0
    table = pa.Table.from_pylist(VERDICT_ROWS, VERDICTS)
    assert rows(output) == findings(real_documents(), table).to_pylist()


def test_parts_of_another_request_are_not_taken(verdicts: Path) -> None:
    """Other settings, or another input, begin anew; a folder of somebody else is left alone."""
    source = write(verdicts.with_name("in.parquet"), real_documents())
    output = verdicts.with_name("out.parquet")
    folder = verdicts.with_name("out.parquet.parts")
    (folder / "findings").mkdir(parents=True)
    assert scan(source, "--offline", "-o", output) == 2
    (folder / "plan.json").write_text("{}")
    (folder / "findings" / "0.parquet").write_text("of another request")
    assert scan(source, "--offline", "-o", output) == 0
    assert not folder.exists()


def test_a_document_that_cannot_be_read_is_a_row(
    verdicts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is counted, and ends nothing."""
    table = pa.table({"path": ["a.md", "b.md"], "text": [None, "http://doi.org/10.1000/182"]})
    source, output = (
        write(verdicts.with_name("in.parquet"), table),
        verdicts.with_name("out.parquet"),
    )
    assert scan(source, "--offline", "-o", output) == 0
    bad, good = rows(output)
    assert (bad["path"], bad["code"], good["code"]) == ("a.md", None, "DOI201")
    assert bad["problem"]
    assert "1 document " in capsys.readouterr().err


def damaged(path: Path, why: str) -> None:
    """Make a file that is none."""
    whole = path.read_bytes()
    new = {"cut": whole[:-20], "torn": whole[:200] + b"\0" * 400 + whole[600:], "empty": b""}
    if why in new:
        path.write_bytes(new[why])
    elif why == "no column":
        pq.write_table(pa.table({"name": ["a"]}), path)
    else:
        path.unlink()


@pytest.mark.parametrize("which", ["in", "verdicts"])
@pytest.mark.parametrize("why", ["cut", "torn", "empty", "no column", "none"])
def test_a_file_that_is_none_is_named(
    which: str, why: str, verdicts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line names it; exit code 2, and no output."""
    source = write(verdicts.with_name("in.parquet"), real_documents())
    output = verdicts.with_name("out.parquet")
    path = verdicts.with_name(f"{which}.parquet")
    damaged(path, why)
    assert scan(source, "--offline", "--verdicts", verdicts, "-o", output) == 2
    told = capsys.readouterr().err
    assert path.name in told
    assert told.count("\n") == 1
    assert not output.exists()


@pytest.mark.parametrize("which", ["in", "verdicts"])
def test_an_input_is_not_written_over(
    which: str, verdicts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who gives one file twice keeps it."""
    source = write(verdicts.with_name("in.parquet"), real_documents())
    output = verdicts.with_name(f"{which}.parquet")
    before = output.read_bytes()
    assert scan(source, "--offline", "--verdicts", verdicts, "-o", output) == 2
    assert capsys.readouterr().err.startswith(f"mdlint-doi: error: {output}: ")
    assert output.read_bytes() == before
    assert sorted(path.name for path in output.parent.iterdir()) == [
        "in.parquet",
        "verdicts.parquet",
    ]


def interrupted(*_: object) -> int:
    """Stop as Ctrl-C does."""
    raise KeyboardInterrupt


def test_parts_of_another_version_are_not_taken(
    verdicts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rules may have found something else."""
    source = write(verdicts.with_name("in.parquet"), real_documents())
    output = verdicts.with_name("out.parquet")
    with monkeypatch.context() as before:
        before.setattr("mdlint_doi.corpora.scan.each", interrupted)
        before.setattr("mdlint_doi.run.clean_files._PROGRAM", str(source.parent))
        assert scan(source, "--offline", "-o", output) == 130
    part = verdicts.with_name("out.parquet.parts") / "findings" / "0.parquet"
    part.write_text("of another version")
    assert scan(source, "--offline", "-o", output) == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pipe", "not a regular file; not written"),
        ("folder", "is a folder; give the name of a file in it"),
        ("", "is a folder; give the name of a file in it"),
        ("x" * 252, "file name too long"),
        ("x" * 300, "file name too long"),
    ],
    ids=["pipe", "folder", "empty", "long", "longer"],
)
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_what_cannot_be_written_is_told_at_once(
    name: str, said: str, verdicts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing takes the place of a pipe or a device: `/dev/null` would be a file from then on."""
    source = write(verdicts.with_name("in.parquet"), real_documents())
    folder = source.parent
    os.mkfifo(folder / "pipe")
    (folder / "folder").mkdir()
    before = sorted(folder.iterdir())
    assert scan(source, "--offline", "-o", folder / name if name else "") == 2
    assert said in capsys.readouterr().err
    assert sorted(folder.iterdir()) == before
    assert (folder / "pipe").is_fifo()


def test_a_file_beside_the_output_is_left_alone(verdicts: Path) -> None:
    """Not every file whose name ends in `.new` was made by a scan."""
    source = write(verdicts.with_name("in.parquet"), real_documents())
    other = verdicts.with_name("out.parquet.new")
    other.write_text("mine")
    assert scan(source, "--offline", "-o", verdicts.with_name("out.parquet")) == 0
    assert other.read_text() == "mine"
    assert not list(source.parent.glob(".mdlint-doi-*"))


@pytest.mark.parametrize("which", ["documents", "verdicts"])
def test_a_column_that_comes_twice_is_refused(
    which: str, verdicts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody knows which of them is meant."""
    good = write(verdicts.with_name("in.parquet"), real_documents())
    twice = good.with_name("twice.parquet")
    table = pq.read_table(good if which == "documents" else verdicts)
    name = "text" if which == "documents" else "outcome"
    pq.write_table(table.append_column(name, table[name]), twice)
    files = (twice, "--verdicts", verdicts) if which == "documents" else (good, "--verdicts", twice)
    assert scan(*files, "--offline", "-o", good.with_name("out.parquet")) == 2
    assert (
        f"twice.parquet: has 2 columns named '{name}'; keep only one\n" in capsys.readouterr().err
    )


def test_verdicts_that_are_no_text_are_named(
    verdicts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bytes that are no UTF-8 are the fault of their file, not of the documents."""
    source = write(verdicts.with_name("in.parquet"), real_documents())
    bad = pa.array([b"\xff"] * len(VERDICT_ROWS)).view(pa.string())
    table = pq.read_table(verdicts)
    pq.write_table(table.set_column(table.schema.names.index("agency"), "agency", bad), verdicts)
    output = source.with_name("out.parquet")
    assert scan(source, "--offline", "--verdicts", verdicts, "-o", output) == 2
    assert "verdicts.parquet: cannot be read as Parquet: " in capsys.readouterr().err
