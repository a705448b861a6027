"""Twice the text takes about twice the time: for every family, in every way a text is read."""

from __future__ import annotations

import pytest
from growth_families import MOST, PREFIXES, SETTINGS, WAYS, check, ratio, text_of

_SIZE = 50_000


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("piece", PREFIXES, ids=ascii)
def test_prefixes_of_names_are_walked_through_once(way: str, piece: str) -> None:
    """What begins like a name and goes on as none is not looked at from each place in it."""
    for setting in SETTINGS[:2]:
        small, large = (text_of(piece, setting, size) for size in (_SIZE, 2 * _SIZE))
        assert ratio(WAYS[way], small, large) <= MOST, setting


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("setting", SETTINGS[2:], ids=ascii)
def test_nor_are_they_in_any_other_place(way: str, setting: str) -> None:
    """A destination, a title, an autolink, a publisher's address, front matter, a role."""
    for piece in PREFIXES:
        small, large = (text_of(piece, setting, size) for size in (_SIZE, 2 * _SIZE))
        assert ratio(WAYS[way], small, large) <= MOST, piece


LINES = (
    *("\r", "a\r", "> a\r", "- a\r", "a\r\r", "\r\n", "---\r", "# a\r", "| a |\r", "```\r"),
    *("- - - ", "* * * ", "---", "***", "_ _ _ _", "- - - x", "---\n", "|-", "| - ", ":-:|", "== "),
)
"""Lines that a return ends, and what may be a thematic break or a table's second line."""


@pytest.mark.parametrize("piece", LINES, ids=ascii)
def test_lines_are_read_once(piece: str) -> None:
    """Whatever ends lines, and however long one is."""
    setting = "{} 10.1000/1\n\n10.1000/2\n"
    small, large = (text_of(piece, setting, size) for size in (_SIZE, 2 * _SIZE))
    assert ratio(check, small, large) <= MOST
