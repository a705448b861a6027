"""Values that settings hold, for what reads settings and for the rules: both import them from here.

Apart from `settings`, which knows all that can be chosen, so that a rule need not know that; and
light, since every run reads settings and few runs judge a mention.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from datetime import date


class DoiException(Value):
    """A name that is known not to resolve, or to be odd, and why that is fine.

    Attributes:
        name: the bare DOI name.
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
