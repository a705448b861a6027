"""Read the cells of a Jupyter notebook (nbformat 3 and 4), with the places of their texts.

A cell is decoded as a whole, and its outputs are not kept. The places of its characters are
computed only if they are needed, from the cell's part of the file. Each Markdown cell is a page;
its text is one JSON string or a list of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from mdlint_doi.formats.json_text import JsonCursor, pieces_of, written_like
from mdlint_doi.formats.markdown.format import read as read_markdown
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.rst.format import read as read_rst
from mdlint_doi.lint.document import Document, joined
from mdlint_doi.lint.model import Container
from mdlint_doi.lint.selection import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.needles import places
from mdlint_doi.names.spelling import Notations
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import Piece, PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

_STRING: Final = pattern(r'"(?>(?:[^"\\]++|\\.)*)"')
_RST: Final = frozenset({"text/restructuredtext", "text/x-rst"})
"""Media types by which nbconvert and nbsphinx recognize raw cells in reStructuredText."""
_INPUT: Final = "input"
"""The member with the text of a code cell in nbformat 3; in any other cell, it is `source`."""


class Cell(Value):
    """One cell of a notebook.

    Attributes:
        index: the number of the cell, from 0, through all worksheets.
        kind: `markdown`, `code`, `raw`, or any other word in the file; nbformat 3 also has
            `heading`.
        span: its span in the file.
        text: the lines of its source as one text.
        member: the name of the member that contains the text.
        is_rst: whether its metadata states that the text of a raw cell is reStructuredText.
    """

    index: int
    kind: str
    span: Span
    text: str
    member: str
    is_rst: bool

    def placed(self, source: str) -> PlacedText:
        """Return the text with its places in the file.

        Lines may be separate strings there, so a part of the text may have several spans.
        """
        cursor = JsonCursor(source, self.span.start)
        whole = Span(self.span.start, self.span.start)
        for name in cursor.members():  # the last of repeated members counts
            if name.text == self.member:
                whole = cursor.skip()
        pieces: list[Piece] = []
        first = 0
        for line in _STRING.finditer(source, whole.start, whole.end):
            of_line = pieces_of(source, Span(*line.span()), first)
            if of_line:
                last = of_line[-1]
                # The last piece is one escape, or has as many characters as its span.
                escaped = source[last.start] == "\\"
                first = last.first + (1 if escaped else last.end - last.start)
                pieces += of_line
        return PlacedText.of_pieces(self.text, self.span.start, pieces)


def read_cells(text: str, kinds: Collection[str] | None = None) -> Sequence[Cell]:
    """Return the cells of some kinds (None: all), in order; the file's text has no BOM.

    As in `json`, the last of repeated names counts.

    Raises:
        FormatSyntaxError: if the text is not JSON, has neither cells nor worksheets, or a cell is
            not valid.
    """
    cursor = JsonCursor(text)
    found: dict[str, Sequence[Cell]] = {}
    _expect(cursor, "{", "a notebook must be a JSON object")
    for name in cursor.members():
        if name.text == "cells":
            found["cells"], _ = _cells(cursor, kinds)
        elif name.text == "worksheets":
            found["worksheets"] = _cells_of_sheets(cursor, kinds)
    cursor.end()
    if not found:
        raise FormatSyntaxError(0, "not a notebook: it has neither cells nor worksheets")
    return found["cells"] if "cells" in found else found["worksheets"]


def _cells_of_sheets(cursor: JsonCursor, kinds: Collection[str] | None) -> list[Cell]:
    """Return the cells of nbformat 3, where a notebook has worksheets, which have cells."""
    _expect(cursor, "[", "worksheets must be a list")
    found: list[Cell] = []
    count = 0
    for _ in cursor.elements():
        _expect(cursor, "{", "a worksheet must be an object")
        cells: list[Cell] = []
        behind = count
        for name in cursor.members():
            if name.text == "cells":
                cells, behind = _cells(cursor, kinds, count)
        found += cells
        count = behind
    return found


def _cells(
    cursor: JsonCursor, kinds: Collection[str] | None, count: int = 0
) -> tuple[list[Cell], int]:
    """Return the cells of a list, numbered from `count` on, and the number after the last one."""
    _expect(cursor, "[", "cells must be a list")
    found: list[Cell] = []
    for _ in cursor.elements():
        start = cursor.at
        value = cursor.value()
        if not isinstance(value, dict):
            raise FormatSyntaxError(start, "a cell must be an object")
        kind = value.get("cell_type")
        if not isinstance(kind, str):
            raise FormatSyntaxError(start, f"cell {count} has no cell_type")
        if kinds is None or kind in kinds:
            found.append(_cell(count, kind, value, Span(start, cursor.at)))
        count += 1
    return found, count


def _expect(cursor: JsonCursor, kind: str, reason: str) -> None:
    if cursor.kind() != kind:
        raise FormatSyntaxError(cursor.at, reason)


def _cell(index: int, kind: str, value: Mapping[str, object], span: Span) -> Cell:
    metadata = value.get("metadata")
    member = "source" if "source" in value else _INPUT
    lines = value.get(member, "")
    try:
        text = "".join(lines) if isinstance(lines, list) else lines
    except TypeError:
        text = None
    if not isinstance(text, str):
        raise FormatSyntaxError(span.start, f"the source of cell {index} is not text")
    language = metadata.get("raw_mimetype") if isinstance(metadata, dict) else None
    is_rst = kind == "raw" and str(language).lower() in _RST
    return Cell(index, kind, span, text, member, is_rst)


def read_notebook(source: Source, settings: Settings, *, raw_cells: bool = False) -> Document:
    """Return the mentions and suppressions in Markdown cells.

    With `raw_cells`, raw cells in reStructuredText are read as well.
    """
    kinds = ("markdown", "raw") if raw_cells else ("markdown",)
    try:
        cells = [
            cell for cell in read_cells(source.text, kinds) if cell.kind != "raw" or cell.is_rst
        ]
    except FormatSyntaxError as error:
        return Document(source, unread=(error.unread("not a notebook"),))
    notations = notations_of(settings, source.name)
    pages: list[Document] = []
    for cell in _wanted(cells, notations):
        read = read_rst if cell.is_rst else read_markdown
        page = read(Source(source.name, cell.text), settings)
        if page.mentions or page.suppressions or page.unread:
            placed = cell.placed(source.text)
            container = Container(f"cell {cell.index + 1}", placed, written_like)
            pages.append(page.within(source, placed, container))
    return joined(source, pages)


def _wanted(cells: Sequence[Cell], notations: Notations) -> Iterator[Cell]:
    """Yield the cells that may contain a DOI; all cells are searched at once."""
    text = "\n\n".join([cell.text for cell in cells])
    ends = list(accumulate(len(cell.text) + 2 for cell in cells))
    last = -1
    for at in places(text, notations):
        which = bisect_right(ends, at)
        if which != last:
            last = which
            yield cells[which]
