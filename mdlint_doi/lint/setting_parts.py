"""Values that settings hold, for what reads settings and for the rules: both import them from here.

Apart from `settings`, which knows all that can be chosen, so that a rule need not know that; and
light, since every run reads settings and few runs judge a mention.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from datetime import date


class Severity(StrEnum):
    """How bad a finding is; errors and warnings fail a run unless it says otherwise."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"

    def reaches(self, least: Severity) -> bool:
        """Return whether this is as bad as another one, or worse."""
        order = tuple(Severity)
        return order.index(self) <= order.index(least)


class DoiException(Value):
    """A DOI that is correct although a rule reports it, and why.

    Attributes:
        name: the DOI alone.
        reason: why; shown in reports.
        until: after this day the exception no longer holds; None: for good.

    """

    name: str
    reason: str
    until: date | None = None


class PerFileIgnore(Value):
    """Rules that do not apply to files that match a pattern."""

    pattern: str
    selectors: tuple[str, ...]
