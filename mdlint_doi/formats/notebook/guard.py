"""Whether a changed notebook is the same but for DOIs in its Markdown cells, as `json` reads it."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from mdlint_doi.formats.markdown.same_page import SamePage
from mdlint_doi.formats.notebook.cells import Cell, read_cells
from mdlint_doi.lint.model import Edit
from mdlint_doi.lint.work import Cost, Readings, Work
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

_NOTHING: Final = "\ue000"
_COST: Final = Cost(0.2, begin=100, name=0)
"""What it costs (`lint.work`) to read a notebook but for its Markdown."""
_CELL: Final = ('{"cells": [', "]}")
"""What makes a notebook of one cell."""


class _Notebook(NamedTuple):
    """A notebook as it is compared.

    Attributes:
        frame: all but the lines of its Markdown cells.
        cells: these.

    """

    frame: object
    cells: Sequence[Cell]


class SameNotebook:
    """Compares two notebooks: all but the Markdown is equal, and each changed cell is one page."""

    def __init__(self, servers: Collection[str] = (), *, check_code: bool = False) -> None:
        """Take the settings of Markdown's guard."""
        self._work = Work()
        self._same_page = SamePage(servers, check_code=check_code, work=self._work)
        self._notebooks = Readings(self._work, _COST, _read)

    def __call__(self, before: str, after: str, edits: Sequence[Edit]) -> bool:
        """Return whether `after`, which is `before` with the `edits`, is the same notebook.

        Raises:
            WorkError: if more would be read than a notebook's fixes may cost.

        """
        self._work.begin(before)
        try:
            if _is_cell(before):
                head, tail = _CELL
                edits = [Edit(one.span.shift(len(head)), one.replacement) for one in edits]
                before, after = head + before + tail, head + after + tail
            old, new = self._notebooks.of(before), self._notebooks.of(after)
        except (ValueError, RecursionError):
            return False
        if old.frame != new.frame:
            return False
        pairs = [
            (one, other)
            for one, other in zip(old.cells, new.cells, strict=True)
            if one.text != other.text
        ]
        for one, other in pairs:
            placed = one.placed(before)
            inside = [_within(placed, edit) for edit in edits if one.span.covers(edit.span)]
            if not self._same_page(one.text, other.text, inside):
                return False
        return True

    def blocks(self, text: str) -> list[int]:
        """Return where Markdown cells begin and end: each is a page by itself."""
        return [place for cell in read_cells(text, kinds=("markdown",)) for place in cell.span]


def _read(text: str) -> _Notebook:
    return _Notebook(_frame(text), read_cells(text, kinds=("markdown",)))


def _is_cell(text: str) -> bool:
    """Return whether a text is one cell, and no notebook."""
    loaded = json.loads(text, parse_int=float)
    is_object = isinstance(loaded, dict)
    return is_object and "cell_type" in loaded and not {"cells", "worksheets"} & loaded.keys()


def _frame(text: str) -> object:
    """Return a notebook without the lines of its Markdown cells; their number is kept."""
    notebook = json.loads(text, parse_int=float)
    sheets: list[Any] = notebook.get("worksheets", [])
    for sheet in (notebook, *sheets):
        for cell in sheet.get("cells", ()):
            if cell["cell_type"] == "markdown":
                source = cell.get("source", "")
                cell["source"] = (
                    [line.endswith("\n") for line in source]
                    if isinstance(source, list)
                    else _NOTHING
                )
    return notebook


def _within(placed: PlacedText, edit: Edit) -> Edit:
    """Return an edit of the file as one of the cell's text."""
    span = Span(_index(placed, edit.span.start), _index(placed, edit.span.end))
    return Edit(span, json.loads(f'"{edit.replacement}"'))


def _index(placed: PlacedText, offset: int) -> int:
    """Return the index of the character that begins at an offset of the file, or ends there."""
    pieces = placed.all_pieces
    at = max(bisect_right(pieces, offset, key=lambda piece: piece.start) - 1, 0)
    first, start, end = pieces[at]
    stop = pieces[at + 1].first if at + 1 < len(pieces) else len(placed.text)
    if stop - first == end - start:
        return min(first + offset - start, stop)
    return first if offset <= start else stop
