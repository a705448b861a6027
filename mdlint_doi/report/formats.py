"""The report formats: a table with one row for each format, whose module is imported when needed.

The options of the command and the manual's tables are derived from the rows.
`example_docs/_ext/format_tables.py` writes the tables.
"""

from __future__ import annotations

from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Final

from mdlint_doi.report.safe import wrapped
from mdlint_doi.report.summary import messages as summary_messages
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mdlint_doi.report.html import Overview
    from mdlint_doi.report.model import Report


class ReportFormat(Value):
    """A format of reports.

    Attributes:
        name: its name in options.
        what: its description in the manual, as Markdown; links are relative to the folder
            `reference`.
        finding: what a finding becomes, for the manual's table of formats for other programs; empty
            for a format that is not in this table.
        module: the module below `mdlint_doi.report` that writes it with its function `render`, or
            with the function named after a colon; empty: the module has the name of the format.
        suffixes: the file suffixes that select it; an empty one selects it for files without one.
        for_people: whether `--statistics` adds a table.
        shows_dois: whether it shows all DOIs: it needs `Report.dois`, and its `render` receives an
            `Overview` instead of a `Report`.
        is_json: whether it is JSON.
    """

    name: str
    what: str
    finding: str = ""
    module: str = ""
    suffixes: tuple[str, ...] = ()
    for_people: bool = False
    shows_dois: bool = False
    is_json: bool = False


REPORTS: Final = (
    ReportFormat(
        "text",
        "the default",
        suffixes=(".txt", ".log", ""),
        for_people=True,
    ),
    ReportFormat("concise", "one line for each finding", module="text:concise", for_people=True),
    ReportFormat(
        "json",
        "an array of [findings](json.md#findings)",
        suffixes=(".json",),
        is_json=True,
    ),
    ReportFormat(
        "sarif",
        "SARIF 2.1.0, one run, with a description of each rule and a link to its page",
        "a result with a level (`error`, `warning` or `note`), a region in code points, its fix, a"
        " path relative to `%SRCROOT%`, and a fingerprint that does not change when lines move",
        suffixes=(".sarif",),
        is_json=True,
    ),
    ReportFormat(
        "rdjson",
        "[reviewdog](https://github.com/reviewdog/reviewdog)'s diagnostic format",
        "a diagnostic with a severity (`ERROR`, `WARNING` or `INFO`) and a range in bytes; a safe"
        " fix becomes a suggestion",
        is_json=True,
    ),
    ReportFormat(
        "junit",
        "JUnit XML, one suite for each file",
        "a failed case; if the finding does not fail the run, a passed case with the finding as its"
        " output. A file without findings is one passed case",
        suffixes=(".xml",),
    ),
    ReportFormat(
        "github",
        "workflow commands for GitHub Actions: at most ten of each level, because GitHub shows no"
        " more; the others are lines in the log",
        "an annotation; the job summary shows up to 100 findings",
        for_people=True,
    ),
    ReportFormat(
        "gitlab",
        "GitLab's code quality report",
        "an issue with a severity (`major`, `minor` or `info`) and the same fingerprint as in"
        " `sarif`",
        is_json=True,
    ),
    ReportFormat("html", "a web page with all DOIs", suffixes=(".html",), shows_dois=True),
    ReportFormat("markdown", "a comment for a pull request", suffixes=(".md",)),
)
FORMATS: Final = tuple(report.name for report in REPORTS)
"""The values of the option `--output-format`."""
OF_DOIS: Final = frozenset(report.name for report in REPORTS if report.shows_dois)
JSON: Final = frozenset(report.name for report in REPORTS if report.is_json)
SUFFIXES: Final = {suffix: report.name for report in REPORTS for suffix in report.suffixes}
"""The format of a report file, by its suffix, if the user names no format."""
_BY_NAME: Final = {report.name: report for report in REPORTS}


def render(report: Report, name: str, *, statistics: bool = False) -> str:
    """Return a report in one of `FORMATS`, with line feeds.

    Args:
        report: the result of a run.
        name: the format, one of `FORMATS`.
        statistics: whether to add the table of counts by rule, in the formats for people.

    Raises:
        KeyError: if there is no such format.
    """
    return _joined(lines(report, name, statistics=statistics))


def lines(report: Report, name: str, *, statistics: bool = False) -> Iterator[str]:
    """Return the lines of a report like `render`, but one by one, to save memory.

    Raises:
        KeyError: if there is no such format.
    """
    entry = _BY_NAME[name]
    parts: list[Iterable[str]] = []
    if name != "text" or report.findings:
        parts.append(_rendered(report, entry))
    elif not report.quiet:
        parts.append(_summary(report))  # the same text, without importing `report.text`
    if statistics and entry.for_people and report.findings:
        from mdlint_doi.report.markdown import statistics_table

        parts += [""], statistics_table(report)
    return chain.from_iterable(parts)


def summary(report: Report) -> str:
    """Return only the summary, the sentences at the end of the text report."""
    return _joined(_summary(report))


def messages(report: Report) -> str:
    """Return the text for standard error in every format: notices, skipped files, errors."""
    messages = (report.notices, report.notes, report.skipped, report.problems)
    if not any((*messages, report.warning, report.details)):
        return ""
    return _joined(summary_messages(report))


def overview(report: Report) -> Overview:
    """Return the content of the web page, without title, run information and links to lines."""
    from mdlint_doi.report.html import Overview
    from mdlint_doi.report.mentioned import rows_of

    return Overview("", report, rows_of(report.dois, report.findings) if report.dois else ())


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _rendered(report: Report, entry: ReportFormat) -> Iterator[str]:
    module, _, function = (entry.module or entry.name).partition(":")
    render = getattr(import_module(f"mdlint_doi.report.{module}"), function or "render")
    lines: Iterator[str] = render(overview(report) if entry.shows_dois else report)
    return lines


def _summary(report: Report) -> Iterator[str]:
    from mdlint_doi.report.summary import render

    return wrapped(render(report), report.width)
