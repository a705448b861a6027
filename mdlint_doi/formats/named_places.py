"""Where the DOIs of a document stand."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from mdlint_doi.lint.model import Mention
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.span import Span


class NamedPlaces:
    """The places of the mentions that are DOIs, in order."""

    def __init__(self, mentions: Iterable[Mention], *, identifiers: bool = False) -> None:
        """Take the mentions of a document, in any order.

        Args:
            mentions: these.
            identifiers: the places of identifiers are wanted, and not those of names.

        """
        self._starts = sorted(
            one.span.start
            for one in mentions
            if one.doi is not None and (one.spelling.kind is Kind.IDENTIFIER) is identifiers
        )

    def any_in(self, span: Span) -> bool:
        """Return whether a DOI begins in a part of the document."""
        at = bisect_left(self._starts, span.start)
        return at < len(self._starts) and self._starts[at] < span.end
