"""The formats of a report by name; each one's module is imported when it is chosen."""

from __future__ import annotations

from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Final

from mdlint_doi.text.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from mdlint_doi.report.html import Overview
    from mdlint_doi.report.model import Report


FORMATS: Final = (
    *("text", "concise", "json", "sarif", "rdjson", "junit"),
    *("github", "gitlab", "html", "markdown"),
)
OF_DOIS: Final = frozenset({"html"})
"""Those that show the DOIs, too: `Report.dois` is needed."""

_FOR_PEOPLE: Final = frozenset({"text", "concise", "github"})


def render(report: Report, name: str, *, statistics: bool = False) -> str:
    """Return a report in a format; every line ends with a line feed.

    Args:
        report: what to render.
        name: one of `FORMATS`.
        statistics: add the table of counts by rule, in the formats for people.

    Raises:
        KeyError: for a name that is none of `FORMATS`.

    """
    return _joined(lines(report, name, statistics=statistics))


def lines(report: Report, name: str, *, statistics: bool = False) -> Iterator[str]:
    """Return what `render` does line by line, so that a long report need not be held."""
    if name not in FORMATS:
        raise KeyError(name)
    if name == "text" and not report.findings:
        name = "" if report.quiet else "summary"  # the same, without what draws findings
    return chain.from_iterable(_parts(report, name, statistics=statistics))


def _parts(report: Report, name: str, *, statistics: bool) -> Iterator[Iterable[str]]:
    """Yield the parts of a report, each one its lines."""
    if name:
        yield _SPECIAL[name](report) if name in _SPECIAL else _module(name, report)
    if report.shows_fixes and report.fixed and name == "concise":
        from mdlint_doi.report.summary import all_fixes

        yield all_fixes(report)
    if statistics and name in _FOR_PEOPLE and report.findings:
        from mdlint_doi.report.markdown import statistics_table

        yield [""]
        yield statistics_table(report)


def summary(report: Report) -> str:
    """Return the sentences at the end of the report for people alone."""
    return _joined(_module("summary", report))


def messages(report: Report) -> str:
    """Return what belongs on standard error in every format: notices, skipped files, errors."""
    messages = (report.notices, report.notes, report.skipped, report.errors)
    if not any((*messages, report.warning, report.details)):
        return ""
    from mdlint_doi.report.summary import messages as summary_messages

    return _joined(summary_messages(report))


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _module(name: str, report: Report) -> Iterator[str]:
    rendered: Iterator[str] = import_module(f"mdlint_doi.report.{name}").render(report)
    return rendered


def _sarif(report: Report) -> Iterator[str]:
    from mdlint_doi.lint.rules import RULES
    from mdlint_doi.report import sarif

    return sarif.render(report, RULES, VERSION)


def _html(report: Report) -> Iterator[str]:
    from mdlint_doi.report.html import render as page

    return page(overview(report))


def overview(report: Report) -> Overview:
    """Return what the web page shows of a report, without what only the run knows."""
    from mdlint_doi.report.html import Overview
    from mdlint_doi.report.mentioned import rows_of

    rows = rows_of(report.dois, report.findings) if report.dois else ()
    return Overview("", report, rows)


_SPECIAL: Final[Mapping[str, Callable[[Report], Iterator[str]]]] = {"sarif": _sarif, "html": _html}
