"""The blocks of a Markdown document that hold DOIs -> claims: what is said beside each of them.

The document is parsed once more, and only where works are asked for: a run that asks nothing pays
nothing. A mention is found again in its block by its place. A link reference definition is said
something of where a link refers to it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from mdlint_doi.commonmark.model import Block, Options
from mdlint_doi.commonmark.parse import html_block, parse
from mdlint_doi.formats.markdown.block_runs import BlockRuns
from mdlint_doi.formats.markdown.block_text import BlockText
from mdlint_doi.formats.markdown.extract import RST_BODIES
from mdlint_doi.formats.markdown.front_matter import front_matter_end
from mdlint_doi.formats.markdown.markdown_in_html import inner_blocks, markdown_inside
from mdlint_doi.formats.markdown.pragmas import WORD
from mdlint_doi.formats.rst.passages import passages_in
from mdlint_doi.formats.runs import passages_of
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.claims import claims
from mdlint_doi.works.passage import Passage, Run, RunKind

_LABEL: Final = pattern(r"\[([^\[\]]{1,999})\]")
_DEEPEST: Final = 4
"""HTML blocks in the Markdown of others that are looked into."""


def claims_in(source: Source, mentions: Sequence[Mention]) -> list[Claim]:
    """Return what a document says of the work of each mention, in order of its text."""
    return [claim for one in passages(source, mentions) for claim in claims(one)]


def claims_in_page(source: Source, mentions: Sequence[Mention]) -> Iterator[Claim]:
    """Yield what a page of HTML says of the work of each mention, as a block of HTML is read."""
    reading = _Reading(list(mentions), Options())
    for passage in reading.of_block(html_block(source.text)):
        yield from claims(passage)


def passages_of_block(block: Block) -> Iterator[Passage]:
    """Yield the passages of a block without a DOI."""
    return _Reading([], Options()).of_block(block)


def passages(source: Source, mentions: Sequence[Mention]) -> Iterator[Passage]:
    """Yield the blocks that hold DOIs.

    Args:
        source: the document.
        mentions: its DOIs.

    """
    mentions = [one for one in mentions if one.form is not Form.FRONT_MATTER]
    if mentions:
        wanted = _wanted(source.text, mentions)
        options = Options(bodies=RST_BODIES, comment=WORD)
        start = front_matter_end(source.text)
        blocks = parse(source.text, wanted, start=start, options=options)
        yield from _Reading(mentions, options).take(blocks)


def _wanted(text: str, mentions: Iterable[Mention]) -> list[int]:
    """Return where the DOIs stand, the rows of tables around them, and what refers to them."""
    mentions = list(mentions)
    found: set[int] = set()
    labels = labels_of(text, mentions)
    end = 0
    for mention in mentions:
        at = mention.span.start
        found.add(at)
        if at >= end:
            line = text.rfind("\n", 0, at) + 1, text.find("\n", at)
            end = line[1] if line[1] >= 0 else len(text)
            if text.find("|", line[0], end) >= 0:
                found.update(range(line[0], end))
    if labels:
        uses = _LABEL.finditer(text)
        found.update(one.start() for one in uses if _normal(one[1]) in labels)
    return sorted(found)


def labels_of(text: str, mentions: Iterable[Mention]) -> set[str]:
    """Return the labels of link reference definitions that lead to DOIs, normalized."""
    starts = (one.span.start for one in mentions if one.form is Form.DEFINITION)
    return {_normal(label[1]) for at in starts if (label := _LABEL.match(text, at))}


def names_one_of(text: str, labels: Container[str]) -> bool:
    """Return whether a text has one of some labels in brackets, as links that refer to them do."""
    return any(_normal(one[1]) in labels for one in _LABEL.finditer(text))


def _normal(label: str) -> str:
    return " ".join(label.split()).casefold()


class _Reading:
    """Makes passages of blocks."""

    def __init__(self, mentions: list[Mention], options: Options) -> None:
        self._mentions = sorted(mentions, key=lambda one: one.span)
        self._starts = [one.span.start for one in self._mentions]
        self._options = options
        self._definitions: dict[str, Mention] = {}

    def take(self, blocks: Iterable[Block], depth: int = 0) -> Iterator[Passage]:
        """Yield the passages of blocks, those of a table's row as one."""
        for (_, kind), group in groupby(blocks, key=lambda one: (one.number, one.kind)):
            if kind == "cell":
                yield from self._row(list(group))
                continue
            for block in group:
                if block.definition is not None:
                    self._define(block)
                elif kind == "text":
                    yield from self.of_block(block)
                elif kind == "html":
                    yield from self._html(block, depth)
                elif kind == "body":
                    yield from passages_in(block.content, self._mentions)

    def _define(self, block: Block) -> None:
        content, definition = block.content, block.definition
        if definition is not None:
            span = content.span(definition.start, definition.end)
            mention = next(iter(self._inside(span)), None)
            if mention is not None:
                self._definitions.setdefault(definition.label, mention)

    def _row(self, cells: list[Block]) -> Iterator[Passage]:
        runs: list[Run] = []
        for cell in cells:
            for passage in self.of_block(cell):
                runs += [*passage.runs, Run(RunKind.BREAK, "")]
        yield Passage(tuple(runs))

    def _html(self, block: Block, depth: int) -> Iterator[Passage]:
        inner = markdown_inside(block) if depth < _DEEPEST else None
        if inner is None:
            yield from self.of_block(block)
            return
        places = partial(self._places, block.content.part(*inner))
        yield from self.take(inner_blocks(block, inner, places, self._options), depth + 1)

    def _places(self, content: PlacedText, _text: str) -> list[int]:
        return [content.index(one.span.start) for one in self._inside(content.whole)]

    def of_block(self, block: Block) -> Iterator[Passage]:
        """Yield the passages of one block."""
        text = BlockText(block, ())
        reader = BlockRuns(text, self._definitions)
        covers = reader.covers(self._inside(block.content.whole))
        return passages_of(len(block.content.text), covers, reader.emphasis(), reader.shown)

    def _inside(self, span: Span) -> list[Mention]:
        first, last = (bisect_left(self._starts, at) for at in span)
        return [one for one in self._mentions[first:last] if one.span.end <= span.end]
