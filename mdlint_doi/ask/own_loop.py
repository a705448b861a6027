"""An event loop for a caller that waits; in a thread if the caller's thread already runs one."""

from __future__ import annotations

from asyncio import Runner, all_tasks, get_running_loop, new_event_loop
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import Any, TypeVar

_Result = TypeVar("_Result")


class OwnLoop:
    """An event loop, and the thread in which it runs if there is one."""

    def __init__(self) -> None:
        """Make the event loop."""
        self._runner = Runner(loop_factory=new_event_loop)
        self._thread = ThreadPoolExecutor(1) if _is_running() else None

    def run(self, asking: Coroutine[Any, Any, _Result], context: Context) -> _Result:
        """Return the result of a coroutine, which may have begun outside of an event loop."""
        return self._called(lambda: self._runner.run(asking, context=context))

    def close(self) -> None:
        """Close the event loop, and end the thread."""
        self._called(self._runner.close)
        if self._thread is not None:
            self._thread.shutdown()

    def _called(self, do: Callable[[], _Result]) -> _Result:
        """Return the result of a function, which is called in the thread if there is one."""
        if self._thread is None:
            return do()
        done = self._thread.submit(do)
        try:
            return done.result()
        except BaseException:
            if not done.done():  # Ctrl-C ended the wait, but not the coroutine
                self._runner.get_loop().call_soon_threadsafe(_cancel)
            raise


def _cancel() -> None:
    """Cancel everything in the running event loop."""
    for task in all_tasks():
        task.cancel()


def _is_running() -> bool:
    """Return whether an event loop is running in this thread."""
    try:
        get_running_loop()
    except RuntimeError:
        return False
    return True
