"""HTML as a format: addresses in attributes, and text; only files that are named.

A page is read as Markdown reads a block of HTML (CommonMark, section 6.6). Scripts, styles and code
are left alone, and so are the comments and raw parts of templates.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mdlint_doi.commonmark.parse import html_block
from mdlint_doi.formats.markdown.collect import MarkdownCollector
from mdlint_doi.formats.markdown.regions import left_alone, outside
from mdlint_doi.formats.markdown.running import BlockText
from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.selection import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.needles import look, may_hold_doi
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.lint.guard import Guard
    from mdlint_doi.works.claim import Claim

__all__ = ["may_hold_doi", "read", "same_page"]


def same_page(settings: Settings) -> Guard:
    """Return the guard of fixes: `html.parser` tells of the same tags and text, but for DOIs."""
    from mdlint_doi.formats.html_guard import SameEvents

    return SameEvents(settings.notations)


def read(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a page, and our comments."""
    wanted, notations = look(source.text, notations_of(settings, source.name))
    hidden = left_alone(source.text) if wanted else []
    wanted = outside(wanted, hidden)
    if not wanted:
        return Document(source)
    collector = MarkdownCollector(source, notations, code=settings.check_code)
    collector.block(BlockText(html_block(source.text), wanted))
    document = collector.document(hidden)
    return document.replace(claims=Claims(lambda: _claims(document)))


def _claims(document: Document) -> Iterator[Claim]:
    from mdlint_doi.formats.markdown.passages import claims_in_page

    return claims_in_page(document.source, document.mentions)
