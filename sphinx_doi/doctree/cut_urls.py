"""Bare URLs of which docutils took only the beginning: at a character that ends a URL in rST."""

from __future__ import annotations

from typing import Final

from mdlint_doi.formats.rst.reader import cut_by
from mdlint_doi.formats.rst.role_argument import role_for
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.scan.find import Candidate, find
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span
from sphinx_doi.doctree.places import Match, goes_on
from sphinx_doi.role_place import language_in

_WORD: Final = pattern(r"\S{1,500}")


def cut_mention(match: Match, found: Mention) -> Mention | None:
    """Return the mention of the whole DOI where docutils cut a URL; None if it did not.

    Args:
        match: the URL in the file, as docutils took it.
        found: the mention of what docutils took.

    """
    longer = _longer(match)
    if longer is None or longer.doi in {None, found.doi}:
        return None
    return _cut(match, longer)


def _longer(match: Match) -> Candidate | None:
    """Return the DOI of which docutils took only the beginning for a URL; None if it took all."""
    if goes_on(match.source.text, match.span.end):  # then docutils read the URL elsewhere
        return None
    word = _WORD.match(match.source.text, match.span.start)
    if word is None or word.end() <= match.span.end:
        return None
    first = next(iter(find(word[0], publishers=False)), None)
    if first is None or first.span.start or first.span.end <= len(match.text):
        return None
    return first


def _cut(match: Match, longer: Candidate) -> Mention:
    span = Span(match.span.start, match.span.start + longer.span.end)
    return Mention(
        match.source,
        span,
        PlacedText(longer.written, span.start),
        Form.BROKEN,
        longer.spelling,
        broken=cut_by(longer.written),
        repair=role_for(longer.doi, None, language_in(match.source, match.span.start))
        if longer.doi
        else None,
    )
