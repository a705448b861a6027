"""Several processes for the parts of a corpus: few under way at once, and Ctrl-C for one only."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Final, TypeVar

import pyarrow as pa

from mdlint_doi.files.reading import FileProblem
from mdlint_doi.run.parallel import begin, goes_on

T = TypeVar("T")
R = TypeVar("R")

_AHEAD: Final = 2  # parts for each process that are under way or wait
_DIED: Final = "a worker process died; is there enough memory? --jobs 1 uses one process"


def each(do: Callable[[T], R], parts: Iterable[T], jobs: int, where: str) -> Iterator[R]:
    """Yield what a function of a module returns of each part; with one job, in this process.

    It calls `go_on` now and then.

    Raises:
        FileProblem: about `where`, if a process died.
    """
    if jobs == 1:
        yield from map(do, parts)
        return
    # Spawned, not forked: Arrow has threads by now.
    context = get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, _begin, (stop,)) as pool:
        try:
            yield from _completed(pool, do, iter(parts), jobs * _AHEAD)
        except BrokenProcessPool:
            raise FileProblem(where, _DIED) from None
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _completed(
    pool: ProcessPoolExecutor, do: Callable[[T], R], parts: Iterator[T], ahead: int
) -> Iterator[R]:
    pending: set[Future[R]] = {pool.submit(do, part) for part in islice(parts, ahead)}
    while pending:
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        pending |= {pool.submit(do, part) for part in islice(parts, len(done))}
        for future in done:
            yield future.result()


class Stopped(Exception):  # noqa: N818 - no error: nobody wants the rest
    """The run has ended, and this part is not wanted any more."""


def go_on() -> None:
    """Return if the run still goes on.

    Raises:
        Stopped: if it does not.
    """
    if not goes_on():
        raise Stopped


def use_system_memory() -> None:
    """Let Arrow give back at once what it does not need; its own pool would keep more of it."""
    pa.set_memory_pool(pa.system_memory_pool())


def _begin(stop: Event) -> None:
    gc.set_threshold(100_000, 50, 100)  # as in the command: the work leaves few cycles
    use_system_memory()
    begin(stop)
