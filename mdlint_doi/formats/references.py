"""The references of a document that have no DOI, for the formats in which they are looked for.

And what these formats share: where the DOIs stand, and whether a passage has the shape of a
reference whose DOI can be searched.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from mdlint_doi.formats.markdown.regions import holds_any
from mdlint_doi.formats.table import entry_of, list_of, load
from mdlint_doi.lint.document import LeftOut, Reference
from mdlint_doi.lint.model import Mention
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.works.candidates import Cited
from mdlint_doi.works.claim import query_of
from mdlint_doi.works.passage import WORDS, Passage, claim_of_all

if TYPE_CHECKING:
    from mdlint_doi.lint.document import Document

_READERS: Final = {
    "data.formats:BIBTEX": "data.formats:BIBTEX",
    "data.formats:CFF": "data.formats:CFF",
    "markdown.format": "markdown.passages",
    "rst.format": "rst.passages",
    "rst.txt": "rst.passages",
}
"""By the `module` of a format: what finds its references, named likewise."""
YEAR: Final = pattern(r"(?<![0-9])(?:1[5-9]|20)[0-9]{2}(?![0-9])")
"""What every reference holds."""
_FEWEST: Final = 6
"""Words of a reference: names, a year, a title."""


def are_read(path: str) -> bool:
    """Return whether references are looked for in a file, by its name."""
    return _reader(path) is not None


def references_in(document: Document) -> list[Reference]:
    """Return the references of a document that have no DOI, in order."""
    place = _reader(document.source.name)
    if place is None or document.problem:
        return []
    reader: Any = load(place)
    found: Iterable[Reference] = reader.references_in(document)
    return sorted(found, key=lambda one: one.span)


def _reader(path: str) -> str | None:
    entry = list_of(path)
    if entry is None:
        return _READERS["markdown.format"] if entry_of(path) is None else None
    return _READERS.get(entry.module)


class NamedPlaces:
    """The places of the mentions that are DOIs, in order."""

    def __init__(self, mentions: Iterable[Mention], *, identifiers: bool = False) -> None:
        """Take the mentions of a document, in any order; `identifiers`: these alone, not names."""
        self._starts = sorted(
            one.span.start
            for one in mentions
            if one.doi is not None and (one.spelling.kind is Kind.IDENTIFIER) is identifiers
        )

    def any_in(self, span: Span) -> bool:
        """Return whether a DOI begins in a part of the document."""
        return holds_any(self._starts, *span)


def cited_in(passage: Passage, span: Span, *, numbered: bool) -> tuple[Cited, LeftOut] | None:
    """Return what a passage without a DOI cites, and why it is not searched.

    None for what is no reference. `numbered`: an identifier stands in it, and the DOI follows.
    """
    claim = claim_of_all(passage)._replace(span=span)
    size = len(claim.words.split())
    if claim.caveat or query_of(claim) is None or not _FEWEST <= size <= WORDS:
        return None
    return Cited(claim), LeftOut.ARXIV if numbered else LeftOut.NO
