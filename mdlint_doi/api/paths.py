"""Check and fix files and folders, and load the settings of a project."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from mdlint_doi.api.given import AnyPath, path_of, settings_of, several
from mdlint_doi.config.load import load
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.report.model import PathNote, Report
from mdlint_doi.run.check import acheck, check
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import exit_code
from mdlint_doi.text.value import Value


class CheckResult(Value):
    """The result of a check of files.

    Attributes:
        findings: the findings, in order; each one contains the lines of its file.
        files: the paths of the checked files, in order.
        problems: files, and parts of files, that could not be read or written, with the reasons.
        skipped: files that were named or found, but left out on purpose or of an unsupported kind.
        not_checked: the DOIs that could not be checked, without repeats; the findings contain the
            reasons.
        fixed: the findings that `fix_paths` fixed; empty after `check_paths`.
        notes: files with fixes that could not be applied, with the reasons.
        ok: whether a file was read, all named files could be read, and `mdlint-doi check` would not
            fail with the same settings.
    """

    findings: tuple[Finding, ...] = ()
    files: tuple[str, ...] = ()
    problems: tuple[PathNote, ...] = ()
    skipped: tuple[PathNote, ...] = ()
    not_checked: tuple[Doi, ...] = ()
    fixed: tuple[Finding, ...] = ()
    notes: tuple[PathNote, ...] = ()
    ok: bool = False


def check_paths(
    paths: Iterable[AnyPath], settings: Settings | None = None, *, root: AnyPath | None = None
) -> CheckResult:
    """Check files, and all files in folders; write nothing except the cache.

    Each DOI is looked up once for all files, unless the setting `offline` is true.

    Args:
        paths: files and folders; a named file is checked even if `formats` does not include it.
        settings: the rules, the servers and the limits; None: the defaults. `load_settings` returns
            the settings of a project.
        root: the folder to which the patterns in `exclude` are relative; None: the current one.

    Raises:
        TypeError: for a single path, or a value of the wrong type.
        LookupSettingsError: if the server or the records file cannot be used.
        SettingsError: if the baseline of the settings cannot be used.
    """
    return _checked(_task(paths, settings, root, "check_paths"))


def fix_paths(
    paths: Iterable[AnyPath],
    settings: Settings | None = None,
    *,
    root: AnyPath | None = None,
    unsafe: bool = False,
) -> CheckResult:
    """Fix the DOIs in files in place; nothing else in the files changes.

    A look-up can make a fix safe.

    Args:
        paths: files and folders; a named file is checked even if `formats` does not include it.
        settings: the rules, the servers and the limits; None: the defaults.
        root: the folder to which the patterns in `exclude` are relative; None: the current one.
        unsafe: whether to apply fixes that are guesses.

    Returns:
        The result, with the remaining problems in `findings`. A file that cannot be written stays
        unchanged and is in `problems`.

    Raises:
        TypeError: for a single path, or a value of the wrong type.
        LookupSettingsError: if the server or the records file cannot be used.
        SettingsError: if the baseline of the settings cannot be used.
    """
    return _checked(_task(paths, settings, root, "fix_paths").replace(fix=True, unsafe=unsafe))


async def acheck_paths(
    paths: Iterable[AnyPath], settings: Settings | None = None, *, root: AnyPath | None = None
) -> CheckResult:
    """Check files as `check_paths` does, within a running event loop.

    A thread reads and judges files. Look-ups are awaited, and a cancellation ends them.

    Args:
        paths: files and folders; a named file is checked even if `formats` does not include it.
        settings: the rules, the servers and the limits; None: the defaults.
        root: the folder to which the patterns in `exclude` are relative; None: the current one.

    Raises:
        TypeError: for a single path, or a value of the wrong type.
        LookupSettingsError: if the server or the records file cannot be used.
        SettingsError: if the baseline of the settings cannot be used.
    """
    task = _task(paths, settings, root, "acheck_paths")
    return _result((await acheck(task)).report, task.settings)


def load_settings(path: AnyPath) -> Settings:
    """Return the settings of a project, as the command uses them without options.

    The environment variables of the command override the file.

    Args:
        path: a `pyproject.toml`, a TOML file with the settings at its top level, or a folder. For a
            folder, the nearest file in it or in a folder above is used, or else the defaults.

    Raises:
        SettingsError: if the file cannot be read or has an invalid setting, such as a server that
            the environment does not allow, or if an environment variable is invalid.
        TypeError: for a value that is not a path.
    """
    path = Path(path_of(path, "load_settings"))
    file = None if path.is_dir() else path
    return load(path, file=file, environ=os.environ, arguments={}).settings


def _task(
    paths: Iterable[AnyPath], settings: Settings | None, root: AnyPath | None, asker: str
) -> Task:
    if isinstance(paths, str | bytes | os.PathLike):
        call = f"{asker}([{os.fspath(paths)!r}])"
        message = f"{asker}() takes an iterable of paths; for one path, write {call}"
        raise TypeError(message)
    named = tuple(path_of(path, asker) for path in several(paths, asker, "paths"))
    folder = None if root is None else Path(path_of(root, asker))
    return Task(named, settings_of(settings, asker), folder)


def _checked(task: Task) -> CheckResult:
    report = check(task).report
    if report.interrupted:
        raise KeyboardInterrupt
    return _result(report, task.settings)


def _result(report: Report, settings: Settings) -> CheckResult:
    report = report.replace(fail_on=Severity(settings.fail_on))
    code = exit_code(report, settings, fails=bool(report.failing()))
    return CheckResult(
        findings=report.findings,
        files=tuple(report.files),
        problems=report.problems,
        skipped=report.skipped,
        not_checked=report.lookups.not_checked if report.lookups else (),
        fixed=report.fixed,
        notes=report.notes,
        ok=bool(report.files) and not code,
    )
