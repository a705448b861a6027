"""reStructuredText as a format: the markup of docutils, with the roles and directives of Sphinx.

reStructuredText -> mentions and suppressions: what the linter looks at.

Three steps, each only where the one before found something: needles, block structure, inline
markup. No docutils: that is the guard's, after a fix.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mdlint_doi.formats.markdown.needles import may_hold_doi, places
from mdlint_doi.formats.rst.blocks import outline
from mdlint_doi.formats.rst.collect import RstCollector
from mdlint_doi.formats.rst.leaf import LeafText
from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.guard import Guard
from mdlint_doi.lint.linked_names import with_links_noted
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.selection import Selection
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

__all__ = ["may_hold_doi", "read", "same_page"]


def read(source: Source, settings: Settings) -> Document:
    """Return a document's DOIs and suppressions."""
    return read_rst(source, settings)


def same_page(settings: Settings) -> Guard | None:
    """Return the guard of fixes: docutils makes the same doctree, but for links to DOIs."""
    try:
        from mdlint_doi.formats.rst.guard import SameDoctree
    except ImportError:
        return None
    return SameDoctree(settings.servers, check_code=settings.check_code)


def read_rst(source: Source, settings: Settings, *, links: bool = True) -> Document:
    """Return the DOIs and our comments in a text: a file, a docstring, the body of a directive.

    Args:
        source: reStructuredText.
        settings: `check_code`, the servers and the selection are looked at.
        links: a name in its text can be made a link.

    """
    text, servers = source.text, settings.servers
    publishers = Selection.of(settings, source.name).needs(Need.PUBLISHERS)
    wanted = places(text, servers=servers, urls=publishers)
    leaves = [LeafText(leaf, at) for at, leaf in enumerate(outline(text, wanted))]
    collector = RstCollector(
        source, servers, publishers=publishers, code=settings.check_code, links=links
    )
    collector.take(leaves)
    mentions = tuple(with_links_noted(sorted(collector.mentions, key=lambda pair: pair[1].span)))
    suppressions = tuple(sorted(collector.suppressions, key=lambda one: one.span))
    return Document(source, mentions, suppressions, claims=Claims(lambda: _claims(text, mentions)))


def _claims(text: str, mentions: Sequence[Mention]) -> Sequence[Claim]:
    from mdlint_doi.formats.rst.passages import claims_in

    return claims_in(text, mentions)
