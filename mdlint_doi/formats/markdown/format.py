"""Markdown as a format: CommonMark, GitHub's tables and links, MyST, Quarto, R Markdown, MDX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdlint_doi.names.needles import may_hold_doi

if TYPE_CHECKING:
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.guard import Guard
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.text.source import Source

__all__ = ["may_hold_doi", "read", "same_page"]


def read(source: Source, settings: Settings) -> Document:
    """Return a Markdown document's mentions and suppressions."""
    from mdlint_doi.formats.markdown.translate import extract
    from mdlint_doi.lint.selection import notations_of

    return extract(source, settings, notations_of(settings, source.name))


def same_page(settings: Settings) -> Guard:
    """Return the guard of fixes: markdown-it-py must render the same page except for DOIs."""
    from mdlint_doi.formats.markdown.same_page import SameMarkdown

    return SameMarkdown(settings.notations, check_code=settings.check_code)
