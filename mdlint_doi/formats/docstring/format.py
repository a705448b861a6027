"""Python docstrings as a format, read as reStructuredText."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mdlint_doi.names.needles import may_hold_doi as may_hold_name
from mdlint_doi.names.needles import places
from mdlint_doi.names.spelling import STANDARD, Notations

if TYPE_CHECKING:
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.guard import Guard
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.text.source import Source


def may_hold_doi(data: bytes, notations: Notations = STANDARD) -> bool:
    """Return whether a module may hold a DOI, or one of our comments.

    Code has many words that look like an identifier's, so these are looked at more closely.
    """
    if not may_hold_name(data, notations):
        return False
    return not notations.identifiers or bool(places(data.decode("utf-8", "replace"), notations))


def read(source: Source, settings: Settings) -> Document:
    """Return the DOIs in the docstrings of a module, and our comments."""
    from mdlint_doi.formats.docstring.extract import read_module

    return read_module(source, settings)[0]


def same_page(settings: Settings) -> Guard | None:
    """Return the guard of fixes: the same code, and the same doctree of each docstring."""
    try:
        from mdlint_doi.formats.docstring.guard import SameModule
    except ImportError:
        return None
    return SameModule(settings.notations, check_code=settings.check_code)
