"""The report as Markdown for reviewers of a change: the body of a comment.

GitHub accepts 65,536 characters, so the table is cut. It interprets HTML, `@` before user names and
`#` before issue numbers, so special characters of a document become character references. A
workflow finds the comment of its last run by the HTML comment in the first line. This module also
writes the table of `--statistics`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from mdlint_doi.lint.model import Finding, rule_address
from mdlint_doi.report import safe, summary
from mdlint_doi.report.model import Report
from mdlint_doi.report.text import fix_hint
from mdlint_doi.text.numbers import counted

MARK: Final = "<!-- mdlint-doi -->"
LONGEST: Final = 60_000  # the most characters of the comment
NOTES: Final = 20  # the most messages about files
WIDTH: Final = 200  # the most code points of a path or a message
_SPECIAL: Final = re.compile(r"[^\w .,/-]|_", re.ASCII)
_REFERRING: Final = re.compile(r"(&#64;|&#35;|\bwww)", re.IGNORECASE)


def render(report: Report) -> Iterator[str]:
    """Yield the lines of the comment."""
    yield from (MARK, "### DOIs", "")
    lines = list(counts(report))
    yield from lines
    yield from _table(report, LONGEST - sum(len(line) + 1 for line in lines))


def counts(report: Report) -> Iterator[str]:
    """Yield the summary of a run and its first messages about files, as items of a list."""
    plain = report.replace(color=False, shows_fixes=False, details=())
    for line in (*summary.render(plain), *islice(summary.messages(plain), NOTES)):
        yield f"{'  ' * line.startswith('  ')}- {escape(safe.shorten(line.strip(), 2 * WIDTH))}"


def _table(report: Report, room: int) -> Iterator[str]:
    """Yield a table of findings with at most `room` characters."""
    if not report.findings:
        return
    head = ("", "| Place | Rule | Message | Fix |", "|---|---|---|---|")
    yield from head
    room -= sum(len(line) + 1 for line in head) + WIDTH  # for the last line
    for at, finding in enumerate(report.findings):
        fix = finding.fix
        hint = fix_hint(finding.source, fix, unsafe_fixes=report.unsafe_fixes) if fix else ""
        row = (*cells(finding, report), escape(safe.shorten(hint, WIDTH)))
        line = f"| {' | '.join(row)} |"
        room -= len(line) + 1
        if room < 0:
            yield ""
            yield f"Not shown here: {counted(len(report.findings) - at, 'more finding')}."
            return
        yield line


def cells(finding: Finding, report: Report) -> tuple[str, str, str]:
    """Return the location of a finding, its rule as a link to its page, and its message."""
    return (
        f"{escape(safe.line(finding.path, WIDTH))}:{finding.line}:{finding.column}",
        f"[{finding.code}]({rule_address(finding.code)} '{finding.name}')",
        report.word(finding) + escape(safe.message(finding.whole_message, WIDTH)),
    )


def escape(text: str) -> str:
    """Return text with its special characters as references, so that a page shows it unchanged.

    Empty HTML comments keep GitHub from making links of user names, issue numbers and addresses.
    """
    references = _SPECIAL.sub(lambda match: f"&#{ord(match[0])};", text)
    return _REFERRING.sub(r"\1<!-- -->", references)


class RuleCount(NamedTuple):
    """One rule's row in the table of counts.

    Attributes:
        findings: the number of its findings.
        fixable: the number of these that have a fix, safe or unsafe.
        files: the number of files with such findings.
        code: the rule's code, `DOI201`.
        name: the rule's name, `unusual-address`.
    """

    findings: int
    fixable: int
    files: int
    code: str
    name: str


def count(report: Report) -> list[RuleCount]:
    """Return a row for each rule with findings, the most findings first, then by code."""
    findings = Counter((finding.code, finding.name) for finding in report.findings)
    fixable = Counter(finding.code for finding in report.findings if finding.fix)
    files = Counter(code for code, _ in {(f.code, f.source.name) for f in report.findings})
    counts = [
        RuleCount(number, fixable[code], files[code], code, name)
        for (code, name), number in findings.items()
    ]
    return sorted(counts, key=lambda row: (-row.findings, row.code))


def statistics_table(report: Report) -> Iterator[str]:
    """Yield the lines of the table of `--statistics`, with aligned columns."""
    for findings, fixable, files, code, name in (RuleCount._fields, *count(report)):
        yield f"{findings:>8}  {fixable:>7}  {files:>5}  {code:<6}  {name}"
