"""Find the mentions and suppressions of a Markdown document.

There are four steps, each only if the previous one found something: the search for needles, the
block structure, the inline markup, and the reading of DOIs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mdlint_doi.commonmark.model import Block, ParserOptions
from mdlint_doi.commonmark.parse import parse
from mdlint_doi.formats.code import LANGUAGES, is_bibtex
from mdlint_doi.formats.markdown.front_matter import front_matter_end, front_matter_mentions
from mdlint_doi.formats.markdown.inner import RST_BODIES
from mdlint_doi.formats.markdown.regions import left_alone, outside
from mdlint_doi.formats.markdown.translate import MarkdownTranslator
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.needles import look
from mdlint_doi.names.spelling import STANDARD, Notations
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim


def extract(source: Source, settings: Settings, notations: Notations = STANDARD) -> Document:
    """Return the mentions and suppressions of a Markdown document."""
    start = front_matter_end(source.text)
    wanted, notations = look(source.text, notations)
    hidden = left_alone(source.text, start) if wanted else []
    wanted = outside(wanted, hidden)
    if not wanted:
        return Document(source)
    translator = MarkdownTranslator(source, settings, notations, wanted)
    if start:
        found = front_matter_mentions(source, start, notations)
        translator.collector.mentions += [(0, mention) for mention in found]
    translator.take(parse(source.text, wanted, start=start, options=translator.options))
    return translator.collector.document(_claims, hidden)


def _claims(source: Source, mentions: Sequence[Mention]) -> list[Claim]:
    from mdlint_doi.formats.markdown.passages import claims_in

    return claims_in(source, mentions)


def documents_inside(text: str) -> Iterator[Block]:
    """Yield the bodies of `{eval-rst}` and the blocks of BibTeX in a document."""
    start = front_matter_end(text)
    options = ParserOptions(bodies=RST_BODIES, languages=LANGUAGES)
    for block in parse(text, range(start, len(text) + 1), start=start, options=options):
        is_code = block.kind == "code" and is_bibtex(block.language, block.content.text)
        if is_code or block.kind == "body":
            yield block
