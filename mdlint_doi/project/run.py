"""A tree of files, from paths to a report.

Each file is read, judged, fixed and forgotten, one after the other; offline, those of a large tree
by several processes. With look-ups, a file is judged as if its names were registered, and once more
if they turn out not to be; likewise for a rule that compares all documents. Their mentions are held
only for registered works. A run over files without a DOI imports neither rules nor parser.
"""

from __future__ import annotations

import os
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mdlint_doi.config.today import today_for
from mdlint_doi.files.discover import (
    Skipped,
    discover,
    passed_over,
    why_excluded,
)
from mdlint_doi.files.names import FileNames
from mdlint_doi.files.reading import encode
from mdlint_doi.formats.table import FORMATS
from mdlint_doi.project.offline import Files, Text, check_each, sources, texts, wanted
from mdlint_doi.project.request import STDIN, Task
from mdlint_doi.project.result import Change, Tally
from mdlint_doi.report.model import PathNote, Report, Since
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mdlint_doi.files.reading import FileProblem
    from mdlint_doi.learn import Progress
    from mdlint_doi.lint.baseline import Key
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.settings import Settings


ENOUGH: Final = 1_000_000
"""Code points that one process judges before others are started; that takes as long."""
ENOUGH_FIXED: Final = ENOUGH // 5
"""The same where documents are fixed, too."""
MANY: Final = 5_000
"""Files that take as long to pass over."""


class Result(Value):
    """A report, and what else a run came to.

    Attributes:
        report: what is to be said.
        changes: the texts that the fixes changed, where they are not in the files.
        hidden: how often each finding was met that the baseline knows.

    """

    report: Report
    changes: tuple[Change, ...] = ()
    hidden: Mapping[Key, int] = MappingProxyType({})

    def text_of(self, task: Task) -> bytes:
        """Return what standard input has become."""
        for change in self.changes:
            if change.before.name == task.stdin_name:
                return encode(change.after)
        return task.stdin


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
        from mdlint_doi.project.baseline import read_baseline

        task = task.replace(baseline=read_baseline(task.settings.baseline))
    return task


def result_of(task: Task, tally: Tally) -> Result:
    """Return what a run came to; say so where it checked nothing."""
    report = tally.report(unsafe=task.unsafe)
    if task.keeps_mentions:
        report = report.replace(dois=tally.dois())
    if task.nearest is not None:
        report = report.replace(notices=(*task.nearest.notices, *report.notices))
    told = (report.files, report.errors, report.interrupted, tally.unchanged)
    if not any(told):
        from mdlint_doi.project.nothing_found import nothing_found

        report = report.replace(warning=nothing_found(task, report.skipped))
    if task.since is not None:
        report = report.replace(since=Since(task.since.reference, tally.outside, tally.unchanged))
    elif task.baseline is not None and not report.interrupted:
        from mdlint_doi.project.baseline import stale, stale_notice

        entries = stale(task.baseline, tally.hidden, report, task.settings_of)
        if notice := stale_notice(task.baseline, entries):
            report = report.replace(notices=(*report.notices, notice))
    return Result(report, tuple(tally.changes), tally.hidden)


def documents_of(task: Task, tally: Tally) -> list[Document]:
    """Return the documents of a task in which something may be a DOI; note which files were read.

    All of them are held at the same time.
    """
    from mdlint_doi.project.documents import read_document

    every = FileNames(paths_of(task, tally))
    found = _found(task, every, texts_of(task, iter(every), tally), tally)
    return [read_document(one, task.settings_of(one.name)) for one in sources(found, tally)]


def _run(task: Task, tally: Tally, progress: Progress | None) -> None:
    # All of them first: the settings of one may ask for what only all documents tell.
    every = FileNames(paths_of(task, tally))
    paths = iter(every)
    found = _found(task, every, texts_of(task, paths, tally), tally)
    first = next(found, None)
    if first is None:
        return
    found = chain([first], found)
    jobs = task.jobs or _cores()
    if any(needs_all(one) for one in task.every_settings()):
        from mdlint_doi.project.needing_others import check_all

        check_all(task, Files(every, found), tally, progress, jobs=jobs)
        return
    if check_each(task, sources(found, tally), tally, enough=_enough(task, len(every), jobs)):
        from mdlint_doi.project.processes import check_parallel

        check_parallel(task, paths, tally, jobs)
        check_each(task, sources(found, tally), tally)


def _enough(task: Task, files: int, jobs: int) -> int:
    """Return after how many code points others are started; 0: never."""
    if jobs == 1:
        return 0
    if files >= MANY:
        return 1
    return ENOUGH_FIXED if task.fix else ENOUGH


def _found(task: Task, every: Sequence[str], read: Iterator[Text], tally: Tally) -> Iterator[Text]:
    """Yield what may hold a DOI: the files of a task, then the bibliographies that these name.

    Args:
        task: what is checked.
        every: the names of its files.
        read: those of them that are to be read here.
        tally: takes what is found.

    """
    yield from wanted(read, task, tally)
    if tally.bibliographies:
        from mdlint_doi.project.bibliographies import to_read

        named = _noted(to_read(tally.bibliographies, every, task), tally)
        more = _concerned(task, named, tally)
        yield from wanted(texts(more, tally), task, tally)


def needs_all(settings: Settings) -> bool:
    """Return whether a document can only be judged when all are read."""
    if settings.looks_up or settings.selects_default:  # no rule that is on by default compares
        return settings.looks_up
    from mdlint_doi.lint.facts import is_needed
    from mdlint_doi.lint.rule import Need

    return is_needed(Need.WHOLE_PROJECT, settings)


def _cores() -> int:
    """Return on how many cores this process may run."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def texts_of(task: Task, paths: Iterator[str], tally: Tally) -> Iterator[Text]:
    """Yield what is to be checked, standard input first."""
    if STDIN in task.paths:
        if reason := _why_not(task):
            tally.skipped.append(PathNote(task.stdin_name, reason))
        else:
            yield task.stdin_name, task.stdin
    yield from texts(paths, tally)


def _why_not(task: Task) -> str | None:
    """Return why standard input is passed over, by its name, as a file of that name would be."""
    if reason := why_excluded(task.stdin_name, task.excludes, task.exclude):
        return reason
    has_suffix = "." in os.path.basename(task.stdin_name)  # noqa: PTH119
    return passed_over(task.stdin_name, [one.name for one in FORMATS]) if has_suffix else None


def _concerned(task: Task, paths: Iterable[str], tally: Tally) -> Iterator[str]:
    """Yield the files that are to be read: all, or those with changes."""
    if task.since is None:
        return iter(paths)
    from mdlint_doi.project.since import concerned

    return concerned(task, paths, tally)


def paths_of(task: Task, tally: Tally) -> Iterator[str]:
    """Yield every file to read; note what is passed over."""
    return _concerned(task, _every_path(task, tally), tally)


def _every_path(task: Task, tally: Tally) -> Iterator[str]:
    named = [path for path in task.paths if path != STDIN]
    found = discover(named, task.exclude, excludes=task.excludes, formats=task.settings.formats)
    return _noted(found, tally)


def _noted(found: Iterable[str | Skipped | FileProblem], tally: Tally) -> Iterator[str]:
    """Yield what is to be read; note the rest."""
    for item in found:
        if isinstance(item, str):
            yield item
        elif isinstance(item, Skipped):
            tally.skipped.append(PathNote(item.path, item.reason))
        else:
            tally.problem(item)
