"""The number of requests that a service allows in a period, and at the same time.

The headers of its responses have limits and waits; invalid values are ignored.

Sources: RFC 9110 section 10.2.3 for Retry-After; Crossref REST API, "Access and authentication"
(`x-rate-limit-limit`, `x-rate-limit-interval`, `x-concurrency-limit`).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern

_MARGIN: Final = 1.03  # the service counts when a request arrives, not when it is sent
_POLL: Final = 0.02  # seconds until the next check whether a request has ended
_DIGITS: Final = re.compile(r"[0-9]+")
_FOR_EVER: Final = 1e9  # seconds, about 30 years; longer waits are cut to this
_NUMBER: Final = pattern(r"[0-9]{1,9}")
_INTERVAL: Final = pattern(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(ms|s|m|h)?")
_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, None: 1.0}


class Allowance(NamedTuple):
    """The limits in the headers of a response; None if a header is missing.

    Attributes:
        requests: the number of requests in an interval.
        seconds: the length of the interval.
        at_once: the number of requests under way at the same time.
    """

    requests: int | None = None
    seconds: float | None = None
    at_once: int | None = None


NOTHING_SAID: Final = Allowance()


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


def retry_after(value: str, date: str, now: float) -> float | None:
    """Return the wait in seconds from a Retry-After header; None if it cannot be parsed.

    A date is compared with the `date` header of the same response, because the clocks of client and
    server may differ. Without that header, it is compared with `now`, a Unix time.
    """
    if _DIGITS.fullmatch(value.strip()):
        return min(float(value), _FOR_EVER)
    until = _timestamp(value)
    if until is None:
        return None
    sent = _timestamp(date)
    return min(max(0.0, until - (now if sent is None else sent)), _FOR_EVER)


def _timestamp(text: str) -> float | None:
    """Return the Unix time of an HTTP date, in UTC if it names no time zone; None: not valid."""
    try:
        date = parsedate_to_datetime(text)
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def read_allowance(headers: Mapping[str, str]) -> Allowance:
    """Return the limits in headers, whose names are in lower case; invalid values give None."""

    def positive(name: str) -> int | None:
        found = _NUMBER.fullmatch(headers.get(name, "").strip())
        number = int(found[0]) if found else 0
        return number or None

    interval = _INTERVAL.fullmatch(headers.get("x-rate-limit-interval", "").strip())
    seconds = float(interval[1]) * _UNITS[interval[2]] if interval else 0.0
    return Allowance(
        positive("x-rate-limit-limit"), seconds or None, positive("x-concurrency-limit")
    )
