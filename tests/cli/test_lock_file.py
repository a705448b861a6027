"""Records with `--offline`: what the file lacks does not pass in silence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.command import Ran, mdlint_doi

RECORDS = '{"version": 1, "records": {"10.1000/182": {"outcome": "found"}}}'


def check(folder: Path, *arguments: str) -> Ran:
    """Check a folder that names one DOI that is recorded and two that are not."""
    (folder / "doi-records.json").write_text(RECORDS)
    (folder / "a.md").write_text(
        "<https://doi.org/10.1000/182>\n<https://doi.org/10.1000/new>\n"
        "<https://doi.org/10.1000/new> <https://doi.org/10.1000/other>\n"
    )
    lock = ("--offline", "--records", "doi-records.json")
    return mdlint_doi("check", "--isolated", *lock, *arguments, ".", cwd=folder)


def test_each_name_that_is_not_recorded_is_a_hint_with_its_place(tmp_path: Path) -> None:
    """One for each name, at its first place, with what to do."""
    ran = check(tmp_path, "--output-format", "json")
    found = [(entry["line"], entry["code"], entry["severity"], entry["message"])
             for entry in json.loads(ran.out)]  # fmt: skip
    step = "is not in doi-records.json; run mdlint-doi record"
    assert found == [
        (2, "DOI916", "hint", f"10.1000/new {step} (here and in 1 other place)"),
        (3, "DOI916", "hint", f"10.1000/other {step}"),
    ]


@pytest.mark.parametrize(("strict", "code"), [((), 0), (("--strict",), 3)])
def test_the_summary_counts_them_and_strict_fails(
    tmp_path: Path, strict: tuple[str, ...], code: int
) -> None:
    """The summary says how many and what to run."""
    ran = check(tmp_path, *strict)
    assert ran.code == code
    assert "2 DOIs are not in doi-records.json (run mdlint-doi record)." in ran.out


def test_a_full_file_says_nothing(tmp_path: Path) -> None:
    """A file that has all names is no news, with `--strict`, too."""
    (tmp_path / "doi-records.json").write_text(RECORDS)
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/182>\n")
    ran = mdlint_doi(
        "check", "--isolated", "--offline", "--records", "doi-records.json", "--strict", ".",
        cwd=tmp_path,
    )  # fmt: skip
    assert (ran.code, "not in" in ran.out) == (0, False)


def test_offline_without_records_asks_nothing_and_says_nothing(tmp_path: Path) -> None:
    """A hook looks nothing up, so it has nothing to say of look-ups."""
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/new>\n")
    ran = mdlint_doi("check", "--isolated", "--offline", "--strict", ".", cwd=tmp_path)
    assert (ran.code, "Looked up" in ran.out) == (0, False)


def test_a_records_file_that_is_not_there_is_told_with_what_writes_one(tmp_path: Path) -> None:
    """A setting for it is often written before the file is."""
    (tmp_path / "mdlint-doi.toml").write_text("records = 'gone.json'\noffline = true\n")
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/1>\n")
    ran = mdlint_doi("check", cwd=tmp_path)
    assert ran.code == 2
    assert "gone.json: " in ran.err
    assert "create the file with mdlint-doi record" in ran.err
