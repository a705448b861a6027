"""The event loop for requests.

`asyncio` is imported inside the functions, because a run without requests does not need it.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from asyncio import Runner

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def new_runner(instead: str) -> Runner:
    """Return an event loop for requests.

    Raises:
        RuntimeError: if an event loop is already running; the message names the function to await
            `instead`.
    """
    from asyncio import Runner

    _refuse_loop(instead)
    return Runner()


def run_to_end(asking: Callable[[], Coroutine[None, None, None]], instead: str) -> bool:
    """Run the coroutine that `asking` returns, in a new event loop; return whether Ctrl-C ended it.

    Raises:
        RuntimeError: if an event loop is already running; the message names the function to await
            `instead`.
    """
    import asyncio

    _refuse_loop(instead)
    try:
        asyncio.run(asking())
    except KeyboardInterrupt:
        return True
    return False


def _refuse_loop(instead: str) -> None:
    """Raise RuntimeError if an event loop is running, because waiting here would block it."""
    from asyncio import get_running_loop

    try:
        get_running_loop()
    except RuntimeError:
        return
    message = f"an event loop is already running; await {instead} instead"
    raise RuntimeError(message)


async def in_thread(
    do: Callable[_Arguments, _Result],
    /,
    *arguments: _Arguments.args,
    **named: _Arguments.kwargs,
) -> _Result:
    """Run a function that would block the event loop in a thread, and return its result."""
    from asyncio import to_thread

    return await to_thread(do, *arguments, **named)


async def sleep(seconds: float) -> None:
    """Wait for a number of seconds while other tasks run."""
    import asyncio

    await asyncio.sleep(seconds)
