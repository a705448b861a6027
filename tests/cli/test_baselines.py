"""Baselines: `--baseline`, `--write-baseline` and the setting, end to end."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from cli.command import NEVER_WAITS, Ran, config, mdlint_doi

OLD = "See [it](https://dx.doi.org/10.1000/182).\n"
NEW = "See [it](https://dx.doi.org/10.1000/456).\n"
NOWHERE = "http://127.0.0.1:9"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a folder with one old finding in `docs/old.md`, known in `ci/baseline.json`."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "ci").mkdir()
    (tmp_path / "docs" / "old.md").write_text(OLD)
    ran = offline("docs", "--write-baseline", "ci/baseline.json", cwd=tmp_path)
    assert ran.code == 0
    return tmp_path


def offline(*arguments: str | Path, cwd: Path) -> Ran:
    """Check without a network."""
    return mdlint_doi("check", "--offline", *arguments, cwd=cwd)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    """A file's name of any bytes stands in a baseline, and is found there again."""
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text(OLD)
    assert offline(".", "--write-baseline", "baseline.json", cwd=tmp_path).code == 0
    (row,) = json.loads((tmp_path / "baseline.json").read_text())["findings"]
    assert os.fsencode(row["path"]) == b"caf\xe9.md"
    assert offline(".", "--baseline", "baseline.json", cwd=tmp_path).code == 0


def test_paths_are_relative_to_the_file(tree: Path) -> None:
    """The same baseline holds from any folder, for `./` and absolute paths, too."""
    rows = json.loads((tree / "ci" / "baseline.json").read_text())["findings"]
    assert [row["path"] for row in rows] == ["../docs/old.md"]
    for cwd, path in ((tree, "docs"), (tree, "./docs/old.md"), (tree / "docs", "."),
                      (tree, tree / "docs")):  # fmt: skip
        baseline = os.path.relpath(tree / "ci" / "baseline.json", cwd)
        ran = offline(path, "--baseline", baseline, cwd=cwd)
        assert (ran.code, ran.err) == (0, "")
        assert "The baseline hides 1 finding." in ran.out
        assert "No new problems found" in ran.out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_fix_leaves_alone_what_is_known(tree: Path, jobs: str) -> None:
    """`--fix` fixes what is new, and nothing else; also with several processes."""
    (tree / "docs" / "new.md").write_text(NEW)
    big = "word " * 250_000  # so that other processes are started
    for number in range(3):
        (tree / "docs" / f"a{number}.md").write_text(f"{NEW}\n{big}\n")
    ran = offline("docs", "--fix", "--jobs", jobs, "--baseline", "ci/baseline.json", cwd=tree)
    assert ran.code == 0
    assert "https://doi.org/10.1000/456" in (tree / "docs" / "new.md").read_text()
    assert (tree / "docs" / "old.md").read_text() == OLD
    assert "The baseline hides 1 finding" in ran.out
    assert "no longer found" not in ran.err


def test_an_outage_is_no_fault_of_a_document(tmp_path: Path) -> None:
    """DOI916 is reported and not written down."""
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/182>\n")
    ran = mdlint_doi(
        "check", "--isolated", *config(server=NOWHERE, use_cache=False), ".",
        "--write-baseline", "b.json", cwd=tmp_path, command=NEVER_WAITS,
    )  # fmt: skip
    assert json.loads((tmp_path / "b.json").read_text())["findings"] == []
    assert "DOI916" in ran.out


def test_a_run_with_errors_writes_none(tree: Path) -> None:
    """A run that could not read a file does not know all: the old file stays as it is."""
    before = (tree / "ci" / "baseline.json").read_bytes()
    (tree / "docs" / "bad.md").write_bytes(b"\xff <https://doi.org/10.1000/1>\n")
    ran = offline("docs", "--write-baseline", "ci/baseline.json", cwd=tree)
    assert ran.code == 1
    assert "ci/baseline.json was not written" in ran.err
    assert (tree / "ci" / "baseline.json").read_bytes() == before
    assert "DOI201" in ran.out
    ran = offline("dcos", "--write-baseline", "ci/baseline.json", cwd=tree)
    assert (ran.code, (tree / "ci" / "baseline.json").read_bytes()) == (2, before)


def test_what_was_written_is_told(tree: Path) -> None:
    """The summary does not claim that there are no problems."""
    (tree / "docs" / "new.md").write_text(NEW)
    ran = offline("docs", "--write-baseline", "new.json", cwd=tree)
    assert "No new problems found" in ran.out
    assert "The baseline hides " in ran.out


def test_the_setting(tree: Path) -> None:
    """`baseline` in the settings is relative to their file; it may be about to be written."""
    (tree / "pyproject.toml").write_text('[tool.mdlint-doi]\nbaseline = "ci/baseline.json"\n')
    assert offline(".", cwd=tree / "docs").code == 0
    (tree / "ci" / "baseline.json").unlink()
    assert offline("docs", cwd=tree).code == 2
    assert offline("docs", "--write-baseline", "ci/baseline.json", cwd=tree).code == 0
    assert offline("docs", cwd=tree).code == 0


def test_writing_it_anew_keeps_what_it_knew(tree: Path) -> None:
    """With the setting and `--fix`, what is known is neither fixed nor forgotten."""
    (tree / "pyproject.toml").write_text('[tool.mdlint-doi]\nbaseline = "ci/baseline.json"\n')
    (tree / "docs" / "new.md").write_text(NEW)
    ran = offline("docs", "--write-baseline", "new.json", cwd=tree)
    assert ran.code == 0
    rows = json.loads((tree / "new.json").read_text())["findings"]
    assert [row["path"] for row in rows] == ["docs/new.md", "docs/old.md"]


def test_stale_entries_are_told(tree: Path) -> None:
    """What was fixed, or whose file is gone, is told; what was not looked at is not."""
    (tree / "docs" / "other.md").write_text("Nothing.\n")
    told = (
        "1 entry is no longer found (../docs/old.md DOI201 10.1000/182); write the baseline again"
    )
    ran = offline("docs/other.md", "--baseline", "ci/baseline.json", cwd=tree)
    assert told not in ran.err
    ran = offline("docs", "--ignore", "DOI2", "--baseline", "ci/baseline.json", cwd=tree)
    assert told not in ran.err
    (tree / "docs" / "old.md").write_text("Nothing.\n")
    assert told in offline("docs", "--baseline", "ci/baseline.json", cwd=tree).err
    (tree / "docs" / "old.md").unlink()
    assert told in offline("docs", "--baseline", "ci/baseline.json", cwd=tree).err
    (tree / "pyproject.toml").write_text('[tool.mdlint-doi]\nbaseline = "ci/baseline.json"\n')
    assert f"note: ci/baseline.json: {told}" in offline("docs", cwd=tree).err
