"""HTML as a format: DOIs in addresses in attributes, and in text.

A page is read like a block of HTML in Markdown (CommonMark, section 6.6). Scripts, styles and code
are skipped, and so are the comments and raw parts of templates.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from mdlint_doi.commonmark.parse import html_block
from mdlint_doi.formats.markdown.regions import outside, skipped_parts
from mdlint_doi.formats.markdown.translate import MarkdownTranslator, claims_of
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.selection import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.needles import look, may_hold_doi
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.lint.guard import Guard

__all__ = ["may_hold_doi", "read", "same_page"]


def same_page(settings: Settings) -> Guard:
    """Return the guard of fixes: `html.parser` must find the same tags and text except DOIs."""
    from mdlint_doi.formats.html_guard import SameEvents

    return SameEvents(settings.notations)


def read(source: Source, settings: Settings) -> Document:
    """Return the mentions and suppressions of a page."""
    wanted, notations = look(source.text, notations_of(settings, source.name))
    hidden = skipped_parts(source.text) if wanted else []
    wanted = outside(wanted, hidden)
    if not wanted:
        return Document(source)
    translator = MarkdownTranslator(source, settings, notations, wanted)
    translator.block(html_block(source.text))
    return translator.collector.document(partial(claims_of, is_page=True), hidden)
