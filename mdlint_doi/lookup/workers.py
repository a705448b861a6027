"""Workers that put questions to the server: bounded, patient, and never hasty together.

The names go round: all are asked once, then those that failed, with a pause in between, so that
one bad name holds up no worker. Whatever happens to a question ends as its answer or as Unknown;
an Unknown keeps the cause of the last try.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Generic, TypeVar

from mdlint_doi.lookup.backoff import REFUSALS, Next, after_failure, after_refusal, jittered
from mdlint_doi.lookup.client import Clients, Reply
from mdlint_doi.lookup.quota import Quota
from mdlint_doi.lookup.rate_limit import Throttle
from mdlint_doi.lookup.settings import Limits
from mdlint_doi.names.outcome import Cause, Unknown

T = TypeVar("T")


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
class _Try(Generic[T]):
    """A question on its way."""

    question: Question[T]
    failures: int = 0
    refusals: int = 0
    last: Unknown | None = None

    @property
    def has_failed(self) -> bool:
        return self.failures + self.refusals > 0


@dataclass(slots=True)
class _Queue(Generic[T]):
    """What is to be asked: first what was not asked, then what was refused."""

    fresh: Iterator[_Try[T]]
    refused: deque[_Try[T]] = field(default_factory=deque)

    def next(self) -> _Try[T] | None:
        one = next(self.fresh, None)
        return self.refused.popleft() if one is None and self.refused else one


@dataclass(frozen=True, slots=True)
class _Result(Generic[T]):
    """What one request brought, and whether the server refused it."""

    answer: T | Unknown
    refused: bool = False


class Crew:
    """The workers of a run and what they share."""

    def __init__(
        self,
        clients: Clients,
        limits: Limits,
        final: frozenset[int] = frozenset(),
    ) -> None:
        """Ask nothing yet; a status of `final` ends all questions, put or not."""
        self._clients = clients
        self._final = final
        self._limits = limits
        self._draw = Random().random  # noqa: S311 (jitter is no secret)
        self._throttle = Throttle(limits, self._draw, monotonic())
        self._first = asyncio.Lock()

    async def ask(
        self,
        questions: Iterable[Question[T]],
        workers: int,
        *,
        strikes: int | None = None,
        quota: Quota | None = None,
    ) -> None:
        """Put all questions, `workers` at a time at most; return when each has its answer.

        A question is taken when a worker has nothing else to do, so that few are held. With
        `strikes`, so many are enough to give these questions up, and only these: there is another
        way to ask. `quota` is what the service allows of such questions.
        """
        self._throttle.quota = quota
        was_open = self._throttle.stopped is not None
        self._throttle.begin(monotonic(), strikes or self._limits.strikes)
        tries = (_Try(question, last=question.before) for question in questions)
        for nth in range(1, self._limits.attempts + 1):
            again = await self._round(tries, workers)
            if not again:
                break
            if self._throttle.stopped is None:
                await asyncio.sleep(jittered(self._draw(), nth, self._limits))
            tries = (one for one in again)
        if strikes is not None and not was_open:
            self._throttle.forgive()

    async def _round(self, tries: Iterator[_Try[T]], workers: int) -> list[_Try[T]]:
        """Put each question until it is answered or fails; return those to ask again."""
        queue, again = _Queue(tries), list[_Try[T]]()
        async with asyncio.TaskGroup() as group:
            for worker in range(workers):
                group.create_task(self._work(worker, queue, again))
        return again

    async def _work(self, worker: int, queue: _Queue[T], again: list[_Try[T]]) -> None:
        while one := queue.next():
            result = await self._put(worker, one)
            answer = result.answer
            if not isinstance(answer, Unknown):
                one.question.done(answer)
                continue
            one.last = answer
            match self._next(one, answer.cause, refused=result.refused):
                case Next.QUEUE:
                    queue.refused.append(one)
                case Next.ROUND:
                    again.append(one)
                case Next.GIVE_UP:
                    one.question.done(answer)

    def _next(self, one: _Try[T], cause: Cause, *, refused: bool) -> Next:
        """Count a failure; return what follows from it."""
        if refused:
            one.refusals += 1
        else:
            one.failures += 1
        if self._throttle.is_vain:
            return Next.GIVE_UP
        if refused:
            return after_refusal(one.refusals, one.question.refusals)
        return after_failure(cause, one.failures, one.question.attempts)

    async def _put(self, worker: int, one: _Try[T]) -> _Result[T]:
        """Wait until a request may be sent, and send it."""
        while self._throttle.stopped is None and not (one.has_failed and self._throttle.is_vain):
            delay = self._throttle.delay(monotonic())
            if delay > 0:
                await asyncio.sleep(delay)
            elif not self._throttle.waiting_for_first:
                return await self._send(worker, one)
            else:
                async with self._first:
                    if self._may_go_first():
                        return await self._send(worker, one)
        unasked = Unknown(Cause.CIRCUIT_OPEN, f"not asked: {self._throttle.stopped}")
        return _Result(one.last or unasked)

    def _may_go_first(self) -> bool:
        """Return whether the pause is still unbroken, now that nobody else is trying."""
        throttle = self._throttle
        ready = throttle.delay(monotonic()) <= 0
        return throttle.stopped is None and throttle.waiting_for_first and ready

    def _answer(self, question: Question[T], reply: Reply | Unknown) -> T | Unknown:
        if isinstance(reply, Reply):
            return question.read(reply.status, reply.body)
        if reply is self._clients.too_large and question.too_large is not None:
            return question.too_large
        return reply

    async def _send(self, worker: int, one: _Try[T]) -> _Result[T]:
        throttle, sent = self._throttle, monotonic()
        throttle.take(sent)
        reply = await self._clients.get(one.question.target, worker)
        now = monotonic()
        if throttle.quota is not None:
            throttle.quota.done(now, reply.allowance if isinstance(reply, Reply) else None)
        answer = self._answer(one.question, reply)
        if isinstance(reply, Reply) and reply.status in self._final:
            throttle.stop(f"HTTP {reply.status}")
            return _Result(answer, refused=True)
        if isinstance(reply, Reply) and reply.status in REFUSALS:
            throttle.refused(now, sent, reply.retry_after, reply.status, one.question.target)
            return _Result(answer, refused=True)
        if not isinstance(answer, Unknown) or answer.cause is Cause.OTHER_HANDLE:
            throttle.succeeded(now, sent)
        elif answer.cause is Cause.TLS and throttle.answered is None:
            # A certificate does not get better by asking again.
            throttle.stop(answer.detail)
        else:
            why = f"{answer.cause}: {answer.detail}"
            throttle.failed(now, sent, why, one.question.target, again=one.failures > 0)
        return _Result(answer)
