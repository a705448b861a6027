"""The guard of notebooks: `json` must read the same notebook except for Markdown cells.

The guard of Markdown compares each Markdown cell.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from mdlint_doi.formats.markdown.same_page import SameMarkdown
from mdlint_doi.formats.notebook.cells import Cell, read_cells
from mdlint_doi.lint.guard import Cost, Guard, Inner, Readings, WorkBound, fix_within
from mdlint_doi.lint.model import Edit, Fix
from mdlint_doi.names.spelling import PUBLISHERS, Notations

_NOTHING: Final = "\ue000"
_COST: Final = Cost(0.2, begin=100, name=0)
"""The cost (`lint.guard`) of reading a notebook without its Markdown."""


class SameNotebook(Guard):
    """Compares two notebooks: each Markdown cell as a page, and everything else for equality."""

    def __init__(self, notations: Notations = PUBLISHERS, *, check_code: bool = False) -> None:
        """Receive the arguments of the guard of Markdown."""
        self._work = WorkBound()
        self._same_page = SameMarkdown(notations, check_code=check_code, work=self._work)
        self._notebooks = Readings(self._work, _COST, _read)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, is the same notebook."""
        self._work.begin(before)
        try:
            frame, cells = self._notebooks.of(before)
            new_frame, new_cells = self._notebooks.of(after)
        except (ValueError, RecursionError):
            return False
        if frame != new_frame:
            return False
        for cell, new_cell in zip(cells, new_cells, strict=True):
            if cell.text != new_cell.text:
                inside = [fix for fix in fixes if cell.span.covers(fix.edits[0].span)]
                within = _within(cell, before)
                if not self._same_page(cell.text, new_cell.text, [within(fix) for fix in inside]):
                    return False
        return True

    def inner(self, text: str) -> Sequence[Inner]:
        """Return the Markdown cells."""
        cells = read_cells(text, kinds=("markdown",))
        return [Inner(cell.span, cell.text, self._same_page, _within(cell, text)) for cell in cells]


def _read(text: str) -> tuple[object, Sequence[Cell]]:
    """Return a notebook without the text of its Markdown cells, and these cells.

    If the text is a list of lines, their number and their line ends are kept.
    """
    notebook = json.loads(text, parse_int=float)
    sheets: list[Any] = notebook.get("worksheets", [])
    for sheet in (notebook, *sheets):
        for cell in sheet.get("cells", ()):
            if cell["cell_type"] == "markdown":
                lines = cell.get("source", "")
                is_list = isinstance(lines, list)
                cell["source"] = [line.endswith("\n") for line in lines] if is_list else _NOTHING
    return notebook, read_cells(text, kinds=("markdown",))


def _within(cell: Cell, text: str) -> Callable[[Fix], Fix]:
    """Return a function that converts a fix of the file to a fix of a cell's text."""
    placed = cache(lambda: cell.placed(text))
    return lambda fix: fix_within(placed(), fix, _meant)


def _meant(edit: Edit) -> str:
    """Return the meaning of a replacement in a JSON string."""
    meant: str = json.loads(f'"{edit.replacement}"')
    return meant
