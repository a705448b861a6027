"""The process that answers calls of the tools, one at a time.

It receives the messages `("call", name, arguments)` and, when it may send requests, `("turn",)`. It
sends `("asks",)` before its requests and `("asked",)` after them, and then `("result", members)` or
`("error", why)`.
"""

from __future__ import annotations

import traceback
from asyncio import Event, Task, create_task, get_running_loop
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from mdlint_doi.lint.settings import Settings
from mdlint_doi.mcp import tools
from mdlint_doi.run.own_process import Channel

_TIMES: Final = 20
"""The factor of the time limit for a step that waits for servers."""
_TOOLS: Final[Mapping[str, Callable[..., Coroutine[Any, Any, tools.Members]]]] = {
    "check_text": tools.check_text,
    "lookup": tools.lookup,
    "search": tools.search,
}
_Result = TypeVar("_Result")


def answer_calls(channel: Channel, settings: Settings) -> None:
    """Answer calls until the other process is gone."""
    channel.run(lambda: _Calls(channel, settings).take)


class _Calls:
    """The calls of tools, and the turns in which they send requests (`tools.Asking`)."""

    def __init__(self, channel: Channel, settings: Settings) -> None:
        self._channel = channel
        self._settings = settings
        self._threads = ThreadPoolExecutor(1)
        self._turn = Event()
        self._call: Task[None] | None = None

    def take(self, message: tuple[Any, ...]) -> None:
        """Begin a call, or receive the turn to send requests."""
        match message:
            case ("call", name, arguments):
                self._call = create_task(self._answer(name, arguments))
            case _:
                self._turn.set()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Return the context in which only this process sends requests; entering it waits."""
        self._turn.clear()
        self._channel.send(("asks",))
        await self._turn.wait()
        try:
            yield
        finally:
            self._channel.send(("asked",))

    async def in_thread(self, function: Callable[[], _Result]) -> _Result:
        """Return the result of a function that waits for servers."""

        def step() -> _Result:
            with self._channel.step("", times=_TIMES):
                return function()

        return await get_running_loop().run_in_executor(self._threads, step)

    async def _answer(self, name: str, arguments: tuple[Any, ...]) -> None:
        try:
            result = await _TOOLS[name](*arguments, self._settings, self)
        except ValueError as error:
            self._channel.send(("error", str(error)))
        except Exception as error:  # noqa: BLE001 - a bug must not end the process
            traceback.print_exc()
            self._channel.send(
                ("error", f"internal error ({type(error).__name__}); please report it")
            )
        else:
            self._channel.send(("result", result))
