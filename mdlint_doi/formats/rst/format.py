"""reStructuredText as a format: the markup of docutils, with the roles and directives of Sphinx."""

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
    """Return a document's mentions and suppressions."""
    from mdlint_doi.formats.rst.translate import read_rst

    return read_rst(source, settings)


def same_page(settings: Settings) -> Guard | None:
    """Return the guard of fixes, which compares docutils' doctrees; None without docutils."""
    try:
        from mdlint_doi.formats.rst.guard import SameDoctree
    except ImportError:
        return None
    return SameDoctree(settings.notations, check_code=settings.check_code)
