"""The job summary for GitHub Actions: Markdown that the command adds to `$GITHUB_STEP_SUMMARY`.

GitHub takes 1 MiB of it and renders Markdown and HTML, so that what a document says is escaped as
in a comment, and the table is cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.model import Finding
from mdlint_doi.report import markdown, statistics
from mdlint_doi.report.model import Report
from mdlint_doi.report.rule_address import rule_address

FINDINGS: Final = 100
"""Findings that are listed one by one."""


def summary(report: Report) -> str:
    """Return the Markdown text of the summary; it ends with a line end."""
    return "\n".join((*_lines(report), ""))


def _lines(report: Report) -> Iterator[str]:
    yield "## DOIs"
    yield ""
    yield from markdown.counts(report)
    if report.findings:
        yield from _tables(report)


def _tables(report: Report) -> Iterator[str]:
    yield ""
    yield "| Rule | Name | Findings | Fixable | Files |"
    yield "|---|---|---:|---:|---:|"
    for row in statistics.count(report):
        rule = f"[{row.code}]({rule_address(row.code)})"
        yield f"| {rule} | {row.name} | {row.findings} | {row.fixable} | {row.files} |"
    yield ""
    yield "| Place | Rule | Message |"
    yield "|---|---|---|"
    for finding in report.findings[:FINDINGS]:
        yield _row(finding)
    if len(report.findings) > FINDINGS:
        yield ""
        yield f"{len(report.findings) - FINDINGS} more findings are in the log."


def _row(finding: Finding) -> str:
    cells = (markdown.place(finding), markdown.rule(finding), markdown.message(finding))
    return f"| {' | '.join(cells)} |"
