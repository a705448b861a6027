"""The exceptions in the settings: for single DOIs, and for files that match a pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from datetime import date


class DoiException(Value):
    """A DOI that is correct although a rule reports it, and the reason.

    Attributes:
        name: the DOI, without a scheme or resolver.
        reason: why the DOI is correct; reports show this reason.
        until: the last day on which the exception applies; None: it does not expire.
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
