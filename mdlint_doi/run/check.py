"""Check a tree of files, and return a report; modules that read documents are loaded on demand.

A run over files without a DOI imports neither rules nor parsers.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from typing import TYPE_CHECKING

from mdlint_doi.run.files import Files, files_of
from mdlint_doi.run.request import Task, Wants
from mdlint_doi.run.result import Result, Tally, result_of

if TYPE_CHECKING:
    from mdlint_doi.ask.resolve import Progress
    from mdlint_doi.run.clean_files import CleanFiles
    from mdlint_doi.run.loop import Loop


def check(task: Task, progress: Progress | None = None) -> Result:
    """Check all files of a task, and fix them where requested.

    Ctrl-C ends the run early; the result then has the findings so far.

    Args:
        task: the files to check, and the options.
        progress: receives the number of answers and the number of DOIs; None: nothing is reported.

    Raises:
        SettingsError: if the baseline, or a file of settings, cannot be used.
        LookupSettingsError: if the server or the records file cannot be used.
    """
    task = task.begun()
    tally = Tally()
    try:
        with _remembered(task) as memory:
            loop = _begun(task, tally, memory)
            if loop is not None:
                loop.check(progress)
    except KeyboardInterrupt:
        tally.interrupted = True
    return result_of(task, tally)


async def acheck(task: Task, progress: Progress | None = None) -> Result:
    """Do what `check` does within a running event loop: only look-ups are not done in a thread.

    Raises:
        SettingsError: if the baseline, or a file of settings, cannot be used.
        LookupSettingsError: if the server or the records file cannot be used.
    """
    from mdlint_doi.ask.event_loop import in_thread

    task = task.begun()
    tally = Tally()
    with _remembered(task) as memory:
        loop = await in_thread(_begun, task, tally, memory)
        if loop is not None:
            names = await in_thread(list, loop.reading())
            await in_thread(loop.finish, await loop.learned(iter(names), progress))
    return result_of(task, tally)


def _begun(task: Task, tally: Tally, memory: CleanFiles | None) -> Loop | None:
    """Return a run over the files that may contain a DOI; None if there are none."""
    files = files_of(task, tally)
    # Very many files are divided among processes at once, even if none may contain a DOI.
    if not files.are_many or Wants.of(task):
        with_names = _with_names(files)
        if with_names is not None and memory is not None:
            with_names = _with_names(
                with_names.replace(texts=memory.others(with_names.texts, tally))
            )
            if with_names is None:
                memory.conclude(tally)
        if with_names is None:
            return None
        files = with_names
    from mdlint_doi.run.loop import Loop

    return Loop(task, tally, files, memory)


def _remembered(task: Task) -> AbstractContextManager[CleanFiles | None]:
    """Return the memory of clean files, as a context; of None if the task does not use it."""
    if not _remembers(task):
        return nullcontext()
    from mdlint_doi.run.clean_files import CleanFiles

    return CleanFiles(task)


def _remembers(task: Task) -> bool:
    """Return whether findings depend only on the file, the settings and the cache."""
    wants = Wants.of(task)
    if not wants.names or wants.writing or wants.all_last or task.since is not None:
        return False
    if task.lists_unjudged and wants.claims:
        return False  # a clean file may have some
    return not any(
        settings.offline or settings.records is not None or not settings.use_cache
        for settings in task.every_settings()
    )


def _with_names(files: Files) -> Files | None:
    """Return the files; None if no file may contain a DOI."""
    first = next(files.texts, None)
    return None if first is None else files.replace(texts=chain([first], files.texts))
