"""Whether a changed notebook is the same but for DOIs in its Markdown cells, as `json` reads it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any, Final

from mdlint_doi.formats.markdown.same_page import SamePage
from mdlint_doi.formats.notebook.cells import Cell, read_cells
from mdlint_doi.lint.guard import Guard, Inner
from mdlint_doi.lint.model import Edit, Fix
from mdlint_doi.text.span import Span

_NOTHING: Final = "\ue000"


class SameNotebook(Guard):
    """Compares two notebooks: all but the Markdown is equal, and each changed cell is one page."""

    def __init__(self, servers: Collection[str] = (), *, check_code: bool = False) -> None:
        """Take the settings of Markdown's guard."""
        self._same_page = SamePage(servers, check_code=check_code)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, is the same notebook."""
        try:
            if _frame(before) != _frame(after):
                return False
            old, new = (read_cells(text, kinds=("markdown",)) for text in (before, after))
        except (ValueError, RecursionError):
            return False
        for one, other in zip(old, new, strict=True):
            if one.text != other.text:
                inside = [fix for fix in fixes if one.span.covers(fix.edits[0].span)]
                within = _within(one, before)
                if not self._same_page(one.text, other.text, [within(fix) for fix in inside]):
                    return False
        return True

    def inner(self, text: str) -> Sequence[Inner]:
        """Return the Markdown cells."""
        cells = read_cells(text, kinds=("markdown",))
        return [Inner(one.span, one.text, self._same_page, _within(one, text)) for one in cells]


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


def _within(cell: Cell, text: str) -> Callable[[Fix], Fix]:
    """Return what makes of a fix of the file one of a cell's text."""
    placed = cache(lambda: cell.placed(text))

    def within(fix: Fix) -> Fix:
        """Return the fix with its places in the cell, and with what JSON means."""
        edits = [
            Edit(
                Span(placed().index(one.span.start), placed().index(one.span.end)),
                json.loads(f'"{one.replacement}"'),
            )
            for one in fix.edits
        ]
        return fix.replace(edits=tuple(edits))

    return within
