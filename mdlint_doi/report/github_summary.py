"""The job summary for GitHub Actions: Markdown that the command adds to `$GITHUB_STEP_SUMMARY`.

GitHub takes 1 MiB of it and renders Markdown and HTML, so that every character of a document
that could mean something there is written as a character reference, and the table is cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from mdlint_doi.lint.model import Finding
from mdlint_doi.report import safe, statistics
from mdlint_doi.report import summary as counts
from mdlint_doi.report.model import Report

FINDINGS: Final = 100
"""Findings that are listed one by one."""
NOTES: Final = 20
"""Messages about files that are listed."""

_WIDTH: Final = 200
"""Code points of a path or a message."""

_SPECIAL: Final = re.compile(r"[^\w .,/-]|_", re.ASCII)


def summary(report: Report) -> str:
    """Return the Markdown text of the summary; it ends with a line end."""
    return "\n".join((*_lines(report), ""))


def _lines(report: Report) -> Iterator[str]:
    yield "## DOIs"
    yield ""
    notes = islice(counts.messages(report), NOTES)
    for line in (*counts.render(report._replace(color=False)), *notes):
        yield f"- {_escape(safe.shorten(line, 2 * _WIDTH))}"
    if report.findings:
        yield from _tables(report)


def _tables(report: Report) -> Iterator[str]:
    yield ""
    yield "| Rule | Name | Findings | Fixable | Files |"
    yield "|---|---|---:|---:|---:|"
    for row in statistics.count(report):
        yield f"| {row.code} | {row.name} | {row.findings} | {row.fixable} | {row.files} |"
    yield ""
    yield "| Place | Rule | Message |"
    yield "|---|---|---|"
    for finding in report.findings[:FINDINGS]:
        yield _row(finding)
    if len(report.findings) > FINDINGS:
        yield ""
        yield f"{len(report.findings) - FINDINGS} more findings are in the log."


def _row(finding: Finding) -> str:
    path = _escape(safe.line(finding.path, _WIDTH))
    message = _escape(safe.line(finding.told, _WIDTH))
    return f"| {path}:{finding.line}:{finding.column} | {finding.code} | {message} |"


def _escape(text: str) -> str:
    """Return text that Markdown and HTML show as it is: references for all that is special."""
    return _SPECIAL.sub(lambda match: f"&#{ord(match[0])};", text)
