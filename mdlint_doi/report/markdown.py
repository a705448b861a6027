"""The report as Markdown for people who review a change: the body of a comment.

GitHub takes 65,536 characters and renders HTML, names of users and numbers of issues, so that the
table is cut, and what a document could say there is written as character references. The comment
in the first line lets a workflow find the comment of the last run and replace it.

How often each rule fired: the table of `--statistics`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from mdlint_doi.lint.model import Finding, rule_address
from mdlint_doi.report import safe, summary
from mdlint_doi.report.model import Report
from mdlint_doi.report.text import fix_hint

MARK: Final = "<!-- mdlint-doi -->"
LONGEST: Final = 60_000
"""Characters of the whole."""
NOTES: Final = 20
"""Messages about files that are listed."""
WIDTH: Final = 200
"""Code points of a path or a message."""
_SPECIAL: Final = re.compile(r"[^\w .,/-]|_", re.ASCII)
_REFERRING: Final = re.compile(r"(&#64;|&#35;|\bwww)", re.IGNORECASE)


def render(report: Report) -> Iterator[str]:
    """Yield the lines of the comment."""
    yield MARK
    yield "### DOIs"
    yield ""
    lines = list(counts(report))
    yield from lines
    yield from _table(report, LONGEST - sum(len(line) + 1 for line in lines))


def counts(report: Report) -> Iterator[str]:
    """Yield what a run came to, and the first messages about files, as a list."""
    plain = report.replace(color=False, shows_fixes=False, details=())
    for line in (*summary.render(plain), *islice(summary.messages(plain), NOTES)):
        yield f"{'  ' * line.startswith('  ')}- {escape(safe.shorten(line.strip(), 2 * WIDTH))}"


def _table(report: Report, room: int) -> Iterator[str]:
    """Yield as many findings as there is room for."""
    if not report.findings:
        return
    head = ("", "| Place | Rule | Message | Fix |", "|---|---|---|---|")
    yield from head
    room -= sum(len(line) + 1 for line in head) + WIDTH  # for the last line
    for at, finding in enumerate(report.findings):
        line = _row(finding, report)
        room -= len(line) + 1
        if room < 0:
            yield ""
            yield f"{summary.counted(len(report.findings) - at, 'more finding')} not shown here."
            return
        yield line


def _row(finding: Finding, report: Report) -> str:
    fix = finding.fix
    hint = fix_hint(finding.source, fix, unsafe_fixes=report.unsafe_fixes) if fix else ""
    said = message(finding, report)
    cells = (place(finding), rule(finding), said, escape(safe.shorten(hint, WIDTH)))
    return f"| {' | '.join(cells)} |"


def place(finding: Finding) -> str:
    """Return where a finding is."""
    return f"{escape(safe.line(finding.path, WIDTH))}:{finding.line}:{finding.column}"


def rule(finding: Finding) -> str:
    """Return a finding's rule as a link to its page."""
    return f"[{finding.code}]({rule_address(finding.code)} '{finding.name}')"


def message(finding: Finding, report: Report) -> str:
    """Return what a finding says; before it stands whether it is a hint."""
    return report.word(finding) + escape(safe.line(finding.whole_message, WIDTH))


def escape(text: str) -> str:
    """Return text that Markdown and HTML show as it is: references for all that is special.

    The empty comments keep GitHub from reading names of users, numbers of issues and addresses.
    """
    references = _SPECIAL.sub(lambda match: f"&#{ord(match[0])};", text)
    return _REFERRING.sub(r"\1<!-- -->", references)


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


def statistics_table(report: Report) -> Iterator[str]:
    """Yield the lines of the table, aligned; nothing for a clean run."""
    counts = count(report)
    if not counts:
        return
    head = ("findings", "fixable", "files", "code", "name")
    cells = [(str(c.findings), str(c.fixable), str(c.files), c.code, c.name) for c in counts]
    for a, b, c, code, name in (head, *cells):
        yield f"{a:>8}  {b:>7}  {c:>5}  {code:<6}  {name}"
