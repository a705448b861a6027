"""Colours of a terminal, as plain SGR sequences (ECMA-48 section 8.3.117).

A library for this costs more start-up time than the whole check of a clean file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_WITH_LINKS: Final = frozenset(
    {"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "WarpTerminal"}
)


class Style:
    """How a piece of a report looks: SGR parameters."""

    PATH: Final = "1"
    ERROR: Final = "1;31"
    WARNING: Final = "1;33"
    HINT: Final = "1;36"
    DIM: Final = "2"
    GOOD: Final = "32"


def wanted(*, terminal: bool, environ: Mapping[str, str]) -> bool:
    """Return whether to colour: NO_COLOR and FORCE_COLOR first, then whether it is a terminal.

    Conventions: no-color.org, force-color.org; where both are set, NO_COLOR wins.
    """
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return terminal and environ.get("TERM") != "dumb"


def links_wanted(*, terminal: bool, environ: Mapping[str, str]) -> bool:
    """Return whether a terminal makes links of OSC 8, as far as its environment tells.

    There is no way to ask; FORCE_HYPERLINK says it for those that are not known here. The others
    show nothing of it, or garbage: https://github.com/Alhadis/OSC8-Adoption.
    """
    forced = environ.get("FORCE_HYPERLINK")
    if forced is not None:
        return forced not in {"", "0"}
    if not terminal or environ.get("CI") or environ.get("TERM", "dumb") == "dumb":
        return False
    vte = environ.get("VTE_VERSION", "")
    return (
        any(environ.get(name) for name in ("WT_SESSION", "KONSOLE_VERSION", "DOMTERM"))
        or environ.get("TERM_PROGRAM") in _WITH_LINKS
        or environ["TERM"] in {"xterm-kitty", "alacritty", "foot", "xterm-ghostty"}
        or (vte.isdecimal() and int(vte) >= 5000)
    )


def link(text: str, address: str, *, links: bool) -> str:
    """Return `text` as a link to an address (OSC 8); unchanged without links."""
    return f"\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\" if links else text


def paint(text: str, style: str, *, color: bool) -> str:
    """Return `text`, which is already harmless, in a style; unchanged without colour."""
    return f"\x1b[{style}m{text}\x1b[0m" if color and text else text
