"""Markdown as a format: CommonMark, GitHub's tables and links, MyST, Quarto, R Markdown, MDX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdlint_doi.formats.markdown.needles import may_hold_doi

if TYPE_CHECKING:
    from mdlint_doi.formats.markdown.extract import Extraction
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.guard import Guard
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.text.source import Source
    from mdlint_doi.works.claim import Claim


__all__ = ["may_hold_doi", "read", "same_page"]


def read(source: Source, settings: Settings) -> Document:
    """Return a Markdown document's DOIs and suppressions."""
    from mdlint_doi.formats.markdown.extract import extract
    from mdlint_doi.lint.document import Claims, Document
    from mdlint_doi.lint.facts import notations_of

    found = extract(source, settings, notations_of(settings, source.name))
    claims = Claims(lambda: _claims(source, found))
    return Document(source, found.mentions, found.suppressions, claims=claims)


def _claims(source: Source, found: Extraction) -> list[Claim]:
    from mdlint_doi.formats.markdown.passages import claims_in

    prose = [one for one in found.mentions if not one.in_example]
    inside = [claim for block in found.blocks for claim in block.claims()]
    return [*claims_in(source, prose), *inside]


def same_page(settings: Settings) -> Guard:
    """Return the guard of fixes: markdown-it-py renders the same page, but for links to DOIs."""
    from mdlint_doi.formats.markdown.same_page import SameMarkdown

    return SameMarkdown(settings.notations, check_code=settings.check_code)
