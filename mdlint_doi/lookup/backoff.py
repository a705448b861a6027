"""When to ask again: decisions without a clock and without a connection.

A refusal (403, 429, 503) is about the client, so it pauses all requests (`lookup.rate_limit`) and
the name goes to the end of the queue. Any other failure is about one request: the name waits for
the next round. Waits have full jitter (a uniform draw below a bound that doubles), so that the
clients of many builds do not come back together.

Source: RFC 9110 section 10.2.3 for Retry-After.
"""

from __future__ import annotations

import re
from datetime import UTC
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import Final

from mdlint_doi.lookup.settings import Limits
from mdlint_doi.names.outcome import Cause

REFUSALS: Final = frozenset({403, 429, 503})
"""HTTP statuses by which a server says: slow down."""

_SECONDS: Final = re.compile(r"[0-9]+")
_FOR_EVER: Final = 1e9
"""Seconds; more is the same."""
_DAY: Final = 86_400.0


class Next(Enum):
    """What to do about a name whose request failed."""

    GIVE_UP = "give-up"
    QUEUE = "queue"
    """Ask again behind the names that wait, once the common pause is over."""
    ROUND = "round"
    """Ask again when all others have had their turn."""


def after_failure(cause: Cause, failures: int, attempts: int) -> Next:
    """Return what to do about a name.

    Args:
        cause: why its request failed.
        failures: how often it has failed by now, 1 for the first time.
        attempts: how often it may.

    """
    if cause is Cause.OTHER_HANDLE or failures >= attempts:
        return Next.GIVE_UP
    return Next.ROUND


def after_refusal(refusals: int, allowed: int) -> Next:
    """Return what to do about a name whose request was refused, `refusals` times by now."""
    return Next.QUEUE if refusals < allowed else Next.GIVE_UP


def jittered(draw: float, nth: int, limits: Limits) -> float:
    """Return the seconds to wait before the `nth` repetition.

    Args:
        draw: a random number in [0, 1).
        nth: 1 for the first repetition.
        limits: for the base and the longest wait.

    """
    return draw * min(limits.longest, limits.base * 2.0 ** (nth - 1))


def retry_after(value: str, date: str, now: float) -> float | None:
    """Return the seconds that a Retry-After header asks for; None if it cannot be read.

    Args:
        value: the header: seconds, or a date.
        date: the Date header of the same response, against which a date is measured, since
            the clocks of client and server differ.
        now: Unix time, where there is no Date header.

    """
    if _SECONDS.fullmatch(value.strip()):
        return min(float(value), _FOR_EVER)
    until = _timestamp(value)
    if until is None:
        return None
    sent = _timestamp(date)
    return min(max(0.0, until - (now if sent is None else sent)), _FOR_EVER)


def _timestamp(text: str) -> float | None:
    """Return the Unix time of an HTTP date; one that names no zone is of Greenwich."""
    try:
        date = parsedate_to_datetime(text)
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def in_words(seconds: float) -> str:
    """Return a wait for a reader; nobody counts the seconds of more than a day."""
    return f"{seconds:.0f} s" if seconds <= _DAY else "more than a day"
