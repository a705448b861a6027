"""Whether a changed notebook is the same but for DOIs in its Markdown cells, as `json` reads it."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Collection, Sequence
from typing import Any, Final

from mdlint_doi.formats.markdown.same_page import SamePage
from mdlint_doi.formats.notebook.cells import read_cells
from mdlint_doi.lint.model import Edit
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

_NOTHING: Final = "\ue000"


class SameNotebook:
    """Compares two notebooks: all but the Markdown is equal, and each changed cell is one page."""

    def __init__(self, servers: Collection[str] = (), *, check_code: bool = False) -> None:
        """Take the settings of Markdown's guard."""
        self._same_page = SamePage(servers, check_code=check_code)

    def __call__(self, before: str, after: str, edits: Sequence[Edit]) -> bool:
        """Return whether `after`, which is `before` with the `edits`, is the same notebook."""
        try:
            if _frame(before) != _frame(after):
                return False
            old, new = (read_cells(text, kinds=("markdown",)) for text in (before, after))
        except (ValueError, RecursionError):
            return False
        pairs = [
            (one, other) for one, other in zip(old, new, strict=True) if one.text != other.text
        ]
        for one, other in pairs:
            placed = one.placed(before)
            inside = [_within(placed, edit) for edit in edits if one.span.covers(edit.span)]
            if not self._same_page(one.text, other.text, inside):
                return False
        return True

    def blocks(self, text: str) -> list[int]:  # noqa: ARG002 - the protocol of guards
        """Return where the notebook begins: a part of it is none."""
        return [0]


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
