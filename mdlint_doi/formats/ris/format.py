"""RIS as a format: `DO`, and the links and notes of each record."""

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
    """Return the DOIs of a list of references."""
    from mdlint_doi.formats.ris.records import read_references

    return read_references(source, settings)


def same_page(settings: Settings) -> Guard:  # noqa: ARG001 - the protocol of formats
    """Return the guard of fixes: line by line the same tags and values, but for DOIs."""
    from mdlint_doi.formats.ris.guard import SameLines

    return SameLines()
