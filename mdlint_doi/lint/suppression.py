"""Comments that switch rules off: `mdlint-doi-disable` and its kin.

A front end finds the comments of its language and hands their text to `read_directive`; what
applies where is decided here, for all front ends alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mdlint_doi.names.span import Span


class Directive(StrEnum):
    """The words behind `mdlint-doi-`."""

    DISABLE = "disable"
    ENABLE = "enable"
    LINE = "disable-line"
    NEXT_LINE = "disable-next-line"
    FILE = "disable-file"


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment as it stands in a document.

    Attributes:
        directive: which word.
        selectors: codes or names as written, each with its span; empty: all rules.
        span: the whole comment.

    """

    directive: Directive
    selectors: tuple[tuple[str, Span], ...]
    span: Span
