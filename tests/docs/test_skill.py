"""The skill for language models: what it says of the outputs is what the commands print."""

from __future__ import annotations

import argparse
import json
import re
import shlex
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest
import yaml
from cli.command import mdlint_doi
from docs.examples import MANUAL, TOP

from mdlint_doi.lint.rules import by_code
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report import works

FILE: Final = TOP / "skills" / "check-references" / "SKILL.md"
TEXT: Final = FILE.read_text(encoding="utf-8")
AGREEMENTS: Final = {"agrees", "differs", "disagrees", "cannot-tell"}
SETTINGS: Final = {
    "records": str(MANUAL / "doi-records.json"),
    "offline": True,
    "depth": "registration",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project that takes its answers from the records file of the manual."""
    lines = [f"{name} = {json.dumps(value)}\n" for name, value in SETTINGS.items()]
    (tmp_path / "mdlint-doi.toml").write_text("".join(lines), encoding="utf-8")
    return tmp_path


def _section(title: str) -> str:
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_it_is_a_skill() -> None:
    """It has the name of its folder, a description that says when to use it, and few lines."""
    _, front, body = TEXT.split("---\n", 2)
    described = yaml.safe_load(front)
    assert described.keys() == {"name", "description"}
    assert described["name"] == FILE.parent.name
    assert "Use it " in described["description"]
    assert len(described["description"]) <= 1024
    assert len(body.splitlines()) <= 64
    assert "skills/check-references" in (MANUAL / "guide" / "mcp.md").read_text(encoding="utf-8")


def test_its_commands_can_be_given() -> None:
    """Each command of it is understood, in sessions and in sentences."""
    given = re.findall(r"(?:^\$ |`)mdlint-doi (\w+)((?: [^`\n]+)?)", TEXT, re.MULTILINE)
    assert {name for name, _ in given} == {"check", "lookup", "search"}
    for name, rest in given:
        parser = argparse.ArgumentParser()
        import_module(f"mdlint_doi.cli.{name}").add_arguments(parser)
        parser.parse_args(shlex.split(rest) or ["FILE"])


def test_its_hints_are_hints() -> None:
    """Each code is a rule's, and just those are called hints that are."""
    rows = re.findall(r"^\| (DOI.*?) \|", _section("Findings of `check`"), re.MULTILINE)
    assert len(rows) >= 6
    for row in rows:
        for code in re.findall(r"DOI\d{3}", row):
            rule = by_code(code)
            assert rule is not None
            assert (rule.severity is Severity.HINT) == ("(hints)" in row), code


def test_its_words_are_those_of_the_output() -> None:
    """Each verdict and each outcome has its row, and no row is about another one."""
    section = _section("Verdicts of `check --dump`")
    rows = re.findall(
        r"^\| `(\w+)`, (?:`([a-z-]+)`|null)", section.partition("|---")[2], re.MULTILINE
    )
    assert {agreement for _, agreement in rows} - {""} == AGREEMENTS
    assert {outcome for outcome, _ in rows} == set(works._OUTCOMES.values())
    words = set(re.findall(r"`([a-z-]+)`", _section("Answers of `lookup`")))
    assert words - {"outcome", "cause", "work"} == {
        *works._OUTCOMES.values(),
        *works._STATES.values(),
    }


@pytest.mark.parametrize(
    ("text", "code", "codes"),
    [
        ("See https://doi.org/10.17487/RFC3986x.\n", 1, ["DOI901"]),
        ("See https://doi.org/10.17487/RFC7231.\n", 3, ["DOI916"]),
        (
            "https://doi.org/10.17487/RFC3986x https://doi.org/10.17487/RFC7231\n",
            1,
            ["DOI901", "DOI916"],
        ),
        ("Nobody (2021), Attention of cats, a journal.\n", 0, []),
        ("See https://doi.org/10.17487/RFC3986.\n", 0, []),
    ],
    ids=["not registered", "not checked", "both", "no DOI", "fine"],
)
def test_what_check_prints(project: Path, text: str, code: int, codes: list[str]) -> None:
    """Exit codes and findings are those that the skill describes, with the members it reads."""
    (project / "a.md").write_text(text, encoding="utf-8")
    ran = mdlint_doi("check", "--strict", "--output-format", "json", "a.md", cwd=project)
    findings = json.loads(ran.out)
    assert (ran.code, [finding["code"] for finding in findings]) == (code, codes)
    members = {*re.findall(r"`(\w+)`", _section("Findings of `check`").split("\n|")[0]), "fix"}
    assert all(finding.keys() >= members for finding in findings)
    if codes:
        assert codes[0] in TEXT


def test_what_lookup_prints(project: Path) -> None:
    """An outcome for each DOI, in order; a text that is not a DOI is named elsewhere."""
    given = ("10.17487/RFC3986", "10.17487/RFC3986x", "nonsense", "10.17487/RFC7231")
    ran = mdlint_doi("lookup", "--strict", "--output-format", "json", *given, cwd=project)
    answers = json.loads(ran.out)
    assert [answer["outcome"] for answer in answers] == ["found", "missing", "unknown"]
    assert [answer["cause"] is None for answer in answers] == [True, True, False]
    assert "nonsense" in ran.err


def test_the_dump_has_a_verdict_for_each_doi(project: Path) -> None:
    """A line for each DOI, also on standard input, with the members that the skill reads."""
    text = b"See https://doi.org/10.17487/RFC3986 and https://doi.org/10.17487/RFC3986x\n"
    ran = mdlint_doi("check", "--strict", "--dump", "-", cwd=project, stdin=text)
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [(line["outcome"], line["agreement"]) for line in lines] == [
        ("found", None),
        ("missing", None),
    ]
    section = _section("Verdicts of `check --dump`")
    read = set(re.findall(r"`([a-z]+)`", section)) - AGREEMENTS - set(works._OUTCOMES.values())
    assert read == {"outcome", "agreement", "reason", "differences", "retracted"}
    assert all(line.keys() >= read for line in lines)
