"""Python files as a format: their docstrings, rendered cells and suppressions are read."""

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
    """Return whether a module may contain a DOI or a suppression.

    Code contains many words that look like the label of an identifier, so a second, more precise
    search follows if identifiers count.
    """
    if not may_hold_name(data, notations):
        return False
    return not notations.identifiers or bool(places(data.decode("utf-8", "replace"), notations))


def read(source: Source, settings: Settings) -> Document:
    """Return the mentions in the docstrings and cells of a module, and its suppressions."""
    from mdlint_doi.formats.docstring.extract import read_module

    return read_module(source, settings)[0]


def same_page(settings: Settings) -> Guard | None:
    """Return the guard of fixes, which compares code and docstrings; None without docutils."""
    try:
        from mdlint_doi.formats.docstring.guard import SameModule
    except ImportError:
        return None
    return SameModule(settings.notations, check_code=settings.check_code)
