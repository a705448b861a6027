"""Find the mentions and suppressions of a text in reStructuredText, without docutils.

There are three steps, each only if the previous one found something: the search for needles, the
block structure, and the inline markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mdlint_doi.formats.rst.blocks import outline
from mdlint_doi.formats.rst.leaf import LeafKind, LeafText
from mdlint_doi.formats.rst.translate import RstTranslator, holds_bibtex
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.selection import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.needles import look
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim


def read_rst(source: Source, settings: Settings, *, links: bool = True) -> Document:
    """Return the mentions and suppressions of a text: a file, a docstring, or a directive's body.

    `links` is whether DOIs in the text can be made links.
    """
    wanted, notations = look(source.text, notations_of(settings, source.name))
    leaves = [LeafText(leaf, at) for at, leaf in enumerate(outline(source.text, wanted))]
    translator = RstTranslator(source, settings, notations, links=links)
    translator.take(leaves)
    return translator.collector.document(_claims)


def _claims(source: Source, mentions: Sequence[Mention]) -> list[Claim]:
    from mdlint_doi.formats.rst.passages import claims_in

    return claims_in(source.text, mentions)


def documents_inside(text: str) -> Iterator[PlacedText]:
    """Yield the blocks of BibTeX in a document."""
    wanted = [one.start() for one in re.finditer("@", text)]
    for at, leaf in enumerate(outline(text, wanted)):
        found = LeafText(leaf, at)
        if leaf.kind is LeafKind.LITERAL and holds_bibtex(text, found):
            yield found.content
