"""Where the reports of `mdlint-doi check` go: standard output, standard error, files.

How a patch leaves the command: byte for byte to a program, made visible to people.

In the log of GitHub Actions a line of a patch could be a command to the runner, which also takes
those behind white space. So commands are stopped around it, with a word that no document can know;
`git apply` and `patch` pass over these two lines.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from mdlint_doi.cli.output import (
    columns,
    wants_color,
    wants_links,
    write_bytes,
    write_lines,
    write_out,
)
from mdlint_doi.files.reading import FileProblem, in_words
from mdlint_doi.report.formats import lines, messages, overview, summary
from mdlint_doi.report.safe import path, visible
from mdlint_doi.run.request import STDIN, Task
from mdlint_doi.text.version import VERSION

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from mdlint_doi.report.model import Report
    from mdlint_doi.run.result import Result


_SUFFIXES: Final = {
    ".sarif": "sarif",
    ".json": "json",
    ".xml": "junit",
    ".html": "html",
    ".md": "markdown",
}
"""The format of a file that names none; of others it is text."""


def formats_of(arguments: argparse.Namespace) -> set[str]:
    """Return the formats of all reports that are asked for."""
    return {_printed(arguments), *(name for name, _ in _targets(arguments))}


def _printed(arguments: argparse.Namespace) -> str:
    """Return the format of what is printed."""
    return arguments.output_format or "text"


def _targets(arguments: argparse.Namespace) -> list[tuple[str, str]]:
    """Return the format and the name of each file that gets a report."""
    return [(name or _format_of(arguments, file), file) for name, file in arguments.output]


def _format_of(arguments: argparse.Namespace, file: str) -> str:
    suffix = os.path.splitext(file)[1].lower()  # noqa: PTH122 - `pathlib` is not loaded
    return arguments.output_format or _SUFFIXES.get(suffix, "text")


def write_reports(
    arguments: argparse.Namespace, report: Report, result: Result, task: Task
) -> None:
    """Print the report, and the patch, the fixed standard input or the mentions where asked.

    Raises:
        FileProblem: if a file cannot be written; the rest is.

    """
    shown = _shown(arguments, report, task)
    if arguments.diff:
        from mdlint_doi.report.diff import patch

        write_patch("".join(patch(one.before, one.after) for one in result.changes))
        write_lines(sys.stderr, shown)
    elif writes(arguments) and STDIN in arguments.paths:
        write_bytes(sys.stdout, result.text_of(task))
        write_lines(sys.stderr, shown)
    elif arguments.dump:
        _dump(report)
        write_lines(sys.stderr, shown)
    else:
        write_lines(sys.stdout, shown)
    if arguments.explain:
        _explain(report)
    write_out(sys.stderr, messages(report))
    if _printed(arguments) == "github" and (path := os.environ.get("GITHUB_STEP_SUMMARY")):
        _add_summary(path, report)
    for name, file in _targets(arguments):
        rendered = _rendered(report, name, arguments, task)
        text = "".join(f"{line}\n" for line in rendered)
        _write(file, text.encode("utf-8", "backslashreplace"))


def writes(arguments: argparse.Namespace) -> bool:
    """Return whether documents get a new text; a search adds no comments."""
    return bool(arguments.fix or getattr(arguments, "add_suppressions", False))


def _shown(arguments: argparse.Namespace, report: Report, task: Task) -> Iterable[str]:
    """Return the lines to print: the report, or its summary where a file has the report."""
    other = arguments.diff or arguments.dump or (writes(arguments) and STDIN in arguments.paths)
    stream = sys.stderr if other else sys.stdout
    color = wants_color(stream, arguments.color)
    report = report.replace(
        color=color,
        links=color and wants_links(stream),
        width=columns(stream),
    )
    if any(name is None for name, _ in arguments.output):
        return () if report.quiet else summary(report).split("\n")[:-1]
    return _rendered(report, _printed(arguments), arguments, task)


def _rendered(
    report: Report, name: str, arguments: argparse.Namespace, task: Task
) -> Iterator[str]:
    """Return the lines of a report in a format; the web page with what only the run knows."""
    if name != "html":
        return lines(report, name, statistics=arguments.statistics)
    from dataclasses import replace
    from pathlib import Path

    from mdlint_doi.config.today import time_of_run
    from mdlint_doi.files.repository import place_links
    from mdlint_doi.report import html

    run = html.RunInfo.of(task.settings, time_of_run(os.environ), VERSION)
    links = place_links(Path.cwd())
    title = Path(links.root if links else Path.cwd()).name
    return html.render(replace(overview(report), title=title, run=run, links=links))


def _dump(report: Report) -> None:
    from mdlint_doi.report.mentioned import render

    if report.dois is not None:
        write_out(sys.stdout, "".join(f"{line}\n" for line in render(report.dois)))


def _explain(report: Report) -> None:
    """Print why each citation is said to speak of another work, beside the report."""
    for one in report.dois.mentions if report.dois is not None else ():
        if one.explanation:
            place = f"{path(one.path)}:{one.line}:{one.column}: {visible(str(one.doi))}"
            rows = (place, *(f"  {line}" for line in one.explanation), "")
            write_out(sys.stderr, "".join(f"{line}\n" for line in rows))


def _write(file: str, data: bytes) -> None:
    """Write a report to a file, wholly or not at all; to a device or pipe as it comes."""
    from pathlib import Path

    from mdlint_doi.files.writing import save

    if not os.path.exists(file) or os.path.isfile(file):  # noqa: PTH110, PTH113
        save(Path(file), data)
        return
    try:
        Path(file).write_bytes(data)
    except OSError as error:
        raise FileProblem(file, f"not written: {in_words(error)}") from None


def _add_summary(path: str, report: Report) -> None:
    """Add to the summary of a job, all or nothing; else the report is in the log all the same."""
    from mdlint_doi.report.github import summary

    size = None
    try:
        with open(path, "ab") as file:  # noqa: PTH123
            size = os.fstat(file.fileno()).st_size
            file.write(summary(report).encode("utf-8", "backslashreplace"))
    except OSError as error:
        if size is not None:
            with suppress(OSError):
                os.truncate(path, size)
        write_out(sys.stderr, f"note: no job summary: {error.strerror or error}\n")


def write_patch(text: str) -> None:
    """Write a patch to standard output."""
    from mdlint_doi.report.diff import shown

    if not text:
        return
    if sys.stdout.isatty():
        text = shown(text)
    elif os.environ.get("GITHUB_ACTIONS") == "true" and not _is_file():
        from secrets import token_hex

        word = token_hex(16)
        text = f"::stop-commands::{word}\n{text}::{word}::\n"
    write_out(sys.stdout, text)


def _is_file() -> bool:
    return stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
