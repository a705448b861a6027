"""The report as GitLab's code quality JSON, a subset of the Code Climate format.

Source: GitLab, "Code Quality". Paths are relative to the repository, without `./`. A fingerprint
identifies a finding in later runs even if lines moved: it is computed from the rule, the path, the
text in the span, and the number of equal findings before it in its file. There is one limitation:
if one of several equal findings in a file is fixed, the later ones change their fingerprints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import chain
from typing import Any, Final

from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report import safe
from mdlint_doi.report.model import NOT_READ, PathNote, Report

_TEXT: Final = 1000  # the most code points of the span that are hashed
_SEVERITY: Final = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.HINT: "info"}


def render(report: Report) -> Iterator[str]:
    """Yield the lines of a JSON array, with one object on each line."""
    found = map(_object, report.findings, fingerprints(report.findings))
    return safe.json_array(chain(map(_unread, report.problems), found))


def _unread(note: PathNote) -> dict[str, Any]:
    """Return the issue for a file, or a part of one, that could not be read or written."""
    path = note.path.removeprefix("./")
    return {
        "description": f"{NOT_READ}: {safe.line(note.message)}",
        "check_name": NOT_READ,
        "fingerprint": _digest(NOT_READ, path, note.message),
        "severity": _SEVERITY[note.severity],
        "location": {"path": safe.encodable(path), "lines": {"begin": note.line or 1}},
    }


def _object(finding: Finding, fingerprint: str) -> dict[str, Any]:
    start, end = finding.ends
    return {
        "description": f"{finding.code} [{finding.name}] {safe.message(finding.whole_message)}",
        "check_name": finding.name,
        "fingerprint": fingerprint,
        "severity": _SEVERITY[finding.severity],
        "location": {
            "path": safe.encodable(finding.path.removeprefix("./")),
            "lines": {"begin": start.line, "end": end.line},
        },
    }


def fingerprints(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield a unique fingerprint for each finding: 64 hexadecimal digits."""
    seen: Counter[str] = Counter()
    for finding in findings:
        written = finding.source.text[finding.span.start : finding.span.end][:_TEXT]
        kind = _digest(finding.code, finding.source.name.removeprefix("./"), written)
        seen[kind] += 1
        yield _digest(kind, str(seen[kind]))


def _digest(*parts: str) -> str:
    data = "\0".join(part.replace("\0", "\0\0") for part in parts)
    return sha256(data.encode("utf-8", "surrogatepass")).hexdigest()
