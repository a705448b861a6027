"""reStructuredText -> mentions and suppressions: what the linter looks at.

Three steps, each only where the one before found something: needles, block structure, inline
markup. No docutils: that is the guard's, after a fix.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mdlint_doi.formats.markdown.needles import places
from mdlint_doi.formats.rst.blocks import outline
from mdlint_doi.formats.rst.collect import Collector
from mdlint_doi.formats.rst.leaf_text import LeafText
from mdlint_doi.lint.container import Container
from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.linked_names import with_links_noted
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.needs import Need
from mdlint_doi.lint.selection import Selection
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.lint.directives import Suppression
    from mdlint_doi.works.claim import Claim


class Extractor:
    """Takes the texts of one file: all of it, or its docstrings."""

    def __init__(self, source: Source, settings: Settings, *, links: bool = True) -> None:
        """Take the file and the settings.

        Args:
            source: the file.
            settings: `check_code`, the servers and the selection are looked at.
            links: a name in its text can be made a link.

        """
        self._source = source
        self._servers = settings.servers
        self._publishers = Selection.of(settings, source.name).needs(Need.PUBLISHERS)
        self._leaves = 0
        self._texts: list[tuple[str, PlacedText | None]] = []
        self._collector = Collector(
            source,
            self._servers,
            publishers=self._publishers,
            code=settings.check_code,
            links=links,
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
        self._texts.append((text, part))
        first = self._leaves
        found = outline(text, self.places(text))
        leaves = [LeafText(leaf, first + at, part) for at, leaf in enumerate(found)]
        self._collector.take(leaves, text, container)
        self._leaves += len(leaves)

    @property
    def mentions(self) -> list[tuple[int, Mention]]:
        """What was taken so far, in order, each with the number of its leaf."""
        return sorted(self._collector.mentions, key=lambda pair: pair[1].span)

    @property
    def suppressions(self) -> list[Suppression]:
        """Our comments in what was taken so far, in order."""
        return sorted(self._collector.suppressions, key=lambda one: one.span)

    def document(self) -> Document:
        """Return what was taken."""
        found, suppressions = self.mentions, self.suppressions
        mentions, texts = tuple(with_links_noted(found)), tuple(self._texts)
        claims = Claims(lambda: _claims(mentions, texts))
        return Document(self._source, mentions, tuple(suppressions), claims=claims)


def _claims(
    mentions: Sequence[Mention], texts: Sequence[tuple[str, PlacedText | None]]
) -> Iterator[Claim]:
    from mdlint_doi.formats.rst.passages import claims_in

    for text, part in texts:
        yield from claims_in(text, mentions, part)
