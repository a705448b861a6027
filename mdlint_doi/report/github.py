"""Annotations for GitHub Actions: workflow commands on standard output.

GitHub shows ten annotations of each level for one step and silently drops the others, so the others
are printed as ordinary lines of the log. Escaping follows actions/toolkit. Text from documents is
first made visible, so that no command can begin inside it. The job summary is Markdown, and GitHub
accepts at most 1 MiB: it is escaped like a comment, and its table is cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from mdlint_doi.lint.model import Finding, rule_address
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report import markdown, safe
from mdlint_doi.report import summary as counts
from mdlint_doi.report.model import NOT_READ, PathNote, Report
from mdlint_doi.report.text import fix_hint, headline
from mdlint_doi.text.numbers import counted

FINDINGS: Final = 100  # the most findings that the job summary lists
ANNOTATIONS: Final = 10  # the most annotations of one level; GitHub's limit for a step
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "notice"}


def render(report: Report) -> Iterator[str]:
    """Yield the lines for the log: commands, findings beyond the limit, and the summary."""
    plain = report.replace(color=False, links=False)
    given: Counter[Severity] = Counter()
    rest: list[PathNote | Finding] = []
    every: Iterator[PathNote | Finding] = chain(report.problems, report.findings)
    for problem in every:
        given[problem.severity] += 1
        if given[problem.severity] > ANNOTATIONS:
            rest.append(problem)
        else:
            yield _unread(problem) if isinstance(problem, PathNote) else _command(problem, plain)
    if rest:
        yield (
            f"GitHub shows at most {ANNOTATIONS} annotations of each level per step. Findings"
            f" without an annotation: {len(rest)}"
        )
    for finding in rest:
        if isinstance(finding, Finding):  # messages on standard error list the others
            yield headline(finding, plain)
    yield from counts.render(plain)


def _command(finding: Finding, plain: Report) -> str:
    file = safe.visible(finding.path.removeprefix("./"))  # relative to the repository
    properties = {"file": file, "line": str(finding.line)}
    if finding.end_line == finding.line:  # GitHub accepts columns only within one line
        properties |= {"col": str(finding.column), "endColumn": str(finding.end_column)}
    else:
        properties |= {"endLine": str(finding.end_line)}
    properties["title"] = f"{finding.code} {finding.name}"
    message = headline(finding, plain)
    if finding.fix:
        message += "\n" + fix_hint(finding.source, finding.fix, unsafe_fixes=plain.unsafe_fixes)
    return _written(finding.severity, properties, message)


def _unread(note: PathNote) -> str:
    """Return the command for a file, or a part of one, that could not be read or written."""
    properties = {"file": safe.visible(note.path.removeprefix("./"))}
    properties |= {} if note.line is None else {"line": str(note.line)}
    properties["title"] = NOT_READ
    return _written(note.severity, properties, safe.line(note.message))


def _written(severity: Severity, properties: Mapping[str, str], message: str) -> str:
    shown = ",".join(
        f"{key}={_data(value).replace(':', '%3A').replace(',', '%2C')}"
        for key, value in properties.items()
    )
    return f"::{_LEVELS[severity]} {shown}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def summary(report: Report) -> str:
    """Return the job summary as Markdown, with a line end at the end."""
    lines = ["## DOIs", "", *markdown.counts(report)]
    if report.findings:
        lines += ["", "| Rule | Name | Findings | Fixable | Files |", "|---|---|---:|---:|---:|"]
        for row in markdown.count(report):
            rule = f"[{row.code}]({rule_address(row.code)})"
            lines.append(f"| {rule} | {row.name} | {row.findings} | {row.fixable} | {row.files} |")
        lines += ["", "| Place | Rule | Message |", "|---|---|---|"]
        for finding in report.findings[:FINDINGS]:
            lines.append(f"| {' | '.join(markdown.cells(finding, report))} |")
    more = len(report.findings) - FINDINGS
    if more > 0:
        lines += ["", f"The log contains {counted(more, 'more finding')}."]
    return "".join(f"{line}\n" for line in lines)
