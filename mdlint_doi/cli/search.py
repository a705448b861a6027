"""`mdlint-doi search`: the DOIs that references lack."""

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
from mdlint_doi.report.formats import FORMATS, OF_DOIS
from mdlint_doi.run.request import Task
from mdlint_doi.run.search import USUAL, search

EPILOG: Final = """\
exit codes:
  0  none of the others, whatever was found or could not be searched
  1  with --diff, something would change
  2  usage, configuration, or a file that cannot be read
  3  with --strict: a reference could not be searched, or is left for another run
  130  interrupted; what was found is kept, and the next run goes on from there

examples:
  mdlint-doi search references.bib                     what could be added
  mdlint-doi search --not-found paper.bib              what no service knows, too
  mdlint-doi search --diff --unsafe-fixes docs/        the same as a patch
  mdlint-doi search --fix --unsafe-fixes paper.bib     write it

Each reference without a DOI is sent to Crossref: of an entry title, people and year, of an
item of a list all of it. Where that finds no work, the title is sent to DataCite, too. A found
DOI is a hint; nothing is written without --fix and --unsafe-fixes.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    options.add_paths(parser, "files and folders whose references to search; default: this folder")
    files = parser.add_argument_group("files and searches")
    options.add_exclude(files)
    what = f"searches of this run at most; the next run goes on; default: {USUAL}"
    valid = "a whole number from 1 on"
    options.add_count(files, "--max-searches", what, default=USUAL, least=1, valid=valid)
    code = WORK_NOT_FOUND.code
    what = f"report references whose work no service knows, too ({code})"
    files.add_argument(
        "--not-found", action="append_const", dest="extend_select", const=code, help=what
    )
    fix = "with --unsafe-fixes: write the DOIs that were found; alone it writes nothing"
    unsafe = "with --fix or --diff: a found DOI is a guess, and is not written without this"
    options.add_fixes(parser, fix=fix, unsafe=unsafe)
    options.add_report(parser, tuple(one for one in FORMATS if one not in OF_DOIS))
    what = "exit 3 if a reference was not searched that could be"
    options.add_strict(parser.add_argument_group("exit code"), what)
    options.add_configuration(parser)
    searched = [MISSING_DOI.code, DIFFERING_FIELDS.code]
    parser.set_defaults(select=searched, dump=False, explain=False)


def run(arguments: argparse.Namespace) -> int:
    """Search, report, and return the exit code: the first of 130, 2, 1, 3 that holds, or 0."""
    started = perf_counter()
    problem = "references are searched in files; name some" if "-" in arguments.paths else None
    if problem := problem or refused_output(arguments):
        return fail(problem)
    try:
        configuration = options.settings_of(arguments)
        task = _task(arguments, configuration)
        with progress("searching", quiet=arguments.quiet) as bar:
            result = search(task, arguments.max_searches, bar)
        offline = ("offline = true: no reference is sent",) * task.settings.offline
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
    if report.interrupted:
        return 130
    if report.errors:
        return 2
    if report.dry and result.changes:
        return 1
    is_undecided = report.searches is None or report.searches.undecided
    return 3 if task.settings.strict and is_undecided else 0


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
