"""The severities of findings, in a separate module because many runs need nothing else."""

from __future__ import annotations

from enum import StrEnum


class Severity(StrEnum):
    """The severity of a finding; errors and warnings fail a run by default."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"

    def reaches(self, least: Severity) -> bool:
        """Return whether this severity is at least as high as `least`."""
        order = tuple(Severity)
        return order.index(self) <= order.index(least)
