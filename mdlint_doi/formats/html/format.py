"""HTML as a format: addresses in attributes, and text; only files that are named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdlint_doi.formats.markdown.needles import may_hold_doi

if TYPE_CHECKING:
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.guard import Guard
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.text.source import Source

__all__ = ["may_hold_doi", "read", "same_page"]


def read(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a page, and our comments."""
    from mdlint_doi.formats.html.page import read_html

    return read_html(source, settings)


def same_page(settings: Settings) -> Guard:
    """Return the guard of fixes: `html.parser` tells of the same tags and text, but for DOIs."""
    from mdlint_doi.formats.html.guard import SameEvents

    return SameEvents(settings.notations)
