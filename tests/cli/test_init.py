"""`mdlint-doi init`: settings, hook and CI step, where there are none."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
import yaml
from cli.command import Ran, mdlint_doi

from mdlint_doi.files.reading import MAX_BYTES

HOOK = ".pre-commit-config.yaml"
WORKFLOW = ".github/workflows/dois.yml"


def init(folder: Path, *arguments: str) -> Ran:
    """Run it in a folder."""
    return mdlint_doi("init", *arguments, cwd=folder)


def test_a_new_project(tmp_path: Path) -> None:
    """All three are written, are read, and change nothing yet; a second run changes nothing."""
    (tmp_path / ".github").mkdir()
    ran = init(tmp_path)
    assert (ran.code, ran.err) == (0, "")
    names = ["mdlint-doi.toml", HOOK, WORKFLOW]
    assert ran.out.splitlines() == [
        *(f"wrote {name}" for name in names),
        "next: run mdlint-doi check .",
    ]
    before = {name: (tmp_path / name).read_bytes() for name in names}
    (repository,) = yaml.safe_load(before[HOOK])["repos"]
    assert [hook["id"] for hook in repository["hooks"]] == ["mdlint-doi"]
    job = yaml.safe_load(before[WORKFLOW])["jobs"]["dois"]
    assert [step["uses"].partition("@")[0] for step in job["steps"]] == [
        *("actions/checkout", "sphinx-doi/sphinx-doi")
    ]
    assert mdlint_doi("check", "--offline", ".", cwd=tmp_path).code == 2  # no document yet
    assert all("was not changed" in line for line in init(tmp_path).out.splitlines()[:-1])
    assert {name: (tmp_path / name).read_bytes() for name in names} == before


def test_each_example_is_a_setting(tmp_path: Path) -> None:
    """The lines are right without their `#`."""
    init(tmp_path)
    path = tmp_path / "mdlint-doi.toml"
    lines = path.read_text().splitlines()
    uncommented = (line.removeprefix("# ") for line in lines if " = " in line or line[:3] == "# [")
    path.write_text("\n".join(uncommented))
    assert len(tomllib.loads(path.read_text())) == 8
    ran = mdlint_doi("check", "--offline", "--show-settings", cwd=tmp_path)
    assert (ran.code, 'contact = "you@example.org"' in ran.out) == (0, True)


@pytest.mark.parametrize("ci", [".github/workflows/dois.yml", ".gitlab-ci.yml"])
def test_what_is_there_is_kept(tmp_path: Path, ci: str) -> None:
    """What to add is printed; other settings keep the file of settings from being written."""
    (tmp_path / "pyproject.toml").write_text("[tool.mdlint-doi]\nignore = ['DOI301']\n")
    for name in (HOOK, ci):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("# mine\n")
    ran = init(tmp_path)
    assert "pyproject.toml already has settings and was not changed" in ran.out
    assert f"{HOOK} already exists; add these lines:\n\n  - repo: " in ran.out
    assert f"{ci} already exists; add these lines:\n\n" in ran.out
    assert "sphinx-doi" in ran.out.rpartition("add these lines:")[2]
    assert {path.read_text() for path in (tmp_path / HOOK, tmp_path / ci)} == {"# mine\n"}
    assert not (tmp_path / "mdlint-doi.toml").exists()


def test_no_ci(tmp_path: Path) -> None:
    """Where nothing tells which, none is written, and it says how; `--ci` decides."""
    assert "no CI step" in init(tmp_path).out
    assert "CI" not in init(tmp_path, "--ci", "none").out
    assert "wrote .gitlab-ci.yml" in init(tmp_path, "--ci", "gitlab").out
    assert "include" in yaml.safe_load((tmp_path / ".gitlab-ci.yml").read_text())


def test_what_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """One line, exit code 2."""
    (tmp_path / ".github").write_text("a file\n")
    ran = init(tmp_path, "--ci", "github")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith("mdlint-doi: error: .github/workflows/dois.yml: not written")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """It stays as it is, and one line says which it is and why; no traceback."""
    with (tmp_path / HOOK).open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    ran = init(tmp_path, "--ci", "none")
    assert (ran.code, ran.err.count("\n"), HOOK in ran.err) == (2, 1, True)
    assert (tmp_path / HOOK).stat().st_size == MAX_BYTES + 1
