"""Several processes that check files at the same time.

A process is sent some files, or their names, and sends back what it found in them; documents never
cross. Few parts are under way at once, so that memory stays flat, and what comes back is taken in
the order of the files, so that a report is the same with any number of processes. Ctrl-C is the
parent's business: the others finish the file that they are at, and nothing found is lost.

The price is the time that Python needs to start them, so that only large trees get here.
"""

from __future__ import annotations

import os
import stat
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import groupby, takewhile
from multiprocessing import active_children, get_context
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from mdlint_doi.project.ctrl_c import without_ctrl_c
from mdlint_doi.project.offline import candidates, check_each, size_of
from mdlint_doi.project.result import Tally
from mdlint_doi.project.worker_process import begin, goes_on
from mdlint_doi.report.model import PathNote

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext
    from multiprocessing.synchronize import Event

    from mdlint_doi.project.request import Task


T = TypeVar("T")
R = TypeVar("R")

FILES: Final = 128
"""Files of one part at most."""
BYTES: Final = 500_000
"""Bytes after which a part is full."""
_MOST: Final = 61
"""Processes at most: Windows waits for no more at a time, so Python refuses more there."""
_AHEAD: Final = 4
"""Parts for each process that are under way or wait."""


class PartWork(NamedTuple, Generic[T, R]):
    """What is done with parts of a run.

    Attributes:
        do: is called with each part, in some process; a function of a module.
        take: is called with what that returns, here, in the order of the parts.
        name: returns the name of a file of a part.
        waits: returns whether a part is done alone, after all before it, and all others after it.

    """

    do: Callable[[Task, list[T]], R]
    take: Callable[[R], None]
    name: Callable[[T], str]
    waits: Callable[[list[T]], bool] = lambda _: False


def check_parallel(task: Task, paths: Iterator[str], tally: Tally, jobs: int) -> None:
    """Check the files of a task in `jobs` processes; each document must stand for itself."""
    work, parts = PartWork(_check_part, tally.add, str), _parts(paths)
    if task.fix and not task.dry:
        # Of two names of one file, the first has the fixes, as if there were one process.
        work = work._replace(waits=lambda part: _is_link(part[0]))
        parts = (part for _, names in groupby(paths, _is_link) for part in _parts(names))
    deque(in_processes(task, parts, work, tally, jobs), 0)


def in_processes(
    task: Task, parts: Iterator[list[T]], work: PartWork[T, R], tally: Tally, jobs: int
) -> Iterator[None]:
    """Do the parts of a task in `jobs` processes, or here where the system starts none.

    Yields after each part that was taken; the processes are started before the first of them.
    """
    task = task.replace(stdin=b"")
    try:
        context = _context()
        stop = context.Event()
        pool = ProcessPoolExecutor(min(jobs, _MOST), context, begin, (stop,))
    except (ImportError, NotImplementedError, OSError):
        for part in parts:
            work.take(work.do(task, part))
            yield
        return
    try:
        yield from _Run(task, work, tally, pool, stop).go(parts, jobs * _AHEAD)
    finally:
        _end(pool)


class _Run(Generic[T, R]):
    """The parts that are under way, in order."""

    def __init__(
        self, task: Task, work: PartWork[T, R], tally: Tally, pool: ProcessPoolExecutor, stop: Event
    ) -> None:
        self._task = task
        self._work = work
        self._tally = tally
        self._pool = pool
        self._stop = stop
        self._pending: deque[tuple[list[T], Future[R]]] = deque()
        self._is_alone = False

    def go(self, parts: Iterator[list[T]], ahead: int) -> Iterator[None]:
        """Give out all parts, so many ahead of what is taken back, and take what comes of each."""
        try:
            has_waited = False
            for part in parts:
                waits = self._work.waits(part)
                most = 0 if waits or has_waited else ahead - 1
                while len(self._pending) > most:
                    self._take()
                    yield
                self._pending.append((part, self._submitted(part)))
                has_waited = waits
            while self._pending:
                self._take()
                yield
        except (KeyboardInterrupt, GeneratorExit):
            self._stop.set()
            _end(self._pool, cancel=True)
            self._take_done()
            raise
        except BrokenProcessPool:
            self._take_done()
            self._give_up(sum(map(len, parts)))

    def _submitted(self, part: list[T]) -> Future[R]:
        """Give a part out; what is returned is cancelled where it is to be done here."""
        before = active_children()
        try:
            if not self._is_alone:
                with without_ctrl_c():
                    return self._pool.submit(self._work.do, self._for_part(part), part)
        except BrokenProcessPool:
            raise
        except (OSError, RuntimeError):  # a process or a thread could not be started
            self._is_alone = True
            _end(self._pool, cancel=True)
            for process in set(active_children()).difference(before):  # these wait for ever
                process.terminate()
                process.join()
        future: Future[R] = Future()
        future.cancel()
        return future

    def _for_part(self, part: list[T]) -> Task:
        """Return the task with what its baseline has of a part: all of it may be long."""
        task, names = self._task, [self._work.name(file) for file in part]
        if task.baseline is not None:
            task = task.replace(baseline=task.baseline.only(names))
        return task if task.since is None else task.replace(since=task.since.only(names))

    def _take(self) -> None:
        """Wait for the first part, or do it here."""
        part, future = self._pending[0]
        is_left = future.cancelled()
        self._work.take(self._work.do(self._task, part) if is_left else future.result())
        self._pending.popleft()

    def _take_done(self) -> None:
        """Take the first parts as far as they are done."""
        while self._pending and _is_done(self._pending[0][1]):
            self._take()

    def _give_up(self, rest: int) -> None:
        count = sum(len(part) for part, _ in self._pending) + rest
        first = self._work.name(self._pending[0][0][0])
        message = (
            f"a process died that checked this file or one after it, so {count} files were not "
            "checked; is there enough memory? --jobs 1 checks them one by one"
        )
        self._tally.errors.append(PathNote(first, message))


def _is_link(path: str) -> bool:
    """Return whether a file may have another name, too."""
    try:
        status = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISLNK(status.st_mode) or status.st_nlink > 1


def _parts(paths: Iterator[str]) -> Iterator[list[str]]:
    part, size = [], 0
    for path in paths:
        part.append(path)
        size += size_of(path)
        if len(part) >= FILES or size >= BYTES:
            yield part
            part, size = [], 0
    if part:
        yield part


def _end(pool: ProcessPoolExecutor, *, cancel: bool = False) -> None:
    """Wait until the processes have ended."""
    with suppress(RuntimeError):  # its own thread could not be started
        pool.shutdown(cancel_futures=cancel)


def _is_done(future: Future[R]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _context() -> BaseContext:
    """Return how to start processes: the fast way where it is safe."""
    alone = threading.active_count() == 1
    return get_context("fork" if alone and sys.platform == "linux" else "spawn")


def _check_part(task: Task, paths: list[str]) -> Tally:
    tally = Tally()
    check_each(task, candidates(takewhile(lambda _: goes_on(), paths), task, tally), tally)
    return tally
