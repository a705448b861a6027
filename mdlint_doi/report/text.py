"""The report for people: each finding with its line, carets and fix, and a summary."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from mdlint_doi.lint.model import Finding, Fix, Safety
from mdlint_doi.report import safe, summary
from mdlint_doi.report.color import Style, paint
from mdlint_doi.report.concise import STYLES, headline
from mdlint_doi.report.excerpt import WIDTH, rows
from mdlint_doi.report.model import Report
from mdlint_doi.text.source import Source

_QUOTED: Final = 100
"""Code points of a text that a fix puts in or takes out."""
_EDITS: Final = 3
"""Edits of one fix that are spelled out."""
_PLAIN: Final = Report()


def render(report: Report) -> Iterator[str]:
    """Yield the lines of the report, harmless for a terminal, without line ends."""
    for finding in report.findings:
        yield from finding_lines(finding, report)
        yield ""
    if not report.quiet:
        yield from summary.render(report)


def finding_lines(finding: Finding, report: Report = _PLAIN) -> list[str]:
    """Return the lines for one finding, as a report wants them: headline, excerpt, fix."""
    source, span, color = finding.source, finding.span, report.color
    line = source.line_at(span.start)
    last = line.number if span.end <= line.end else finding.end_line
    width = len(str(last))
    margin, bar = " " * width, paint("|", Style.DIM, color=True) if color else "|"
    room = WIDTH if report.width is None else min(WIDTH, report.width - width - len(" | "))
    lines = [headline(finding, color=color, links=report.links, line=line), f"{margin} {bar}"]
    for row in rows(source, span, room, line):
        number, carets = f"{row.number:>{width}}", row.carets
        if color:
            number = paint(number, Style.DIM, color=True)
            marks = paint("^" * row.marked, STYLES[finding.severity], color=True)
            carets = f"{' ' * row.before}{marks}"
        lines.append(f"{number} {bar} {row.text}".rstrip())
        lines.append(f"{margin} {bar} {carets}")
    if finding.fix:
        hint = fix_hint(source, finding.fix, unsafe_fixes=report.unsafe_fixes)
        lines.append(f"{margin} = {paint(hint, Style.GOOD, color=color)}")
    return lines


def fix_hint(source: Source, fix: Fix, *, unsafe_fixes: bool = False) -> str:
    """Return in one harmless line what a fix would do, and whether it takes a switch."""
    told = edits_told(source, fix)
    if fix.safety is Safety.SAFE:
        return f"fix: {told}"
    if unsafe_fixes:
        return f"unsafe fix: {told}"
    return f"unsafe fix available with --unsafe-fixes: {told}"


def edits_told(source: Source, fix: Fix) -> str:
    """Return in harmless words what a fix does."""
    text = source.text
    told = "; ".join(
        [_edit_told(edit.span.cut(text), edit.replacement) for edit in fix.edits[:_EDITS]]
    )
    if len(fix.edits) > _EDITS:
        told += f"; and {len(fix.edits) - _EDITS} more places"
    return told


@lru_cache(maxsize=64)
def _edit_told(cut: str, replacement: str) -> str:
    """Return what an edit does; kept, since the same is wrong in many places."""
    old, new = safe.line(cut, _QUOTED), safe.line(replacement, _QUOTED)
    if not new:
        return f"remove '{old}'"
    if not old:
        return f"insert '{new}'"
    return f"replace '{old}' with '{new}'"
