"""BibTeX and BibLaTeX as a format: the DOIs in the fields of the entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdlint_doi.formats.values import may_hold_doi

if TYPE_CHECKING:
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.guard import Guard
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.text.source import Source

__all__ = ["may_hold_doi", "read", "same_page"]


def read(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a bibliography, and the comments between and in its entries."""
    from mdlint_doi.formats.bibtex.entries import read_entries

    return read_entries(source, settings)


def same_page(settings: Settings) -> Guard:  # noqa: ARG001 - the protocol of formats
    """Return the guard of fixes: bibtexparser reads the same entries, but for the DOIs."""
    from mdlint_doi.formats.bibtex.guard import SameEntries

    return SameEntries()
