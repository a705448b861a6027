"""The workflows and jobs that the manual shows: of the right form, with inputs that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from ci.github_job import ACTION, TOP
from ci.schemas import misfits

_SCHEMAS = {"jobs": "github-workflows", "include": "gitlab-ci", "version": "readthedocs"}
"""Which schema a file of a service has to fit, by a key that only its files have."""


def _files() -> Iterator[tuple[str, str]]:
    """Yield the schema and the text of each whole file that a page shows."""
    for page in sorted((TOP / "example_docs" / "guide").glob("*.md")):
        for text in re.findall(
            r"^```yaml\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
        ):
            keys = {str(key) for key in yaml.safe_load(text)} if text[0] != "-" else set()
            for key in keys & _SCHEMAS.keys():
                yield _SCHEMAS[key], text


def test_files_of_services_fit_their_schemas(tmp_path: Path) -> None:
    """What is there to copy is taken by GitHub, GitLab and Read the Docs."""
    seen = set()
    for number, (schema, text) in enumerate(_files()):
        file = tmp_path / f"{number}.yml"
        file.write_text(text, "utf-8")
        assert misfits(schema, file) == "", text
        seen.add(schema)
    assert seen == set(_SCHEMAS.values())


def _steps() -> Iterator[dict[str, Any]]:
    """Yield the steps with our action, on all pages."""
    for page in (TOP / "README.md", *(TOP / "example_docs").rglob("*.md")):
        for text in re.findall(
            r"^```yaml\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
        ):
            read = yaml.safe_load(text)
            jobs = read.get("jobs", {}) if isinstance(read, dict) else {"": {"steps": read}}
            for job in jobs.values():
                steps = [step for step in job.get("steps", ()) if isinstance(step, dict)]
                yield from (step for step in steps if "sphinx-doi/" in step.get("uses", ""))


def test_hooks_run_once() -> None:
    """Each hook gets all files at once: several summaries would each count a part of them."""
    hooks = yaml.safe_load((TOP / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert [hook["require_serial"] for hook in hooks] == [True] * 3


def test_inputs_of_the_action_are_there() -> None:
    """Each input that a page sets is one of the action, and the table has all of them."""
    steps = list(_steps())
    assert len(steps) >= 4
    assert {name for step in steps for name in step.get("with", ())} <= set(ACTION["inputs"])
    page = (TOP / "example_docs" / "guide" / "github-action.md").read_text("utf-8")
    inputs, outputs = page.split("## Inputs")[1].split("## Outputs")
    for table, names in ((inputs, ACTION["inputs"]), (outputs, ACTION["outputs"])):
        told = [
            re.findall(r"`([\w-]+)`", row)
            for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
        ]
        assert {name for row in told for name in row} == set(names)


@pytest.mark.parametrize("name", ["paths", "depth", "cache", "sarif", "issue-title", "issue-label"])
def test_defaults_of_the_action_are_told(name: str) -> None:
    """The last cell of an input's row is its default."""
    page = (TOP / "example_docs" / "guide" / "github-action.md").read_text("utf-8")
    row = next(line for line in page.splitlines() if re.match(rf"\| .*`{name}`", line))
    default = ACTION["inputs"][name]["default"]
    assert (default or "the setting") in row.split(" | ")[-1]


def test_variables_of_the_template_are_there() -> None:
    """Each variable that the manual names is one of the GitLab template."""
    template = yaml.safe_load((TOP / "templates" / "mdlint-doi.yml").read_text("utf-8"))
    known = set(template["mdlint-doi"]["variables"])
    page = (TOP / "example_docs" / "guide" / "recipes.md").read_text("utf-8")
    section = page.split("## GitLab\n")[1].split("\n## ")[0]
    assert set(re.findall(r"MDLINT_DOI_\w+", section)) <= known
