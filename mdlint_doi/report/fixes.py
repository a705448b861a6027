"""What was fixed: how often which rule in which file, or each fix by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from mdlint_doi.lint.model import Finding, Severity
from mdlint_doi.report import safe
from mdlint_doi.report.model import Report
from mdlint_doi.report.summary import counted
from mdlint_doi.report.text import edits_told

FILES: Final = 20
"""Files that are listed unless each fix is."""


def told(report: Report) -> Iterator[str]:
    """Yield how much was fixed, and where."""
    hints = sum(one.severity is Severity.HINT for one in report.fixed)
    problems = len(report.fixed) - hints
    kinds = [counted(problems, "problem")] if problems else []
    kinds += [counted(hints, "hint")] if hints else []
    files = counted(len({one.path for one in report.fixed}), "file")
    verb = "Would fix" if report.dry else "Fixed"
    yield f"{verb} {' and '.join(kinds)} in {files}:"
    yield from render(report) if report.shows_fixes else _by_file(report)


def render(report: Report) -> Iterator[str]:
    """Yield a line for each fix."""
    for one in report.fixed:
        place = f"{safe.path(one.path)}:{one.line}:{one.column}"
        edits = f" {edits_told(one.source, one.fix)}" if one.fix else ""
        yield f"  {place}: {one.code} [{one.name}]{edits}"


def _by_file(report: Report) -> Iterator[str]:
    """Yield a line for each of the first files: how often which rule."""
    files: dict[str, list[Finding]] = {}
    for one in report.fixed:
        files.setdefault(one.path, []).append(one)
    for path, fixed in islice(files.items(), FILES):
        rules = Counter((one.code, one.name) for one in fixed)
        listed = ", ".join(f"{count} × {code} {name}" for (code, name), count in rules.items())
        yield f"  {safe.visible(path)}: {listed}"
    if len(files) > FILES:
        yield f"  and {counted(len(files) - FILES, 'more file')} (--show-fixes lists each fix)"
