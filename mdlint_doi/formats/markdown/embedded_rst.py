"""The body of MyST's `{eval-rst}`: reStructuredText, read by the reader of that.

A body is a text of its own: MyST has docutils read each of them, and names of targets reach no
other body here. Places are those of the document.
"""

from __future__ import annotations

from mdlint_doi.formats.rst.extract import Extractor
from mdlint_doi.lint.directives import Suppression
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.value import Value


class EmbeddedRst(Value):
    """What a body holds.

    Attributes:
        mentions: each with the number of its leaf; the first leaf has the number 0.
        suppressions: our comments.

    """

    mentions: tuple[tuple[int, Mention], ...]
    suppressions: tuple[Suppression, ...]


def read_body(source: Source, body: PlacedText, settings: Settings) -> EmbeddedRst:
    """Return the DOIs and our comments in a body.

    Args:
        source: the Markdown document.
        body: with its places in the document.
        settings: `check_code`, the servers and the selection are looked at.

    """
    extractor = Extractor(source, settings)
    extractor.take(body.text, body)
    return EmbeddedRst(tuple(extractor.mentions), tuple(extractor.suppressions))
