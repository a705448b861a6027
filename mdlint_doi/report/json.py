r"""The report for programs: a JSON array with one object for each finding, fixed ones last.

Objects for files, or parts of files, that could not be read come first.

Everything outside ASCII is escaped, so that the file is valid in every locale and nothing in it
reorders or hides text on a terminal. Texts are exact, except lone surrogates (from paths that are
not UTF-8): JSON cannot carry them, so they are written as `\udcff` with a visible backslash.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final

from mdlint_doi.lint.model import MANUAL, Finding
from mdlint_doi.names.doi import Doi
from mdlint_doi.report.model import NOT_READ, PathNote, Report
from mdlint_doi.report.safe import encodable, json_array
from mdlint_doi.report.safe import line as line_of

UNREAD_PAGE: Final = f"{MANUAL}/background/checks.md#what-could-not-be-read"
"""The address of the section about files that could not be read in the manual."""


def render(report: Report) -> Iterator[str]:
    """Yield the lines of a JSON array, with one object on each line."""
    known = report.registered
    left = (_object(finding, known, fixed=False) for finding in report.findings)
    fixed = (_object(finding, known, fixed=True) for finding in report.fixed)
    return json_array(chain(map(_unread, report.problems), left, fixed))


def _unread(note: PathNote) -> dict[str, Any]:
    """Return the object for a file, or a part of one, that could not be read or written."""
    line, column = note.line or 1, note.column or 1
    return {
        "path": encodable(note.path),
        "line": line,
        "column": column,
        "end_line": line,
        "end_column": column,
        "code": NOT_READ,
        "name": NOT_READ,
        "rule_url": UNREAD_PAGE,
        "severity": note.severity.value,
        "message": line_of(note.message),
        **dict.fromkeys(("where", "doi", "url", "registered")),
        "fixed": False,
        "fix": None,
    }


def _object(finding: Finding, known: Mapping[Doi, str], *, fixed: bool) -> dict[str, Any]:
    members = finding.to_dict()
    fix = members.pop("fix")
    registered = None if finding.doi is None else known.get(finding.doi)
    members |= {"registered": registered, "fixed": fixed, "fix": fix}
    return {name: _encodable(member) for name, member in members.items()}


def _encodable(value: Any) -> Any:  # noqa: ANN401 - any value of JSON
    """Return a value with the lone surrogates in all its texts escaped."""
    if isinstance(value, dict):
        return {name: _encodable(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    return encodable(value) if isinstance(value, str) else value
