"""`mdlint-doi check`: convert the arguments to a task, and print the report."""

from __future__ import annotations

import os
import sys
from time import perf_counter
from typing import TYPE_CHECKING, Final

from mdlint_doi.cli.options import add_check_arguments as add_arguments
from mdlint_doi.cli.options import as_toml, nearest_of, settings_of
from mdlint_doi.cli.reports import formats_of, refused_output, write_reports, writes
from mdlint_doi.cli.streams import fail, paths_listed, progress, read_input, say, write_lines
from mdlint_doi.config.load import place_of, read_settings
from mdlint_doi.config.toml_file import shown
from mdlint_doi.files.reading import FileProblem, as_reported
from mdlint_doi.lint.settings import Settings, SettingsError
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report.formats import OF_DOIS
from mdlint_doi.report.safe import line
from mdlint_doi.run.check import check
from mdlint_doi.run.files import paths_of
from mdlint_doi.run.request import STDIN, Task
from mdlint_doi.run.result import Result, Tally, exit_code
from mdlint_doi.text.numbers import counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from mdlint_doi.config.load import Configuration
    from mdlint_doi.files.changes import Changes
    from mdlint_doi.lint.rule import Rule
    from mdlint_doi.report.model import Report


__all__ = ["EPILOG", "add_arguments", "run"]

_PLACES: Final = 3  # the most locations that a message lists
_PROXIES: Final = ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")
EPILOG: Final = """\
exit codes:
  0  no errors or warnings (with --fix: none left); there may be hints
  1  there are errors or warnings (--fail-on changes that); with --diff, a file would change
  2  wrong usage, wrong settings, a named file or all files of a named folder cannot be read
     (the others were checked), a file cannot be written, or no file to check
  3  with --strict: a DOI could not be checked, a file or a part of one could not be read, or
     a named file is of an unsupported kind
  130  stopped with Ctrl-C; the report so far is printed

examples:
  mdlint-doi check docs/                  check all files below docs/, and look up their DOIs
  mdlint-doi check --offline --fix docs/  make the fixes that need no look-up
  mdlint-doi check --diff docs/           show what --fix would change
  mdlint-doi check - < notes.md           check standard input
  mdlint-doi check -o sarif=doi.sarif .   write an additional report to a file
  git diff --name-only -z --diff-filter=d main | mdlint-doi check --files-from -
"""


def run(arguments: argparse.Namespace) -> int:
    """Check the files, print the reports, and return the exit code."""
    started = perf_counter()
    if arguments.stdin_filename is not None and not arguments.paths:
        arguments.paths = [STDIN]
    if problem := _unclear_input(arguments) or _contradiction(arguments):
        return fail(problem)
    try:
        configuration = settings_of(arguments)
    except SettingsError as error:
        return fail(str(error))
    try:
        task = _task(arguments, configuration)
        if arguments.show_settings:
            for notice in configuration.notices:
                say(notice)
            write_lines(sys.stdout, _settings_in_use(configuration, task))
            return 0
        is_quiet = arguments.quiet or configuration.settings.offline
        with progress(quiet=is_quiet, color=arguments.color != "never") as bar:
            result = check(task, bar)
        report = _completed(arguments, configuration, result, task)
        report = report.replace(elapsed=perf_counter() - started)
        write_reports(arguments, report, result, task)
    except (SettingsError, FileProblem) as error:
        return fail(f"{error}{_set_in(configuration, 'baseline', str(error))}")
    except ValueError as error:
        return _unusable(error, configuration)
    fails = bool(result.changes if arguments.diff else report.failing())
    return exit_code(report, configuration.settings, fails=fails and not arguments.exit_zero)


def _unclear_input(arguments: argparse.Namespace) -> str | None:
    """Return an error message if a path or the use of standard input is ambiguous, else None."""
    if arguments.explain:  # `--explain RULE`: a rule was given where a file belongs
        missing = (path for path in arguments.paths if not os.path.lexists(path))
        if rule := next((path for path in missing if _rules_named([path])), None):
            return f"--explain explains findings; to explain {rule}, run mdlint-doi rule {rule}"
    elif arguments.fix:  # `--fix RULE`
        missing = (path for path in arguments.paths if not os.path.lexists(path))
        if rule := next((path for path in missing if _rules_named([path])), None):
            return f"--fix takes no rule; to fix only {rule}, write --select {rule} --fix"
    listed = arguments.files_from or STDIN
    if STDIN in arguments.paths and arguments.files_from == STDIN:
        return (
            "standard input cannot be both a document and the list for --files-from; use a file for"
            " one of them"
        )
    others = [path for path in (*arguments.paths, listed) if path != STDIN]
    if arguments.stdin_filename is not None and others:
        return (
            f"--stdin-filename checks standard input, but {others[0]} is also named; omit one "
            "of them"
        )
    return None


def _rules_named(names: Sequence[str]) -> Sequence[Rule]:
    from mdlint_doi.lint.rules import rules_named

    return rules_named(names)


def _contradiction(arguments: argparse.Namespace) -> str | None:
    """Return an error message if options contradict each other or have no use, else None."""
    suppresses = arguments.add_suppressions
    baseline = arguments.write_baseline
    if suppresses and arguments.fix:
        return "--add-suppressions and --fix both change documents; run one after the other"
    if suppresses and baseline:
        return "--add-suppressions and --write-baseline both hide all findings; use only one"
    if arguments.dump and (arguments.diff or (writes(arguments) and STDIN in arguments.paths)):
        return "--dump and a patch or fixed text would both go to standard output; use only one"
    if arguments.since is not None and baseline:
        return "--write-baseline writes all findings, but --since leaves some out; use only one"
    return refused_output(arguments, baseline)


def _task(arguments: argparse.Namespace, configuration: Configuration) -> Task:
    settings = configuration.settings
    paths = tuple(arguments.paths)
    if arguments.files_from:
        paths += paths_listed(arguments.files_from)
    elif not paths:
        paths = (os.curdir,)
    if arguments.write_baseline and settings.baseline and not os.path.lexists(settings.baseline):
        settings = settings.replace(baseline=None)  # this run creates the file
    stdin = read_input() if STDIN in paths else b""
    stdin_name = as_reported(arguments.stdin_filename or "<stdin>")
    is_quiet = arguments.quiet or settings.offline or not sys.stderr.isatty()
    return Task(
        paths=paths,
        settings=settings,
        root=configuration.path and configuration.path.parent,
        file=configuration.path,
        fix=arguments.diff or writes(arguments),
        suppress=arguments.add_suppressions,
        unsafe=arguments.unsafe_fixes,
        dry=arguments.diff,
        stdin=stdin,
        stdin_name=stdin_name,
        jobs=arguments.jobs,
        nearest=nearest_of(arguments, configuration, settings),
        tell=None if is_quiet else say,
        exclude=tuple(arguments.exclude),
        max_searches=0 if settings.offline else arguments.max_searches,
        since=_changes(arguments.since, paths, stdin_name, stdin),
        lists_unjudged=arguments.verbose or "sarif" in formats_of(arguments),
        keeps_mentions=arguments.dump
        or arguments.explain
        or not OF_DOIS.isdisjoint(formats_of(arguments)),
    )


def _changes(
    commit: str | None, paths: tuple[str, ...], stdin_name: str, stdin: bytes
) -> Changes | None:
    """Return the lines changed since a commit, in files and standard input; None: no commit."""
    if commit is None:
        return None
    from mdlint_doi.files.changes import changes_since

    changes = changes_since(commit, os.getcwd())
    return changes.with_text(stdin_name, stdin) if STDIN in paths else changes


def _completed(
    arguments: argparse.Namespace, configuration: Configuration, result: Result, task: Task
) -> Report:
    """Return the report with the choices of the command line; write the requested baseline."""
    settings = configuration.settings
    report = result.report
    report = report.replace(
        quiet=arguments.quiet,
        notices=(
            *configuration.notices,
            *_settings_notices(settings, searches=bool(arguments.max_searches)),
            *_left_notices(arguments, report),
            *report.notices,
        ),
        dry=task.dry,
        fail_on=Severity(settings.fail_on),
        shows_fixes=arguments.verbose,
        max_per_rule=arguments.max_per_rule,
        offline=report.lookups is None and settings.offline,
        details=tuple(f"checked: {name}" for name in report.files) if arguments.verbose else (),
    )
    if not arguments.write_baseline:
        return report
    from mdlint_doi.run.baseline import write_baseline

    before = task.settings.baseline
    return write_baseline(arguments.write_baseline, report, result.hidden, before)


def _left_notices(arguments: argparse.Namespace, report: Report) -> Iterator[str]:
    """Yield a notice on the findings that `--add-suppressions` could not suppress, and why."""
    if not (arguments.add_suppressions and report.findings):
        return
    from mdlint_doi.run.suppressing import why_left

    places: dict[str, list[str]] = {}
    for finding in report.findings:
        places.setdefault(why_left(finding), []).append(
            f"{finding.path}:{finding.line}:{finding.column}"
        )
    reasons = []
    for why, found in places.items():
        more = f" and {len(found) - _PLACES} more" if len(found) > _PLACES else ""
        reasons.append(f"{len(found)} {why} ({', '.join(found[:_PLACES])}{more})")
    number = counted(len(report.findings), "finding")
    yield f"{number} could not be suppressed: {'; '.join(reasons)}"


def _settings_notices(settings: Settings, *, searches: bool) -> Iterator[str]:
    """Yield notices on settings with which a run without findings proves less than it seems."""
    if not (searches or settings.ignore or not settings.selects_default):
        return
    from mdlint_doi.lint.rule import Need
    from mdlint_doi.lint.selection import Selection

    rules = Selection.of(settings).rules
    if not rules:
        yield "no rule is selected, so nothing can be reported"
    elif settings.offline and not settings.records and all(rule.network for rule in rules):
        yield "the selected rules need look-ups, but this run makes none, so it reports nothing"
    if searches and settings.offline:
        yield "--max-searches has no effect, because this run is offline"
    if settings.selects_default:
        return
    for rule in _rules_named((*settings.select, *settings.extend_select)):
        if Need.SEARCH in rule.needs:
            yield f"{rule.code} ({rule.name}) is reported only by mdlint-doi search, not by check"


def _set_in(configuration: Configuration, key: str, problem: str) -> str:
    """Return the place in the settings file that names the file or server of a problem."""
    value = getattr(configuration.settings, key.replace("-", "_"), None)
    path = configuration.path
    if path is None or value is None or shown(os.fspath(value)) not in problem:
        return ""
    own = getattr(read_settings(path), key.replace("-", "_"))
    return f" ({key} is set in {place_of(path, key)})" if own == value else ""


def _unusable(error: ValueError, configuration: Configuration) -> int:
    """Print an error in the settings of look-ups and return exit code 2; raise other errors."""
    from mdlint_doi.ask.settings import LookupSettingsError

    if not isinstance(error, LookupSettingsError):
        raise error
    is_gone = isinstance(error.__cause__, FileNotFoundError)  # the records file
    step = "; create the file with mdlint-doi record" if is_gone else ""
    place = _set_in(configuration, "records", str(error))
    return fail(f"{error}{step}{place}")


def _settings_in_use(configuration: Configuration, task: Task) -> Iterator[str]:
    """Yield the settings of the run, and of each nearer settings file, as lines of TOML."""
    path = configuration.path
    settings = task.settings
    yield f"# settings of the run: {line(shown(path)) if path else 'the defaults (no file)'}"
    # Print the name of the variable only: its value may contain a password.
    proxies = [name for name in _PROXIES if os.environ.get(name)]
    by = f", through the proxy in {proxies[0]}" if proxies else ""
    yield f"# look-ups: {line('none (offline)' if settings.offline else f'{settings.server}{by}')}"
    yield from as_toml(settings)
    if task.nearest is None:
        return
    for name in paths_of(task, Tally()):
        task.nearest.of_file(name)  # finds the nearer settings files
    for file in task.nearest.files():
        near = task.nearest.of_folder(str(file.parent)).settings
        yield ""
        yield f"# {line(shown(file.parent))}/ and below: {line(shown(file))}"
        yield from as_toml(near)
