"""A reference that has no DOI, as a format reads it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

from mdlint_doi.lint.model import Edit
from mdlint_doi.names.doi import Doi
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.works.candidates import Cited


Insert = Callable[[Doi], Edit | None]
"""Returns what writes a DOI into a reference; None where that cannot be."""


class LeftOut(StrEnum):
    """Why a reference without a DOI is not searched; the value is what a summary says."""

    NO = ""
    """It is searched."""
    KIND = "of a kind that usually has no DOI (web page, manual)"
    ARXIV = "with an arXiv number, from which the DOI follows: 10.48550/arXiv.NUMBER"
    LITTLE = "without author, year or title"


class Reference(Value):
    """A reference without a DOI.

    Attributes:
        source: the document.
        span: what to underline.
        cited: what it says.
        insert: how it gets a DOI.
        where: the part of a data file that it is; empty in a document.
        left_out: why it is not searched.

    """

    source: Source
    span: Span
    cited: Cited
    insert: Insert
    where: str = ""
    left_out: LeftOut = LeftOut.NO


def never(_doi: Doi) -> None:
    """Write nothing: for references whose end is not known letter by letter."""
