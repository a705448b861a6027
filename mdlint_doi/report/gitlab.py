"""The report as GitLab's code quality JSON, a subset of the Code Climate format.

GitLab, "Code Quality": description, check_name, fingerprint, severity, location.path (relative
to the repository, without `./`), location.lines.begin. Messages are made visible: they are shown
in merge requests.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from mdlint_doi.lint.model import Finding, Severity
from mdlint_doi.report import safe
from mdlint_doi.report.fingerprint import fingerprints
from mdlint_doi.report.model import Report

_SEVERITY: Final = {
    Severity.ERROR: "major",
    Severity.WARNING: "minor",
    Severity.HINT: "info",
}


def render(report: Report) -> Iterator[str]:
    """Yield the lines of the array; each object stands on a line of its own."""
    if not report.findings:
        yield "[]"
        return
    prints = fingerprints(report.findings)
    last = len(report.findings) - 1
    yield "["
    for at, (finding, fingerprint) in enumerate(zip(report.findings, prints, strict=True)):
        entry = safe.json_line(_object(finding, fingerprint))
        yield f"  {entry}" + ("" if at == last else ",")
    yield "]"


def _object(finding: Finding, fingerprint: str) -> dict[str, Any]:
    start, end = finding.ends
    return {
        "description": f"{finding.code} [{finding.name}] {safe.line(finding.told)}",
        "check_name": finding.name,
        "fingerprint": fingerprint,
        "severity": _SEVERITY[finding.severity],
        "location": {
            "path": safe.encodable(finding.path.removeprefix("./")),
            "lines": {"begin": start.line, "end": end.line},
        },
    }
