"""CSL YAML as a format: a list of items, as Pandoc reads it."""

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
    """Return the DOIs of a list of items, and our comments."""
    from mdlint_doi.formats.csl_yaml.items import read_items

    return read_items(source, settings)


def same_page(settings: Settings) -> Guard:  # noqa: ARG001 - the protocol of formats
    """Return the guard of fixes: PyYAML composes the same tree, but for DOIs."""
    from mdlint_doi.formats.cff.guard import SameTree

    return SameTree()
