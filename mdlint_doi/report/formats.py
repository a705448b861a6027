"""The formats of a report by name; each one's module is imported when it is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Final, Literal, get_args

from mdlint_doi.report.model import Report

Format = Literal["text", "concise", "json", "sarif", "junit", "github", "gitlab"]
FORMATS: Final[tuple[str, ...]] = get_args(Format)

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
    if name not in FORMATS:
        raise KeyError(name)
    if name == "text" and report.quiet and not report.findings:
        return ""
    if name == "text" and not report.findings:
        name = "summary"  # the same lines, without the modules that draw findings
    lines = _sarif(report) if name == "sarif" else _module(name, report)
    text = _joined(lines)
    if statistics and name in _FOR_PEOPLE:
        text += _joined(("", *_module("statistics", report))) if report.findings else ""
    return text


def messages(report: Report) -> str:
    """Return what belongs on standard error in every format: notices, skipped files, errors."""
    if not (report.notices or report.skipped or report.errors):
        return ""
    from mdlint_doi.report.summary import messages as lines

    return _joined(lines(report))


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _module(name: str, report: Report) -> Iterator[str]:
    lines: Iterator[str] = import_module(f"mdlint_doi.report.{name}").render(report)
    return lines


def _sarif(report: Report) -> Iterator[str]:
    from importlib.metadata import version

    from mdlint_doi.lint.rules import RULES
    from mdlint_doi.report import sarif

    return sarif.render(report, RULES, version("sphinx-doi"))
