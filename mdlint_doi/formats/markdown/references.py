"""The items and footnotes of a Markdown document that have the shape of a reference and no DOI.

Only the first paragraph of an item is read: behind it others speak of the reference.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from mdlint_doi.commonmark.model import Block, ParserOptions
from mdlint_doi.commonmark.parse import parse
from mdlint_doi.formats.markdown.front_matter import front_matter_end
from mdlint_doi.formats.markdown.passages import labels_of, names_one_of, passages_of_block
from mdlint_doi.formats.markdown.regions import WORD, left_alone, outside
from mdlint_doi.formats.named_places import NamedPlaces
from mdlint_doi.formats.reference_shape import YEAR, cited_in
from mdlint_doi.lint.document import Document, Reference
from mdlint_doi.lint.model import Edit
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import bare_address
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_ITEM: Final = pattern(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+(?:\[[ xX]\][ \t]+)?")
_FOOTNOTE: Final = pattern(r"[ \t>]*\[\^[^\[\]\s]{1,200}\]:[ \t]*")
_NO_ANGLES: Final = (".mdx",)
"""Documents in which `<https://…>` is no link but an error."""


def references_in(document: Document) -> Iterator[Reference]:
    """Yield the references without a DOI."""
    source = document.source
    text = source.text
    start = front_matter_end(text)
    wanted = [one.start() for one in YEAR.finditer(text, start)]
    wanted = outside(wanted, left_alone(text, start)) if wanted else []
    if not wanted:
        return
    named = NamedPlaces(document.mentions)
    numbered = NamedPlaces(document.mentions, identifiers=True)
    labels = labels_of(text, document.mentions)
    for block in parse(text, wanted, start=start, options=ParserOptions(comment=WORD)):
        if not named.any_in(block.content.whole) and _is_item(source, block):
            refers = names_one_of(block.content.text, labels)
            is_numbered = numbered.any_in(block.content.whole)
            reference = None if refers else _reference(source, block, is_numbered)
            if reference is not None:
                yield reference


def _is_item(source: Source, block: Block) -> bool:
    """Return whether a block is the first paragraph of an item, or of a footnote."""
    if block.kind != "text":
        return False
    start = block.content.whole.start
    begin = source.line_span(start).start
    marked = any(one.fullmatch(source.text, begin, start) for one in (_ITEM, _FOOTNOTE))
    return marked or _FOOTNOTE.match(block.content.text) is not None


def _reference(source: Source, block: Block, numbered: bool) -> Reference | None:  # noqa: FBT001
    passage = next(iter(passages_of_block(block)), None)
    content = block.content
    mark = _FOOTNOTE.match(content.text)
    found = cited_in(passage, content.whole, numbered=numbered) if passage is not None else None
    if found is None:
        return None
    cited, left_out = found
    skipped = mark.end() if mark else 0
    line = content.text[skipped:].partition("\n")[0].rstrip()
    span = content.span(skipped, skipped + len(line))
    insert = partial(_insert, content, source.name.lower().endswith(_NO_ANGLES))
    return Reference(source, span, cited, insert, left_out=left_out)


def _insert(content: PlacedText, is_bare: bool, doi: Doi) -> Edit | None:  # noqa: FBT001
    """Return what puts a link to the DOI behind the last word."""
    address = bare_address(doi.url())
    end = content.end(len(content.text.rstrip()))
    return Edit(Span(end, end), f" {address}" if is_bare else f" <{doi.url()}>")
