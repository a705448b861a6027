"""One line for each finding, in the form that editors and `grep` know: `path:line:column: …`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.model import Finding, Safety, rule_address
from mdlint_doi.lint.settings import Severity
from mdlint_doi.report import safe, summary
from mdlint_doi.report.model import Report
from mdlint_doi.report.safe import Style, link, paint
from mdlint_doi.text.source import Line

STYLES: Final = {
    Severity.ERROR: Style.ERROR,
    Severity.WARNING: Style.WARNING,
    Severity.HINT: Style.HINT,
}
_MARKS: Final = {Safety.SAFE: "[*] ", Safety.UNSAFE: "[?] "}


def render(report: Report) -> Iterator[str]:
    """Yield a line for each finding, `[*]` for a safe fix and `[?]` for another; then the count."""
    for finding in report.findings:
        mark = _MARKS[finding.fix.safety] if finding.fix else ""
        yield headline(finding, report, mark=mark)
    if not report.quiet:
        yield next(summary.render(report))
        if report.shows_fixes:
            yield from summary.all_fixes(report)
        yield from summary.not_looked_up(report)


def headline(finding: Finding, report: Report, *, mark: str = "", line: Line | None = None) -> str:
    """Return `path:line:column: CODE [name] message`, harmless, without a line end.

    Before the message stand `hint: `, of a hint, and `mark`. `line` is where the finding begins.
    """
    start = finding.span.start
    line = line or finding.source.line_at(start)
    path, code, word = safe.path(finding.path), finding.code, report.word(finding)
    if report.color:
        path = paint(path, Style.PATH, color=True)
        code = paint(code, STYLES[finding.severity], color=True)
        word = word and f"{paint(word.rstrip(), STYLES[finding.severity], color=True)} "
    if report.links:
        code = link(code, rule_address(finding.code), links=True)
    message = safe.line(finding.whole_message)
    column = start - line.start + 1
    return f"{path}:{line.number}:{column}: {code} [{finding.name}] {word}{mark}{message}"
