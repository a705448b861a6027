"""`mdlint-doi snapshot`: the registries' layouts, and what damaged files do: nothing half."""

from __future__ import annotations

import gzip
import io
import json
import os
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from mdlint_doi.arrow import VERDICTS, Verdicts
from mdlint_doi.cli import main
from mdlint_doi.corpora import parts
from mdlint_doi.corpora import snapshot as snapshots
from mdlint_doi.files.temporary import START
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Found
from mdlint_doi.works.work import KnownWork

CROSSREF = {
    "DOI": "10.1000/ABC",
    "title": ["On stars"],
    "indexed": {"date-time": "2025-03-01T05:41:18Z"},
    "author": [{"family": "Leavitt", "given": "Henrietta"}],
}
DATACITE = {
    "doi": "10.5281/zenodo.1",
    "titles": [{"title": "A table"}],
    "updated": "2025-01-02T03:04:05Z",
    "state": "findable",
}
TABLE = "doi,state,client_id,updated\n10.5281/zenodo.1,findable,cern.zenodo,2025-01-02T03:04:05Z\n"
TABLE += "10.5281/zenodo.2,registered,cern.zenodo,2025-01-03\n10.5281/zenodo.3,draft,cern.zenodo,\n"


def document(*records: object) -> bytes:
    """Return a part of Crossref's file as it was until 2024."""
    return gzip.compress(json.dumps({"items": records}, indent=1).encode())


def lines(*records: object) -> bytes:
    """Return a part with a record a line."""
    return gzip.compress("".join(f"{json.dumps(record)}\n" for record in records).encode())


def folder(path: Path, files: Mapping[str, bytes]) -> Path:
    """Write files into a folder."""
    for name, data in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return path


def tar(files: Mapping[str, bytes], mode: str = "w") -> bytes:
    """Return a tar of files."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return out.getvalue()


def snapshot(path: Path, *arguments: object, code: int = 0) -> list[dict[str, Any]]:
    """Run the command; return the rows of what it writes."""
    output = path / "verdicts.parquet"
    words = [str(argument) for argument in (*arguments, "-o", output)]
    assert main(["corpus", "snapshot", "--jobs", "1", *words]) == code
    assert not [entry for entry in path.iterdir() if entry.name.startswith(START)]
    if code:
        assert not output.exists()
        return []
    table = pq.read_table(output)
    assert table.schema.equals(VERDICTS)
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


PARTS = {"0.json.gz": document(CROSSREF), "1.json.gz": document({"DOI": "10.1000/182"})}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("april.tar", tar({f"april/{name}": data for name, data in PARTS.items()})),
        ("all.json.tar.gz", tar(PARTS, "w:gz")),
        (
            "all.tgz",
            tar(
                {name.replace(".gz", ""): gzip.decompress(part) for name, part in PARTS.items()},
                "w:gz",
            ),
        ),
        ("one.jsonl.gz", lines(CROSSREF, {"DOI": "10.1000/182"})),
        ("one.jsonl", gzip.decompress(lines(CROSSREF, {"DOI": "10.1000/182"}))),
        ("0.json.gz", document(CROSSREF, {"DOI": "10.1000/182"})),
    ],
)
@pytest.mark.parametrize("whole", [True, False], ids=["folder", "file"])
def test_crossref_is_read_in_each_layout(
    name: str, data: bytes, *, whole: bool, tmp_path: Path
) -> None:
    """A folder, a tar, a packed tar; a document of 5,000 records, or a record a line."""
    path = folder(tmp_path / "crossref", {name: data})
    first, second = snapshot(tmp_path, "--crossref", path if whole else path / name)
    assert (first["doi"], second["doi"]) == ("10.1000/182", "10.1000/abc")
    assert (second["outcome"], second["agency"], second["source"]) == (
        "found",
        "Crossref",
        "crossref",
    )
    assert second["as_of"].isoformat() == "2025-03-01T05:41:18+00:00"


def test_datacite_is_read_by_its_table_alone(tmp_path: Path) -> None:
    """The table has all names of its folder, also those without a record; a draft is no name."""
    month = "dois/updated_2025-01"
    files = {
        f"{month}/2025-01.csv.gz": gzip.compress(TABLE.encode()),
        f"{month}/part_0000.jsonl.gz": b"?",
    }
    files["dois/updated_2025-02/part_0000.jsonl.gz"] = lines(
        {"id": "10.5281/zenodo.9", "attributes": DATACITE | {"doi": None}}
    )
    path = folder(tmp_path / "datacite", files)
    found = snapshot(tmp_path, "--datacite", path)
    assert [row["doi"] for row in found] == [f"10.5281/zenodo.{number}" for number in (1, 2, 9)]
    (tmp_path / "datacite.tar").write_bytes(tar(files))
    assert snapshot(tmp_path, "--datacite", tmp_path / "datacite.tar") == found


def test_works_are_kept_where_they_are_wanted(tmp_path: Path) -> None:
    """With `--works` records say what they are registered as, in the words of look-ups."""
    month = "dois/updated_2025-01"
    files = {
        f"{month}/2025-01.csv.gz": gzip.compress(TABLE.encode()),
        f"{month}/part_0000.jsonl.gz": lines(DATACITE),
    }
    datacite = folder(tmp_path / "datacite", files)
    crossref = folder(tmp_path / "crossref", {"0.json.gz": document(CROSSREF)})
    snapshot(tmp_path, "--datacite", datacite, "--crossref", crossref, "--works")
    names = [parse("10.1000/abc"), parse("10.5281/zenodo.1"), parse("10.5281/zenodo.2")]
    file = Verdicts(tmp_path / "verdicts.parquet")
    assert file.outcomes(names) == {
        names[0]: Found(agency="Crossref"),
        names[1]: Found(agency="DataCite"),
        names[2]: Found(agency="DataCite"),
    }
    works = file.works(names)
    assert works.keys() == set(names[:2])
    work = works[names[0]]
    assert isinstance(work, KnownWork)
    assert (work.work.titles.shown, work.work.people[0].family) == ("On stars", "Leavitt")


def test_a_name_comes_once_and_in_order(tmp_path: Path) -> None:
    """Of several records the newest counts; letter case makes no other name."""
    old = CROSSREF | {"indexed": {"date-time": "2020-01-01T00:00:00Z"}, "DOI": "10.1000/abc"}
    names = [{"DOI": f"10.{number}/x"} for number in range(9999, 1000, -1000)]
    path = folder(
        tmp_path / "in", {"0.jsonl.gz": lines(old, *names), "1.jsonl.gz": lines(CROSSREF, old)}
    )
    found = snapshot(tmp_path, "--crossref", path)
    keys = [row["doi"] for row in found]
    assert keys == sorted(set(keys))
    assert next(row for row in found if row["doi"] == "10.1000/abc")["as_of"].year == 2025


def test_what_is_passed_over_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Records without a name are counted, other files are named."""
    records = [{"title": []}, {"DOI": 7}, {"DOI": "no name"}, {"DOI": "10.1000/182"}]
    path = folder(tmp_path / "in", {"0.jsonl.gz": lines(*records), "README.txt": b"see"})
    assert len(snapshot(tmp_path, "--crossref", path)) == 1
    told = capsys.readouterr().err
    assert "1 DOI from 4 records" in told
    assert "skipped 3 records without a DOI" in told
    assert "README.txt" in told


def bomb(size: int) -> bytes:
    """Return a gzip file that unpacks to so many blanks."""
    return gzip.compress(b" " * size)


BROKEN = {
    "cut gzip": ("0.jsonl.gz", lines(CROSSREF)[:-12], "damaged or truncated"),
    "no gzip": ("0.jsonl.gz", b"{}", "damaged or truncated"),
    "torn gzip": ("0.jsonl.gz", lines(CROSSREF)[:30] + b"\0" * 30, "damaged or truncated"),
    "empty gzip": ("0.jsonl.gz", b"", "damaged or truncated: it is empty"),
    "empty gzip in a tar": ("a.tar", tar({"0.json.gz": b""}), "a.tar: 0.json.gz: damaged"),
    "packed tar of nothing": (
        "a.tgz",
        gzip.compress(tar({})),
        "a.tgz: contains no record file",
    ),
    "packed tar of others": (
        "a.tgz",
        gzip.compress(tar({"0.jsonl.zst": b"{}"})),
        "a.tgz: contains no record file",
    ),
    "cut line": (
        "0.jsonl",
        b'{"DOI": "10.1000/182"}\n{"DOI": "10.10',
        "line 2: not JSON at line 1",
    ),
    "no object": ("0.jsonl", b"[]", "line 1: is not a JSON object"),
    "cut document": ("0.json", b'{"items": [{"DOI"', "not JSON at line 1, column"),
    "no items": ("0.json", b'{"records": []}', "has no list 'items'"),
    "no record": ("0.json", b'{"items": [1]}', "item 1 is not a JSON object"),
    "deep": ("0.json", b"[" * 1_000_000, "nested too deeply"),
    "deep line": ("0.jsonl", b'{"DOI":' * 200_000, "nested too deeply"),
    "long number": ("0.json", b"[" + b"1" * 5000 + b"]", "not JSON"),
    "not UTF-8": ("0.json", b'["\xff"]', "not JSON"),
    "long line": ("0.jsonl", b" " * 5000, "line 1 is longer"),
    "large document": ("0.json", b" " * 5000, "larger than"),
    "bomb": ("0.jsonl.gz", bomb(4_000_000), "unpacks to more than 200 times"),
    "bomb in a tar": ("a.tar", tar({"0.json.gz": bomb(4_000_000)}), "a.tar: 0.json.gz: damaged"),
    "bomb of a tar": (
        "a.tar.gz",
        gzip.compress(tar({"0.json": b" " * 4_000_000})),
        "unpacks to more",
    ),
    "cut tar": (
        "a.tar",
        tar({"0.jsonl": b"{}" * 5000})[:3000],
        "a.tar: damaged or truncated at byte",
    ),
    "tar without an end": ("a.tar", tar({"0.jsonl": b"{}" * 256})[:1024], "its end is missing"),
    "cut packed tar": (
        "a.tgz",
        gzip.compress(tar({"0.jsonl": b"{}" * 5000})[:3000]),
        "damaged or truncated",
    ),
    "no tar": ("a.tar", b"?" * 2000, "a.tar: damaged"),
    "table without names": ("0.csv", b"name,state\n", "must have the columns doi and state"),
    "cut table": ("0.csv", b"doi,state\n10.1000/182", "line 2 has 1 fields"),
    "open quote": ("0.csv", b'doi,state\n"10.1000/182,findable\n', "line 2: unexpected end"),
    "bytes in a table": ("0.csv", b"doi,state\n10.1000/\xff,findable\n", "line 2 is not UTF-8"),
    "nothing": ("README", b"", "contains no record file"),
}


@pytest.mark.parametrize(("name", "data", "why"), BROKEN.values(), ids=BROKEN)
def test_a_damaged_part_is_named_and_nothing_written(
    name: str,
    data: bytes,
    why: str,
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One line names file, member and line; no half file, and no folder is left."""
    monkeypatch.setattr(parts, "_FREE", 1 << 20)
    monkeypatch.setattr(
        snapshots, "MOST_LINE", 4000 if name == "0.jsonl" and data[0] == 32 else 32 << 20
    )
    monkeypatch.setattr(snapshots, "MOST_DOCUMENT", 4000 if data[:1] == b" " else 256 << 20)
    path = folder(tmp_path / "in", {name: data})
    snapshot(tmp_path, "--crossref", path, code=2)
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1


def test_a_header_that_fills_the_memory_is_refused(tmp_path: Path) -> None:
    """A tar may say that a header has gigabytes."""
    member = tarfile.TarInfo("x")
    member.type, member.size = tarfile.XHDTYPE, 8 << 30
    path = folder(tmp_path / "in", {"a.tar": member.tobuf(tarfile.PAX_FORMAT) + b"\0" * 4096})
    snapshot(tmp_path, "--crossref", path, code=2)


def test_what_was_there_stays_until_the_new_file_is_whole(tmp_path: Path) -> None:
    """A run that fails leaves the verdicts of the last one."""
    path = folder(tmp_path / "in", {"0.jsonl.gz": lines(CROSSREF)})
    snapshot(tmp_path, "--crossref", path)
    before = (tmp_path / "verdicts.parquet").read_bytes()
    folder(path, {"1.jsonl.gz": b"?"})
    assert (
        main(
            [
                "corpus",
                "snapshot",
                "--crossref",
                str(path),
                "-o",
                str(tmp_path / "verdicts.parquet"),
            ]
        )
        == 2
    )
    assert (tmp_path / "verdicts.parquet").read_bytes() == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["-o", "x.parquet"],
        ["--crossref", "nowhere", "-o", "x.parquet"],
        ["--crossref", ".", "-o", "no/x"],
    ],
)
def test_what_cannot_be_is_an_error(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing to read, or nowhere to write: exit code 2."""
    monkeypatch.chdir(folder(tmp_path, {"0.jsonl.gz": lines(CROSSREF)}))
    assert main(["corpus", "snapshot", *arguments]) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_a_pipe_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody waits for what may never be written, and nothing takes the place of one."""
    pipe = tmp_path / "0.jsonl"
    os.mkfifo(pipe)
    snapshot(tmp_path, "--crossref", pipe, code=2)
    assert capsys.readouterr().err.startswith(f"mdlint-doi: error: {pipe}: ")
    source = folder(tmp_path / "in", {"0.jsonl.gz": lines(CROSSREF)})
    assert main(["corpus", "snapshot", "--crossref", str(source), "-o", str(pipe)]) == 2
    assert pipe.is_fifo()


def test_too_little_memory_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line says where, and what to do."""
    folder(tmp_path / "crossref", {"0.jsonl.gz": lines(CROSSREF)})
    snapshot(tmp_path, "--crossref", tmp_path / "crossref", "--memory", "1MB", code=2)
    told = capsys.readouterr().err
    assert "verdicts.parquet: Out of Memory" in told
    assert told.endswith("; allow more memory with --memory\n")
    assert told.count("\n") == 1
