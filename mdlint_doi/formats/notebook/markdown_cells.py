"""The Markdown cells of a notebook -> mentions and suppressions, at their places in the file.

Each cell is a page of Markdown. What was found in it is put where its characters stand: in one
string or in a list of them, with JSON's escapes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate

from mdlint_doi.formats.json_strings import written_like
from mdlint_doi.formats.markdown.format import read as read_markdown
from mdlint_doi.formats.markdown.needles import places
from mdlint_doi.formats.notebook.cells import Cell, read_cells
from mdlint_doi.formats.syntax_error import FormatSyntaxError
from mdlint_doi.lint.container import Container
from mdlint_doi.lint.directives import Directive, Suppression
from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.needs import Need
from mdlint_doi.lint.selection import Selection
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim


def read_notebook(source: Source, settings: Settings) -> Document:
    """Return the DOIs and our comments in a notebook's Markdown cells."""
    try:
        cells = read_cells(source.text, kinds=("markdown",))
    except FormatSyntaxError as error:
        line = source.location(error.offset).line
        return Document(source, problem=f"no notebook: {error.reason} (line {line})")
    publishers = Selection.of(settings, source.name).needs(Need.PUBLISHERS)
    mentions: list[Mention] = []
    suppressions: list[Suppression] = []
    pages: list[tuple[Document, PlacedText]] = []
    for cell in _wanted(cells, settings.servers, publishers=publishers):
        text = Source(source.name, cell.text)
        page = read_markdown(text, settings)
        if page.mentions or page.suppressions:
            placed = cell.placed(source.text)
            container = container_of(cell, placed)
            mentions += [_mention(one, source, container) for one in page.mentions]
            suppressions += [_suppression(one, text, placed) for one in page.suppressions]
            pages.append((page, placed))
    claims = Claims(lambda: _claims(pages))
    return Document(source, tuple(mentions), tuple(suppressions), claims=claims)


def _claims(pages: Iterable[tuple[Document, PlacedText]]) -> Iterator[Claim]:
    """Yield what the cells say of works, at their places in the file."""
    for page, placed in pages:
        for claim in page.claims():
            yield claim._replace(span=placed.span(*claim.span))


def _wanted(cells: Sequence[Cell], servers: Collection[str], *, publishers: bool) -> Iterator[Cell]:
    """Yield the cells in which something may be a DOI: all are searched at once."""
    text = "\n\n".join([cell.text for cell in cells])
    ends = list(accumulate(len(cell.text) + 2 for cell in cells))
    last = -1
    for at in places(text, servers=servers, urls=publishers):
        which = bisect_right(ends, at)
        if which != last:
            last = which
            yield cells[which]


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


def _suppression(one: Suppression, cell: Source, placed: PlacedText) -> Suppression:
    """Return a comment of a cell at its place; its lines are those of the cell."""
    selectors = tuple((word, placed.span(*span)) for word, span in one.selectors)
    lines = tuple(placed.span(*line) for line in _lines(one, cell))
    return one.replace(selectors=selectors, span=placed.span(*one.span), lines=lines)


def _lines(one: Suppression, cell: Source) -> Iterator[Span]:
    """Yield the lines of a cell that a comment holds for."""
    if one.directive not in (Directive.LINE, Directive.NEXT_LINE):
        return
    first = cell.line_span(one.span.start)
    last = cell.line_span(max(one.span.start, one.span.end - 1))
    if one.directive is Directive.LINE:
        yield Span(first.start, last.end)
    else:
        following = cell.location(last.start).line
        if following < len(cell.line_starts):
            yield cell.line_span(cell.line_starts[following])
