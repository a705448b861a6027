"""One thread in which documents are read and judged, one after the other."""

from __future__ import annotations

from asyncio import Future, get_running_loop
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

_Result = TypeVar("_Result")


class Worker:
    """Runs functions in a thread of its own; a daemon, so that a long check holds up no end."""

    def __init__(self) -> None:
        """Start the thread."""
        self._queue: SimpleQueue[Callable[[], None]] = SimpleQueue()
        Thread(target=self._run, daemon=True, name="worker").start()

    def _run(self) -> None:
        while True:
            self._queue.get()()

    async def run(self, function: Callable[[], _Result]) -> _Result:
        """Return what a function returns, or raise what it raises.

        One whose caller was cancelled before its turn is not run.
        """
        loop = get_running_loop()
        future: Future[_Result] = loop.create_future()

        def work() -> None:
            """Call the function, unless nobody waits any more; in the thread."""
            if future.cancelled():
                return
            outcome = _Outcome(future)
            try:
                outcome.result = (function(),)
            except BaseException as error:  # noqa: BLE001 - it is raised where it was asked for
                outcome.error = error
            with suppress(RuntimeError):  # the loop may be over
                loop.call_soon_threadsafe(outcome)

        self._queue.put(work)
        return await future


class _Outcome(Generic[_Result]):
    """What came of a function; called in the event loop, it is handed to who waits."""

    def __init__(self, future: Future[_Result]) -> None:
        self._future = future
        self.result: tuple[_Result] | None = None
        self.error: BaseException | None = None

    def __call__(self) -> None:
        if self._future.done():
            return
        if self.result is not None:
            self._future.set_result(self.result[0])
        elif self.error is not None:
            self._future.set_exception(self.error)
