"""DOIs of bibliographies that sphinxcontrib-bibtex makes: found again in the BibTeX files.

The link's node has no place of its own; the field that it was made from is searched by the name.
"""

from __future__ import annotations

from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.scan.find import find
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span
from sphinx_doi.doctree.constructs import Construct
from sphinx_doi.doctree.docutils_source import Origin
from sphinx_doi.doctree.located import Located
from sphinx_doi.doctree.source_files import File, Files


def in_bibliography(construct: Construct, files: Files) -> Located | None:
    """Return the mention in a BibTeX file that a link was made from; None if there is none."""
    for file in files.bibliographies():
        for candidate in find(construct.needles[0], publishers=False):
            name = str(candidate.doi) if candidate.doi else ""
            at = file.source.text.find(name) if name else -1
            mention = _entry(file, Span(at, at + len(name))) if at >= 0 else None
            if mention is not None:
                return Located(mention, Origin(file.path), in_file=True)
    return None


def _entry(file: File, name: Span) -> Mention | None:
    """Return the mention of the DOI in a field that holds a name."""
    line = file.source.line_span(name.start)
    for candidate in find(line.cut(file.source.text), publishers=False):
        span = candidate.span.shift(line.start)
        if span.overlaps(name):
            here = PlacedText(span.cut(file.source.text), span.start)
            return Mention(file.source, span, here, Form.FRONT_MATTER, candidate.spelling)
    return None
