"""A mention together with where Sphinx says that it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mdlint_doi.lint.model import Form, Mention
from sphinx_doi.doctree.docutils_source import Origin


class Located(NamedTuple):
    """One mention of a document.

    Attributes:
        mention: with places in its file, or in a text of its own where no file holds it.
        origin: file and part.
        in_file: whether the places are those of the file.

    """

    mention: Mention
    origin: Origin
    in_file: bool

    @property
    def is_configured(self) -> bool:
        """Whether it comes from `rst_prolog` or `rst_epilog`, which have no file."""
        return self.origin.path.startswith("<")


def without_copies(found: list[tuple[int, Located]]) -> list[tuple[int, Located]]:
    """Leave out what substitutions of `conf.py` put into the pages: the definition is there."""
    defined = {
        (located.mention.form, located.mention.written.text)
        for _, located in found
        if located.is_configured
    }
    if not defined:
        return found
    return [
        (block, located)
        for block, located in found
        if located.in_file
        or located.is_configured
        or (located.mention.form, located.mention.written.text) not in defined
    ]


def with_links_noted(found: list[tuple[int, Located]]) -> Iterator[Located]:
    """Yield the mentions; those in text know whether their block links or names the DOI, too."""
    linked = {
        (block, located.mention.doi)
        for block, located in found
        if located.mention.form is not Form.TEXT
    }
    for block, located in found:
        mention = located.mention
        if mention.form is Form.TEXT:
            if (block, mention.doi) in linked:
                located = located._replace(mention=mention.replace(linked_in_block=True))  # noqa: PLW2901
            linked.add((block, mention.doi))
        yield located
