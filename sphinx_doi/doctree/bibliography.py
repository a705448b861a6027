"""The field of a BibTeX file that a link of a bibliography was made from."""

from __future__ import annotations

from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.scan.find import find
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi.doctree.constructs import Construct


def bibliography_field(construct: Construct, bibliography: Source) -> Mention | None:
    """Return the mention in a BibTeX file that a link was made from; None if it is not there.

    sphinxcontrib-bibtex keeps no line of an entry: the name is searched, and its field read.
    """
    for candidate in find(construct.needles[0], publishers=False):
        name = str(candidate.doi) if candidate.doi else ""
        at = bibliography.text.find(name) if name else -1
        mention = _field(bibliography, Span(at, at + len(name))) if at >= 0 else None
        if mention is not None:
            return mention
    return None


def _field(bibliography: Source, name: Span) -> Mention | None:
    """Return the mention of the DOI in the line that holds a name."""
    line = bibliography.line_span(name.start)
    for candidate in find(line.cut(bibliography.text), publishers=False):
        span = candidate.span.shift(line.start)
        if span.overlaps(name):
            here = PlacedText(span.cut(bibliography.text), span.start)
            return Mention(bibliography, span, here, Form.FRONT_MATTER, candidate.spelling)
    return None
