"""How often each rule fired: the table of `--statistics`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from mdlint_doi.report.model import Report


@dataclass(frozen=True, slots=True)
class RuleCount:
    """One rule's line of the table.

    Attributes:
        code: of the rule.
        name: of the rule.
        findings: how many.
        fixable: how many of them have a fix, safe or unsafe.
        files: in how many files.

    """

    code: str
    name: str
    findings: int
    fixable: int
    files: int


def count(report: Report) -> list[RuleCount]:
    """Return the counts by rule, the most frequent first, then by code."""
    findings = Counter((finding.code, finding.name) for finding in report.findings)
    fixable = Counter(finding.code for finding in report.findings if finding.fix)
    files = Counter(code for code, _ in {(f.code, f.source.name) for f in report.findings})
    counts = [
        RuleCount(code, name, number, fixable[code], files[code])
        for (code, name), number in findings.items()
    ]
    return sorted(counts, key=lambda row: (-row.findings, row.code))


def render(report: Report) -> Iterator[str]:
    """Yield the lines of the table, aligned; nothing for a clean run."""
    counts = count(report)
    if not counts:
        return
    head = ("findings", "fixable", "files", "code", "name")
    cells = [(str(c.findings), str(c.fixable), str(c.files), c.code, c.name) for c in counts]
    for a, b, c, code, name in (head, *cells):
        yield f"{a:>8}  {b:>7}  {c:>5}  {code:<6}  {name}"
