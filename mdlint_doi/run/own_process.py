"""A separate process for work that may take too long, whatever the cause.

A regular expression in C holds the interpreter's lock until it ends, so no thread can stop it, and
a process cannot end itself during such a match. Therefore the work is done in a separate process,
in steps. `faulthandler` monitors the steps with a thread that needs no lock, and ends the process
if a step exceeds its time limit. The process that started it is informed about this step and may
start a new process: the other answers are late, but not lost.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import socket
import traceback
from asyncio import AbstractEventLoop, get_running_loop, run, sleep
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.reduction import ForkingPickler
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

LIMIT: Final = 30.0
"""Seconds that a step may take.
The longest document that an editor checks, with nothing but DOIs, takes a third of this.
"""
_TOO_SLOW: Final = 1  # the exit code with which `faulthandler` ends a process
_FAILED: Final = 3

_SIGNS: Final = 4
"""How often an event loop shows that it is alive, within the time limit of a step."""
_Result = TypeVar("_Result")

Work = Callable[..., None]
"""A function of a module, which receives the `Channel` and the given arguments."""


class Ended(NamedTuple):
    """The unexpected end of a process.

    Attributes:
        step: the name of the step that was under way; empty if it is not known.
        was_slow: whether the step exceeded its time limit.
        did_something: whether any step was finished before.
    """

    step: str
    was_slow: bool
    did_something: bool


class _Step(NamedTuple):
    """A step that is under way."""

    name: str
    is_limited: bool


class OwnProcess:
    """A process that does work for this one; its messages arrive in an event loop."""

    def __init__(
        self,
        loop: AbstractEventLoop,
        work: Work,
        arguments: tuple[object, ...],
        *,
        seconds: float,
    ) -> None:
        """Start the process, in which `work` is called with a `Channel` and the arguments.

        Args:
            loop: calls the functions given to `listen`.
            work: a function of a module.
            arguments: the arguments of `work`, values that can be pickled.
            seconds: the time limit of a step.

        Raises:
            OSError: if the system cannot start a process.
        """
        context = get_context("spawn")
        self._loop = loop
        self._connection, there = context.Pipe()
        self._steps: dict[int, _Step] = {}
        self._did_something = False
        self._take: Callable[[Any], None] = lambda _: None
        self._ended: Callable[[Ended], None] = lambda _: None
        self._waiting: SimpleQueue[bytes] = SimpleQueue()
        given = (work, there, seconds, arguments)
        self._process = context.Process(target=_begin, args=given, daemon=True)
        try:
            self._process.start()
        except BaseException:
            self._connection.close()
            raise
        finally:
            there.close()

    def listen(self, take: Callable[[Any], None], ended: Callable[[Ended], None]) -> None:
        """Start: in the event loop, `take` is called with each message, and `ended` once."""
        self._take = take
        self._ended = ended
        Thread(target=self._write, daemon=True, name="to the process").start()
        Thread(target=self._read, daemon=True, name="from the process").start()

    def send(self, message: object) -> None:
        """Send a message; it waits here until the process receives it.

        Raises:
            RecursionError: if the message is nested too deeply.
        """
        self._waiting.put(bytes(ForkingPickler.dumps(message)))

    def kill(self) -> None:
        """End the process, whatever it does; `ended` is not called."""
        self._take = lambda _: None
        self._ended = lambda _: None
        self._process.kill()
        self._process.join(1)

    def _write(self) -> None:
        with suppress(OSError, ValueError):  # the process has ended
            while True:
                self._connection.send_bytes(self._waiting.get())

    def _read(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                message = self._connection.recv()
                self._loop.call_soon_threadsafe(self._hand_over, *message)
        self._process.join()
        with suppress(RuntimeError):  # the loop may be closed
            self._loop.call_soon_threadsafe(self._hand_over_end)

    def _hand_over(self, kind: str, *rest: Any) -> None:  # noqa: ANN401 - any message
        match kind:
            case "begins":
                number, step = rest
                self._steps[number] = step
            case "ends":
                self._steps.pop(rest[0], None)
                self._did_something = True
            case _:
                self._take(rest[0])

    def _hand_over_end(self) -> None:
        was_slow = self._process.exitcode == _TOO_SLOW
        self._ended(Ended(self._culprit(), was_slow, self._did_something))

    def _culprit(self) -> str:
        """Return the name of the oldest step under way; steps with a limit come first."""
        steps = [*self._steps.values()]
        limited = [one.name for one in steps if one.is_limited][:1]
        others = [one.name for one in steps if not one.is_limited]
        return next(filter(None, [*limited, *others]), "")


class Channel:
    """The connection from the separate process to the one that started it."""

    def __init__(self, connection: Connection, seconds: float) -> None:
        """Keep the connection, and the time limit of a step in seconds."""
        self.seconds = seconds
        self._connection = connection
        self._sending = Lock()
        self._limits = _Limits()
        self._numbers = count()

    def receive(self) -> Any:  # noqa: ANN401 - any message
        """Return the next message.

        Raises:
            EOFError: if the other process has ended.
        """
        try:
            return self._connection.recv()
        except OSError as error:
            raise EOFError from error

    def send(self, message: object) -> None:
        """Send a message; if the other process has ended, do nothing."""
        self._put("said", message)

    @contextmanager
    def step(self, name: str, *, is_limited: bool = True, times: int = 1) -> Iterator[None]:
        """Run the body of a `with` statement as a step; end this process if it takes too long.

        With `is_limited=False`, it may take any time, for example for a network. `times` multiplies
        the time limit.
        """
        number = next(self._numbers)
        self._put("begins", number, _Step(name, is_limited))
        if is_limited:
            self._limits.set(number, times * self.seconds)
        try:
            yield
        finally:
            self._limits.clear(number)
            self._put("ends", number)

    def run(self, begin: Callable[[], Callable[[Any], None]]) -> NoReturn:
        """Run an event loop until the other process has ended; each turn is a step.

        Args:
            begin: is called in the loop first; it returns the function that is called in the loop
                with each message. Work for threads there (`asyncio.to_thread`) also counts as
                steps.
        """
        run(self._serve(begin))

    async def _serve(self, begin: Callable[[], Callable[[Any], None]]) -> NoReturn:
        loop = get_running_loop()
        loop.set_default_executor(_Steps(self))
        Thread(target=self._listen, args=(loop, begin()), daemon=True, name="input").start()
        while True:
            self._limits.set(None, self.seconds)
            await sleep(self.seconds / _SIGNS)

    def _listen(self, loop: AbstractEventLoop, take: Callable[[Any], None]) -> None:
        try:
            while True:
                loop.call_soon_threadsafe(take, self.receive())
        except EOFError:
            os._exit(0)

    def _put(self, *message: object) -> None:
        with suppress(OSError), self._sending:
            self._connection.send(message)


class _Steps(ThreadPoolExecutor):
    """The threads of an event loop; each function that they run is a step."""

    def __init__(self, channel: Channel) -> None:
        super().__init__()
        self._channel = channel

    def submit(
        self,
        function: Callable[..., _Result],
        /,
        *arguments: Any,  # noqa: ANN401 - whatever it takes
        **named: Any,  # noqa: ANN401
    ) -> Future[_Result]:
        """Call a function in a thread; one that only waits for a network is not a step."""
        if function is socket.getaddrinfo:
            return super().submit(function, *arguments, **named)

        def step() -> _Result:
            with self._channel.step(""):
                return function(*arguments, **named)

        return super().submit(step)


class _Limits:
    """The times at which this process must end; the earliest one counts."""

    def __init__(self) -> None:
        self._ends: dict[int | None, float] = {}
        self._changing = Lock()
        self._nowhere = open(os.devnull, "wb")  # noqa: SIM115

    def set(self, key: int | None, seconds: float) -> None:
        with self._changing:
            self._ends[key] = monotonic() + seconds
            self._watch()

    def clear(self, key: int | None) -> None:
        with self._changing:
            if self._ends.pop(key, None) is not None:
                self._watch()

    def _watch(self) -> None:
        if not self._ends:
            faulthandler.cancel_dump_traceback_later()
            return
        left = max(0.001, min(self._ends.values()) - monotonic())
        faulthandler.dump_traceback_later(left, exit=True, file=self._nowhere)


def _begin(
    work: Work, connection: Connection, seconds: float, arguments: tuple[object, ...]
) -> None:
    """Do the work in the new process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C
    try:
        work(Channel(connection, seconds), *arguments)
    except EOFError:
        os._exit(0)
    except BaseException:  # noqa: BLE001 - its exit code would be that of a slow step
        traceback.print_exc()
        os._exit(_FAILED)
