"""Count the terminal cells of a text, and break a line between its words.

Combining marks take no cell, wide characters take two (Unicode Standard Annex 11), and the escape
sequences of colours (SGR) and links (OSC 8) take none.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from mdlint_doi.text.pattern import pattern

_LEAST: Final = 20  # the least cells of a row, even on a narrower terminal
_INDENT: Final = "    "
_SEQUENCE: Final = pattern(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b]*\x1b\\")


def wrapped(lines: Iterable[str], columns: int | None) -> Iterator[str]:
    """Yield the rows of lines that are broken between words; further rows of a line are indented.

    A word that is longer than a row stays whole, so that it can be copied.

    Args:
        lines: lines without control characters, except the sequences of colours and links.
        columns: the width of the terminal in cells; None: no terminal, lines stay unchanged.
    """
    for line in lines:
        if columns is None or (len(line) <= columns and line.isascii()):
            yield line
        else:
            yield from _rows(line, max(columns, _LEAST))


def _rows(line: str, columns: int) -> Iterator[str]:
    margin = line[: len(line) - len(line.lstrip(" "))]
    row, used = "", 0
    for word in line.removeprefix(margin).split(" "):
        size = width(_SEQUENCE.sub("", word))
        if not row:
            row = margin + word
            used = len(margin) + size
        elif used + 1 + size <= columns:
            row = f"{row} {word}"
            used = used + 1 + size
        else:
            yield row
            row = f"{margin}{_INDENT}{word}"
            used = len(margin) + len(_INDENT) + size
    yield row


def width(text: str) -> int:
    """Return the number of cells that a text without escape sequences takes."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
