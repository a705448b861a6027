"""Read waits and limits from the headers of a response; invalid values are ignored.

Sources: RFC 9110 section 10.2.3 for Retry-After; Crossref REST API, "Access and authentication"
(`x-rate-limit-limit`, `x-rate-limit-interval`, `x-concurrency-limit`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern

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
