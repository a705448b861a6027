"""CITATION.cff as a format: identifiers, references, links and the text of messages."""

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
    """Return the DOIs of a CITATION.cff, and our comments."""
    from mdlint_doi.formats.cff.scalars import read_citation

    return read_citation(source, settings)


def same_page(settings: Settings) -> Guard:  # noqa: ARG001 - the protocol of formats
    """Return the guard of fixes: PyYAML composes the same tree, but for DOIs."""
    from mdlint_doi.formats.cff.guard import SameTree

    return SameTree()
