"""How bad a finding is: apart from findings, since a run over files without a DOI needs no more."""

from __future__ import annotations

from enum import StrEnum


class Severity(StrEnum):
    """How bad a finding is; errors and warnings fail a run by default."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"

    def reaches(self, least: Severity) -> bool:
        """Return whether this is as bad as another one, or worse."""
        order = tuple(Severity)
        return order.index(self) <= order.index(least)
