"""The report as rdjson, reviewdog's diagnostic format, for suggested changes in a review.

Source: reviewdog, proto/rdf/reviewdog.proto. Lines and columns count from 1, and columns count
UTF-8 bytes, including a byte order mark. A suggestion has one range, so the edits of a fix become
one that includes the text between them. Suggestions are made only for files in UTF-8 whose line
ends git knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.model import MANUAL, Edit, Finding, Safety, rule_address
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report import safe
from mdlint_doi.report.json import UNREAD_PAGE
from mdlint_doi.report.model import NOT_READ, PathNote, Report
from mdlint_doi.text.source import Location, Source
from mdlint_doi.text.span import Span

_SEVERITY: Final = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.HINT: "INFO"}
_BOM: Final = 3  # the length of a byte order mark in UTF-8, in bytes

Json = dict[str, Any]


def render(report: Report) -> Iterator[str]:
    """Yield the lines of a JSON object, with one diagnostic on each line."""
    source = safe.json_line({"name": "mdlint-doi", "url": f"{MANUAL}/index.md"})
    yield f'{{"source": {source},'
    left = len(report.problems) + len(report.findings)
    if not left:
        yield '"diagnostics": []}'
        return
    there = {problem.severity for problem in report.problems}
    there |= {finding.severity for finding in report.findings}
    worst = next(word for severity, word in _SEVERITY.items() if severity in there)
    yield f'"severity": "{worst}",'
    yield '"diagnostics": ['
    places = _Places()
    diagnostics = (_diagnostic(finding, places) for finding in report.findings)
    for at, members in enumerate(chain(map(_problem, report.problems), diagnostics), 1):
        yield safe.json_line(members) + ("," if at < left else "")
    yield "]}"


class _Places:
    """Positions in bytes; each is counted from the last one, so a long line is read only once."""

    def __init__(self) -> None:
        self._source: Source | None = None
        self._line = self._at = self._bytes = 0

    def range(self, source: Source, span: Span) -> Json:
        """Return the range of a span as a JSON object."""
        start, end = source.locations(span)
        return {
            "start": self._position(source, span.start, start),
            "end": self._position(source, span.end, end),
        }

    def _position(self, source: Source, offset: int, location: Location) -> Json:
        if source is not self._source or location.line != self._line:
            self._source = source
            self._line = location.line
            self._at = offset - location.column + 1
            self._bytes = _BOM if source.bom and location.line == 1 else 0
        if offset >= self._at:
            self._bytes += _size(source.text[self._at : offset])
        else:
            self._bytes -= _size(source.text[offset : self._at])
        self._at = offset
        return {"line": location.line, "column": self._bytes + 1}


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _diagnostic(finding: Finding, places: _Places) -> Json:
    members: Json = {
        "message": safe.message(finding.whole_message),
        "location": {
            "path": _path(finding.path),
            "range": places.range(finding.source, finding.span),
        },
        "severity": _SEVERITY[finding.severity],
        "code": {"value": finding.code, "url": rule_address(finding.code)},
    }
    fix = finding.fix
    source = finding.source
    # reviewdog counts lines as git does, which does not know a lone CR as a line end.
    has_its_lines = source.encoding == "utf-8" and source.newline != "\r"
    if fix is not None and fix.safety is Safety.SAFE and has_its_lines:
        whole = Span(fix.edits[0].span.start, max(edit.span.end for edit in fix.edits))
        inside = [Edit(edit.span.shift(-whole.start), edit.replacement) for edit in fix.edits]
        text = apply_edits(whole.cut(source.text), inside)
        suggestion = {"range": places.range(source, whole), "text": safe.encodable(text)}
        members["suggestions"] = [suggestion]
    return members


def _problem(note: PathNote) -> Json:
    """Return the diagnostic for a file, or a part of one, that could not be read or written."""
    location: Json = {"path": _path(note.path)}
    if note.line is not None:
        location["range"] = {"start": {"line": note.line}}
    severity = _SEVERITY[note.severity]
    code = {"value": NOT_READ, "url": UNREAD_PAGE}
    message = safe.line(note.message)
    return {"message": message, "location": location, "severity": severity, "code": code}


def _path(name: str) -> str:
    return safe.encodable(name.removeprefix("./"))
