"""The exceptions in the settings: single DOIs, and files by pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from datetime import date


class DoiException(Value):
    """A DOI that is correct although a rule reports it, and why.

    Attributes:
        name: the DOI, without a scheme or resolver.
        reason: why it is correct; shown in reports.
        until: the last day on which the exception holds; None: it does not expire.
    """

    name: str
    reason: str
    until: date | None = None


class PerFileIgnore(Value):
    """Rules that do not apply to files that match a pattern.

    Attributes:
        pattern: a gitignore pattern, matched against the path as reports show it.
        selectors: codes, names or families of the rules that do not apply.
    """

    pattern: str
    selectors: tuple[str, ...]
