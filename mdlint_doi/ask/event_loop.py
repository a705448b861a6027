"""The event loop for requests, and the only import of `asyncio`.

A run without requests does not import it.
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
        RuntimeError: within a running event loop; the message names the function to await
            `instead`.
    """
    from asyncio import Runner

    _refuse_loop(instead)
    return Runner()


def run_to_end(asking: Callable[[], Coroutine[None, None, None]], instead: str) -> bool:
    """Ask in an event loop; return whether Ctrl-C ended it.

    Raises:
        RuntimeError: within a running event loop; the message names what to await `instead`.
    """
    import asyncio

    _refuse_loop(instead)
    try:
        asyncio.run(asking())
    except KeyboardInterrupt:
        return True
    return False


def _refuse_loop(instead: str) -> None:
    """Make sure that no event loop is running, because it would wait as well."""
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
    """Return what a function returns that would hold up the event loop: it runs in a thread."""
    from asyncio import to_thread

    return await to_thread(do, *arguments, **named)


async def sleep(seconds: float) -> None:
    """Let others run for so long."""
    import asyncio

    await asyncio.sleep(seconds)
