"""Workers that send requests to a server, limited in number and at a common pace.

All DOIs are requested once, then the failed ones after a pause, so that one bad DOI delays no
worker. Every request ends with an answer or with Unknown, which has the cause of the last failure.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, TypeVar

from mdlint_doi.ask.client import Clients, Reply
from mdlint_doi.ask.question import Question
from mdlint_doi.ask.quota import Quota, in_words
from mdlint_doi.ask.settings import Limits
from mdlint_doi.ask.throttle import REFUSALS, Next, Throttle, after_failure, after_refusal, jittered
from mdlint_doi.names.outcome import Cause, Unknown

T = TypeVar("T")

_BUSY: Final = 0.004  # seconds of preparing requests before a pause for requests under way
_HELD_UP: Final = 3
"""After so many connection timeouts, a proxy that delivered no response is given up."""
_PAUSE: Final = 0.001  # seconds of this pause


@dataclass(slots=True)
class Try(Generic[T]):
    """A request, with its failures so far.

    Attributes:
        question: the request.
        failures: how many times it failed.
        refusals: how many times the server refused it.
        last: the last reason for a failure, or `Question.before`; None: there is none.
    """

    question: Question[T]
    failures: int = 0
    refusals: int = 0
    last: Unknown | None = None

    def fail(self, why: Unknown, *, refused: bool) -> None:
        """Count a failure."""
        self.last = why
        self.refusals += refused
        self.failures += not refused


class Queue(Generic[T]):
    """The queue of requests: new ones first, then refused ones."""

    def __init__(self, limits: Limits, most: int = 0) -> None:
        """Start empty; at most `most` new requests wait; 0: any number."""
        self._limits = limits
        self.refused: deque[Try[T]] = deque()  # refused by the server, to be repeated
        self.failed: list[Try[T]] = []  # failed in other ways, to be repeated after all others
        self._ready: asyncio.Queue[Try[T] | None] = asyncio.Queue(most)

    async def fill(self, parts: Iterable[Iterable[Try[T]]]) -> None:
        """Add requests; after some time, pause so that requests under way can continue."""
        begun = self._limits.clock()
        for part in parts:
            for request in part:
                await self._ready.put(request)
            if self._limits.clock() - begun > _BUSY:
                await self._limits.sleep(_PAUSE)
                begun = self._limits.clock()
        await self._ready.put(None)

    def add(self, question: Question[T]) -> None:
        """Add a request."""
        self._ready.put_nowait(_first_try(question))

    def end(self) -> None:
        """Mark the end of the queue."""
        self._ready.put_nowait(None)

    async def next(self) -> Try[T] | None:
        """Wait for the next request, and return it; None at the end."""
        if (request := await self._ready.get()) is not None:
            return request
        self.end()  # keeps the end for the other workers
        return self.refused.popleft() if self.refused else None


def _first_try(question: Question[T]) -> Try[T]:
    return Try(question, last=question.before)


class Workers:
    """The workers of a run, with their common connections and pace."""

    def __init__(
        self, clients: Clients, limits: Limits, final: frozenset[int] = frozenset()
    ) -> None:
        """Send nothing yet; a status in `final` ends all requests, sent or not."""
        self._clients = clients
        self._limits = limits
        self._final = final
        self._draw = Random().random  # noqa: S311 (jitter is no secret)
        self._throttle = Throttle(limits, self._draw, limits.clock(), clients.server)
        self._first = asyncio.Lock()  # held while the first request after a pause is sent
        self._first_sent = float("inf")  # when the first failed request was sent

    async def ask(
        self,
        parts: Iterable[Iterable[Question[T]]],
        workers: int,
        *,
        again: Sequence[Try[T]] = (),
        strikes: int | None = None,
        quota: Quota | None = None,
    ) -> None:
        """Send requests, and return when each has its answer.

        Args:
            parts: the requests in parts, which may be empty; between two parts, requests under way
                continue.
            workers: the maximum number of simultaneous requests.
            again: requests that failed before; they are repeated with those that fail now.
            strikes: the number of pauses without an answer after which these requests, and only
                these, are given up; None: as in the limits.
            quota: the limits of the service for such requests; None: there are none.
        """
        self._throttle.quota = quota
        was_open = self._throttle.stopped is not None
        self._throttle.begin(self._limits.clock(), strikes or self._limits.strikes)
        tries: Iterable[Iterable[Try[T]]] = (map(_first_try, part) for part in parts)
        again = [*again, *await self._round(tries, workers)]
        nth = 0
        while again:
            nth += 1
            if self._throttle.stopped is None:
                wait = jittered(self._draw(), nth, self._limits)
                await self._limits.sleep(self._throttle.shortened(wait, self._limits.clock()))
            again = await self._round([again], workers)
        if strikes is not None and not was_open:
            self._throttle.forgive()

    @asynccontextmanager
    async def follow_ups(self, busy: int, workers: int) -> AsyncIterator[Queue[Any]]:
        """Send requests that follow from answers, while other requests are still sent.

        `busy` of the `workers` send the other requests and help afterwards. The yielded queue
        accepts the new requests, and has the failed ones at the end.
        """
        found = Queue[Any](self._limits)
        async with asyncio.TaskGroup() as group:
            for worker in range(busy, workers):
                group.create_task(self._follow(worker, found))
            yield found
            self._throttle.begin(self._limits.clock(), self._limits.strikes)
            found.end()
            for worker in range(busy):
                group.create_task(self._follow(worker, found))

    async def _follow(self, worker: int, found: Queue[T]) -> None:
        while request := await found.next():
            result = await self._put(worker, request)
            answer, refused = result
            if not isinstance(answer, Unknown) or answer.cause is Cause.OTHER_HANDLE:
                request.question.done(answer)
            else:
                request.fail(answer, refused=refused)
                found.failed.append(request)

    async def _round(self, tries: Iterable[Iterable[Try[T]]], workers: int) -> list[Try[T]]:
        """Send each request until it is answered or fails; return the failed ones to repeat."""
        queue = Queue[T](self._limits, workers)
        async with asyncio.TaskGroup() as group:
            group.create_task(queue.fill(tries))
            for worker in range(workers):
                group.create_task(self._work(worker, queue))
        return queue.failed

    async def _work(self, worker: int, queue: Queue[T]) -> None:
        while request := await queue.next():
            result = await self._put(worker, request)
            answer, refused = result
            if not isinstance(answer, Unknown):
                request.question.done(answer)
                continue
            request.fail(answer, refused=refused)
            match self._next(request, answer.cause, refused=refused):
                case Next.QUEUE:
                    queue.refused.append(request)
                case Next.ROUND:
                    queue.failed.append(request)
                case Next.GIVE_UP:
                    request.question.done(answer)

    def _next(self, request: Try[T], cause: Cause, *, refused: bool) -> Next:
        """Return the next step after a failure."""
        if self._throttle.has_given_up:
            return Next.GIVE_UP
        if refused:
            return after_refusal(request.refusals, request.question.refusals)
        return after_failure(cause, request.failures, request.question.attempts)

    async def _put(self, worker: int, request: Try[T]) -> tuple[T | Unknown, bool]:
        """Send a request as soon as possible; return the answer, and whether it was a refusal."""
        throttle = self._throttle
        was_tried = request.failures + request.refusals > 0
        while throttle.stopped is None and not (was_tried and throttle.has_given_up):
            delay = throttle.delay(self._limits.clock())
            if delay > 0:
                if throttle.may_wait(self._limits.clock()):
                    await self._limits.sleep(delay)
            elif not throttle.waiting_for_first:
                return await self._send(worker, request)
            else:
                async with self._first:
                    if self._may_go_first():
                        return await self._send(worker, request)
        return request.last or throttle.unasked, False

    def _may_go_first(self) -> bool:
        """Return whether this worker may send the first request after a pause."""
        throttle = self._throttle
        ready = throttle.delay(self._limits.clock()) <= 0
        return throttle.stopped is None and throttle.waiting_for_first and ready

    async def _send(self, worker: int, request: Try[T]) -> tuple[T | Unknown, bool]:
        throttle = self._throttle
        sent = self._limits.clock()
        throttle.take(sent)
        reply = await self._clients.get(request.question.target, worker)
        now = self._limits.clock()
        if throttle.quota is not None:
            throttle.quota.done(now, reply.allowance if isinstance(reply, Reply) else None)
        answer = self._answer(request.question, reply)
        if isinstance(reply, Reply) and reply.status in self._final:
            throttle.stop(f"HTTP {reply.status}")
            return answer, True
        if isinstance(reply, Reply) and reply.status in REFUSALS:
            wait = reply.retry_after
            throttle.refused(now, sent, wait, reply.status, request.question.target)
            if not reply.is_redirected:
                throttle.share_pause()
            if isinstance(answer, Unknown) and wait is not None and wait > self._limits.longest:
                asked = f"{answer.detail}, with a request to wait {in_words(wait)}"
                answer = answer.replace(detail=asked)
            return answer, True
        if not isinstance(answer, Unknown) or answer.cause is Cause.OTHER_HANDLE:
            throttle.succeeded(now, sent)
        elif answer.cause is Cause.TLS and throttle.answered is None:
            # Repeating the request would not change the certificate.
            throttle.stop(answer.detail)
        else:
            self._failed(request, answer, sent, now)
        return answer, False

    def _failed(self, request: Try[T], answer: Unknown, sent: float, now: float) -> None:
        """Note a failed request; stop if a proxy has delivered no response for too long."""
        why = f"{answer.cause}: {answer.detail}"
        self._throttle.failed(now, sent, why, request.question.target, again=request.failures > 0)
        self._first_sent = min(self._first_sent, sent)
        waited = now - self._first_sent
        if self._clients.waits_for_proxy and waited > _HELD_UP * self._limits.connect:
            self._throttle.stop(answer.detail)

    def _answer(self, question: Question[T], reply: Reply | Unknown) -> T | Unknown:
        if isinstance(reply, Reply):
            return question.read(reply.status, reply.body)
        if reply is self._clients.too_large and question.too_large is not None:
            return question.too_large
        return reply
