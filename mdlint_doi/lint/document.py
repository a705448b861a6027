"""What a format makes of a file, and Sphinx of a page: the input of all that follows."""

from __future__ import annotations

from typing import NamedTuple

from mdlint_doi.lint.directives import Suppression
from mdlint_doi.lint.model import Mention
from mdlint_doi.text.source import Source


class Document(NamedTuple):
    """A document as it was read.

    Attributes:
        source: its text.
        mentions: its DOIs, in order.
        suppressions: its `mdlint-doi-…` comments.
        problem: why it could not be read at all; empty if it could.
        note: what a user should know of how it was read; empty without anything.

    """

    source: Source
    mentions: tuple[Mention, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    problem: str = ""
    note: str = ""
