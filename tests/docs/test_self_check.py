"""The tool checks its own manual: one page is wrong, as it says, and the others are right."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from docs.examples import MANUAL, TOP, reader_environment

from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.rules import RULES

Findings = list[dict[str, Any]]


def _check(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "mdlint_doi",
            "check",
            "--config",
            "example_docs/pyproject.toml",
            *arguments,
        ],
        cwd=TOP,
        env=reader_environment(folder, HTTPS_PROXY="http://127.0.0.1:9"),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=500,
    )


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """Return what a check of the folder finds, look-ups answered from the records file."""
    done = _check(tmp_path_factory.mktemp("home"), "example_docs", "--output-format", "json")
    assert done.stderr == ""
    assert done.returncode == 1
    found: Findings = json.loads(done.stdout)
    return found


def test_only_the_page_of_defects_is_wrong(findings: Findings) -> None:
    """The hand-written pages, this README included, hold no finding."""
    assert {finding["path"] for finding in findings} == {"example_docs/defects.md"}


def test_the_findings_are_the_announced_ones(findings: Findings) -> None:
    """Each line of the page names in brackets the rules that it breaks, and breaks no others."""
    lines = (MANUAL / "defects.md").read_text(encoding="utf-8").splitlines()
    told: Counter[tuple[int, str]] = Counter()
    for number, line in enumerate(lines, 1):
        for code in re.findall(r"\[(DOI\d{3})\](?!:)", line):
            told[number, code] += 1
    said = Counter((finding["line"], finding["code"]) for finding in findings)
    assert said == told


def test_findings_fit_the_schema(findings: Findings) -> None:
    """The JSON output is what the published schema says."""
    schema = json.loads((MANUAL / "_static" / "check.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(findings, schema)
    members = set(schema["items"]["properties"])
    assert all(set(finding) == members for finding in findings)


def test_the_page_shows_nearly_all_rules(findings: Findings) -> None:
    """Each family is there but that of data files, and most rules that the records can serve."""
    shown = {finding["code"] for finding in findings}
    rules = [rule for rule in RULES if rule.family != "DOI5"]
    default = {rule.code for rule in rules if rule.default and Need.WORKS not in rule.needs}
    assert {code[:4] for code in shown} == {rule.family for rule in rules}
    assert len(shown & default) >= 0.8 * len(default)


def test_exit_zero_is_for_showing(tmp_path: Path) -> None:
    """The README's command succeeds, and says what was found."""
    done = _check(tmp_path, "example_docs/", "--exit-zero")
    assert done.returncode == 0
    assert re.search(r"Found \d+ problems .* in 1 of \d+ files", done.stdout)
    assert re.search(r": [1-9]\d* registered, \d+ not registered, 0 ", done.stdout)
