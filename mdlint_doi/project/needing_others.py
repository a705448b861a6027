"""Documents that need others: their names are asked together, or compared."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from mdlint_doi.lint.facts import is_needed
from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.settings import Settings
from mdlint_doi.project.clean_files import CleanFiles
from mdlint_doi.project.offline import Files, sources
from mdlint_doi.project.request import Task
from mdlint_doi.project.result import Tally

if TYPE_CHECKING:
    from mdlint_doi.learn import Progress


def check_all(
    task: Task, found: Files, tally: Tally, progress: Progress | None, *, jobs: int
) -> None:
    """Check files, but for those that are known to be clean.

    Args:
        task: what to do.
        found: the files.
        tally: takes what is found.
        progress: called with how many names were answered, and about how many there are.
        jobs: how many processes may read at the same time.

    """
    partly = task.keeps_mentions or task.since is not None
    if partly or not all(map(_remembers, task.every_settings())):
        _check(task, found, tally, progress, jobs=jobs)
        return
    with CleanFiles(task) as memory:
        rest = memory.others(found.texts, tally)
        first = next(rest, None)
        if first is not None:
            found = found.replace(texts=chain([first], rest))
            _check(task, found, tally, progress, jobs=jobs, memory=memory)
        else:
            tally.lookups = memory.count.counts(task.settings.lock_file)


def _check(  # noqa: PLR0913 - what a run is about
    task: Task,
    found: Files,
    tally: Tally,
    progress: Progress | None,
    *,
    jobs: int,
    memory: CleanFiles | None = None,
) -> None:
    """Check documents: one after the other, or together if need be."""
    every = task.every_settings()
    asks_works = any(one.looks_up and one.asks_works for one in every)
    if task.keeps_mentions or task.max_searches or asks_works:
        from mdlint_doi.project.online import check_together

        check_together(task, sources(found.texts, tally), tally, progress, memory)
        return
    from mdlint_doi.project.ahead import check_ahead

    compares = any(map(_compares, every))
    check_ahead(task, found, tally, progress, jobs=jobs, compares=compares, memory=memory)


def _compares(settings: Settings) -> bool:
    """Return whether a rule compares the names of all documents."""
    return is_needed(Need.WHOLE_PROJECT, settings)


def _remembers(settings: Settings) -> bool:
    """Return whether what is found in a file hangs on the cache and on nothing else."""
    if settings.offline or settings.records is not None or not settings.use_cache:
        return False
    return not _compares(settings)
