"""Check a tree of files, and return a report; modules that read documents are loaded on demand.

A run over files without a DOI imports neither rules nor parsers.
"""

from __future__ import annotations

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
        _run(task, tally, progress)
    except KeyboardInterrupt:
        tally.interrupted = True
    return result_of(task, tally)


async def acheck(task: Task) -> Result:
    """Do what `check` does within a running event loop; clean files are not stored.

    Look-ups are awaited; everything else is done in a thread.

    Raises:
        SettingsError: if the baseline, or a file of settings, cannot be used.
        LookupSettingsError: if the server or the records file cannot be used.
    """
    from mdlint_doi.ask.event_loop import in_thread

    task = task.begun()
    if task.nearest is None and not Wants.of(task).names:
        return await in_thread(check, task)
    tally = Tally()
    loop = await in_thread(_judged_once, task, tally)
    if loop is not None:
        from mdlint_doi.run.asking import alook_up_dois
        from mdlint_doi.run.works import alearn_works

        names = chain.from_iterable(draft.names for draft in loop.drafts)
        settings, of_file = task.settings, task.settings_of
        learned = await alook_up_dois(names, loop.mentions_of, settings, of_file)
        learned = await alearn_works(loop.drafts, learned, settings, of_file)
        await in_thread(loop.finish, learned)
    return result_of(task, tally)


def _judged_once(task: Task, tally: Tally) -> Loop | None:
    """Return a run after its first judgement of the documents; None if no file has a DOI."""
    files = _with_names(files_of(task, tally))
    if files is None:
        return None
    loop = _loop(task, tally)
    loop.read(files)
    return loop


def _run(task: Task, tally: Tally, progress: Progress | None) -> None:
    found = files_of(task, tally)
    # Very many files are divided among processes at once, even if none may contain a DOI.
    files = found if found.are_many and not Wants.of(task) else _with_names(found)
    if files is None:
        return
    if not _remembers(task):
        _loop(task, tally).check(files, progress)
        return
    from mdlint_doi.run.clean_files import CleanFiles

    with CleanFiles(task) as memory:
        files = _with_names(files.replace(texts=memory.others(files.texts, tally)))
        if files is None:
            memory.conclude(tally)
        else:
            _loop(task, tally, memory).check(files, progress)


def _loop(task: Task, tally: Tally, memory: CleanFiles | None = None) -> Loop:
    """Return a run over documents; the modules that read and judge them are imported here."""
    from mdlint_doi.run.loop import Loop

    return Loop(task, tally, memory)


def _remembers(task: Task) -> bool:
    """Return whether findings depend only on the file, the settings and the cache."""
    wants = Wants.of(task)
    if not wants.names or wants.writing or wants.all_last or task.since is not None:
        return False
    if task.lists_unjudged and wants.claims:
        return False  # a clean file may have some
    return not any(
        one.offline or one.records is not None or not one.use_cache for one in task.every_settings()
    )


def _with_names(files: Files) -> Files | None:
    """Return the files; None if no file may contain a DOI."""
    first = next(files.texts, None)
    return None if first is None else files.replace(texts=chain([first], files.texts))
