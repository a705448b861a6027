"""The template for GitLab CI, its commands run as a job runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from ci.github_job import TOP
from ci.schemas import misfits

TEMPLATE = TOP / "templates" / "mdlint-doi.yml"
JOB: dict[str, Any] = yaml.safe_load(TEMPLATE.read_text("utf-8"))["mdlint-doi"]


def _job(project: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the job's commands in one shell, as GitLab's runner does."""
    told = {**JOB["variables"], **variables}
    values = {name: value.replace("$CI_PROJECT_DIR", str(project)) for name, value in told.items()}
    bin_folder = str(Path(sys.executable).parent)
    return subprocess.run(
        ["bash", "-c", "\n".join(["set -eo pipefail", *JOB["script"]])],
        cwd=project,
        env={**os.environ, **values, "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=500,
    )


def test_the_template_is_sound() -> None:
    """It fits GitLab's schema, and what it keeps is what its command writes."""
    assert misfits("gitlab-ci", TEMPLATE) == ""
    assert JOB["artifacts"]["when"] == "always"
    (cached,) = JOB["cache"]["paths"]
    assert JOB["variables"]["MDLINT_DOI_CACHE_DIR"] == f"$CI_PROJECT_DIR/{cached}"


def test_findings_fail_the_job_and_are_reported(tmp_path: Path) -> None:
    """The log has the report for people, the artifact that for GitLab."""
    (tmp_path / "a.md").write_text("<http://dx.doi.org/10.1000/182>\n")
    done = _job(tmp_path, MDLINT_DOI_ARGS="--offline")
    assert done.returncode == 1
    assert "Found 1 problem " in done.stdout
    report = json.loads((tmp_path / JOB["artifacts"]["reports"]["codequality"]).read_bytes())
    assert {issue["check_name"] for issue in report} == {"unusual-address"}


@pytest.mark.parametrize("text", ["$(touch owned) `touch owned` ; touch owned", "* > owned"])
def test_variables_are_parted_and_never_run(tmp_path: Path, text: str) -> None:
    """Blanks part paths and arguments; no syntax of the shell holds in them."""
    (tmp_path / "a.md").write_text("<http://dx.doi.org/10.1000/182>\n")
    done = _job(tmp_path, MDLINT_DOI_PATHS=text, MDLINT_DOI_ARGS="--offline")
    assert done.returncode == 2
    assert not (tmp_path / "owned").exists()
