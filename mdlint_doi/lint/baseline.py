"""Known findings that are not reported, so that a project sees only new findings.

A finding is identified by its path, its code and its DOI or, without a DOI, by the written text.
The baseline contains the number of such findings in a file. So lines may move, and an additional
finding of the same kind is new. There is one limitation: if one of two such findings is fixed and
another one is added to the same file, the new one is not reported.

Only faults of the document can be in a baseline, not an outage (DOI916) or an exception in the
settings that is no longer needed (DOI906).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from mdlint_doi.lint.model import Finding
from mdlint_doi.text.value import Value

Key = tuple[str, str, str]
"""The path, the code, and the DOI or text of a finding."""
Baseline = Mapping[Key, int]
"""How often each finding is known."""

VERSION: Final = 1
_TEXT: Final = 200
"""The number of code points of a text that are compared."""


class BaselineError(ValueError):
    """A text that is not a baseline; the message has the reason."""


class KnownFindings(Value):
    """The entries of a baseline for one document: how often each finding is known.

    Attributes:
        path: the document's path in the baseline.
        counts: how often each finding is known.
    """

    path: str = ""
    counts: Baseline = MappingProxyType({})


class Subtracted(Value):
    """The findings of a document, divided into new and known ones.

    Attributes:
        new: the findings that are not known, in order.
        hidden: how many known findings of each kind the document has.
        known: the findings that are known, in order.
    """

    new: list[Finding]
    hidden: Baseline = MappingProxyType({})
    known: Sequence[Finding] = ()


def subtract(findings: Iterable[Finding], known: KnownFindings) -> Subtracted:
    """Return the findings of a document, divided into new and known ones."""
    if not known.counts:
        return Subtracted(list(findings))
    hidden: Counter[Key] = Counter()
    new, left_out = [], []
    for finding in findings:
        key = known.path, finding.code, text_of(finding)
        if hidden[key] < known.counts.get(key, 0):
            hidden[key] += 1
            left_out.append(finding)
        else:
            new.append(finding)
    return Subtracted(new, +hidden, left_out)


def is_fault_of_document(finding: Finding) -> bool:
    """Return whether a finding is a fault of the document, so that a baseline may contain it."""
    from mdlint_doi.lint.rules import by_code

    rule = by_code(finding.code)
    return rule is None or not (rule.counted or rule.is_about_settings)


def counted(findings: Iterable[Finding], path_of: Callable[[str], str]) -> Counter[Key]:
    """Return how often each finding occurs, without those that a baseline may not contain.

    `path_of` returns the path of a document for the baseline.
    """
    return Counter(
        (path_of(finding.source.name), finding.code, text_of(finding))
        for finding in findings
        if is_fault_of_document(finding)
    )


def dump(counts: Baseline) -> str:
    """Return a baseline as JSON, with one finding on each line, sorted."""
    from json import dumps

    lines = [
        dumps({"path": path, "code": code, "text": text, "count": count}, ensure_ascii=False)
        for (path, code, text), count in sorted(counts.items())
    ]
    rows = ",\n".join(f"    {line}" for line in lines)
    whole = f'{{\n  "version": {VERSION},\n  "findings": [\n{rows}\n  ]\n}}\n'
    # A byte in a path that is not UTF-8 is a lone surrogate, for which JSON has the same escape.
    return whole.encode("utf-8", "backslashreplace").decode()


def parse(text: str) -> Baseline:
    """Return the baseline that `dump` wrote.

    Raises:
        BaselineError: if the text is not a baseline.
    """
    from json import loads

    try:
        data = loads(text)
    except (ValueError, RecursionError) as error:
        message = f"not a baseline: not JSON ({error})"
        raise BaselineError(message) from error
    rows = data.get("findings") if isinstance(data, dict) else None
    if not isinstance(rows, list) or data.get("version") != VERSION:
        message = f"not a baseline of version {VERSION}; write the file again with --write-baseline"
        raise BaselineError(message)
    known: Counter[Key] = Counter()
    for at, row in enumerate(rows, 1):
        known[_row_key(row, at)] += row["count"]
    return known


def _row_key(row: object, at: int) -> Key:
    """Return the path, code and text of a finding in a baseline; `at` is its number there."""
    if isinstance(row, dict):
        path, code, text, count = (row.get(key) for key in ("path", "code", "text", "count"))
        counted = type(count) is int and count > 0
        if isinstance(path, str) and isinstance(code, str) and isinstance(text, str) and counted:
            return path, code, text
    message = f"not a baseline: finding {at} lacks path, code, text or count"
    raise BaselineError(message)


def text_of(finding: Finding) -> str:
    """Return the text that identifies a finding in later runs: the DOI, or the written text.

    White space is normalized, because it may change.
    """
    text = finding.doi.key if finding.doi else finding.span.cut(finding.source.text)
    return " ".join(text[: 2 * _TEXT].split())[:_TEXT].encode("utf-8", "replace").decode()
