"""How many requests a service allows in a time, and at once: counted, so that none is too many.

The clock comes in as an argument, as in `lookup.rate_limit`. What a service says of its limits in
the headers of an answer holds from then on; the documents lag behind it.

Sources: Crossref REST API, "Access and authentication" (`x-rate-limit-limit`,
`x-rate-limit-interval`, `x-concurrency-limit`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Final, NamedTuple

from mdlint_doi.lookup.backoff import in_words
from mdlint_doi.text.pattern import pattern

_MARGIN: Final = 1.03
"""The service counts when a request arrives, not when it is sent."""
_POLL: Final = 0.02
"""Seconds after which it is looked again whether a request has ended."""
LONGEST: Final = 310.0
"""Seconds that are waited for the next request: DataCite counts in five minutes, and who counts in
hours would have a run do nothing until its time is over."""
_NUMBER: Final = pattern(r"[0-9]{1,9}")
_INTERVAL: Final = pattern(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(ms|s|m|h)?")
_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, None: 1.0}


class Allowance(NamedTuple):
    """What the headers of an answer say of limits; None where they are silent.

    Attributes:
        requests: in an interval.
        seconds: of the interval.
        at_once: requests under way.

    """

    requests: int | None = None
    seconds: float | None = None
    at_once: int | None = None


NOTHING_SAID: Final = Allowance()


def read_allowance(headers: Mapping[str, str]) -> Allowance:
    """Return what headers, in lower case, say of limits; nonsense counts as silence."""
    return Allowance(
        _positive(headers.get("x-rate-limit-limit", "")),
        _seconds(headers.get("x-rate-limit-interval", "")),
        _positive(headers.get("x-concurrency-limit", "")),
    )


def _positive(value: str) -> int | None:
    found = _NUMBER.fullmatch(value.strip())
    return int(found[0]) or None if found else None


def _seconds(value: str) -> float | None:
    found = _INTERVAL.fullmatch(value.strip())
    return float(found[1]) * _UNITS[found[2]] or None if found else None


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
        """Return what is allowed, for a reader."""
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
        """Note that a request has ended; `said`: by its answer, None without one.

        The first one may have taken long to get a connection: it counts from its end.
        """
        self._under_way -= 1
        if not self._answered and self._sent:
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
