"""A run within a running event loop: its look-ups are awaited, all else is done in a thread."""

from __future__ import annotations

from asyncio import to_thread
from itertools import chain

from mdlint_doi.run.asking import alearn_names
from mdlint_doi.run.check import begun, check, with_names
from mdlint_doi.run.files import files_of
from mdlint_doi.run.loop import Loop
from mdlint_doi.run.request import Task, Wants
from mdlint_doi.run.result import Result, Tally, result_of
from mdlint_doi.run.works import alearn_works


async def acheck(task: Task) -> Result:
    """Do what `check` does; nothing is remembered of clean files.

    Raises:
        SettingsError: for a baseline that cannot be used.

    """
    task = begun(task)
    if task.nearest is None and not Wants.of(task).names:
        return await to_thread(check, task)
    tally = Tally()
    loop = await to_thread(_read, task, tally)
    if loop is not None:
        names = chain.from_iterable(draft.names for draft in loop.drafts)
        settings, of_file = task.settings, task.settings_of
        learned = await alearn_names(names, loop.mentions_of, settings, of_file)
        learned = await alearn_works(loop.drafts, learned, settings, of_file)
        await to_thread(loop.finish, learned)
    return result_of(task, tally)


def _read(task: Task, tally: Tally) -> Loop | None:
    """Return a run whose documents were judged for the first time; None where none has a DOI."""
    files = with_names(files_of(task, tally))
    if files is None:
        return None
    loop = Loop(task, tally)
    loop.read(files)
    return loop
