"""The interface of a format: read a file, and check its fixes.

A format is a module with the three functions of `Format`, and one row in `file_formats`. Positions
refer to the raw text; a fix edits only the code points at its positions.
"""

from __future__ import annotations

from typing import Protocol

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.guard import Guard
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.spelling import STANDARD, Notations
from mdlint_doi.text.source import Source


class Format(Protocol):
    """A module of `formats`."""

    def may_hold_doi(self, data: bytes, notations: Notations = STANDARD) -> bool:
        """Return whether `read` could find a DOI, or one of our comments, in a file's bytes, UTF-8.

        It never misses what `read` finds, and loads no parser.
        """

    def read(self, source: Source, settings: Settings) -> Document:
        """Return a document's DOIs and suppressions; never raises for what a document holds."""

    def same_page(self, settings: Settings) -> Guard | None:
        """Return the guard of fixes; None where this format is not fixed."""


class FormatSyntaxError(ValueError):
    """A text that is not of its format: no JSON, no YAML, no notebook.

    Attributes:
        offset: the offset in the text where it goes wrong.
        reason: what is wrong, in one line.
    """

    def __init__(self, offset: int, reason: str) -> None:
        """Take where it goes wrong, and why in one line."""
        super().__init__(f"{reason} (at {offset})")
        self.offset = offset
        self.reason = reason
