"""How deep a run looks: settings and the readers of their values both use it."""

from __future__ import annotations

from enum import StrEnum


class Depth(StrEnum):
    """How deep a run looks; each step contains those before it.

    `REGISTRATION`: whether DOIs are registered. `WORKS`: also the registered works of DOIs that a
    text describes. `RECORDS`: also the handle record of every DOI. `ALL`: also the registered work
    of every DOI.
    """

    REGISTRATION = "registration"
    WORKS = "works"
    RECORDS = "records"
    ALL = "all"

    def reaches(self, least: Depth) -> bool:
        """Return whether this is as deep as another one, or deeper."""
        order = tuple(Depth)
        return order.index(self) >= order.index(least)
