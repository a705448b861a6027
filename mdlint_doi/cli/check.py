"""`mdlint-doi check`: arguments in, report out."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from time import perf_counter
from typing import TYPE_CHECKING, Final

from mdlint_doi.cli.options import add_settings, nearest_of, settings_of
from mdlint_doi.cli.output import fail, wants_color, write_bytes, write_out
from mdlint_doi.files.problem import FileProblem
from mdlint_doi.lint.settings import Settings, SettingsError
from mdlint_doi.project.request import STDIN, Task
from mdlint_doi.project.run import Result, check
from mdlint_doi.report.formats import FORMATS, messages, render

if TYPE_CHECKING:
    from mdlint_doi.config.load import Configuration
    from mdlint_doi.report.model import Report

EPILOG: Final = """\
exit codes:
  0  nothing was found (after --fix: nothing is left)
  1  findings that are not hints; with --diff, something would change
  2  usage, configuration, or a file that cannot be read
  3  with --strict: a DOI could not be checked, or no file was
  130  interrupted

examples:
  mdlint-doi check docs/                  look every DOI up
  mdlint-doi check --offline --fix docs/  fix what needs no look-up
  mdlint-doi check --diff docs/           show what --fix would change
  mdlint-doi check - < notes.md           standard input
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "paths",
        nargs="*",
        default=["."],
        metavar="PATH",
        help="files, folders, or - for standard input; default: this folder",
    )
    parser.add_argument("--fix", action="store_true", help="fix what is safe to fix")
    parser.add_argument(
        "--unsafe-fixes", action="store_true", help="with --fix or --diff: fix by guesses, too"
    )
    parser.add_argument(
        "--diff",
        action="store_true",
        help="print what --fix would change as a patch; write nothing",
    )
    output = parser.add_argument_group("output")
    output.add_argument("--output-format", choices=FORMATS, default="text")
    output.add_argument(
        "-q",
        "--quiet",
        action="store_true",
        help="print findings and errors only, no summary and no notes",
    )
    parser.add_argument("--exit-zero", action="store_true", help="exit 0 even with findings")
    parser.add_argument(
        "--strict", action="store_true", default=None, help="exit 3 if a DOI could not be checked"
    )
    output.add_argument("--statistics", action="store_true", help="count the findings by rule")
    output.add_argument("--no-progress", action="store_true", help="show no progress bar")
    parser.add_argument(
        "--stdin-filename",
        default="<stdin>",
        metavar="NAME",
        help="the name under which standard input is reported",
    )
    baselines = parser.add_argument_group("baseline")
    baselines.add_argument("--baseline", metavar="FILE", help="do not report what FILE holds")
    baselines.add_argument(
        "--write-baseline", metavar="FILE", help="write all findings of today to FILE"
    )
    parser.add_argument(
        "--jobs",
        type=_count,
        default=0,
        metavar="N",
        help="processes at most that check a large tree; default: one for each core",
    )
    add_settings(parser)


def _count(text: str) -> int:
    if text.isdecimal() and text.isascii():
        return int(text)
    message = f"{text!a} is not valid; give a whole number, 0 for one process for each core"
    raise argparse.ArgumentTypeError(message)


def run(arguments: argparse.Namespace) -> int:
    """Check, report, and return the exit code."""
    started = perf_counter()
    try:
        configuration = settings_of(arguments)
    except SettingsError as error:
        return fail(str(error))
    settings = configuration.settings
    task = _task(arguments, configuration)
    try:
        with _progress(arguments, settings) as progress:
            result = check(task, progress)
    except SettingsError as error:
        return fail(str(error))
    except ValueError as error:
        return _unusable(error)
    report = result.report._replace(
        quiet=arguments.quiet,
        notices=(*configuration.notices, *result.report.notices),
        dry=task.dry,
        color=wants_color(sys.stdout),
    )
    if arguments.write_baseline:
        try:
            report = _written_baseline(arguments.write_baseline, report, result, task)
        except FileProblem as problem:
            return fail(str(problem))
    report = report._replace(elapsed=perf_counter() - started)
    _print(arguments, report, result, task)
    return _exit_code(arguments, settings, report, changed=bool(result.changes))


def _unusable(error: ValueError) -> int:
    """Return the exit code for settings of look-ups that turned out to be of no use."""
    from mdlint_doi.lookup.settings import LookupSettingsError

    if isinstance(error, LookupSettingsError):
        return fail(str(error))
    raise error


def _task(arguments: argparse.Namespace, configuration: Configuration) -> Task:
    paths = tuple(arguments.paths)
    settings = configuration.settings
    if arguments.write_baseline and settings.baseline and not os.path.lexists(settings.baseline):
        settings = settings.replace(baseline=None)  # it is about to be written
    return Task(
        paths=paths,
        settings=settings,
        root=configuration.path and configuration.path.parent,
        fix=arguments.fix or arguments.diff,
        unsafe=arguments.unsafe_fixes,
        dry=arguments.diff,
        stdin=sys.stdin.buffer.read() if STDIN in paths else b"",
        stdin_name=arguments.stdin_filename,
        jobs=arguments.jobs,
        nearest=nearest_of(arguments, configuration, settings),
        tell=None if arguments.quiet or not _shows_progress(arguments, settings) else _tell,
    )


def _tell(sentence: str) -> None:
    """Say how long something takes, before it does."""
    write_out(sys.stderr, f"mdlint-doi: {sentence}\n")


def _shows_progress(arguments: argparse.Namespace, settings: Settings) -> bool:
    return not (arguments.no_progress or settings.offline) and sys.stderr.isatty()


def _progress(
    arguments: argparse.Namespace,
    settings: Settings,
) -> AbstractContextManager[Callable[[int, int], None] | None]:
    """Return what shows the look-ups' progress: on a terminal only."""
    if not _shows_progress(arguments, settings):
        return nullcontext()
    from mdlint_doi.cli.progress import ProgressBar

    return ProgressBar()


def _written_baseline(path: str, report: Report, result: Result, task: Task) -> Report:
    """Write the findings of a run to a baseline; return the report with the others.

    A run that could not read all files, or was stopped, does not know them all: it writes nothing.

    Raises:
        FileProblem: if the file cannot be written.

    """
    if report.errors or report.interrupted or not report.files:
        notice = f"{path} is not written: not all files were checked"
        return report._replace(notices=(*report.notices, notice))
    from pathlib import Path

    from mdlint_doi.files.writing import save
    from mdlint_doi.lint.baseline import counted, dump, is_documents
    from mdlint_doi.project.baseline import relative

    counts = counted(report.findings, lambda name: relative(name, path))
    before = os.path.dirname(os.path.abspath(task.settings.baseline or path))  # noqa: PTH100, PTH120
    for (name, code, text), count in result.hidden.items():
        name = relative(os.path.join(before, name), path)  # noqa: PTH118, PLW2901
        counts[name, code, text] += count
    save(Path(path), dump(counts).encode("utf-8"))
    total = counts.total()
    notice = f"{total} {'finding' if total == 1 else 'findings'} written to {path}"
    return report._replace(
        findings=tuple(one for one in report.findings if not is_documents(one)),
        notices=(*report.notices, notice),
        hidden=0,
    )


def _print(
    arguments: argparse.Namespace,
    report: Report,
    result: Result,
    task: Task,
) -> None:
    """Print the report, and the patch or the fixed standard input where that is asked."""
    shown = render(report, arguments.output_format, statistics=arguments.statistics)
    if arguments.diff:
        from mdlint_doi.cli.patch import write_patch
        from mdlint_doi.report.diff import patch

        write_patch("".join(patch(one.before, one.after) for one in result.changes))
        write_out(sys.stderr, shown)
    elif arguments.fix and STDIN in arguments.paths:
        write_bytes(sys.stdout, result.text_of(task))
        write_out(sys.stderr, shown)
    else:
        write_out(sys.stdout, shown)
    write_out(sys.stderr, messages(report))
    if arguments.output_format == "github" and (path := os.environ.get("GITHUB_STEP_SUMMARY")):
        _add_summary(path, report)


def _add_summary(path: str, report: Report) -> None:
    """Add to the summary of a job; where that cannot be, the report is in the log all the same."""
    from mdlint_doi.report.github import summary

    try:
        with open(path, "a", encoding="utf-8") as file:  # noqa: PTH123
            file.write(summary(report))
    except OSError as error:
        write_out(sys.stderr, f"note: no job summary: {error.strerror or error}\n")


def _exit_code(
    arguments: argparse.Namespace,
    settings: Settings,
    report: Report,
    *,
    changed: bool,
) -> int:
    """Return the first that holds of 130, 2, 1, 3, 0."""
    if report.interrupted:
        return 130
    if report.errors:
        return 2
    if (changed if arguments.diff else _has_failures(report)) and not arguments.exit_zero:
        return 1
    return 3 if settings.strict and _is_undecided(report, settings) else 0


def _is_undecided(report: Report, settings: Settings) -> bool:
    """Return whether something could not be told; of works only where all are asked."""
    if not report.files or (report.lookups is not None and report.lookups.undecided):
        return True
    return settings.works == "all" and report.works is not None and report.works.unknown > 0


def _has_failures(report: Report) -> bool:
    if not report.findings:
        return False
    from mdlint_doi.lint.model import Severity

    return any(finding.severity is not Severity.HINT for finding in report.findings)
