r"""The report for programs: a JSON array with one object for each finding, fixed ones last.

Everything outside ASCII is escaped, so that the file is valid in every locale and nothing in it
reorders or hides text on a terminal. Texts are exact, except lone surrogates (from paths that are
not UTF-8): JSON cannot carry them, so they are written as `\udcff` with a visible backslash.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from mdlint_doi.lint.model import Finding
from mdlint_doi.names.doi import Doi
from mdlint_doi.report.model import Report
from mdlint_doi.report.safe import encodable, json_array


def render(report: Report) -> Iterator[str]:
    """Yield the lines of a JSON array, with one object on each line."""
    known = report.registered
    left = (_object(finding, known, fixed=False) for finding in report.findings)
    fixed = (_object(finding, known, fixed=True) for finding in report.fixed)
    return json_array(chain(left, fixed))


def _object(finding: Finding, known: Mapping[Doi, str], *, fixed: bool) -> dict[str, Any]:
    members = finding.to_dict()
    fix = members.pop("fix")
    registered = None if finding.doi is None else known.get(finding.doi)
    members |= {"registered": registered, "fixed": fixed, "fix": fix}
    return {name: _encodable(one) for name, one in members.items()}


def _encodable(value: Any) -> Any:  # noqa: ANN401 - any value of JSON
    """Return a value with the lone surrogates in all its texts escaped."""
    if isinstance(value, dict):
        return {name: _encodable(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_encodable(one) for one in value]
    return encodable(value) if isinstance(value, str) else value
