"""The depth of a run, for the settings and for the code that reads their values."""

from __future__ import annotations

from enum import StrEnum


class Depth(StrEnum):
    """How thoroughly a run checks DOIs; each value includes the previous ones.

    `REGISTRATION`: whether DOIs are registered. `WORKS`: also the registered works of DOIs that a
    text describes. `RECORDS`: also the handle record of every DOI. `ALL`: also the registered work
    of every DOI.
    """

    REGISTRATION = "registration"
    WORKS = "works"
    RECORDS = "records"
    ALL = "all"

    def reaches(self, least: Depth) -> bool:
        """Return whether this depth is `least`, or includes it."""
        order = tuple(Depth)
        return order.index(self) >= order.index(least)
