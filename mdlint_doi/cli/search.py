"""`mdlint-doi search`: find the missing DOIs of references."""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import Final

from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.cli import options
from mdlint_doi.cli.reports import refused_output, write_reports
from mdlint_doi.cli.streams import fail, progress, say
from mdlint_doi.config.load import Configuration
from mdlint_doi.files.reading import FileProblem
from mdlint_doi.lint.rules.missing_doi import DIFFERING_FIELDS, MISSING_DOI, WORK_NOT_FOUND
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.report.formats import REPORTS
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import exit_code
from mdlint_doi.run.search import USUAL, search

EPILOG: Final = """\
exit codes:
  0  in all other cases, with or without findings
  1  with --diff, something would change
  2  wrong usage, wrong settings, a named file or all files of a named folder cannot be read,
     a file cannot be written, or no file to search
  3  with --strict: a search failed, a reference was left for the next run, or a file or a
     part of one could not be read
  130  stopped with Ctrl-C; the next run continues from there

examples:
  mdlint-doi search references.bib                     report the DOIs that were found
  mdlint-doi search --not-found paper.bib              also report references that were not found
  mdlint-doi search --diff --unsafe-fixes docs/        print the changes as a patch
  mdlint-doi search --fix --unsafe-fixes paper.bib     write the DOIs

Each reference without a DOI is sent to Crossref: the title, authors and year of an entry, or the
first 40 words of a list item. If Crossref has no work that fits, the title is sent to DataCite.
Each DOI that was found is reported as a hint. Nothing is written without --fix and --unsafe-fixes.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    options.add_paths(parser, "files and folders with references; default: the current folder")
    files = parser.add_argument_group("files and searches")
    options.add_exclude(files)
    what = (
        f"search for at most N references; the next run continues with the rest; default: {USUAL}"
    )
    valid = "a whole number, 1 or more"
    options.add_count(files, "--max-searches", what, default=USUAL, least=1, valid=valid)
    code = WORK_NOT_FOUND.code
    what = f"also report references that were not found in any service ({code})"
    files.add_argument(
        "--not-found", action="append_const", dest="extend_select", const=code, help=what
    )
    fix = "with --unsafe-fixes: write the DOIs that were found; without it, nothing is written"
    unsafe = "required for --fix and --diff, because each DOI that was found is a guess"
    options.add_fixes(parser, fix=fix, unsafe=unsafe)
    options.add_report(parser, tuple(report for report in REPORTS if not report.shows_dois))
    what = "exit with 3 if a search failed or a reference was left for the next run"
    options.add_strict(parser.add_argument_group("exit code"), what)
    options.add_configuration(parser)
    searched = [MISSING_DOI.code, DIFFERING_FIELDS.code]
    parser.set_defaults(select=searched, dump=False, explain=False)


def run(arguments: argparse.Namespace) -> int:
    """Search for missing DOIs and print the report; return the exit code.

    It is the first of 130, 2, 1, 3 whose condition holds (see `EPILOG`), else 0.
    """
    started = perf_counter()
    problem = (
        "search does not read standard input; name files or folders"
        if "-" in arguments.paths
        else None
    )
    if problem := problem or refused_output(arguments):
        return fail(problem)
    try:
        configuration = options.settings_of(arguments)
        task = _task(arguments, configuration)
        with progress("searching", quiet=arguments.quiet, color=arguments.color != "never") as bar:
            result = search(task, arguments.max_searches, bar)
        offline = (
            "the settings have offline = true, so no references are sent",
        ) * task.settings.offline
        report = result.report.replace(
            notices=(*configuration.notices, *offline, *result.report.notices),
            quiet=arguments.quiet,
            dry=task.dry,
            shows_fixes=arguments.verbose,
            max_per_rule=0,
            elapsed=perf_counter() - started,
        )
        write_reports(arguments, report, result, task)
    except (SettingsError, FileProblem, LookupSettingsError) as error:
        return fail(str(error))
    return exit_code(report, task.settings, fails=report.dry and bool(result.changes))


def _task(arguments: argparse.Namespace, configuration: Configuration) -> Task:
    settings = configuration.settings.replace(records=None, baseline=None)
    return Task(
        paths=tuple(arguments.paths),
        settings=settings,
        root=configuration.path and configuration.path.parent,
        fix=arguments.fix or arguments.diff,
        unsafe=arguments.unsafe_fixes,
        dry=arguments.diff,
        nearest=options.nearest_of(arguments, configuration, settings),
        tell=None if arguments.quiet else say,
        exclude=tuple(arguments.exclude),
    )
