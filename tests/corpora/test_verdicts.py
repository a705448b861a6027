"""Verdicts in a Parquet file: what they answer, and what their lack means."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from cli.command import config
from handle_server import HandleServer

import mdlint_doi
from mdlint_doi.arrow import VERDICTS, Verdicts, findings
from mdlint_doi.cli import main
from mdlint_doi.corpora.verdicts import known_of, row_of
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Cause, Found, HandleRecord, Missing, Outcome, Unknown

WORK = {"outcome": "work", "titles": {"main": ["On stars"]}, "updates": [{"kind": "retraction"}]}
KNOWN: Final[list[dict[str, object]]] = [
    {"doi": "10.1000/182", "outcome": "found", "agency": "Crossref"},
    {"doi": "10.1000/gone", "outcome": "missing", "code": 100},
    {"doi": "10.1000/stars", "outcome": "found", "work": json.dumps(WORK)},
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of three verdicts."""
    return write(tmp_path / "verdicts.parquet", KNOWN)


def write(path: Path, rows: list[dict[str, object]], size: int = 2) -> Path:
    """Write verdicts, a few in each row group."""
    pq.write_table(pa.Table.from_pylist(rows, VERDICTS), path, row_group_size=size)
    return path


def test_every_outcome_comes_back() -> None:
    """What is written as a row is read as it was."""
    outcomes: dict[Doi, Outcome] = {
        parse("10.1000/A"): Found(HandleRecord("https://example.org", None, deleted=True), "mEDRA"),
        parse("10.1000/b"): Found(HandleRecord(None, "10.1000/c")),
        parse("10.1000/c"): Found(),
        parse("10.1000/d"): Missing(301, "Crossref"),
        parse("10.1000/e"): Unknown(Cause.TIMEOUT),
    }
    table = pa.Table.from_pylist(
        [row_of(doi, outcome, "test") for doi, outcome in outcomes.items()], VERDICTS
    )
    assert known_of(outcomes, table).outcomes == outcomes


def test_few_rows_are_read_for_few_names(tmp_path: Path) -> None:
    """Of a sorted file only the row groups are read that can hold a name."""
    path = write(tmp_path / "verdicts.parquet", KNOWN, size=1)
    whole = bytearray(path.read_bytes())
    column = pq.ParquetFile(path).metadata.row_group(0).column(0)
    start = column.dictionary_page_offset or column.data_page_offset
    whole[start : start + column.total_compressed_size] = bytes(column.total_compressed_size)
    path.write_bytes(whole)  # the first row group cannot be read any more
    assert Verdicts(path).outcomes([parse("10.1000/STARS")]) == {parse("10.1000/stars"): Found()}
    assert Verdicts(path).outcomes([parse("10.9999/none")]) == {}
    with pytest.raises(mdlint_doi.LookupSettingsError, match=r"verdicts\.parquet"):
        Verdicts(path).outcomes([parse("10.1000/182")])


def test_a_file_that_is_not_there_is_told_once(tmp_path: Path) -> None:
    """The message names the file and what is wrong, each once."""
    path = tmp_path / "none.parquet"
    with pytest.raises(mdlint_doi.LookupSettingsError) as caught:
        Verdicts(path).outcomes([parse("10.1000/182")])
    assert str(caught.value) == f"records file {path}: No such file or directory"


def check(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Return what `check` prints, with the exit code."""
    code = main(["check", "--isolated", *config(use_cache=False), *map(str, arguments)])
    return f"{capsys.readouterr().out}\nexit code {code}"


def test_check_answers_from_the_file(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Offline, names of the file are decided; of the others it is said that they are not."""
    document = tmp_path / "a.md"
    document.write_text("10.1000/182, 10.1000/gone, 10.1000/new and 10.1000/stars\n")
    told = check(capsys, "--offline", "--depth", "all", "--records", path, document)
    assert "DOI901 [not-registered] 10.1000/gone" in told
    assert "DOI916" in told
    assert "2 registered, 1 not registered, 1 " in told
    assert "DOI912" in told  # the work that the file has is retracted
    assert "10.1000/new is not registered" not in told


def test_what_the_file_lacks_is_asked(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The DOI system decides on a name that is missing in the file, and on no other."""
    document = tmp_path / "a.md"
    document.write_text("10.1000/182, 10.1000/new and 10.1000/none\n")
    with HandleServer({"10.1000/new": "ok"}) as server:
        options = ("--depth", "registration", *config(server=server.url))
        told = check(capsys, *options, "--records", path, document)
        asked = set(server.seen.names)
    assert "2 registered, 1 not registered" in told
    assert "DOI901 [not-registered] 10.1000/none" in told
    assert "10.1000/182" not in asked


def test_the_library_takes_it(path: Path) -> None:
    """As the setting `records`, it answers for texts, too."""
    settings = mdlint_doi.Settings(offline=True, records=Verdicts(path))
    (finding,) = mdlint_doi.check_text("10.1000/gone", settings=settings)
    assert finding.code == "DOI901"
    with pytest.raises(mdlint_doi.LookupSettingsError, match=r"mdlint_doi.arrow.Verdicts"):
        mdlint_doi.check_text("10.1000/182", settings=settings.replace(records=str(path)))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "Parquet"),
        (b"PAR1" + b"\0" * 40 + b"PAR1", "records file"),
        (None, "No such file"),
    ],
    ids=["empty", "damaged", "none"],
)
def test_a_file_that_is_none_is_told(
    data: bytes | None, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says what is wrong with which file; exit code 2."""
    path, document = tmp_path / "verdicts.parquet", tmp_path / "a.md"
    document.write_text("10.1000/182")
    if data is not None:
        path.write_bytes(data)
    code = main(["check", "--isolated", "--offline", "--records", str(path), str(document)])
    told = capsys.readouterr().err
    assert (code, told.count("\n")) == (2, 1)
    assert why in told


@pytest.mark.parametrize(
    "row",
    [
        {"doi": "10.1000/182", "outcome": "perhaps"},
        {"doi": "10.1000/182", "outcome": "missing", "code": 7},
        {"doi": "10.1000/182", "outcome": "found", "record": "[" * 100_000},
        {"doi": "10.1000/182", "outcome": "found", "work": '{"outcome": 1}'},
    ],
)
def test_what_is_no_verdict_is_refused(row: dict[str, object], tmp_path: Path) -> None:
    """The error names file and name."""
    path = write(tmp_path / "verdicts.parquet", [row])
    with pytest.raises(mdlint_doi.LookupSettingsError, match=r"10\.1000/182"):
        Verdicts(path).outcomes([parse("10.1000/182")])


def test_a_table_of_other_columns_is_refused() -> None:
    """Nobody gets "not checked" for a column that was named otherwise."""
    documents = pa.record_batch({"path": ["a.md"], "text": ["10.1000/182"]})
    with pytest.raises(ValueError, match="'doi'"):
        findings(documents, pa.table({"name": ["10.1000/182"]}))


@pytest.mark.parametrize("column", ["work", "record"])
def test_details_that_are_no_text_are_refused(column: str) -> None:
    """A number under the name of a text is an error in words, in a table and in a file."""
    table = pa.table({"doi": ["10.1000/182"], "outcome": ["found"], column: [7]})
    said = f"'10.1000/182': '{column}' contains int instead of text"
    with pytest.raises(mdlint_doi.LookupSettingsError, match=said):
        known_of([parse("10.1000/182")], table)


def test_of_two_verdicts_the_first_one_counts(tmp_path: Path) -> None:
    """It is so in a scan, too; a name that one row knows is not reported as missing."""
    doi = parse("10.1000/182")
    rows: list[dict[str, object]] = [
        {"doi": doi.key, "outcome": outcome} for outcome in ("found", "missing")
    ]
    path = write(tmp_path / "verdicts.parquet", rows, size=1)
    for verdicts in (Verdicts(path), pq.read_table(path)):
        assert known_of([doi], verdicts).outcomes == {doi: Found()}


def test_a_column_that_comes_twice_is_refused() -> None:
    """Of documents and of verdicts."""
    texts = pa.array(["10.1000/182"])
    documents = pa.table({"path": ["a.md"], "text": texts})
    twice = documents.append_column("text", texts)
    with pytest.raises(ValueError, match="several columns named 'text'"):
        findings(twice)
    verdicts = pa.table({"doi": texts, "outcome": ["found"]}).append_column("doi", texts)
    with pytest.raises(ValueError, match="several columns named 'doi'"):
        findings(documents, verdicts)
