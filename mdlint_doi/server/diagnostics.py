"""Findings -> diagnostics of the protocol.

They are plain dictionaries, as all that goes to the editor.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nsmallest
from typing import Final

from mdlint_doi.lint.model import Finding, Fix, rule_address
from mdlint_doi.lint.settings import Severity
from mdlint_doi.report.model import Report
from mdlint_doi.report.safe import encodable, line
from mdlint_doi.server.positions import Positions
from mdlint_doi.server.protocol import Json
from mdlint_doi.text.span import Span

MOST: Final = 500
"""Diagnostics of one document; editors become slow with more."""
SOURCE: Final = "mdlint-doi"

_SEVERITIES: Final = {Severity.ERROR: 1, Severity.WARNING: 2, Severity.HINT: 3}
"""Error, warning, information: as SARIF's error, warning and note."""

_PLAIN: Final = Report()


def nearest(findings: Sequence[Finding], offset: int) -> list[Finding]:
    """Return the findings that are shown, in order: those nearest to an offset if there are many.

    Args:
        findings: in order.
        offset: where the text was changed last.

    """
    if len(findings) <= MOST:
        return list(findings)
    chosen = nsmallest(
        MOST, range(len(findings)), key=lambda at: abs(findings[at].span.start - offset)
    )
    return [findings[at] for at in sorted(chosen)]


def as_diagnostics(findings: Iterable[Finding], positions: Positions) -> list[Json]:
    """Return the diagnostics of a document."""
    return [_diagnostic(one, positions) for one in findings]


def not_checked(reason: str) -> Json:
    """Return a diagnostic, at the beginning, that says why a document was not checked."""
    place = {"line": 0, "character": 0}
    shown = {"severity": 2, "source": SOURCE, "message": f"not checked: {reason}"}
    return {"range": {"start": place, "end": place}, **shown}


def _diagnostic(finding: Finding, positions: Positions) -> Json:
    doi = None if finding.doi is None else encodable(str(finding.doi))
    return {
        "range": range_of(positions, finding.span),
        "severity": _SEVERITIES[finding.severity],
        "code": finding.code,
        "codeDescription": {"href": rule_address(finding.code)},
        "source": SOURCE,
        "message": f"[{finding.name}] {_PLAIN.word(finding)}{line(finding.whole_message)}",
        "data": {
            "doi": doi,
            "also": [one.code for one in finding.also],
            "fix": finding.fix and _fix(finding.fix, positions),
        },
    }


def range_of(positions: Positions, span: Span) -> Json:
    """Return a range of the protocol."""
    (line, character), (end_line, end_character) = map(positions.place, span)
    return {
        "start": {"line": line, "character": character},
        "end": {"line": end_line, "character": end_character},
    }


def _fix(fix: Fix, positions: Positions) -> Json:
    return {
        "safety": fix.safety.value,
        "edits": [
            {"range": range_of(positions, one.span), "newText": one.replacement}
            for one in fix.edits
        ],
    }
