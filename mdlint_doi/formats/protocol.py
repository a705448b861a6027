"""The interface of a format: read a file, and check its fixes.

A format is a module with the three functions of `Format`, and one row in `file_formats`. Positions
refer to the raw text; a fix edits only the code points at its positions.
"""

from __future__ import annotations

from typing import Protocol

from mdlint_doi.lint.document import Document, Unread
from mdlint_doi.lint.guard import Guard
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.spelling import STANDARD, Notations
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span


class Format(Protocol):
    """The functions of a format."""

    def may_hold_doi(self, data: bytes, notations: Notations = STANDARD) -> bool:
        """Return whether `read` may find a DOI or a suppression in a file's bytes, in UTF-8.

        The result is True whenever `read` finds something. No parser is loaded.
        """

    def read(self, source: Source, settings: Settings) -> Document:
        """Return a document's mentions and suppressions; never raise because of its content."""

    def same_page(self, settings: Settings) -> Guard | None:
        """Return the guard of fixes; None if documents in this format are not fixed."""


class FormatSyntaxError(ValueError):
    """A text is not in its format: it is not JSON, not YAML or not a notebook.

    Attributes:
        offset: the offset of the error in the text.
        reason: the reason, in one line.
    """

    def __init__(self, offset: int, reason: str) -> None:
        """Receive the offset and the reason, in one line."""
        super().__init__(f"{reason} (at {offset})")
        self.offset = offset
        self.reason = reason

    def unread(self, problem: str) -> Unread:
        """Return what could not be read: a whole document with a problem, "not valid JSON"."""
        place = Span(self.offset, self.offset)
        return Unread(f"{problem}: {self.reason}", place, is_whole=True)
