"""A tree of Markdown files, from paths to a report.

Offline, each file is read, judged, fixed and forgotten, one after the other; of a large tree, by
several processes. With look-ups, the mentions of all files are held until every distinct name was
asked, once. A run over files without a DOI imports neither rules nor parser.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from mdlint_doi.config.today import today_for
from mdlint_doi.files.discover import Skipped, discover
from mdlint_doi.lint.needs import Need, is_needed
from mdlint_doi.project.offline import Text, candidates, check_each, sources, texts, wanted
from mdlint_doi.project.request import STDIN, Task
from mdlint_doi.project.result import Change, Tally
from mdlint_doi.report.model import LookupCounts, PathNote, Report

if TYPE_CHECKING:
    from pathlib import Path

    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.pipeline import Document, Progress

ENOUGH: Final = 1_000_000
"""Code points that one process judges before others are started; that takes as long."""


class Result(NamedTuple):
    """A report, and the texts that the fixes changed, where they are not in the files."""

    report: Report
    changes: tuple[Change, ...] = ()

    def text_of(self, task: Task) -> bytes:
        """Return what standard input has become."""
        from mdlint_doi.files.reading import encode

        for change in self.changes:
            if change.before.name == task.stdin_name:
                return encode(change.after)
        return task.stdin


def check(task: Task, progress: Progress | None = None) -> Result:
    """Check all files of a task, and fix them where that is asked.

    Ctrl-C ends the run early; the result is what was known by then.
    """
    if task.today is None:
        task = task._replace(today=today_for(task.settings))
    tally = Tally()
    try:
        _run(task, tally, progress)
    except KeyboardInterrupt:
        tally.interrupted = True
    return Result(tally.report(unsafe=task.unsafe), tuple(tally.changes))


def documents_of(paths: Sequence[str], settings: Settings, root: Path | None) -> Iterator[Document]:
    """Yield the documents under `paths` that hold a DOI; files that cannot be read are left out."""
    from mdlint_doi.project.documents import read_markdown

    tally = Tally()
    found = _paths(Task(tuple(paths), settings, root), tally)
    return (read_markdown(source, settings) for source in candidates(found, settings, tally))


def _run(task: Task, tally: Tally, progress: Progress | None) -> None:
    paths = _paths(task, tally)
    found = wanted(_texts(task, paths, tally), task.settings, tally)
    first = next(found, None)
    if first is None:
        return
    found = chain([first], found)
    if _needs_all(task.settings):
        _check_all(task, found, tally, progress)
        return
    jobs = task.jobs or _cores()
    if check_each(task, sources(found, tally), tally, enough=ENOUGH if jobs > 1 else 0):
        from mdlint_doi.project.processes import check_parallel

        check_parallel(task, paths, tally, jobs)


def _needs_all(settings: Settings) -> bool:
    """Return whether a document can only be judged when all are read."""
    if not settings.offline or settings.records is not None:
        return True
    return is_needed(Need.WHOLE_PROJECT, settings)


def _check_all(task: Task, found: Iterator[Text], tally: Tally, progress: Progress | None) -> None:
    """Check files together, but for those that are known to be clean."""
    if not _remembers(task.settings):
        from mdlint_doi.project.online import check_together

        check_together(task, sources(found, tally), tally, progress)
        return
    from mdlint_doi.project.clean_files import Memory

    with Memory(task.settings, task.today) as memory:
        rest = list(sources(memory.others(found, tally), tally))
        if rest:
            from mdlint_doi.project.online import check_together

            check_together(task, rest, tally, progress, memory)
        else:
            tally.lookups = memory.counted(LookupCounts())


def _remembers(settings: Settings) -> bool:
    """Return whether what is found in a file hangs on the cache and on nothing else."""
    if settings.offline or settings.records is not None or not settings.use_cache:
        return False
    return not is_needed(Need.WHOLE_PROJECT, settings)


def _cores() -> int:
    """Return on how many cores this process may run."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _texts(task: Task, paths: Iterator[str], tally: Tally) -> Iterator[Text]:
    """Yield what is to be checked, standard input first."""
    if STDIN in task.paths:
        yield task.stdin_name, task.stdin
    yield from texts(paths, tally)


def _paths(task: Task, tally: Tally) -> Iterator[str]:
    """Yield every file to read; note what is passed over."""
    named = [path for path in task.paths if path != STDIN]
    for item in discover(named, task.settings.exclude, task.root):
        if isinstance(item, str):
            yield item
        elif isinstance(item, Skipped):
            tally.skipped.append(PathNote(item.path, item.reason))
        else:
            tally.problem(item)
