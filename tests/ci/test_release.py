"""What a release is made of: versions that agree, recipes whose commands work, sound metadata."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
import yaml
from ci.github_job import TOP
from ci.schemas import misfits

from mdlint_doi.text.version import REVISION
from mdlint_doi.text.version import VERSION as OF_THE_CODE

PROJECT: dict[str, Any] = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
VERSION: str = PROJECT["version"]


def _run(*command: str | Path, cwd: Path = TOP, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env={**os.environ, **environ},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=500,
    )


def _release(capsys: pytest.CaptureFixture[str], tree: Path, *arguments: str) -> tuple[int, str]:
    """Run `.ci/release.py` on a tree; return its exit code and what it says."""
    main = run_path(str(TOP / ".ci" / "release.py"))["main"]
    code = main(["--tree", str(tree), *arguments])
    return code, capsys.readouterr().err


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    """Return a tree that can be released as 1.2.3."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    (tmp_path / "CITATION.cff").write_text("version: 1.2.3\ndate-released: 2026-11-22\n")
    (tmp_path / "mdlint_doi/text").mkdir(parents=True)
    (tmp_path / "mdlint_doi/text/version.py").write_text('\nREVISION: Final = "v1.2.3"\n')
    (tmp_path / "README.md").write_text("repos:\n  - repo: x\n    rev: v1.2.3\n")
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-22\n\n- New.\n\n"
        "## [1.2.2] - 2026-01-01\n\n- Old.\n\n[1.2.3]: https://x/v1.2.3\n[1.2.2]: https://x/v1.2.2\n"
    )
    return tmp_path


def test_a_tree_that_can_be_released(ready: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is said, and the notes are what the changelog has of the version."""
    files = ("sphinx_doi-1.2.3.tar.gz", "dist/sphinx_doi-1.2.3-py3-none-any.whl")
    said = _release(capsys, ready, "v1.2.3", "--notes", str(ready / "notes.md"), *files)
    assert said == (0, "")
    assert (ready / "notes.md").read_text() == "- New.\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("pyproject.toml", "1.2.3", "1.2.4"), "the tag is v1.2.3, but pyproject.toml has"),
        (("CHANGELOG.md", "## [1.2.3] - 2026-11-22", "## [1.2.3]"), "has no heading"),
        (("CHANGELOG.md", "2026-11-22", "2026-22-11"), "2026-22-11 is no date"),
        (("CHANGELOG.md", "- New.", ""), "says nothing of 1.2.3"),
        (("CHANGELOG.md", "[1.2.3]: https", "[1.2.5]: https"), "has no link '[1.2.3]"),
        (("CHANGELOG.md", "ed]\n", "ed]\n\n- Late.\n"), "has lines under [Unreleased]"),
        (("CITATION.cff", "1.2.3", "1.2.30"), "does not have version 1.2.3"),
        (("CITATION.cff", "date-released", "date"), "has no date-released"),
        (("mdlint_doi/text/version.py", "v1.2.3", "main"), "hooks are not used at v1.2.3"),
        (("README.md", "v1.2.3", "main"), "README.md is not written for v1.2.3"),
    ],
)
def test_a_tree_that_cannot(
    ready: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str, str], said: str
) -> None:
    """Each disagreement is told, and no notes are written."""
    file, old, new = change
    path = ready / file
    path.write_text(path.read_text().replace(old, new, 1))
    code, problems = _release(capsys, ready, "v1.2.3", "--notes", str(ready / "notes.md"))
    assert code == 1
    assert said in problems
    assert not (ready / "notes.md").exists()


def test_files_of_another_version(ready: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was built has to be what is released, and all of it."""
    for files in (["sphinx_doi-1.2.3.tar.gz"], ["sphinx_doi-1.2.3.tar.gz", "x.whl"]):
        code, problems = _release(capsys, ready, "v1.2.3", *files)
        assert code == 1
        assert "built are" in problems


PUBLISHED = run_path(str(TOP / ".ci" / "published.py"))


def test_one_constant_switches_the_pages() -> None:
    """The pages are as `REVISION` says; a release changes what needs it, and can be taken back."""
    changed = 0
    for path in PUBLISHED["pages"](TOP):
        text = path.read_text("utf-8")
        assert PUBLISHED["switched"](text, REVISION) == text, path
        released = PUBLISHED["switched"](text, "v1.2.3")
        changed += released != PUBLISHED["switched"](text, "main")
        assert not re.search(r"git\+https:|not open yet|rev: main|sphinx-doi@main", released), path
        assert PUBLISHED["switched"](released, REVISION) == text, path
    assert changed >= 6


def test_the_readme_of_a_release() -> None:
    """It installs the release from the index, and uses hook and action at their tags."""
    text = PUBLISHED["switched"]((TOP / "README.md").read_text("utf-8"), "v1.2.3")
    for line in (
        "sphinx-doi 1.2.3 is on [PyPI]",
        "\n$ uvx --from sphinx-doi mdlint-doi check .\n",
        "\n    rev: v1.2.3  # pre-commit autoupdate",
        "\n- uses: sphinx-doi/sphinx-doi@v1\n",
    ):
        assert line in text
    page = (TOP / "example_docs" / "installation.md").read_text("utf-8")
    line = '\n$ python -m pip install "sphinx-doi[sphinx]"\n'
    assert line in PUBLISHED["switched"](page, "v1.2.3")


def test_the_package_index_shows_the_readme_with_addresses(wheel: Path) -> None:
    """In the wheel each link and picture of the README is an address at the revision."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        shown = archive.read(name).decode("utf-8").split("\n\n", 1)[1]
    assert re.findall(r"\]\((?!https:)[^)]*\)", shown) == []
    files = "https://raw.githubusercontent.com/sphinx-doi/sphinx-doi"
    assert f"]({files}/{REVISION}/example_docs/_static/run.svg)" in shown
    pages = "https://github.com/sphinx-doi/sphinx-doi/blob"
    assert f"]({pages}/{REVISION}/example_docs/quickstart.md)" in shown


def test_the_release_workflow_runs_what_there_is(tmp_path: Path) -> None:
    """Its commands on the tag are those of the script; its major tag is that of the action."""
    workflow = yaml.safe_load((TOP / ".github" / "workflows" / "release.yml").read_text("utf-8"))
    scripts = [step.get("run", "") for job in workflow["jobs"].values() for step in job["steps"]]
    checks = [shlex.split(script) for script in scripts if "release.py" in script]
    assert [words[:2] for words in checks] == [["python", ".ci/release.py"]] * 2
    move = next(script for script in scripts if "major=" in script)
    (tmp_path / "gh").write_text('#!/bin/sh\necho "$@" >> calls\ntest "$3" != PATCH\n')
    (tmp_path / "gh").chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = _run(
        *("bash", "-e", "-c", move),
        cwd=tmp_path,
        PATH=path,
        GITHUB_REF_NAME="v1.2.3",
        GITHUB_SHA="0a",
        GH_REPO="o/r",
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "calls").read_text().splitlines() == [
        "api --method PATCH repos/o/r/git/refs/tags/v1 -f sha=0a -F force=true --silent",
        "api --method POST repos/o/r/git/refs -f ref=refs/tags/v1 -f sha=0a --silent",
    ]


def test_the_package_index_takes_the_files(wheel: Path, tmp_path: Path) -> None:
    """`twine check --strict` has nothing to say of the wheel."""
    done = _run(sys.executable, "-m", "twine", "check", "--strict", wheel, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_citation() -> None:
    """CITATION.cff fits its schema, says the version, and the linter finds nothing in it."""
    file = TOP / "CITATION.cff"
    assert misfits("citation-file-format", file) == ""
    found = _run(sys.executable, "-m", "mdlint_doi", "check", "--offline", file)
    assert found.returncode == 0, found.stdout
    assert "1 file checked" in found.stdout
    citation = yaml.safe_load(file.read_text("utf-8"))
    assert (citation["version"], citation["license"]) == (VERSION, PROJECT["license"])
    assert citation["repository-code"] == PROJECT["urls"]["Source"]
    assert "doi" not in citation  # until there is one


def test_the_code_says_the_version() -> None:
    """What `--version`, reports and requests say is the version of the distribution."""
    assert OF_THE_CODE == VERSION


def test_read_the_docs() -> None:
    """The hosted manual is built as CI builds it, from an extra that there is."""
    file = TOP / ".readthedocs.yaml"
    assert misfits("readthedocs", file) == ""
    hosted = yaml.safe_load(file.read_text("utf-8"))
    assert (TOP / hosted["sphinx"]["configuration"]).is_file()
    assert hosted["sphinx"]["fail_on_warning"]
    (install,) = hosted["python"]["install"]
    assert set(install["extra_requirements"]) <= set(PROJECT["optional-dependencies"])


def test_the_manual_is_built_in_one_way() -> None:
    """CI and Pages build it by the same command, from the same extra as CONTRIBUTING tells."""
    told = (TOP / "CONTRIBUTING.md").read_text("utf-8")
    ci, pages = (
        (TOP / ".github" / "workflows" / f"{name}.yml").read_text("utf-8")
        for name in ("ci", "pages")
    )
    for text in (ci, pages):
        assert "python -m sphinx -b html -W -n --keep-going example_docs build/manual" in text
    assert 'python -m pip install ".[docs]"' in told
    assert 'python -m pip install ".[docs]"' in pages
    assert "python -m sphinx -b html -W -n example_docs build/manual" in told


def test_other_systems_run_tests_that_are_there() -> None:
    """Each folder and file of tests that a workflow names stands in the tree."""
    text = (TOP / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    named = re.findall(r"\btests/[\w./]+", text)
    assert len(named) > 8
    assert [path for path in named if not (TOP / path).exists()] == []


def test_the_conda_recipe_needs_what_the_wheel_needs() -> None:
    """Version, Python, dependencies with their bounds, and the command are the wheel's."""
    recipe = yaml.safe_load((TOP / "recipe" / "recipe.yaml").read_text("utf-8"))
    assert recipe["context"]["version"] == VERSION
    python, *needed = (
        requirement.replace(" ", "") for requirement in recipe["requirements"]["run"]
    )
    assert python == f"python{PROJECT['requires-python']}"
    assert sorted(needed) == sorted(requirement.lower() for requirement in PROJECT["dependencies"])
    points = [f"{name} = {place}" for name, place in PROJECT["scripts"].items()]
    assert recipe["build"]["python"]["entry_points"] == points


def test_the_conda_recipe_renders() -> None:
    """rattler-build reads it."""
    rattler = pytest.importorskip("rattler_build")
    (variant,) = rattler.Stage0Recipe.from_file(str(TOP / "recipe" / "recipe.yaml")).render()
    assert f"version='{VERSION}'" in repr(variant)


def _instructions() -> list[tuple[str, str]]:
    """Return the instructions of the container's recipe."""
    lines = (TOP / "Containerfile").read_text("utf-8").splitlines()
    return [
        (word, rest)
        for word, _, rest in (line.partition(" ") for line in lines if line)
        if word != "#"
    ]


def test_the_container_is_made_of_known_instructions() -> None:
    """Both stages have one image; what runs is no root, and what is copied is there."""
    recipe = _instructions()
    images = [rest.split()[0] for word, rest in recipe if word == "FROM"]
    assert len(images) == 2
    assert len(set(images)) == 1
    words = {word for word, _ in recipe}
    assert words <= {"FROM", "COPY", "RUN", "ENV", "USER", "WORKDIR", "ENTRYPOINT", "CMD"}
    assert ("USER", "65534:65534") in recipe
    kept = (TOP / ".containerignore").read_text("utf-8").splitlines()
    needed = {"README.md", *PROJECT["license-files"], "pyproject.toml", ".ci/package_page.py"}
    assert needed | {"mdlint_doi", "sphinx_doi"} == {line[1:] for line in kept if line[0] == "!"}


def test_commands_of_the_container(wheel: Path, tmp_path: Path) -> None:
    """They make an environment in which entry point and arguments check a mounted folder."""
    recipe = _instructions()
    folders = {name: tmp_path / name for name in ("source", "wheels", "cache", "docs")}
    for name in ("source", "wheels", "docs"):
        folders[name].mkdir()
    (folders["wheels"] / wheel.name).write_bytes(wheel.read_bytes())
    (folders["docs"] / "a.md").write_text("<http://dx.doi.org/10.1000/182>\n")
    _run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv")
    python = f"{sys.executable} -m pip --python {tmp_path / 'venv' / 'bin' / 'python'}"
    commands = [
        re.sub(r"(?<![\w./])/(\w+)", lambda found: str(folders[found[1]]), rest)
        for word, rest in recipe
        if word == "RUN" and "pip wheel" not in rest  # which the fixture has done
    ]
    for command in commands:
        done = _run("sh", "-ec", command.replace("python -m pip", python), PIP_NO_DEPS="1")
        assert done.returncode == 0, done.stdout + done.stderr
    assert folders["cache"].stat().st_mode & 0o7777 == 0o1777
    lists = {word: json.loads(rest) for word, rest in recipe if word in {"ENTRYPOINT", "CMD"}}
    entry = [str(tmp_path / "venv" / "bin" / lists["ENTRYPOINT"][0]), *lists["CMD"], "--offline"]
    done = _run(*entry, cwd=folders["docs"], MDLINT_DOI_CACHE_DIR=str(folders["cache"]))
    assert done.returncode == 1, done.stderr
    assert "a.md:1:2: DOI201" in done.stdout
