"""Who reads a report, even without colour, sees what is a hint and what fails the run."""

from __future__ import annotations

import json
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report.formats import FORMATS, render
from mdlint_doi.report.github import summary
from mdlint_doi.report.model import Report
from mdlint_doi.report.summary import all_fixes

Make = Callable[..., Finding]
OTHERS = ("{}a", "hint: ")
MARKS = dict.fromkeys(FORMATS, OTHERS) | {
    "text": ("DOI201 [unusual-address] {}a", "hint: "),
    "concise": ("DOI201 [unusual-address] {}a", "hint: "),
    "markdown": (" | {}a | ", "hint: "),
    "github": ("DOI201 [unusual-address] {}a", "hint: "),
    "junit": ("DOI201 [unusual-address] {}a", "hint: "),
    "html": ("<b>{}</b> <a", "hint"),
    "json": ('"severity": "{}"', "hint"),
    "sarif": ('"level": "{}", "message": {{"text": "a"', "note"),
    "rdjson": ('"severity": "{}", "code"', "INFO"),
    "gitlab": ('"severity": "{}"', "info"),
}
"""What each format writes around a severity, and a hint's word."""


@pytest.mark.parametrize("name", FORMATS)
def test_a_hint_is_called_one(finding: Make, name: str) -> None:
    """By its word, or by the level that the format has for it; a warning is not called so."""
    around, word = MARKS[name]
    mark = around.format(word)
    assert mark in render(_report(finding, Severity.HINT), name)
    for severity in (Severity.WARNING, Severity.ERROR):
        assert mark not in render(_report(finding, severity), name)


def test_the_job_summary_calls_a_hint_one(finding: Make) -> None:
    """In the table of a job on GitHub, too."""
    assert "| hint: a |" in summary(_report(finding, Severity.HINT))
    assert "| a |" in summary(_report(finding, Severity.WARNING))


def test_a_fixed_hint_is_called_one(finding: Make) -> None:
    """In the list of fixes."""
    assert [*all_fixes(_report(finding, Severity.HINT))] == [
        "  docs/a.md:6:302: DOI201 [unusual-address] hint: replace '10.5555' with 'x'"
    ]


def test_hints_have_a_color(finding: Make) -> None:
    """The word has that of its code, which is no other severity's."""
    text = render(_report(finding, Severity.HINT).replace(color=True), "concise")
    assert "\x1b[1;36mhint:\x1b[0m a" in text


@pytest.mark.parametrize("name", [name for name in FORMATS if MARKS[name][1] == "hint: "])
def test_a_warning_that_fails_no_run_is_marked(finding: Make, name: str) -> None:
    """With `fail-on = "error"`; an error is not marked, and a hint stays one with any setting."""
    lenient = _report(finding, Severity.WARNING).replace(fail_on=Severity.ERROR)
    assert "warning: a" in render(lenient, name)
    assert "error: a" not in render(_report(finding, Severity.ERROR), name)
    harsh = _report(finding, Severity.HINT).replace(fail_on=Severity.HINT)
    assert "hint: a" in render(harsh, name)


@pytest.mark.parametrize(
    ("severity", "fail_on", "fails"),
    [
        (Severity.HINT, Severity.WARNING, False),
        (Severity.HINT, Severity.HINT, True),
        (Severity.WARNING, Severity.HINT, True),
        (Severity.WARNING, Severity.WARNING, True),
        (Severity.WARNING, Severity.ERROR, False),
        (Severity.ERROR, Severity.ERROR, True),
    ],
)
def test_a_case_of_junit_fails_if_the_run_does(
    finding: Make,
    severity: Severity,
    fail_on: Severity,
    fails: bool,  # noqa: FBT001
) -> None:
    """A case that does not fail still says what it has to say."""
    report = _report(finding, severity).replace(fail_on=fail_on)
    root = ET.fromstring(render(report, "junit"))
    assert report.failing() == int(fails)
    assert root.get("failures") == str(int(fails))
    assert [failure.get("type") for failure in root.iter("failure")] == [severity.value] * fails
    assert len([*root.iter("system-out")]) == int(not fails)


def test_what_could_not_be_checked_fails_no_run(finding: Make) -> None:
    """An outage is not a fault of the document, whatever fails the run."""
    unknown = finding("10.5555", severity=Severity.HINT).replace(unchecked="registration")
    report = Report((unknown,), files=("docs/a.md",), fail_on=Severity.HINT)
    assert not report.failing()
    assert "hint: " in render(report, "concise")


def test_levels_do_not_hang_on_what_fails(finding: Make) -> None:
    """How bad a finding is stays the same for the programs that read it."""
    for name in ("json", "gitlab", "sarif", "rdjson"):
        report = _report(finding, Severity.WARNING)
        assert render(report, name) == render(report.replace(fail_on=Severity.ERROR), name)
    assert json.loads(render(_report(finding, Severity.HINT), "json"))[0]["severity"] == "hint"


def _report(finding: Make, severity: Severity) -> Report:
    found = finding("10.5555", severity=severity, message="a", replacement="x")
    return Report((found.without_fix(),), files=("docs/a.md",), fixed=(found,))
