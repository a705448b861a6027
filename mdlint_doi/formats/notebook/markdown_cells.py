"""The Markdown cells of a notebook -> mentions and suppressions, at their places in the file.

Each cell is a page of Markdown. What was found in it is put where its characters stand: in one
string or in a list of them, with JSON's escapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from mdlint_doi.formats.json_strings import written_like
from mdlint_doi.formats.markdown.format import read as read_markdown
from mdlint_doi.formats.notebook.cells import Cell, read_cells
from mdlint_doi.formats.syntax_error import FormatSyntaxError
from mdlint_doi.lint.container import Container
from mdlint_doi.lint.directives import Suppression
from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim


def read_notebook(source: Source, settings: Settings) -> Document:
    """Return the DOIs and our comments in a notebook's Markdown cells."""
    try:
        cells = read_cells(source.text, kinds=("markdown",))
    except FormatSyntaxError as error:
        line = source.location(error.offset).line
        return Document(source, problem=f"no notebook: {error.reason} (line {line})")
    mentions: list[Mention] = []
    suppressions: list[Suppression] = []
    pages: list[tuple[Document, PlacedText]] = []
    for cell in cells:
        page = read_markdown(Source(source.name, cell.text), settings)
        if page.mentions or page.suppressions:
            placed = cell.placed(source.text)
            container = container_of(cell, placed)
            mentions += [_mention(one, source, container) for one in page.mentions]
            suppressions += [_suppression(one, placed) for one in page.suppressions]
            pages.append((page, placed))
    claims = Claims(lambda: _claims(pages))
    return Document(source, tuple(mentions), tuple(suppressions), claims=claims)


def _claims(pages: Iterable[tuple[Document, PlacedText]]) -> Iterator[Claim]:
    """Yield what the cells say of works, at their places in the file."""
    for page, placed in pages:
        for claim in page.claims():
            yield claim._replace(span=placed.span(*claim.span))


def container_of(cell: Cell, placed: PlacedText) -> Container:
    """Return a cell as messages call it, counted from 1."""
    return Container(f"cell {cell.index + 1}", placed, written_like)


def _mention(one: Mention, source: Source, container: Container) -> Mention:
    placed = container.text
    return one.replace(
        source=source,
        span=placed.span(*one.span),
        written=one.written.within(placed),
        container=container,
    )


def _suppression(one: Suppression, placed: PlacedText) -> Suppression:
    selectors = tuple((word, placed.span(*span)) for word, span in one.selectors)
    return one._replace(selectors=selectors, span=placed.span(*one.span))
