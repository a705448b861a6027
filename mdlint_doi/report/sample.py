"""Which findings a text report shows: all, or a few of each rule where there are many.

Nobody reads five thousand findings of one rule. What is not shown is counted, and the formats for
programs have all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mdlint_doi.report.model import Report
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.lint.model import Finding

_Group = tuple[str, str, str]
MANY: Final = 200
"""Findings that are all shown, if nothing else is wanted."""
FEW: Final = 5
"""Findings of a rule that are shown where there are more than that; as many that say the same of no
DOI are shown in any case."""


class Sample(Value):
    """Findings to show.

    Attributes:
        findings: in order.
        left: how many others each rule has, by code and name.

    """

    findings: Sequence[Finding]
    left: Counter[tuple[str, str]]


def is_big(report: Report) -> bool:
    """Return whether there are more findings than a person reads."""
    return len(report.findings) > MANY


def sample(report: Report) -> Sample:
    """Return the findings that the text report shows; `Report.max_per_rule` says how many."""
    most = report.max_per_rule
    if most is None:
        most = FEW if is_big(report) else None
    groups = Counter(_group(one) for one in report.findings if _is_alike(one))
    if most == 0 or (most is None and max(groups.values(), default=0) <= FEW):
        return Sample(report.findings, Counter())
    least = FEW if most is None else 1
    shown: Counter[tuple[str, str]] = Counter()
    left: Counter[tuple[str, str]] = Counter()
    kept = []
    for finding, places in _grouped(report.findings, groups, least):
        rule = finding.code, finding.name
        if most is None or shown[rule] < most:
            shown[rule] += 1
            kept.append(_counted(finding, places - 1))
        else:
            left[rule] += places
    return Sample(kept, left)


def not_shown(left: Counter[tuple[str, str]]) -> Iterator[str]:
    """Yield what to say of the findings that are not shown; nothing if all are."""
    if left:
        rules = ", ".join(f"{count} × {code} {name}" for (code, name), count in left.most_common())
        yield f"Not shown: {rules}; --max-per-rule 0 shows all."


def loudest(report: Report) -> tuple[str, str, int]:
    """Return code, name and number of the rule that makes most findings; there are some."""
    counts = Counter((one.code, one.name) for one in report.findings)
    ((code, name), number) = counts.most_common(1)[0]
    return code, name, number


def _is_alike(finding: Finding) -> bool:
    """Return whether a finding, of no DOI and without a fix, may say the same as others."""
    return finding.doi is None and finding.fix is None


def _group(finding: Finding) -> _Group:
    return finding.path, finding.code, finding.message


def _grouped(
    findings: Sequence[Finding], groups: Counter[_Group], least: int
) -> Iterator[tuple[Finding, int]]:
    """Yield each finding, and for how many it stands: one file's that say the same of no DOI.

    Args:
        findings: in order.
        groups: how many there are of each group.
        least: so many of a group stand for themselves.

    """
    left = Counter(groups)
    for finding in findings:
        if not _is_alike(finding) or groups[_group(finding)] <= least:
            yield finding, 1
        elif places := left.pop(_group(finding), 0):
            yield finding, places


def _counted(finding: Finding, others: int) -> Finding:
    if not others:
        return finding
    places = "1 other place" if others == 1 else f"{others} other places"
    return finding.replace(message=f"{finding.message} (here and in {places} of this file)")
