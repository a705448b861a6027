"""The Markdown cells of a notebook -> mentions and suppressions, at their places in the file.

Each cell is a page of Markdown. What was found in it is put where its characters stand: in one
string or in a list of them, with JSON's escapes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from mdlint_doi.formats.json_strings import written_like
from mdlint_doi.formats.markdown.format import read as read_markdown
from mdlint_doi.formats.markdown.needles import places
from mdlint_doi.formats.notebook.cells import Cell, read_cells
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.rst.format import read as read_rst
from mdlint_doi.lint.document import Container, Document, joined
from mdlint_doi.lint.facts import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.notations import Notations
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source


def read_notebook(source: Source, settings: Settings, *, raw_cells: bool = False) -> Document:
    """Return the DOIs and our comments in a notebook's Markdown cells.

    Args:
        source: the notebook.
        settings: by which it is read.
        raw_cells: those that say that they are reStructuredText are read, too.

    """
    kinds = ("markdown", "raw") if raw_cells else ("markdown",)
    try:
        cells = [one for one in read_cells(source.text, kinds) if one.kind != "raw" or one.is_rst]
    except FormatSyntaxError as error:
        line = source.location(error.offset).line
        return Document(source, problem=f"not a notebook: {error.reason} (line {line})")
    notations = notations_of(settings, source.name)
    pages: list[Document] = []
    for cell in _wanted(cells, notations):
        read = read_rst if cell.is_rst else read_markdown
        page = read(Source(source.name, cell.text), settings)
        if page.mentions or page.suppressions:
            placed = cell.placed(source.text)
            pages.append(page.within(source, placed, container_of(cell, placed)))
    return joined(source, pages)


def _wanted(cells: Sequence[Cell], notations: Notations) -> Iterator[Cell]:
    """Yield the cells in which something may be a DOI: all are searched at once."""
    text = "\n\n".join([cell.text for cell in cells])
    ends = list(accumulate(len(cell.text) + 2 for cell in cells))
    last = -1
    for at in places(text, notations):
        which = bisect_right(ends, at)
        if which != last:
            last = which
            yield cells[which]


def container_of(cell: Cell, placed: PlacedText) -> Container:
    """Return a cell as messages call it, counted from 1."""
    return Container(f"cell {cell.index + 1}", placed, written_like)
