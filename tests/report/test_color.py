"""Colours where they are wanted, and nowhere else."""

from __future__ import annotations

import pytest

from mdlint_doi.report.safe import Style, links_wanted, paint, wanted


@pytest.mark.parametrize(
    ("terminal", "environ", "expected"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (False, {"FORCE_COLOR": "1"}, True),
        (False, {"FORCE_COLOR": "0"}, False),
        (False, {"FORCE_COLOR": ""}, False),
        (True, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {"TERM": "dumb", "FORCE_COLOR": "3"}, True),
    ],
)
def test_who_decides(terminal: bool, environ: dict[str, str], expected: bool) -> None:  # noqa: FBT001
    """NO_COLOR before FORCE_COLOR before the terminal."""
    assert wanted(terminal=terminal, environ=environ) is expected


def test_paint_wraps_only_what_is_there() -> None:
    """Nothing without colour, and no empty sequences."""
    assert paint("x", Style.ERROR, color=True) == "\x1b[1;31mx\x1b[0m"
    assert paint("x", Style.ERROR, color=False) == "x"
    assert paint("", Style.ERROR, color=True) == ""


@pytest.mark.parametrize(
    ("environ", "terminal", "links"),
    [
        ({"TERM": "xterm-256color"}, True, False),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7600"}, True, True),
        ({"TERM": "xterm-256color", "VTE_VERSION": "4205"}, True, False),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "vscode"}, True, True),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "vscode", "CI": "true"}, True, False),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "vscode"}, False, False),
        ({"TERM": "xterm-kitty"}, True, True),
        ({"TERM": "dumb", "WT_SESSION": "1"}, True, False),
        ({"FORCE_HYPERLINK": "1"}, False, True),
        ({"FORCE_HYPERLINK": "0", "TERM": "xterm-kitty"}, True, False),
    ],
)
def test_links_where_the_terminal_is_known_to_make_them(
    environ: dict[str, str], *, terminal: bool, links: bool
) -> None:
    """Nobody sees escapes that a terminal does not know."""
    assert links_wanted(terminal=terminal, environ=environ) is links
