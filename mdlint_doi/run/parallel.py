"""Judge documents for the first time in several processes.

A process receives some files, or their names, and returns its results; documents are never sent
between processes. Only a few parts are processed at a time, and the results are used in the order
of the files, so that a report is the same with any number of processes. The parent process handles
Ctrl-C: the others finish the current file, and no finding is lost.

Python needs time to start the processes, so they are used only for large trees.
"""

from __future__ import annotations

import os
import signal
import stat
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import groupby
from multiprocessing import active_children, get_context, parent_process
from typing import TYPE_CHECKING, Final, TypeAlias

from mdlint_doi.files.reading import FileProblem
from mdlint_doi.files.writing import without_ctrl_c
from mdlint_doi.report.model import NoteKind
from mdlint_doi.run.files import Text, size_of
from mdlint_doi.run.request import Task
from mdlint_doi.text.numbers import counted

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext
    from multiprocessing.synchronize import Event

    from mdlint_doi.run.draft import JudgedPart

Item: TypeAlias = str | Text
"""The name of a file that the other process reads, or a file that was read."""
Do: TypeAlias = Callable[[Task, list[Item]], "JudgedPart"]

FILES: Final = 128
"""The most files of a part; later parts have more, because each takes a millisecond to send."""
TEXTS: Final = 32
"""The same for files that were read and wait in memory."""
BYTES: Final = 500_000
"""Bytes after which a part is full; later parts have more."""
_GROWTH: Final = 16  # after so many parts, parts grow by the size of the first one
_MOST: Final = 61
"""The most processes: Windows cannot wait for more, so that Python refuses more there."""
_AHEAD: Final = 4
"""Parts for each process that are under way or wait."""
_stop: Event | None = None


def in_processes(
    task: Task, items: Iterable[Item], do: Do, into: JudgedPart, jobs: int
) -> Iterator[JudgedPart]:
    """Judge files in `jobs` processes, or in this one if the system cannot start any.

    Each part is passed to `do`, a function of a module; its results are added to `into` in order,
    and yielded. The processes are started before the first result.
    """
    links = (
        groupby(items, lambda item: _is_link(_name(item))) if _writes(task) else [(False, items)]
    )
    parts = (part for _, group in links for part in _parts(group))
    task = task.replace(stdin=b"")
    try:
        context = _context()
        stop = context.Event()
        pool = ProcessPoolExecutor(min(jobs, _MOST), context, begin, (stop,))
    except (ImportError, NotImplementedError, OSError):
        for part in parts:
            done = do(task, part)
            into.add(done)
            yield done
        return
    try:
        yield from _Run(task, do, into, pool).go(parts, jobs * _AHEAD, stop)
    finally:
        _end(pool)


class _Run:
    """The parts that are under way, in order."""

    def __init__(self, task: Task, do: Do, into: JudgedPart, pool: ProcessPoolExecutor) -> None:
        self._task = task
        self._do = do
        self._into = into
        self._pool = pool
        self._pending: deque[tuple[list[Item], Future[JudgedPart]]] = deque()
        self._is_alone = False  # whether no process can be started
        self._at_hand = 0  # number of files in the part that is sent next

    def go(self, parts: Iterator[list[Item]], ahead: int, stop: Event) -> Iterator[JudgedPart]:
        """Send all parts, at most `ahead` at a time, and yield the results in order."""
        try:
            has_waited = False
            for part in parts:
                self._at_hand = len(part)
                # If a file has two names, the first one gets the fixes, as with one process. So
                # links are judged alone: after everything before them, and before everything else.
                waits = _writes(self._task) and _is_link(_name(part[0]))
                most = 0 if waits or has_waited else ahead - 1
                while len(self._pending) > most:
                    yield self._take()
                self._pending.append((part, self._submitted(part)))
                self._at_hand = 0
                has_waited = waits
            while self._pending:
                yield self._take()
        except (KeyboardInterrupt, GeneratorExit):
            stop.set()
            _end(self._pool, cancel=True)
            self._take_done()
            raise
        except BrokenProcessPool:
            self._take_done()
            count = (
                self._at_hand + sum(len(part) for part, _ in self._pending) + sum(map(len, parts))
            )
            files = counted(count, "file")
            message = (
                "a process ended unexpectedly at this file or a later one, perhaps for lack of"
                f" memory, so {files} could not be checked; add --jobs 1 to check one file at a"
                " time"
            )
            problem = FileProblem(_name(self._pending[0][0][0]), message)
            self._into.tally.problem(problem, NoteKind.UNWRITTEN)

    def _submitted(self, part: list[Item]) -> Future[JudgedPart]:
        """Send a part to a process; a cancelled future stands for a part to judge here."""
        before = active_children()
        future: Future[JudgedPart] = Future()
        try:
            if not self._is_alone:
                with without_ctrl_c():
                    return self._pool.submit(self._do, self._for_part(part), part)
        except BrokenProcessPool as error:
            future.set_exception(error)  # it then counts as not checked
        except (OSError, RuntimeError):  # a process or a thread could not be started
            self._is_alone = True
            _end(self._pool, cancel=True)
            for process in set(active_children()).difference(before):  # these would wait for ever
                process.terminate()
                process.join()
        future.cancel()  # unless it has failed
        return future

    def _for_part(self, part: list[Item]) -> Task:
        """Return the task with the part of its baseline and changes about these files."""
        task, names = self._task, [*map(_name, part)]
        if task.baseline is not None:
            task = task.replace(baseline=task.baseline.only(names))
        return task if task.since is None else task.replace(since=task.since.only(names))

    def _take(self) -> JudgedPart:
        """Wait for the first part, or judge it here; return its results."""
        part, future = self._pending[0]
        is_left = future.cancelled()
        done = self._do(self._task, part) if is_left else future.result()
        with without_ctrl_c():
            self._pending.popleft()
            self._into.add(done)
        return done

    def _take_done(self) -> None:
        """Add the results of the first parts, as far as they are finished."""
        while self._pending:
            future = self._pending[0][1]
            if not future.done() or future.cancelled() or future.exception() is not None:
                return
            self._take()


def _writes(task: Task) -> bool:
    """Return whether the processes write files."""
    return task.fix and not task.dry


def _name(item: Item) -> str:
    return item if isinstance(item, str) else item[0]


def _is_link(path: str) -> bool:
    """Return whether a file may have several names."""
    try:
        status = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISLNK(status.st_mode) or status.st_nlink > 1


def _parts(items: Iterable[Item]) -> Iterator[list[Item]]:
    part = list[Item]()
    size = 0
    given = 0
    for item in items:
        part.append(item)
        is_read = not isinstance(item, str)
        size += len(item[1]) if is_read else size_of(_name(item))
        most = 1 if is_read else 1 + given // _GROWTH
        if len(part) >= (TEXTS if is_read else FILES * most) or size >= BYTES * most:
            yield part
            part = []
            size = 0
            given += 1
    if part:
        yield part


def _end(pool: ProcessPoolExecutor, *, cancel: bool = False) -> None:
    """End the pool, and wait until its processes have ended."""
    with suppress(RuntimeError):  # its thread could not be started
        pool.shutdown(cancel_futures=cancel)


def _context() -> BaseContext:
    """Return the way to start processes: fork where this is safe, otherwise spawn."""
    alone = threading.active_count() == 1
    return get_context("fork" if alone and sys.platform == "linux" else "spawn")


def begin(stop: Event) -> None:
    """Prepare this process; `stop` is set when the other files are no longer wanted."""
    # An event can be passed to a process when it starts, but not with a part. A pool only calls
    # functions of modules, so they share this event in a variable of the module.
    global _stop  # noqa: PLW0603
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    except RuntimeError:  # no memory; the process might outlive its parent
        os._exit(1)


def goes_on() -> bool:
    """Return whether to continue; always true in the parent process."""
    return _stop is None or not _stop.is_set()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)
