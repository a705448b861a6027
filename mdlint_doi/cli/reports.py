"""Print the reports of `mdlint-doi check` to standard output, standard error and files."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TextIO

from mdlint_doi.cli.streams import (
    columns,
    wants_color,
    write_bytes,
    write_lines,
    write_messages,
    write_out,
)
from mdlint_doi.file_formats import entry_of
from mdlint_doi.files.reading import FileProblem, in_words
from mdlint_doi.report.formats import JSON, SUFFIXES, lines, messages, summary
from mdlint_doi.report.safe import links_wanted, path, visible
from mdlint_doi.run.request import STDIN, Task

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from mdlint_doi.report.model import Report
    from mdlint_doi.run.result import Result


_MARKS: Final = (b"<!-- mdlint-doi -->", b"<title>DOIs")
"""Text near the start of our reports in Markdown and HTML that no document contains."""
_MARKED: Final = 1000  # bytes at the start of a file to search for a mark


def formats_of(arguments: argparse.Namespace) -> set[str]:
    """Return the formats of all reports to write."""
    return {arguments.output_format or "text", *(name for name, _ in _targets(arguments))}


def _targets(arguments: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Yield the format and the name of each file that gets a report."""
    for name, file in arguments.output:
        suffix = os.path.splitext(file)[1].lower()
        yield name or arguments.output_format or SUFFIXES.get(suffix, "text"), file


def _unknown_suffix(arguments: argparse.Namespace) -> str | None:
    """Return an error message for a report file whose format is unknown; None if there is none."""
    for name, file in arguments.output:
        suffix = os.path.splitext(file)[1]
        if not (name or arguments.output_format) and suffix.lower() not in SUFFIXES:
            known = " ".join(suffix for suffix in SUFFIXES if suffix)
            return (
                f"{file}: no report format has the suffix {suffix}; use one of {known}, or name the"
                f" format: -o text={file}"
            )
    return None


def _contradicting(arguments: argparse.Namespace) -> str | None:
    """Return an error message for a report file whose suffix is of a different format, else None.

    Programs often want JSON of any kind in a `.json` file, and text has no suffix of its own.
    """
    name = arguments.output_format
    for own, file in arguments.output:
        other = SUFFIXES.get(os.path.splitext(file)[1].lower(), "text")
        is_alike = name == other or {name, other} <= JSON or "text" in {name or "text", other}
        if not (own or is_alike):
            return (
                f"{file} has the suffix of the format {other}, but --output-format is {name}; name"
                f" the format of the file: -o {other}={file}, or -o {name}={file}"
            )
    return None


def writes(arguments: argparse.Namespace) -> bool:
    """Return whether the command writes fixes or comments; `search` has no option for comments."""
    return bool(arguments.fix or getattr(arguments, "add_suppressions", False))


def refused_output(arguments: argparse.Namespace, baseline: str | None = None) -> str | None:
    """Return an error message for a report or baseline file that must not be written, else None.

    Its format is unknown, its folder does not exist, or it is a document.
    """
    if problem := _unknown_suffix(arguments) or _contradicting(arguments):
        return problem
    for file in (*(name for _, name in arguments.output), *([baseline] if baseline else ())):
        folder = os.path.dirname(file) or os.curdir
        if file == STDIN:
            return "- is not a file; name a file, or use --output-format to print a report"
        if not os.path.isdir(folder):
            return f"{file} cannot be written: the folder {folder} does not exist"
        if _is_document(file, arguments.paths):
            return f"{file} is a document and would be overwritten; give a different name"
    return None


def _is_document(file: str, paths: Iterable[str]) -> bool:
    """Return whether a file is one of `paths`, or seems to be a document or a settings file."""
    if not os.path.isfile(file) or not os.path.getsize(file):
        return False
    if any(os.path.exists(named) and os.path.samefile(file, named) for named in paths):
        return True
    entry = entry_of(file)
    is_settings = entry is None and file.endswith(".toml")
    if not is_settings and (entry is None or entry.name == "txt"):
        return False
    start = b""  # an unreadable file counts as a document
    with suppress(OSError), open(file, "rb") as opened:
        start = opened.read(_MARKED)
    return not any(mark in start for mark in _MARKS)


def write_reports(
    arguments: argparse.Namespace, report: Report, result: Result, task: Task
) -> None:
    """Print the report, and the requested patch, fixed standard input or mentions.

    Raises:
        FileProblem: if a report file cannot be written; standard output was written before.
    """
    writes_input = writes(arguments) and STDIN in arguments.paths
    stream = sys.stderr if arguments.diff or arguments.dump or writes_input else sys.stdout
    shown = _shown(arguments, report, task, stream)
    if arguments.diff:
        if result.changes:
            from mdlint_doi.cli.patch import write_patch

            write_patch(result.changes)
    elif writes_input:
        write_bytes(sys.stdout, result.text_of(task))
    elif arguments.dump and report.dois is not None:
        from mdlint_doi.report.mentioned import render

        write_out(sys.stdout, "".join(f"{line}\n" for line in render(report.dois)))
    write_lines(stream, shown)
    if arguments.explain:
        _explain(report)
    write_messages(messages(report).splitlines())
    if arguments.output_format == "github" and (path := os.environ.get("GITHUB_STEP_SUMMARY")):
        _add_summary(path, report)
    for name, file in _targets(arguments):
        text = "".join(f"{line}\n" for line in _rendered(report, name, arguments, task))
        _write(file, text.encode("utf-8", "backslashreplace"))


def _shown(
    arguments: argparse.Namespace, report: Report, task: Task, stream: TextIO
) -> Iterable[str]:
    """Return the lines to print: the report, or only its summary if a file gets the report."""
    color = wants_color(stream, arguments.color)
    links = color and links_wanted(terminal=stream.isatty(), environ=os.environ)
    report = report.replace(color=color, links=links, width=columns(stream))
    if any(name is None for name, _ in arguments.output):
        return () if report.quiet else summary(report).split("\n")[:-1]
    return _rendered(report, arguments.output_format or "text", arguments, task)


def _rendered(
    report: Report, name: str, arguments: argparse.Namespace, task: Task
) -> Iterator[str]:
    """Return the lines of a report in the format `name`."""
    if name != "html":
        return lines(report, name, statistics=arguments.statistics)
    from mdlint_doi.cli.web_page import web_page

    return web_page(report, task)


def _explain(report: Report) -> None:
    """Print, for each compared reference, the explanation of its verdict on standard error."""
    for mention in report.dois.mentions if report.dois is not None else ():
        if mention.explanation:
            place = f"{path(mention.path)}:{mention.doi_line}:{mention.doi_column}"
            head = f"{place}: {visible(str(mention.doi))}"
            write_messages([head, *(f"  {line}" for line in mention.explanation), ""])


def _add_summary(path: str, report: Report) -> None:
    """Append the report to the job summary of GitHub, wholly or not at all.

    A failure is only a note, because the log contains the report.
    """
    from mdlint_doi.report.github import summary

    size = None
    try:
        with open(path, "ab") as file:
            size = os.fstat(file.fileno()).st_size
            file.write(summary(report).encode("utf-8", "backslashreplace"))
    except OSError as error:
        if size is not None:
            with suppress(OSError):
                os.truncate(path, size)
        write_messages([f"note: the job summary was not written: {error.strerror or error}"])


def _write(file: str, data: bytes) -> None:
    """Write a report to a file, wholly or not at all; write directly to a device or pipe."""
    from mdlint_doi.files.writing import save

    if not os.path.exists(file) or os.path.isfile(file):
        save(file, data)
        return
    try:
        with open(file, "wb") as stream:
            stream.write(data)
    except OSError as error:
        raise FileProblem(file, f"not written: {in_words(error)}") from None
