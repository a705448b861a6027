"""Findings that are known and put up with, so that a project can start with the new ones only.

A finding is known by its path, its code and its DOI (or, without one, what is written there); how
often that occurs in the file is counted. So lines may move, and the same fault in one place more
is new. The price: when one of two like findings is fixed and another like it is made elsewhere
in the file, that one passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from mdlint_doi.lint.model import Finding

Baseline = Mapping[tuple[str, str, str], int]
"""How often each path, code and DOI or text is known."""

VERSION: Final = 1
_TEXT: Final = 200
"""Code points that are compared."""


class BaselineError(ValueError):
    """A text that is no baseline; the message says why."""


def subtract(findings: Iterable[Finding], known: Baseline) -> list[Finding]:
    """Return the findings that are not in the baseline, in order."""
    left = Counter(dict(known))
    new = []
    for finding in findings:
        key = _key(finding)
        if left[key] > 0:
            left[key] -= 1
        else:
            new.append(finding)
    return new


def dump(findings: Iterable[Finding]) -> str:
    """Return the baseline of findings as text: JSON, one finding a line, sorted."""
    from json import dumps

    counts = Counter(_key(finding) for finding in findings)
    lines = [
        dumps({"path": path, "code": code, "text": text, "count": count}, ensure_ascii=False)
        for (path, code, text), count in sorted(counts.items())
    ]
    rows = ",\n".join(f"    {line}" for line in lines)
    return f'{{\n  "version": {VERSION},\n  "findings": [\n{rows}\n  ]\n}}\n'


def parse(text: str) -> Baseline:
    """Return the baseline that `dump` wrote.

    Raises:
        BaselineError: if the text is something else.

    """
    from json import loads

    try:
        data = loads(text)
    except (ValueError, RecursionError) as error:
        message = f"no baseline: not JSON ({error})"
        raise BaselineError(message) from error
    rows = data.get("findings") if isinstance(data, dict) else None
    if not isinstance(rows, list) or data.get("version") != VERSION:
        message = f"no baseline of version {VERSION}; write it anew with --write-baseline"
        raise BaselineError(message)
    known: Counter[tuple[str, str, str]] = Counter()
    for at, row in enumerate(rows, 1):
        known[_row_key(row, at)] += row["count"]
    return known


def _row_key(row: object, at: int) -> tuple[str, str, str]:
    if isinstance(row, dict):
        path, code, text, count = (row.get(key) for key in ("path", "code", "text", "count"))
        counted = type(count) is int and count > 0
        if isinstance(path, str) and isinstance(code, str) and isinstance(text, str) and counted:
            return path, code, text
    message = f"no baseline: finding {at} lacks path, code, text or count"
    raise BaselineError(message)


def _key(finding: Finding) -> tuple[str, str, str]:
    """Return what makes a finding the same in the next run: white space may be another."""
    text = finding.doi.key if finding.doi else finding.span.cut(finding.source.text)
    text = " ".join(text[: 2 * _TEXT].split())[:_TEXT].encode("utf-8", "replace").decode()
    return finding.source.name.removeprefix("./"), finding.code, text
