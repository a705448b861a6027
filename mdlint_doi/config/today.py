"""The day of a run: the one place that reads the clock for the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from mdlint_doi.lint.settings import Settings


def today_for(settings: Settings) -> date | None:
    """Return the day against which exceptions expire; None where there are none.

    To import `datetime` costs a little, and few settings have exceptions.
    """
    if not settings.exceptions:
        return None
    from datetime import UTC, datetime

    return datetime.now(tz=UTC).date()
