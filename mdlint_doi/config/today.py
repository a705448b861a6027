"""The date and the time of a run; only this module reads the clock for rules and reports."""

from __future__ import annotations

from time import gmtime
from typing import TYPE_CHECKING

from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


class CalendarDay(Value):
    """A day; unlike `datetime.date`, it needs no import that takes long.

    Attributes:
        year: the year.
        month: the month, from 1.
        day: the day of the month, from 1.
    """

    year: int
    month: int
    day: int


def today() -> CalendarDay:
    """Return the day of a run, in UTC."""
    now = gmtime()
    return CalendarDay(now.tm_year, now.tm_mon, now.tm_mday)


def time_of_run(environ: Mapping[str, str]) -> datetime:
    """Return the time of a report in UTC: now, or SOURCE_DATE_EPOCH (reproducible-builds.org)."""
    from datetime import UTC, datetime

    wanted = environ.get("SOURCE_DATE_EPOCH", "")
    if wanted.isdecimal() and wanted.isascii() and len(wanted) < len("253402300800"):
        return datetime.fromtimestamp(int(wanted), tz=UTC)
    return datetime.now(tz=UTC)
