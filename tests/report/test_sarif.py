"""SARIF is valid, and means what the findings mean."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote_to_bytes

import jsonschema
import pytest
from report.sarif_schema import LOG

from mdlint_doi.lint.model import Edit, Finding, Fix, Safety, rule_address
from mdlint_doi.lint.rules import RULES
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report import formats, sarif
from mdlint_doi.report.model import PathNote, Report
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span


def log_of(report: Report) -> Any:  # noqa: ANN401 - JSON
    """Return the parsed log of a report, with all rules."""
    return json.loads("\n".join(sarif.render(report, RULES, "1.2.3")))


@pytest.mark.parametrize("given", ["full", "empty"])
def test_the_log_has_only_members_of_the_standard(full: Report, given: str) -> None:
    """Every member of every object is one of SARIF 2.1.0, of its type, with all rules in it."""
    log = log_of(full if given == "full" else Report())
    validator = jsonschema.Draft202012Validator(LOG)
    assert [error.message for error in validator.iter_errors(log)] == []
    log["runs"][0]["results"].append({"message": {"text": "no such member"}, "line": 1})
    assert not validator.is_valid(log)


def test_each_rule_is_described_once(full: Report) -> None:
    """A result's index leads to its rule; ids are unique."""
    [run] = log_of(full)["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.code for rule in RULES]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    for rule in rules:
        assert rule["shortDescription"]["text"]
        assert rule["fullDescription"]["text"]
        assert rule["helpUri"] == rule_address(rule["id"])
        assert rule["helpUri"] in rule["help"]["markdown"]
        assert rule["defaultConfiguration"]["level"] in {"error", "warning", "note"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_replacements_do_what_the_edits_do(end: str) -> None:
    """Applied by line and column in code points, a fix gives the same text."""
    text = end.join(["# 𝔻𝕆𝕀 漢字", "e\u0301 10.1000/a b, and", "c 10.1000/d"])
    edits = tuple(
        Edit(Span(text.index(old), text.index(old) + len(old)), new)
        for old, new in (("DOI", "doi"), ("a b", "a%20b"), (end + "c", ""), ("d", "e"))
        if old in text
    )
    source = Source("a.md", text)
    span = edits[0].span
    finding = Finding(
        "DOI301", "x", Severity.ERROR, "m", source, span, None, Fix(edits, Safety.SAFE)
    )
    [fix] = log_of(Report((finding,)))["runs"][0]["results"][0]["fixes"]
    [change] = fix["artifactChanges"]
    lines = text.split(end)
    starts = [sum(len(line) + len(end) for line in lines[:row]) for row in range(len(lines))]
    fixed = expected = text
    for replacement in reversed(change["replacements"]):
        region = replacement["deletedRegion"]
        start = starts[region["startLine"] - 1] + region["startColumn"] - 1
        stop = starts[region["endLine"] - 1] + region["endColumn"] - 1
        fixed = fixed[:start] + replacement["insertedContent"]["text"] + fixed[stop:]
    for edit in reversed(edits):
        expected = expected[: edit.span.start] + edit.replacement + expected[edit.span.end :]
    assert fixed == expected
    assert fixed != text


@pytest.mark.parametrize(
    ("path", "uri", "base"),
    [
        ("docs/a.md", "docs/a.md", True),
        ("./a b#c?.md", "a%20b%23c%3F.md", True),
        ("a:b.md", "a%3Ab.md", True),
        ("/tmp/ä.md", "file:///tmp/%C3%A4.md", False),
        ("C:/x/y.md", "file:///C:/x/y.md", False),
        ("caf\udce9.md", "caf%E9.md", True),
        ("x\ud800.md", "x%3F.md", True),
    ],
)
def test_paths_are_uris(path: str, uri: str, base: bool) -> None:  # noqa: FBT001
    """Relative ones on the source root; bytes that are not UTF-8 come through."""
    log = log_of(Report(problems=(PathNote(path, "cannot be read"),)))
    [note] = log["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    location = note["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location["uri"] == uri
    assert ("uriBaseId" in location) is base
    assert unquote_to_bytes(uri)


def test_a_run_with_errors_was_not_successful(full: Report) -> None:
    """Services tell "nothing found" from "not looked at" by this."""
    assert log_of(full)["runs"][0]["invocations"][0]["executionSuccessful"] is False
    assert log_of(Report())["runs"][0]["invocations"][0]["executionSuccessful"] is True


def test_the_command_renders_sarif_with_all_rules(full: Report) -> None:
    """By its name, like every other format."""
    log = json.loads(formats.render(full, "sarif"))
    assert len(log["runs"][0]["tool"]["driver"]["rules"]) == len(RULES)
    assert log["runs"][0]["tool"]["driver"]["version"]
