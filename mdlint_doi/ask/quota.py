"""The number of requests that a service allows in a period, and at the same time."""

from __future__ import annotations

from collections import deque
from typing import Final

from mdlint_doi.ask.headers import Allowance

_MARGIN: Final = 1.03  # the service counts when a request arrives, not when it is sent
_POLL: Final = 0.02  # seconds until the next check whether a request has ended


class Quota:
    """The limits for one kind of requests to one service, and the requests that count."""

    def __init__(self, requests: int, seconds: float, at_once: int) -> None:
        """Allow a number of requests in so many seconds; before the first answer, one at a time."""
        self._requests = requests
        self._seconds = seconds
        self._usual = at_once
        self._at_once = 1
        self._under_way = 0
        self._sent: deque[float] = deque(maxlen=max(requests, 1))
        self._not_before = float("-inf")
        self._answered = False

    def __str__(self) -> str:
        requests = "1 request" if self._requests == 1 else f"{self._requests} requests"
        return f"{requests} in {in_words(self._seconds)}"

    def delay(self, now: float) -> float:
        """Return the seconds until a request may be sent; 0 or less: at once."""
        wait = self._not_before - now
        if len(self._sent) >= self._requests:
            wait = max(wait, self._sent[-self._requests] + self._seconds * _MARGIN - now)
        if self._under_way >= self._at_once:
            wait = max(wait, _POLL)
        return wait

    def take(self, now: float) -> None:
        """Note that a request is sent."""
        self._sent.append(now)
        self._under_way += 1

    def done(self, now: float, said: Allowance | None) -> None:
        """Count a request as ended; adopt the limits `said` in its answer (None: no answer)."""
        self._under_way -= 1
        if not self._answered and self._sent:  # the first request may have waited for a connection
            self._sent[-1] = max(self._sent[-1], now)
        if said is None:
            return
        self._answered = True
        self._at_once = said.at_once or self._usual
        self._seconds = said.seconds or self._seconds
        if said.requests is not None and said.requests != self._requests:
            self._requests = said.requests
            self._sent = deque(self._sent, maxlen=said.requests)

    def refused(self, now: float) -> None:
        """Wait for a whole period after a refusal, because the service counted more requests."""
        self._not_before = now + self._seconds * _MARGIN


def in_words(seconds: float) -> str:
    """Return a wait in words: seconds, or "more than a day"."""
    return f"{seconds:.0f} s" if seconds <= 86_400 else "more than a day"
