"""The formats of a report by name; each one's module is imported when it is chosen."""

from __future__ import annotations

from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Final

from mdlint_doi.report.cells import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mdlint_doi.report.html import Overview
    from mdlint_doi.report.model import Report


FORMATS: Final = (
    *("text", "concise", "json", "sarif", "rdjson", "junit"),
    *("github", "gitlab", "html", "markdown"),
)
OF_DOIS: Final = frozenset({"html"})  # those that show the DOIs, too: `Report.dois` is needed

_FOR_PEOPLE: Final = frozenset({"text", "concise", "github"})


def render(report: Report, name: str, *, statistics: bool = False) -> str:
    """Return a report in one of `FORMATS`, with line feeds.

    Args:
        report: the result of a run.
        name: the format, one of `FORMATS`.
        statistics: whether to add the table of counts by rule, in the formats for people.

    Raises:
        KeyError: for the name of no format.
    """
    return _joined(lines(report, name, statistics=statistics))


def lines(report: Report, name: str, *, statistics: bool = False) -> Iterator[str]:
    """Return what `render` does line by line, so that a long report need not be held.

    Raises:
        KeyError: for the name of no format.
    """
    if name not in FORMATS:
        raise KeyError(name)
    parts: list[Iterable[str]] = []
    if name != "text" or report.findings:
        parts.append(_rendered(report, name))
    elif not report.quiet:
        parts.append(_rendered(report, "summary"))  # the same, without what draws findings
    if statistics and name in _FOR_PEOPLE and report.findings:
        from mdlint_doi.report.markdown import statistics_table

        parts += [""], statistics_table(report)
    return chain.from_iterable(parts)


def summary(report: Report) -> str:
    """Return the sentences at the end of the report for people alone."""
    return _joined(_rendered(report, "summary"))


def messages(report: Report) -> str:
    """Return what belongs on standard error in every format: notices, skipped files, errors."""
    messages = (report.notices, report.notes, report.skipped, report.errors)
    if not any((*messages, report.warning, report.details)):
        return ""
    from mdlint_doi.report.summary import messages as summary_messages

    return _joined(summary_messages(report))


def overview(report: Report) -> Overview:
    """Return what the web page shows of a report, without what only the run knows."""
    from mdlint_doi.report.html import Overview
    from mdlint_doi.report.mentioned import rows_of

    return Overview("", report, rows_of(report.dois, report.findings) if report.dois else ())


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _rendered(report: Report, name: str) -> Iterator[str]:
    if name == "concise":
        from mdlint_doi.report.text import concise

        return concise(report)
    module = import_module(f"mdlint_doi.report.{name}")
    lines: Iterator[str] = module.render(overview(report) if name == "html" else report)
    return wrapped(lines, report.width) if name == "summary" else lines
