"""Whether a passage has the shape of a reference whose DOI can be searched."""

from __future__ import annotations

from typing import Final

from mdlint_doi.lint.document import LeftOut
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.works.candidates import Cited
from mdlint_doi.works.claim import query_of
from mdlint_doi.works.passage import WORDS, Passage, claim_of_all

YEAR: Final = pattern(r"(?<![0-9])(?:1[5-9]|20)[0-9]{2}(?![0-9])")
"""What every reference holds."""
_FEWEST: Final = 6
"""Words of a reference: names, a year, a title."""


def cited_in(passage: Passage, span: Span, *, numbered: bool) -> tuple[Cited, LeftOut] | None:
    """Return what a passage cites, and why it is not searched; None for what is no reference.

    Args:
        passage: without a DOI.
        span: where it stands.
        numbered: an identifier stands in it, from which the DOI follows.

    """
    claim = claim_of_all(passage)._replace(span=span)
    size = len(claim.words.split())
    if claim.caveat or query_of(claim) is None or not _FEWEST <= size <= WORDS:
        return None
    return Cited(claim), LeftOut.ARXIV if numbered else LeftOut.NO
