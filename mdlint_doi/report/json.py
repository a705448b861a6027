r"""The report for programs: one JSON array, one object a finding; those that were fixed come last.

Everything outside ASCII is escaped, so that the file is valid in every locale and nothing in it
reorders or hides text on a terminal. Texts are exact but for lone surrogates (from paths that are
not UTF-8), which JSON cannot carry and which stand as `\udcff` with a visible backslash.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mdlint_doi.lint.model import Finding, Fix
from mdlint_doi.names.doi import Doi
from mdlint_doi.report.model import Report, rule_address
from mdlint_doi.report.safe import encodable, json_line


def render(report: Report) -> Iterator[str]:
    """Yield the lines of the array; each object stands on a line of its own."""
    known = report.registered
    left = len(report.findings) + len(report.fixed)
    if not left:
        yield "[]"
        return
    yield "["
    for findings, fixed in ((report.findings, False), (report.fixed, True)):
        for finding in findings:
            left -= 1
            yield "  " + json_line(_object(finding, known, fixed=fixed)) + ("," if left else "")
    yield "]"


def _object(finding: Finding, known: Mapping[Doi, str], *, fixed: bool) -> dict[str, Any]:
    registered = None if finding.doi is None else known.get(finding.doi)
    start, end = finding.ends
    return {
        "path": encodable(finding.path),
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "code": finding.code,
        "name": finding.name,
        "rule_url": rule_address(finding.code),
        "also": [
            {
                "code": one.code,
                "name": one.name,
                "line": one.line,
                "column": one.column,
                "message": encodable(one.message),
            }
            for one in (finding.each[1:] if finding.parts else ())
        ],
        "severity": finding.severity.value,
        "message": encodable(finding.message),
        "where": encodable(finding.where) or None,
        "doi": None if finding.doi is None else encodable(str(finding.doi)),
        "url": None if finding.doi is None else finding.doi.url(),
        "registered": None if registered is None else encodable(registered),
        "fixed": fixed,
        "fix": None if finding.fix is None else _fix(finding.fix, finding.source.first_offset),
    }


def _fix(fix: Fix, first: int) -> dict[str, Any]:
    return {
        "safety": fix.safety.value,
        "edits": [
            {
                "start": first + edit.span.start,
                "end": first + edit.span.end,
                "replacement": encodable(edit.replacement),
            }
            for edit in fix.edits
        ],
    }
