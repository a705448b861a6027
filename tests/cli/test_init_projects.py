"""`mdlint-doi init` in kinds of projects: the next check and the hook read all of their documents.

`projects.toml` is the table of the kinds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from cli.command import mdlint_doi
from linear import is_linear

from mdlint_doi.file_formats import Wanted
from mdlint_doi.formats.yaml_reader import read_scalars
from mdlint_doi.run.project import hook_notice

PROJECTS: Final[list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "projects.toml").read_text("utf-8")
)["project"]
FAULT: Final = "http://dx.doi.org/10.1000/182"
HOOK: Final = ".pre-commit-config.yaml"
each_kind = pytest.mark.parametrize("kind", PROJECTS, ids=lambda kind: str(kind["name"]))


def make(folder: Path, kind: dict[str, Any]) -> None:
    """Write the files of a project."""
    for name, text in kind["files"].items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.replace("{X}", FAULT), encoding="utf-8")


def reported(out: str) -> set[str]:
    """Return the files with findings in the concise format."""
    return {line.partition(":")[0] for line in out.splitlines() if ": DOI" in line}


@each_kind
def test_the_next_check_reads_all(tmp_path: Path, kind: dict[str, Any]) -> None:
    """The settings name the formats that the project has, and no others; no gap is left to say."""
    make(tmp_path, kind)
    ran = mdlint_doi("init", "--ci", "none", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert [line for line in lines if line.startswith("found: ")] == (
        [f"found: {kind['found']}"] if "found" in kind else []
    )
    assert "next: run mdlint-doi check ." in lines
    assert kind.get("next", "") in ran.out
    settings = tomllib.loads((tmp_path / "mdlint-doi.toml").read_text("utf-8"))
    assert settings.get("formats", []) == kind.get("formats", [])
    assert settings.get("read-as", {}) == kind.get("read-as", {})
    checked = mdlint_doi("check", "--offline", "--output-format", "concise", cwd=tmp_path)
    assert reported(checked.out) == set(kind["read"])
    assert "note" not in checked.err
    again = mdlint_doi("init", "--ci", "none", cwd=tmp_path)
    assert "already has settings and was not changed" in again.out
    assert f"{HOOK} already exists and was not changed" in again.out
    assert "does not get" not in again.out


@each_kind
def test_the_hook_gets_all(tmp_path: Path, kind: dict[str, Any]) -> None:
    """pre-commit passes the same files to the hook, with the pattern that was written."""
    make(tmp_path, kind)
    mdlint_doi("init", "--ci", "none", cwd=tmp_path)
    config = yaml.safe_load((tmp_path / HOOK).read_text("utf-8"))
    (hook,) = config["repos"][0]["hooks"]
    ours = yaml.safe_load((Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text("utf-8"))
    (published,) = [entry for entry in ours if entry["id"] == hook["id"]]
    command = f"{sys.executable} -m mdlint_doi check --offline --output-format concise"
    local = {**published, **hook, "language": "system", "entry": command}
    config["repos"] = [{"repo": "local", "hooks": [local]}]
    (tmp_path / HOOK).write_text(yaml.safe_dump(config), "utf-8")
    environment = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / ".cache")}
    for words in (("git", "init", "-q"), ("git", "add", ".")):
        subprocess.run(words, cwd=tmp_path, check=True, env=environment)
    ran = subprocess.run(
        [sys.executable, "-m", "pre_commit", "run", "--all-files", "--color", "never"],
        cwd=tmp_path,
        check=False,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert reported(ran.stdout) == set(kind["read"]), ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("R package", "not read: 1 DESCRIPTION, 1 .R, 1 .Rd; add --formats rd,"),
        ("LaTeX", "not read: 2 .tex; add --formats latex,"),
        ("AsciiDoc", "not read: 1 .adoc; add --formats asciidoc,"),
        ("Org and Typst", "not read: 1 .org, 1 .typ; add --formats org,typst,"),
        ("Sphinx", ""),
        ("Quarto", ""),
    ],
)
def test_a_check_says_what_it_does_not_read(tmp_path: Path, name: str, told: str) -> None:
    """Once, if the project's own marks show the format; not with `-q`, and not if it is off."""
    (kind,) = [project for project in PROJECTS if project["name"] == name]
    make(tmp_path, kind)
    (tmp_path / "README.md").write_text("Nothing.\n")
    ran = mdlint_doi("check", "--offline", cwd=tmp_path)
    assert ran.err.count("not read:") == bool(told)
    assert told in ran.err
    assert "not read" not in mdlint_doi("check", "--offline", "-q", cwd=tmp_path).err
    assert "not read" not in mdlint_doi("check", "--offline", "README.md", cwd=tmp_path).err
    if told:
        off = ",".join(f"no-{format_name}" for format_name in kind["formats"])
        assert "not read" not in mdlint_doi("check", "--formats", off, cwd=tmp_path).err
    for path in tmp_path.rglob("*"):
        if path.is_file():
            text = path.read_text("utf-8").replace(FAULT, "nothing")
            path.write_text(text.replace("10.1000/183", "none"), "utf-8")
    assert "not read" not in mdlint_doi("check", "--offline", cwd=tmp_path).err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", True),
        (r"files: \.md$", True),
        (r"files: (?i)\.(md|rd|r)$|DESCRIPTION", False),
        ("files: '('", False),
    ],
)
def test_a_hook_that_gets_too_little(tmp_path: Path, line: str, told: bool) -> None:  # noqa: FBT001
    """`check` and `init` say it, with the line to add."""
    (tmp_path / "a.md").write_text("Nothing.\n")
    (tmp_path / "mdlint-doi.toml").write_text('formats = ["rd"]\n')
    hook = f"      - id: mdlint-doi-lookup\n{'        ' + line if line else ''}\n"
    (tmp_path / HOOK).write_text(
        "repos:\n  - repo: https://example.org/other\n    rev: v1\n    hooks:\n      - id: x\n"
        f"  - repo: https://github.com/sphinx-doi/sphinx-doi\n    rev: v1\n    hooks:\n{hook}"
    )
    words = f"{HOOK}: the hook mdlint-doi-lookup does not get "
    assert (words in mdlint_doi("check", "--offline", cwd=tmp_path).err) is told
    assert (words in mdlint_doi("init", cwd=tmp_path).out) is told
    assert words not in mdlint_doi("check", "--offline", "-q", cwd=tmp_path).err
    (tmp_path / "mdlint-doi.toml").write_text("")
    assert "the hook" not in mdlint_doi("check", "--offline", cwd=tmp_path).err


def test_existing_settings_get_lines_to_add(tmp_path: Path) -> None:
    """The file stays, and the formats that it lacks are printed."""
    (kind,) = [project for project in PROJECTS if project["name"] == "R package"]
    make(tmp_path, kind)
    text = '[tool.mdlint-doi]\nformats = ["no-python"]\n'
    (tmp_path / "pyproject.toml").write_text(text)
    ran = mdlint_doi("init", "--ci", "none", cwd=tmp_path)
    assert "pyproject.toml already has settings; add these lines:" in ran.out
    assert 'formats = ["no-python", "rd"]' in ran.out
    assert (tmp_path / "pyproject.toml").read_text() == text


def test_builds_of_r_packages_leave_our_files_out(tmp_path: Path) -> None:
    """`.Rbuildignore` is written, or its lines are printed; a pattern that is there counts."""
    (tmp_path / "DESCRIPTION").write_text("Package: tides\n")
    (tmp_path / ".github").mkdir()
    assert "wrote .Rbuildignore" in mdlint_doi("init", cwd=tmp_path).out
    ignored = tmp_path / ".Rbuildignore"
    lines = [r"^mdlint-doi\.toml$", r"^\.pre-commit-config\.yaml$", r"^\.github$"]
    assert ignored.read_text().splitlines() == lines
    assert ".Rbuildignore" not in mdlint_doi("init", cwd=tmp_path).out
    ignored.write_text(f"^x$\n{lines[2]}\n")
    ran = mdlint_doi("init", cwd=tmp_path)
    assert f".Rbuildignore already exists; add these lines:\n\n{lines[0]}\n{lines[1]}\n" in ran.out
    assert ignored.read_text() == f"^x$\n{lines[2]}\n"


@pytest.mark.parametrize(
    ("remote", "written"),
    [
        ("git@github.com:a/b.git", ".github/workflows/dois.yml"),
        ("https://gitlab.example.org/a/b", ".gitlab-ci.yml"),
        ("https://example.org/a", ""),
    ],
)
def test_a_remote_shows_the_service(tmp_path: Path, remote: str, written: str) -> None:
    """Without files of a CI service, the remote of the repository decides."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/config").write_text(f'[remote "origin"]\n\turl = {remote}\n')
    ran = mdlint_doi("init", cwd=tmp_path)
    assert (f"wrote {written or 'no file'}" in ran.out) is bool(written)
    assert ("no CI step was written" in ran.out) is (not written)


def test_many_hooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each entry of the hook's file is read once, however many hooks there are."""
    read = cache(lambda text: [*read_scalars(text)])  # only the work after this is measured
    monkeypatch.setattr("mdlint_doi.run.project.read_scalars", read)
    folders = []
    for number in (125, 1000):
        folder = tmp_path / str(number)
        folder.mkdir()
        hook = "- repo: https://github.com/sphinx-doi/sphinx-doi\n  hooks:\n  - {id: a, files: .}\n"
        (folder / HOOK).write_text(f"repos:\n{hook * number}")
        assert hook_notice(str(folder), Wanted(("rd",))) is None
        folders.append(str(folder))
    assert is_linear(lambda folder: hook_notice(folder, Wanted(("rd",))), *folders)
