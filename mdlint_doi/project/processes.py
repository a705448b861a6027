"""Several processes that check files at the same time.

A process is sent the names of some files and sends back what it found in them; documents never
cross. Few parts are under way at once, so that memory stays flat, and what comes back is taken in
the order of the files, so that a report is the same with any number of processes. Ctrl-C is the
parent's business: the others finish the file that they are at, and nothing found is lost.

The price is the time that Python needs to start them, so that only large trees get here.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import takewhile
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, Final

from mdlint_doi.project.offline import candidates, check_each
from mdlint_doi.project.result import Tally
from mdlint_doi.report.model import PathNote

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext
    from multiprocessing.synchronize import Event

    from mdlint_doi.project.request import Task

FILES: Final = 32
"""Files of one part at most."""
BYTES: Final = 500_000
"""Bytes after which a part is full."""
_AHEAD: Final = 4
"""Parts for each process that are under way or wait."""


def check_parallel(task: Task, paths: Iterator[str], tally: Tally, jobs: int) -> None:
    """Check the files of a task in `jobs` processes; each document must stand for itself.

    Where the system starts no processes, they are checked here.
    """
    try:
        context = _context()
        stop = context.Event()
        pool = ProcessPoolExecutor(jobs, context, _begin, (stop,))
    except (ImportError, NotImplementedError, OSError):
        check_each(task, candidates(paths, task, tally), tally)
        return
    with pool:
        _Run(task._replace(stdin=b""), tally, pool, stop).check(paths, jobs * _AHEAD)


class _Run:
    """The parts that are under way, in order."""

    def __init__(self, task: Task, tally: Tally, pool: ProcessPoolExecutor, stop: Event) -> None:
        self._task = task
        self._tally = tally
        self._pool = pool
        self._stop = stop
        self._pending: deque[tuple[list[str], Future[Tally]]] = deque()

    def check(self, paths: Iterator[str], ahead: int) -> None:
        try:
            for part in _parts(paths):
                self._pending.append((part, self._submitted(part)))
                if len(self._pending) >= ahead:
                    self._take()
            while self._pending:
                self._take()
        except KeyboardInterrupt:
            self._stop.set()
            self._pool.shutdown(cancel_futures=True)
            self._take_done()
            raise
        except BrokenProcessPool:
            self._take_done()
            self._give_up(sum(1 for _ in paths))

    def _submitted(self, part: list[str]) -> Future[Tally]:
        try:
            with _without_ctrl_c():
                return self._pool.submit(_check_part, self._for_part(part), part)
        except OSError:  # no process could be started
            future: Future[Tally] = Future()
            future.set_result(_check_part(self._task, part))
            return future

    def _for_part(self, part: list[str]) -> Task:
        """Return the task with what its baseline has of a part: all of it may be long."""
        if self._task.baseline is None:
            return self._task
        return self._task._replace(baseline=self._task.baseline.only(part))

    def _take(self) -> None:
        """Wait for the first part."""
        self._tally.add(self._pending[0][1].result())
        self._pending.popleft()

    def _take_done(self) -> None:
        """Take the first parts as far as they are done."""
        while self._pending and _is_done(self._pending[0][1]):
            self._take()

    def _give_up(self, rest: int) -> None:
        count = sum(len(part) for part, _ in self._pending) + rest
        first = self._pending[0][0][0]
        message = (
            f"a process died that checked this file or one after it, so {count} files were not "
            "checked; is there enough memory? --jobs 1 checks them one by one"
        )
        self._tally.errors.append(PathNote(first, message))


def _parts(paths: Iterator[str]) -> Iterator[list[str]]:
    part, size = [], 0
    for path in paths:
        part.append(path)
        size += _size(path)
        if len(part) >= FILES or size >= BYTES:
            yield part
            part, size = [], 0
    if part:
        yield part


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116 - many paths
    except OSError:
        return 0


def _is_done(future: Future[Tally]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C wait: who is started now never gets it, and nobody is interrupted half-made."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _context() -> BaseContext:
    """Return how to start processes: the fast way where it is safe."""
    alone = threading.active_count() == 1
    return get_context("fork" if alone and sys.platform == "linux" else "spawn")


def _begin(stop: Event) -> None:
    """Leave Ctrl-C to the parent, also where it cannot be made to wait; end with the parent."""
    # An event can be given to a process when it starts and not with a part, and a pool calls
    # functions of modules only: what they share with its initializer stands in the module.
    global _stop  # noqa: PLW0603
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _check_part(task: Task, paths: list[str]) -> Tally:
    tally = Tally()
    check_each(task, candidates(takewhile(_goes_on, paths), task, tally), tally)
    return tally


def _goes_on(_path: str) -> bool:
    return _stop is None or not _stop.is_set()


_stop: Event | None = None
