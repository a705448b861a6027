"""Checks of files and folders, and the settings that a project keeps for them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from mdlint_doi.api.given import AnyPath, path_of, settings_of, several
from mdlint_doi.config.load import find_settings, read_settings, refuse_server
from mdlint_doi.lint.model import Finding, Severity
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.report.model import PathNote, Report
from mdlint_doi.run.check import acheck, check
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import is_undecided
from mdlint_doi.text.value import Value


class CheckResult(Value):
    """What a check of files came to.

    Attributes:
        findings: the findings, in order; each keeps the lines of its file that it is about.
        files: the paths of the checked files, in order.
        problems: files that could not be read or written, and why.
        skipped: files that were named or found, but not checked, and why.
        not_checked: the DOIs that could not be checked, each once; findings say why.
        fixed: the findings that `fix_paths` fixed; empty after a check.
        notes: files to which not every fix could be applied, and why.
        ok: whether something was read, no named file is missing or unreadable, and there is no
            finding for which `mdlint-doi check` fails with the same settings.
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
    """Check files, and folders with all that is below; nothing is written but the cache.

    DOIs are looked up unless the settings say `offline`, each once for all files.

    Args:
        paths: files and folders; a file that is named is checked whatever `formats` says.
        settings: which rules, and where and how to ask; None: the defaults. `load_settings`
            returns those of a project.
        root: the folder that the patterns of `exclude` begin in; None: the current one.

    Raises:
        TypeError: for one path where several are expected, or a value of the wrong type.
        LookupSettingsError: if the server or the records file cannot be used.
        RuntimeError: if DOIs have to be looked up within a running event loop.
        SettingsError: if the baseline that the settings name cannot be used.
    """
    return _checked(_task(paths, settings, root, "check_paths"))


def fix_paths(
    paths: Iterable[AnyPath],
    settings: Settings | None = None,
    *,
    root: AnyPath | None = None,
    unsafe: bool = False,
) -> CheckResult:
    """Fix the DOIs in files, in place; nothing else in them changes.

    A look-up can make a fix safe.

    Args:
        paths: files and folders; a file that is named is checked whatever `formats` says.
        settings: which rules, and where and how to ask; None: the defaults.
        root: the folder to which the patterns of `exclude` are relative; None: the current one.
        unsafe: whether to apply fixes that are guesses as well.

    Returns:
        What was fixed, and as `findings` what remains. A file that cannot be written stays
        unchanged, and is in `problems`.

    Raises:
        TypeError: for one path where several are expected, or a value of the wrong type.
        LookupSettingsError: if the server or the records file cannot be used.
        RuntimeError: if DOIs have to be looked up within a running event loop.
        SettingsError: if the baseline that the settings name cannot be used.
    """
    return _checked(_task(paths, settings, root, "fix_paths").replace(fix=True, unsafe=unsafe))


async def acheck_paths(
    paths: Iterable[AnyPath], settings: Settings | None = None, *, root: AnyPath | None = None
) -> CheckResult:
    """Do what `check_paths` does, within a running event loop.

    Files are read and judged in a thread; look-ups are awaited, and end when this is cancelled.

    Args:
        paths: files and folders; a file that is named is checked whatever `formats` says.
        settings: which rules, and where and how to ask; None: the defaults.
        root: the folder to which the patterns of `exclude` are relative; None: the current one.

    Raises:
        TypeError: for one path where several are expected, or a value of the wrong type.
        LookupSettingsError: if the server or the records file cannot be used.
        SettingsError: if the baseline that the settings name cannot be used.
    """
    task = _task(paths, settings, root, "acheck_paths")
    return _result((await acheck(task)).report, task.settings)


def load_settings(path: AnyPath) -> Settings:
    """Return the settings that a project keeps.

    Args:
        path: a `pyproject.toml`, or a TOML file with the settings at its top level. Of a folder
            it is the nearest file there or above that has them; the defaults if there is none.

    Raises:
        SettingsError: if the file cannot be read, or holds what is not valid, such as a server
            that the environment does not allow.
        TypeError: for what is not a path.
    """
    path = Path(path_of(path, "load_settings"))
    settings, file = find_settings(path) if path.is_dir() else (read_settings(path), path)
    if file is not None:
        refuse_server(settings, file, os.environ)
    return settings


def _task(
    paths: Iterable[AnyPath], settings: Settings | None, root: AnyPath | None, asker: str
) -> Task:
    if isinstance(paths, str | bytes | os.PathLike):
        message = f"{asker}() takes several paths; for one, {asker}([{os.fspath(paths)!r}])"
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
    is_open = settings.strict and is_undecided(report, settings)
    return CheckResult(
        findings=report.findings,
        files=tuple(report.files),
        problems=report.errors,
        skipped=report.skipped,
        not_checked=report.lookups.not_checked if report.lookups else (),
        fixed=report.fixed,
        notes=report.notes,
        ok=bool(report.files) and not (report.errors or report.failing() or is_open),
    )
