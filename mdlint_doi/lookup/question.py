"""What is asked of a server, and the queues in which it waits for a worker."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Final, Generic, TypeVar

from mdlint_doi.names.outcome import Unknown

T = TypeVar("T")

_BUSY: Final = 0.004
"""Seconds of work after which requests that are under way go on."""
_PAUSE: Final = 0.001
"""Seconds in which they go on until they wait for the network."""


@dataclass(frozen=True, slots=True)
class Question(Generic[T]):
    """One request.

    Attributes:
        target: path of the request, encoded.
        read: what makes an answer, or Unknown, of status and body; must not raise.
        done: called once, with the final answer.
        attempts: how many times it may fail; refusals are not counted.
        refusals: how many times the server may refuse it.
        before: why another way to ask failed, for the case that this one can't be tried.
        too_large: the answer, where the server's is larger than is read; None: Unknown.

    """

    target: str
    read: Callable[[int, bytes], T | Unknown]
    done: Callable[[T | Unknown], None]
    attempts: int
    refusals: int
    before: Unknown | None = None
    too_large: T | None = None


@dataclass(slots=True)
class Try(Generic[T]):
    """A question on its way.

    Attributes:
        question: what is asked.
        failures: how often it failed.
        refusals: how often the server refused it.
        last: why, the last time.

    """

    question: Question[T]
    failures: int = 0
    refusals: int = 0
    last: Unknown | None = None

    @classmethod
    def first(cls, question: Question[T]) -> Try[T]:
        """Return the first try of a question."""
        return cls(question, last=question.before)

    @property
    def has_failed(self) -> bool:
        """Whether it was tried before."""
        return self.failures + self.refusals > 0

    def fail(self, why: Unknown, *, refused: bool) -> None:
        """Count a failure."""
        self.last = why
        if refused:
            self.refusals += 1
        else:
            self.failures += 1


class Queue(Generic[T]):
    """What is to be asked: first what was not asked, then what was refused.

    Attributes:
        refused: what the server refused, to be asked again.

    """

    def __init__(self, parts: Iterable[Iterable[Try[T]]], most: int) -> None:
        """Take what was not asked, some at a time; hold no more than `most` ready."""
        self.refused: deque[Try[T]] = deque()
        self._parts = parts
        self._ready: asyncio.Queue[Try[T] | None] = asyncio.Queue(most)

    async def fill(self) -> None:
        """Make ready what is asked next; where that takes long, pause after a part."""
        begun = monotonic()
        for some in self._parts:
            for one in some:
                await self._ready.put(one)
            if monotonic() - begun > _BUSY:
                await asyncio.sleep(_PAUSE)
                begun = monotonic()
        await self._ready.put(None)

    async def next(self) -> Try[T] | None:
        """Return what is asked next; None if nothing is left."""
        if (one := await self._ready.get()) is not None:
            return one
        self._ready.put_nowait(None)  # the other workers are to see the end, too
        return self.refused.popleft() if self.refused else None


class FollowUps(Generic[T]):
    """Questions that follow from answers, while others are still asked.

    Attributes:
        failed: those that were put and not answered; for `Crew.ask`, which puts them again.

    """

    def __init__(self) -> None:
        """Begin without any."""
        self.failed: list[Try[T]] = []
        self._waiting: asyncio.Queue[Try[T] | None] = asyncio.Queue()

    def add(self, question: Question[T]) -> None:
        """Take a question."""
        self._waiting.put_nowait(Try.first(question))

    def end(self) -> None:
        """Take no more."""
        self._waiting.put_nowait(None)

    async def next(self) -> Try[T] | None:
        """Return what is asked next, once there is something; None at the end."""
        if (one := await self._waiting.get()) is None:
            self.end()  # the other workers are to see it, too
        return one
