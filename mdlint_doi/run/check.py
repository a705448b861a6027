"""A tree of files, from paths to a report; the modules that read a document are loaded by need.

A run over files without a DOI imports neither rules nor parser.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from mdlint_doi.config.today import today_for
from mdlint_doi.run.files import files_of
from mdlint_doi.run.request import Wants
from mdlint_doi.run.result import Result, Tally, result_of

if TYPE_CHECKING:
    from mdlint_doi.run.asking import Progress
    from mdlint_doi.run.clean_files import CleanFiles
    from mdlint_doi.run.files import Files
    from mdlint_doi.run.request import Task


def check(task: Task, progress: Progress | None = None) -> Result:
    """Check all files of a task, and fix them where that is asked.

    Ctrl-C ends the run early; the result is what was known by then.

    Raises:
        SettingsError: for a baseline that cannot be used.

    """
    task = begun(task)
    tally = Tally()
    try:
        _run(task, tally, progress)
    except KeyboardInterrupt:
        tally.interrupted = True
    return result_of(task, tally)


def begun(task: Task) -> Task:
    """Return the task with what is read once: the day, and the baseline."""
    if task.today is None:
        task = task.replace(today=today_for(task.settings))
    if task.baseline is None and task.settings.baseline is not None:
        from mdlint_doi.run.baseline import read_baseline

        task = task.replace(baseline=read_baseline(task.settings.baseline))
    return task


def _run(task: Task, tally: Tally, progress: Progress | None) -> None:
    files = with_names(files_of(task, tally))
    if files is None:
        return
    if not _remembers(task):
        _loop(task, files, tally, progress)
        return
    from mdlint_doi.run.clean_files import CleanFiles

    with CleanFiles(task) as memory:
        files = with_names(files.replace(texts=memory.others(files.texts, tally)))
        if files is None:
            tally.lookups = memory.counts()
        else:
            _loop(task, files, tally, progress, memory)


def _loop(
    task: Task,
    files: Files,
    tally: Tally,
    progress: Progress | None,
    memory: CleanFiles | None = None,
) -> None:
    from mdlint_doi.run.loop import Loop

    Loop(task, tally, memory).check(files, progress)


def _remembers(task: Task) -> bool:
    """Return whether what is found in a file hangs on the cache and on nothing else."""
    wants = Wants.of(task)
    if not wants.names or wants.writing or wants.all_last or task.since is not None:
        return False
    return not any(
        one.offline or one.records is not None or not one.use_cache for one in task.every_settings()
    )


def with_names(files: Files) -> Files | None:
    """Return files; None where there is no DOI in them."""
    first = next(files.texts, None)
    return None if first is None else files.replace(texts=chain([first], files.texts))
