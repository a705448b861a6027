"""The citations, footnotes and list items of reStructuredText that are references without a DOI."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from mdlint_doi.formats.references import YEAR, NamedPlaces, cited_in
from mdlint_doi.formats.rst.blocks import outline
from mdlint_doi.formats.rst.leaf import BoxKind, LeafKind, LeafText, RstBox, RstLeaf
from mdlint_doi.formats.rst.passages import names_one_of, passages_of_leaf, targets_of
from mdlint_doi.formats.rst.reader import linked_whole
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Edit
from mdlint_doi.lint.reference import Reference
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.scan.find import read
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_BOXES: Final = frozenset({BoxKind.ITEM, BoxKind.FOOTNOTE, BoxKind.CITATION})


def references_in(document: Document) -> Iterator[Reference]:
    """Yield the references without a DOI."""
    source = document.source
    wanted = [one.start() for one in YEAR.finditer(source.text)]
    named = NamedPlaces(document.mentions)
    numbered = NamedPlaces(document.mentions, identifiers=True)
    targets = targets_of(source.text, document.mentions)
    seen: set[RstBox] = set()
    for leaf in outline(source.text, wanted):
        inside = leaf.inside
        if leaf.kind is not LeafKind.TEXT or inside is None or inside.kind not in _BOXES:
            continue
        refers = named.any_in(leaf.span) or names_one_of(leaf.content.text, targets)
        if inside not in seen and not refers:
            reference = _reference(source, leaf, numbered.any_in(leaf.span))
            if reference is not None:
                yield reference
        seen.add(inside)


def _reference(source: Source, leaf: RstLeaf, numbered: bool) -> Reference | None:  # noqa: FBT001
    text = LeafText(leaf, 0)
    passage = next(iter(passages_of_leaf(text)), None)
    found = cited_in(passage, leaf.span, numbered=numbered) if passage is not None else None
    if found is None:
        return None
    cited, left_out = found
    content = text.content
    line = content.text.partition("\n")[0].rstrip()
    where = leaf.inside.name if leaf.inside is not None else ""
    return Reference(
        source,
        content.span(0, len(line)),
        cited,
        partial(_insert, content),
        where=where if leaf.inside and leaf.inside.kind is BoxKind.CITATION else "",
        left_out=left_out,
    )


def _insert(content: PlacedText, doi: Doi) -> Edit | None:
    """Return what puts the address behind the last word, so that docutils links all of it."""
    end = content.end(len(content.text.rstrip()))
    spelling = read(doi.url())
    address = linked_whole(spelling) if spelling is not None else None
    if address is None:
        return Edit(Span(end, end), f" `{doi.url()} <{doi.url()}>`__")
    return Edit(Span(end, end), f" {address}")
