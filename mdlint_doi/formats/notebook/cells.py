"""The cells of a Jupyter notebook (nbformat 3 and 4), each text with its places in the file.

A cell is decoded as a whole, in C; of its outputs nothing is kept. Where each character of its
text stands is found only if someone asks: then the cell's own part of the file is walked through
once more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from mdlint_doi.formats.json_text import JsonCursor, JsonSyntaxError
from mdlint_doi.formats.placed_text import Piece, PlacedText
from mdlint_doi.names.span import Span

_TEXTS: Final = ("source", "input")
"""The member that holds a cell's text; `input` in code cells of nbformat 3."""


class NotebookError(ValueError):
    """A file that is no notebook.

    Attributes:
        offset: where it goes wrong.
        reason: one line.

    """

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(f"{reason} (at {offset})")
        self.offset = offset
        self.reason = reason


class Cell:
    """One cell of a notebook.

    Attributes:
        index: from 0, through all worksheets.
        kind: `markdown`, `code`, `raw`, or what the file says; nbformat 3 also has `heading`.
        id: of nbformat 4.5; None without one.
        span: of the cell in the file.
        text: the lines of its source as one text, with the places in the file. Lines are strings
            of their own there, so a part of the text may stand in several spans.

    """

    __slots__ = ("id", "index", "kind", "span", "text")

    def __init__(
        self, index: int, kind: str, name: str | None, span: Span, text: PlacedText
    ) -> None:
        self.index = index
        self.kind = kind
        self.id = name
        self.span = span
        self.text = text

    def __repr__(self) -> str:
        return f"Cell({self.index}, {self.kind!r}, {self.id!r}, {self.text!r})"


def read_cells(text: str, kinds: Collection[str] | None = None) -> list[Cell]:
    """Return the cells of a notebook in order.

    Args:
        text: of the file, without a BOM.
        kinds: of the cells to return; None for all.

    Raises:
        NotebookError: if it is no JSON, has neither cells nor worksheets, or a cell is none. As
            in `json`, the last of repeated names holds.

    """
    try:
        cells = _read(JsonCursor(text))
    except JsonSyntaxError as error:
        raise NotebookError(error.offset, error.reason) from None
    return [cell for cell in cells if kinds is None or cell.kind in kinds]


def _read(cursor: JsonCursor) -> list[Cell]:
    found: dict[str, list[Cell]] = {}
    if cursor.kind() != "{":
        raise NotebookError(cursor.at, "a notebook is a JSON object")
    for name in cursor.members():
        if name.text == "cells":
            found["cells"] = list(_cells(cursor, 0))
        elif name.text == "worksheets":
            found["worksheets"] = list(_worksheets(cursor))
    cursor.end()
    for member in ("cells", "worksheets"):
        if member in found:
            return found[member]
    raise NotebookError(0, "no notebook: neither cells nor worksheets")


def _worksheets(cursor: JsonCursor) -> Iterator[Cell]:
    """Yield the cells of nbformat 3, where a notebook has sheets and a sheet has cells."""
    _expect(cursor, "[", "worksheets are a list")
    count = 0
    for _ in cursor.elements():
        _expect(cursor, "{", "a worksheet is an object")
        cells: list[Cell] = []
        for name in cursor.members():
            if name.text == "cells":
                cells = list(_cells(cursor, count))
        yield from cells
        count += len(cells)


def _cells(cursor: JsonCursor, before: int) -> Iterator[Cell]:
    _expect(cursor, "[", "cells are a list")
    for index in cursor.elements():
        _expect(cursor, "{", "a cell is an object")
        start = cursor.at
        value = cursor.value()
        yield _cell(cursor.text, before + index, value, Span(start, cursor.at))


def _expect(cursor: JsonCursor, kind: str, reason: str) -> None:
    if cursor.kind() != kind:
        raise NotebookError(cursor.at, reason)


def _cell(text: str, index: int, value: object, span: Span) -> Cell:
    members = value if isinstance(value, dict) else {}
    kind, name = members.get("cell_type"), members.get("id")
    if not isinstance(kind, str):
        raise NotebookError(span.start, f"cell {index} has no cell_type")
    member = next((one for one in _TEXTS if one in members), "")
    written = members.get(member, "")
    lines = written if isinstance(written, list) else [written]
    if not all(isinstance(line, str) for line in lines):
        raise NotebookError(span.start, f"the source of cell {index} is no text")
    placed = PlacedText("".join(lines), lambda: _pieces(text, span, member))
    return Cell(index, kind, name if isinstance(name, str) else None, span, placed)


def _pieces(text: str, span: Span, member: str) -> Sequence[Piece]:
    """Walk through a cell for the places of its text; the last of repeated members holds."""
    cursor = JsonCursor(text, span.start)
    lines: list[PlacedText] = []
    for name in cursor.members():
        if name.text == member:
            lines = [line for _, line in cursor.strings()]
    return PlacedText.joined(lines).pieces
