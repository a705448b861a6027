"""`mdlint-doi check`: arguments in, report out."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from time import perf_counter
from typing import TYPE_CHECKING, Final

from mdlint_doi.cli.check_options import add_arguments
from mdlint_doi.cli.options import nearest_of, settings_of
from mdlint_doi.cli.output import fail, write_out
from mdlint_doi.cli.reports import formats_of, write_reports, writes
from mdlint_doi.files.reading import FileProblem, as_reported
from mdlint_doi.lint.settings import Settings, SettingsError, Severity
from mdlint_doi.report.formats import OF_DOIS
from mdlint_doi.run.check import check
from mdlint_doi.run.request import STDIN, Task
from mdlint_doi.run.result import Result

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

    from mdlint_doi.config.load import Configuration
    from mdlint_doi.files.changes import Changes
    from mdlint_doi.report.model import Report


__all__ = ["EPILOG", "add_arguments", "run"]

_UNNAMED: Final = "<stdin>"
EPILOG: Final = """\
exit codes:
  0  nothing was found (after --fix: nothing is left), or hints alone
  1  errors or warnings; with --fail-on hint, hints, too; with --fail-on error, errors alone;
     with --diff, something would change
  2  usage, configuration, or a file that cannot be read
  3  with --strict, whatever --fail-on: a DOI could not be checked, or no file was
  130  interrupted

examples:
  mdlint-doi check docs/                  look every DOI up
  mdlint-doi check --offline --fix docs/  fix what needs no look-up
  mdlint-doi check --diff docs/           show what --fix would change
  mdlint-doi check - < notes.md           standard input
  mdlint-doi check -o sarif=doi.sarif .   a report more, in a file
  git diff --name-only -z main | mdlint-doi check --files-from -
"""


def run(arguments: argparse.Namespace) -> int:
    """Check, report, and return the exit code."""
    started = perf_counter()
    if arguments.stdin_filename is not None and not arguments.paths:
        arguments.paths = [STDIN]
    if problem := _contradiction(arguments):
        return fail(problem)
    try:
        configuration = settings_of(arguments)
        task = _task(arguments, configuration)
        if arguments.show_settings:
            return _show_settings(configuration, task)
        with _progress(arguments, configuration.settings) as progress:
            result = check(task, progress)
        report = _completed(arguments, configuration, result, task)
        report = report.replace(elapsed=perf_counter() - started)
        write_reports(arguments, report, result, task)
    except (SettingsError, FileProblem) as error:
        return fail(str(error))
    except ValueError as error:
        return _unusable(error)
    return _exit_code(arguments, configuration.settings, report, changed=bool(result.changes))


def _show_settings(configuration: Configuration, task: Task) -> int:
    from mdlint_doi.cli.about_run import settings_in_use

    write_out(sys.stdout, "".join(f"{one}\n" for one in settings_in_use(configuration, task)))
    return 0


def _contradiction(arguments: argparse.Namespace) -> str | None:
    """Return what cannot be done, or what would be of no use, before anything is done."""
    if problem := _unclear_input(arguments) or _unsuppressable(arguments):
        return problem
    if arguments.dump and (arguments.diff or (writes(arguments) and STDIN in arguments.paths)):
        return "--dump and a patch or a fixed text would both go to standard output; do one"
    if arguments.since is not None and arguments.write_baseline:
        return "--write-baseline writes all findings, and --since leaves some out; do one"
    for _, file in arguments.output:
        folder = os.path.dirname(file) or os.curdir  # noqa: PTH120
        if not os.path.isdir(folder):  # noqa: PTH112
            return f"{file}: the folder {folder} is not there, so no report can be written"
    return None


def _unsuppressable(arguments: argparse.Namespace) -> str | None:
    """Return what --add-suppressions cannot be given with."""
    if arguments.add_suppressions and arguments.fix:
        return "--add-suppressions writes comments, --fix writes fixes; run one after the other"
    if arguments.add_suppressions and arguments.write_baseline:
        return "--add-suppressions and --write-baseline both hide all findings; do one"
    return None


def _rule_in(paths: Sequence[str]) -> str | None:
    """Return the rule that is named where a file should be."""
    from mdlint_doi.lint.selection import rules_named

    missing = (one for one in paths if not os.path.lexists(one))
    return next((one for one in missing if rules_named([one])), None)


def _unclear_input(arguments: argparse.Namespace) -> str | None:
    """Return why it is not clear what a path or standard input is, or whether it is meant."""
    if arguments.explain and (rule := _rule_in(arguments.paths)):
        return f"--explain explains findings; mdlint-doi rule {rule} explains the rule"
    listed = arguments.files_from or STDIN
    if STDIN in arguments.paths and arguments.files_from == STDIN:
        return "standard input cannot be a document and the list of --files-from; name a file"
    others = [one for one in (*arguments.paths, listed) if one != STDIN]
    if arguments.stdin_filename is not None and others:
        return (
            f"--stdin-filename checks standard input, but {others[0]} is named as well; leave out "
            "one of the two"
        )
    return None


def _completed(
    arguments: argparse.Namespace, configuration: Configuration, result: Result, task: Task
) -> Report:
    """Return the report with all that the command line decides; write a baseline if asked.

    Raises:
        FileProblem: if the baseline cannot be written.

    """
    report = result.report.replace(
        quiet=arguments.quiet,
        notices=(
            *configuration.notices,
            *_settings_notices(arguments, configuration.settings),
            *_left_notices(arguments, result.report),
            *result.report.notices,
        ),
        dry=task.dry,
        fail_on=Severity(configuration.settings.fail_on),
        shows_fixes=arguments.verbose,
        max_per_rule=arguments.max_per_rule,
        offline=result.report.lookups is None and configuration.settings.offline,
    )
    if arguments.verbose:
        report = report.replace(details=tuple(f"checked: {name}" for name in report.files))
    if arguments.write_baseline:
        report = _written_baseline(arguments.write_baseline, report, result, task)
    return report


def _left_notices(arguments: argparse.Namespace, report: Report) -> Iterator[str]:
    """Yield why findings are left that were to be suppressed."""
    if arguments.add_suppressions and report.findings:
        left = len(report.findings)
        yield (
            f"{left} {'finding' if left == 1 else 'findings'} could not be suppressed: could not be"
            " checked, the format has no comments, or one would change the page there"
        )


def _settings_notices(arguments: argparse.Namespace, settings: Settings) -> Iterator[str]:
    """Yield what to say of settings with which a clean run proves less than it seems."""
    if arguments.max_searches or settings.ignore or not settings.selects_default:
        from mdlint_doi.cli.about_run import settings_notices

        yield from settings_notices(settings, searches=bool(arguments.max_searches))


def _unusable(error: ValueError) -> int:
    """Return the exit code for settings of look-ups that turned out to be of no use."""
    from mdlint_doi.ask.settings import LookupSettingsError

    if not isinstance(error, LookupSettingsError):
        raise error
    is_gone = isinstance(error.__cause__, FileNotFoundError)  # the records file
    return fail(f"{error}; write one with mdlint-doi record" if is_gone else str(error))


def _task(arguments: argparse.Namespace, configuration: Configuration) -> Task:
    """Return what to do.

    Raises:
        FileProblem: if standard input or the list of `--files-from` cannot be read.
        SettingsError: if git cannot tell what was changed.

    """
    settings = configuration.settings
    paths = tuple(arguments.paths)
    if arguments.files_from:
        from mdlint_doi.cli.standard_input import paths_listed

        paths += paths_listed(arguments.files_from)
    elif not paths:
        paths = (os.curdir,)
    if arguments.write_baseline and settings.baseline and not os.path.lexists(settings.baseline):
        settings = settings.replace(baseline=None)  # it is about to be written
    stdin = b""
    if STDIN in paths:
        from mdlint_doi.cli.standard_input import read_input

        stdin = read_input()
    stdin_name = as_reported(arguments.stdin_filename or _UNNAMED)
    return Task(
        paths=paths,
        settings=settings,
        root=configuration.path and configuration.path.parent,
        fix=arguments.diff or writes(arguments),
        suppress=arguments.add_suppressions,
        unsafe=arguments.unsafe_fixes,
        dry=arguments.diff,
        stdin=stdin,
        stdin_name=stdin_name,
        jobs=arguments.jobs,
        nearest=nearest_of(arguments, configuration, settings),
        tell=_tell if _shows_progress(arguments, settings) else None,
        exclude=tuple(arguments.exclude),
        max_searches=0 if settings.offline else arguments.max_searches,
        since=_changes(arguments.since, paths, stdin_name, stdin),
        keeps_mentions=arguments.dump
        or arguments.explain
        or not OF_DOIS.isdisjoint(formats_of(arguments)),
    )


def _changes(
    commit: str | None, paths: tuple[str, ...], stdin_name: str, stdin: bytes
) -> Changes | None:
    """Return what was changed since a commit, in files and on standard input.

    Raises:
        SettingsError: if git cannot tell.

    """
    if commit is None:
        return None
    from mdlint_doi.files.changes import changes_since

    changes = changes_since(commit, os.getcwd())  # noqa: PTH109
    return changes.with_text(stdin_name, stdin) if STDIN in paths else changes


def _tell(sentence: str) -> None:
    """Say how long something takes, before it does."""
    write_out(sys.stderr, f"mdlint-doi: {sentence}\n")


def _shows_progress(arguments: argparse.Namespace, settings: Settings) -> bool:
    return not (arguments.quiet or settings.offline) and sys.stderr.isatty()


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
        return report.replace(notices=(*report.notices, notice))
    from pathlib import Path

    from mdlint_doi.files.writing import save
    from mdlint_doi.lint.baseline import counted, dump, is_documents
    from mdlint_doi.run.baseline import relative

    counts = counted(report.findings, lambda name: relative(name, path))
    before = os.path.dirname(os.path.abspath(task.settings.baseline or path))  # noqa: PTH100, PTH120
    for (name, code, text), count in result.hidden.items():
        name = relative(os.path.join(before, name), path)  # noqa: PTH118, PLW2901
        counts[name, code, text] += count
    save(Path(path), dump(counts).encode("utf-8"))
    total = counts.total()
    notice = f"{total} {'finding' if total == 1 else 'findings'} written to {path}"
    return report.replace(
        findings=tuple(one for one in report.findings if not is_documents(one)),
        notices=(*report.notices, notice),
        hidden=0,
    )


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
    if (changed if arguments.diff else report.failing()) and not arguments.exit_zero:
        return 1
    return 3 if settings.strict and _is_undecided(report, settings) else 0


def _is_undecided(report: Report, settings: Settings) -> bool:
    """Return whether something could not be decided; of works only where all are asked."""
    is_empty = not report.files and not (report.since and report.since.files)
    if is_empty or (report.lookups is not None and report.lookups.undecided):
        return True
    return settings.works == "all" and report.works is not None and report.works.unknown > 0
