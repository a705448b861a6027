"""A task within a running event loop: its look-ups are awaited, all else is done in a thread."""

from __future__ import annotations

from asyncio import to_thread

from mdlint_doi.learn import alearn
from mdlint_doi.project.online import judge_together, mentions_of
from mdlint_doi.project.request import Task
from mdlint_doi.project.result import Tally
from mdlint_doi.project.run import Result, begun, check, documents_of, needs_all, result_of
from mdlint_doi.project.works import alearn_works


async def acheck(task: Task) -> Result:
    """Do what `check` does; nothing is remembered of clean files.

    Raises:
        SettingsError: for a baseline that cannot be used.

    """
    task = begun(task)
    if task.nearest is None and not needs_all(task.settings):
        return await to_thread(check, task)
    tally = Tally()
    documents = await to_thread(documents_of, task, tally)
    if documents:
        learned = await alearn(mentions_of(documents), task.settings, task.settings_of)
        learned = await alearn_works(documents, learned, task.settings, task.settings_of)
        await to_thread(judge_together, task, documents, learned, tally)
    return result_of(task, tally)
