"""The date and the time of a run; only this module reads the clock for rules and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime

    from mdlint_doi.lint.settings import Settings


def today_for(settings: Settings) -> date | None:
    """Return the current day if there are exceptions, which may expire; None if there are none."""
    return today() if settings.exceptions else None


def today() -> date:
    """Return the day of a run, in UTC."""
    from datetime import UTC, datetime

    return datetime.now(tz=UTC).date()


def time_of_run(environ: Mapping[str, str]) -> datetime:
    """Return the time of a report in UTC: now, or SOURCE_DATE_EPOCH (reproducible-builds.org)."""
    from datetime import UTC, datetime

    wanted = environ.get("SOURCE_DATE_EPOCH", "")
    if wanted.isdecimal() and wanted.isascii() and len(wanted) < len("253402300800"):
        return datetime.fromtimestamp(int(wanted), tz=UTC)
    return datetime.now(tz=UTC)
