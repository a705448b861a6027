"""A paragraph's beginning: the link reference definitions in it (CommonMark section 4.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mdlint_doi.commonmark.content import Content
from mdlint_doi.commonmark.destination import read_definition
from mdlint_doi.commonmark.leaf import Piece


class Defined(NamedTuple):
    """One definition: its normalized label and its lines."""

    label: str
    pieces: tuple[Piece, ...]


class Parts(NamedTuple):
    """The definitions that a paragraph begins with, and what is left of it."""

    definitions: tuple[Defined, ...]
    rest: tuple[Piece, ...]


def split_paragraph(source: str, pieces: Sequence[Piece]) -> Parts:
    """Take the definitions off the lines of a paragraph."""
    text = Content.of_lines(source, pieces).text
    found, at, row = [], 0, 0
    while definition := read_definition(text, at):
        rows = text.count("\n", at, definition.next)
        rows += definition.next == len(text) and not text.endswith("\n")
        found.append(Defined(definition.label, tuple(pieces[row : row + rows])))
        at, row = definition.next, row + rows
        if at >= len(text):
            break
    return Parts(tuple(found), tuple(pieces[row:]))
