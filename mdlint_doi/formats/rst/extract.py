"""reStructuredText -> mentions and suppressions: what the linter looks at.

Three steps, each only where the one before found something: needles, block structure, inline
markup. No docutils: that is the guard's, after a fix.
"""

from __future__ import annotations

from mdlint_doi.formats.markdown.needles import places
from mdlint_doi.formats.rst.blocks import outline
from mdlint_doi.formats.rst.collect import Collector
from mdlint_doi.formats.rst.leaf_text import LeafText
from mdlint_doi.lint.container import Container
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.linked_names import with_links_noted
from mdlint_doi.lint.needs import Need
from mdlint_doi.lint.selection import Selection
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source


class Extractor:
    """Takes the texts of one file: all of it, or its docstrings."""

    def __init__(self, source: Source, settings: Settings) -> None:
        """Take the file and the settings."""
        self._source = source
        self._servers = settings.servers
        self._publishers = Selection.of(settings, source.name).needs(Need.PUBLISHERS)
        self._leaves = 0
        self._collector = Collector(
            source, self._servers, publishers=self._publishers, code=settings.check_code
        )

    def places(self, text: str) -> list[int]:
        """Return the offsets at which something may be a DOI or one of our comments."""
        return places(text, servers=self._servers, urls=self._publishers)

    def take(
        self, text: str, part: PlacedText | None = None, container: Container | None = None
    ) -> None:
        """Take a text.

        Args:
            text: reStructuredText.
            part: the same with its places in the file; None: it is the whole file.
            container: of the mentions in it.

        """
        first = self._leaves
        found = outline(text, self.places(text))
        leaves = [LeafText(leaf, first + at, part) for at, leaf in enumerate(found)]
        self._collector.take(leaves, text, container)
        self._leaves += len(leaves)

    def document(self) -> Document:
        """Return what was taken."""
        found = sorted(self._collector.mentions, key=lambda pair: pair[1].span)
        suppressions = sorted(self._collector.suppressions, key=lambda one: one.span)
        return Document(self._source, tuple(with_links_noted(found)), tuple(suppressions))
