"""Each format renders one report of everything, compared with a file.

`UPDATE_GOLDEN=1 python -m pytest tests/report` writes the files anew; read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mdlint_doi.lint.rule import FixKind
from mdlint_doi.lint.rules import by_code
from mdlint_doi.report import formats, sarif
from mdlint_doi.report.formats import ReportFormat
from mdlint_doi.report.github import summary
from mdlint_doi.report.model import Report

GOLDEN = Path(__file__).parent / "golden"
REPORTS = [report for report in formats.REPORTS if report.name not in {"sarif", "html"}]
"""All but SARIF, below, and the web page, which has tests of its own."""


def compare(name: str, text: str) -> None:
    """Assert that a text is that of a golden file, or write it there."""
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_bytes(text.encode())
    assert text == path.read_bytes().decode()


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.name)
def test_the_format_is_that_of_the_golden_file(report: ReportFormat, full: Report) -> None:
    """Nothing changes in a format without somebody seeing it."""
    suffix = ".json" if report.is_json else (*report.suffixes, ".txt")[0]
    compare(f"{report.name}{suffix}", formats.render(full, report.name))


def test_sarif_is_that_of_the_golden_file(full: Report) -> None:
    """Two rules stand for all, so that a new rule doesn't change the file."""
    rules = [rule for code in ("DOI201", "DOI301") if (rule := by_code(code))]
    rules = [rule.replace(summary="What.", why="Why.", fix=FixKind.SAFE) for rule in rules]
    compare("sarif.json", "\n".join(sarif.render(full, rules, "1.2.3")) + "\n")


def test_color_is_that_of_the_golden_file(full: Report) -> None:
    """Colours lie on the harmless text and are the only escapes in it."""
    compare("text-color.txt", formats.render(full.replace(color=True), "text"))


def test_statistics_are_those_of_the_golden_file(full: Report) -> None:
    """The table follows the report of a format for people."""
    plain = formats.render(full, "concise")
    both = formats.render(full, "concise", statistics=True)
    assert both.startswith(plain)
    compare("statistics.txt", both.removeprefix(plain))


def test_the_job_summary_is_that_of_the_golden_file(full: Report) -> None:
    """The Markdown for GitHub's summary page."""
    compare("github-summary.md", summary(full))


def test_messages_are_those_of_the_golden_file(full: Report) -> None:
    """What every format prints on standard error."""
    compare("messages.txt", formats.messages(full))


def test_a_clean_run_says_so() -> None:
    """Without findings there is one sentence, an empty array, or a passed test."""
    report = Report(files=("a.md",))
    assert formats.render(report, "text") == "No problems found: 1 file checked.\n"
    assert (
        formats.render(report, "concise", statistics=True) == "No problems found: 1 file checked.\n"
    )
    assert formats.render(report.replace(quiet=True), "concise") == ""
    assert formats.render(report, "json") == "[]\n"
    assert formats.render(report, "gitlab") == "[]\n"
    assert '"diagnostics": []' in formats.render(report, "rdjson")
    assert 'tests="1" failures="0"' in formats.render(report, "junit")


def test_an_unknown_format_is_refused() -> None:
    """A name that is no format doesn't import a module of that name."""
    with pytest.raises(KeyError):
        formats.render(Report(), "safe")
