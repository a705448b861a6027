"""The number of requests that a service allows in a period, and at the same time."""

from __future__ import annotations

from collections import deque
from typing import Final

from mdlint_doi.ask.headers import Allowance

_MARGIN: Final = 1.03  # the service counts when a request arrives, not when it is sent
_POLL: Final = 0.02  # seconds after which it is looked again whether a request has ended


class Quota:
    """The requests of one kind to one service."""

    def __init__(self, requests: int, seconds: float, at_once: int) -> None:
        """Allow so many requests in so many seconds, and so many under way; one to begin with."""
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
        """Note that a request has ended; `said`: by its answer, None without one."""
        self._under_way -= 1
        if not self._answered and self._sent:  # the first may have waited long for a connection
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
        """Note that a request was one too many: what was counted was not all."""
        self._not_before = now + self._seconds * _MARGIN


def in_words(seconds: float) -> str:
    """Return a wait for a reader; nobody counts the seconds of more than a day."""
    return f"{seconds:.0f} s" if seconds <= 86_400 else "more than a day"
