"""Colours of a terminal, as plain SGR sequences (ECMA-48 section 8.3.117).

A library for this costs more start-up time than the whole check of a clean file.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Style(StrEnum):
    """How a piece of a report looks; the values are SGR parameters."""

    PATH = "1"
    ERROR = "1;31"
    WARNING = "1;33"
    HINT = "1;36"
    DIM = "2"
    GOOD = "32"


def wanted(*, terminal: bool, environ: Mapping[str, str]) -> bool:
    """Return whether to colour: NO_COLOR and FORCE_COLOR first, then whether it is a terminal.

    Conventions: no-color.org, force-color.org; where both are set, NO_COLOR wins.
    """
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return terminal and environ.get("TERM") != "dumb"


def paint(text: str, style: Style, *, color: bool) -> str:
    """Return `text`, which is already harmless, in a style; unchanged without colour."""
    return f"\x1b[{style}m{text}\x1b[0m" if color and text else text
