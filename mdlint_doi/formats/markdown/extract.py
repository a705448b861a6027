"""Markdown -> mentions and suppressions: what the linter looks at.

Four steps, each only where the one before found something: needles, block structure, inline markup,
reading of names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from mdlint_doi.commonmark.model import Block, ParserOptions
from mdlint_doi.commonmark.parse import parse
from mdlint_doi.formats.code import LANGUAGES, is_bibtex, read_block
from mdlint_doi.formats.markdown.collect import MarkdownCollector
from mdlint_doi.formats.markdown.front_matter import front_matter_end, front_matter_mentions
from mdlint_doi.formats.markdown.inner import DEEPEST, RST_BODIES, inner_blocks, markdown_inside
from mdlint_doi.formats.markdown.reader import KNITTED
from mdlint_doi.formats.markdown.regions import WORD, left_alone, outside
from mdlint_doi.formats.markdown.running import BlockText
from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.needles import look, places
from mdlint_doi.names.spelling import STANDARD, Notations
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim


def extract(source: Source, settings: Settings, notations: Notations = STANDARD) -> Document:
    """Return what a Markdown document holds; of the settings, `check_code` is looked at."""
    start = front_matter_end(source.text)
    wanted, notations = look(source.text, notations)
    hidden = left_alone(source.text, start) if wanted else []
    wanted = outside(wanted, hidden)
    if not wanted:
        return Document(source)
    reading = _Reading(source, settings, notations, wanted)
    if start:
        found = front_matter_mentions(source, start, notations)
        reading.collector.mentions += [(0, mention) for mention in found]
    reading.take(parse(source.text, wanted, start=start, options=reading.options))
    document = reading.collector.document(hidden)
    bibtex = tuple(reading.bibtex)
    return document.replace(claims=Claims(lambda: _claims(document, bibtex)))


def _claims(document: Document, bibtex: Sequence[Document]) -> list[Claim]:
    from mdlint_doi.formats.markdown.passages import claims_in

    prose = [one for one in document.mentions if not one.in_example]
    inside = [claim for block in bibtex for claim in block.claims()]
    return [*claims_in(document.source, prose), *inside]


def documents_inside(text: str) -> Iterator[Block]:
    """Yield the bodies of `{eval-rst}` and the code in BibTeX that stand in a document."""
    start = front_matter_end(text)
    options = ParserOptions(bodies=RST_BODIES, languages=LANGUAGES)
    for block in parse(text, range(start, len(text) + 1), start=start, options=options):
        is_code = block.kind == "code" and is_bibtex(block.language, block.content.text)
        if is_code or block.kind == "body":
            yield block


class _Reading:
    """Hands blocks to the collector: each to the method for its kind."""

    def __init__(
        self, source: Source, settings: Settings, notations: Notations, wanted: list[int]
    ) -> None:
        self.collector = MarkdownCollector(source, notations, code=settings.check_code)
        self.options = ParserOptions(
            code=settings.check_code,
            languages=LANGUAGES,
            directives=not source.name.lower().endswith(KNITTED),
            bodies=RST_BODIES,
            comment=WORD,
        )
        self.bibtex: list[Document] = []
        self._settings = settings
        self._wanted = wanted
        self._places = partial(places, notations=notations)
        self._kinds = {"code": self.collector.code, "comment": self.collector.comment}

    def take(self, blocks: Iterable[Block], depth: int = 0) -> None:
        """Take the blocks, and the Markdown in those of HTML, down to a depth."""
        for block in blocks:
            text = BlockText(block, self._wanted)
            if block.definition is not None:
                self.collector.definition(text, block.definition)
            elif block.kind == "html" and depth < DEEPEST:
                self._html(block, text, depth)
            elif block.kind == "code" and is_bibtex(block.language, block.content.text):
                read = read_block(self.collector.source, block.content, self._settings)
                self.collector.add_all(read, block.number)
                self.bibtex.append(read)
            elif block.kind == "code" and not self._settings.check_code:
                continue
            elif block.kind == "body":
                self._body(block)  # no bound method is kept: a cycle would hold all that was found
            elif block.kind != "definition":
                self._kinds.get(block.kind, self.collector.block)(text)

    def _body(self, body: Block) -> None:
        """Take the body of MyST's `{eval-rst}`, a document of its own to MyST and docutils."""
        from mdlint_doi.formats.rst.collect import read_rst

        source = self.collector.source
        inner = read_rst(Source(source.name, body.content.text), self._settings)
        self.collector.add_all(inner.within(source, body.content), body.number)

    def _html(self, block: Block, text: BlockText, depth: int) -> None:
        mentions = self.collector.mentions
        first = len(mentions)
        self.collector.block(text)
        inner = markdown_inside(block)
        if inner is None:
            return
        place = block.content.span(*inner)
        found = mentions[first:]
        mentions[first:] = [pair for pair in found if not place.covers(pair[1].written.whole)]
        self.take(inner_blocks(block, inner, self._places, self.options), depth + 1)
