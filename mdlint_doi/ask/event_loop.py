"""The event loop for requests, and the door to it for callers that are not coroutines.

All look-ups are coroutines. A caller that is not one uses `wait_for`, which runs a coroutine
without an event loop until it needs one: `asyncio` is imported inside the functions, because a run
without requests does not need it. In a program that already runs an event loop, such as a notebook,
the coroutine gets its own event loop in a thread.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from contextvars import ContextVar, copy_context
from typing import TYPE_CHECKING, Any, Final, ParamSpec, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Generator

    from mdlint_doi.ask.own_loop import OwnLoop

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_WAITS: Final = ContextVar("_WAITS", default=False)
"""Whether the caller of the coroutine waits, so that its work may block the event loop."""


class EventLoop:
    """A door for several coroutines, which share an event loop; a context manager."""

    def __init__(self) -> None:
        """Make nothing yet: the event loop is made when a coroutine needs it."""
        self._loop: OwnLoop | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._loop is not None:
            self._loop.close()

    def wait_for(self, asking: Coroutine[Any, Any, _Result]) -> _Result:
        """Return the result of a coroutine.

        Raises:
            KeyboardInterrupt: on Ctrl-C, unless the coroutine returns what it has (`to_end`).
        """
        context = copy_context()
        context.run(_WAITS.set, True)  # noqa: FBT003 - the function of `contextvars`
        try:
            context.run(asking.send, None)
        except StopIteration as ended:
            result: _Result = ended.value
            return result
        if self._loop is None:
            from mdlint_doi.ask.own_loop import OwnLoop

            self._loop = OwnLoop()
        return self._loop.run(asking, context)

    @contextmanager
    def entered(self, manager: AbstractAsyncContextManager[_Result]) -> Iterator[_Result]:
        """Enter the context of an asynchronous manager."""
        value = self.wait_for(_entered(manager))
        try:
            yield value
        finally:
            self.wait_for(_left(manager))


def wait_for(asking: Coroutine[Any, Any, _Result]) -> _Result:
    """Return the result of a coroutine, for a caller that is not one.

    Raises:
        KeyboardInterrupt: on Ctrl-C, unless the coroutine returns what it has (`to_end`).
    """
    with EventLoop() as loop:
        return loop.wait_for(asking)


async def _entered(manager: AbstractAsyncContextManager[_Result]) -> _Result:
    return await manager.__aenter__()


async def _left(manager: AbstractAsyncContextManager[object]) -> None:
    await manager.__aexit__(None, None, None)


class _Needed:
    """The wait for an event loop: `EventLoop` makes one, and a running one goes on at once."""

    def __await__(self) -> Generator[None]:
        yield


async def event_loop() -> None:
    """Wait until the coroutine runs in an event loop; nothing of `asyncio` works before."""
    await _Needed()


async def to_end(asking: Callable[[], Awaitable[object]]) -> bool:
    """Await requests in an event loop; return whether Ctrl-C ended them.

    Ctrl-C cancels the coroutine of a caller that waits. The cancellation of a different coroutine
    is raised.
    """
    from asyncio import CancelledError, current_task

    try:
        await event_loop()  # here, Ctrl-C during the work before the requests is noticed
        await asking()
        await event_loop()  # here, Ctrl-C after the last answer is noticed
    except CancelledError:
        task = current_task()
        if task is None or not may_block():
            raise
        task.uncancel()
        return True
    except KeyboardInterrupt:
        return True
    return False


def may_block() -> bool:
    """Return whether the caller waits, so that no event loop is blocked by long work."""
    return _WAITS.get()


async def in_thread(
    do: Callable[_Arguments, _Result],
    /,
    *arguments: _Arguments.args,
    **named: _Arguments.kwargs,
) -> _Result:
    """Return the result of a function, called in a thread if it would block an event loop."""
    if may_block():
        return do(*arguments, **named)
    from asyncio import to_thread

    return await to_thread(do, *arguments, **named)


async def sleep(seconds: float) -> None:
    """Wait for a number of seconds while other tasks run."""
    import asyncio

    await asyncio.sleep(seconds)
