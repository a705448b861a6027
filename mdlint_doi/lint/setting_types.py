"""The classes for values of settings: the depth of a run, and exceptions for DOIs and for files.

They are apart from `setting_values`, which needs the rules, because the rules need them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from datetime import date


class Depth(StrEnum):
    """How thoroughly a run checks DOIs; each value includes the previous ones.

    `REGISTRATION`: whether DOIs are registered. `WORKS`: also the registered works of DOIs that
    have a reference. `RECORDS`: also the handle record of every DOI. `ALL`: also the registered
    work of every DOI.
    """

    REGISTRATION = "registration"
    WORKS = "works"
    RECORDS = "records"
    ALL = "all"

    def reaches(self, least: Depth) -> bool:
        """Return whether this depth is `least`, or includes it."""
        order = tuple(Depth)
        return order.index(self) >= order.index(least)


class DoiException(Value):
    """A DOI that is correct although a rule reports it, and the reason.

    Attributes:
        name: the DOI, without a scheme or resolver.
        reason: why the DOI is correct; reports show this reason.
        until: the last day on which the exception applies; None: it does not expire.
        rules: codes, names or families of the rules that it turns off for the DOI; empty: all rules
            about the DOI itself.
    """

    name: str
    reason: str
    until: date | None = None
    rules: tuple[str, ...] = ()


class PerFileIgnore(Value):
    """Rules that do not apply to files that match a pattern.

    Attributes:
        pattern: a gitignore pattern, matched against the path as reports show it.
        selectors: codes, names or families of the rules that do not apply.
    """

    pattern: str
    selectors: tuple[str, ...]
