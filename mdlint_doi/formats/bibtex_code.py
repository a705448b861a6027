"""BibTeX in the code of a document: the block under "please cite", which readers copy.

It is read, judged and fixed as a bibliography is, at its places in the document. What is said of
its language decides; where nothing is, all of its text has to be entries.
"""

from __future__ import annotations

from typing import Final

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source

LANGUAGES: Final = frozenset({"bibtex", "bib", "biblatex", ""})
"""What a block says of itself that may hold entries; nothing: perhaps."""

OF_CODE: Final = frozenset({"code", "code-block", "sourcecode"})
"""Directives of docutils and Sphinx whose argument is the language of a block."""


def is_bibtex(language: str, text: str) -> bool:
    """Return whether a block of code is BibTeX.

    Args:
        language: what is said of it; empty if nothing is.
        text: all of it.

    """
    if language:
        return language.lower() in LANGUAGES
    if not text.lstrip().startswith("@"):
        return False
    from mdlint_doi.formats.data.bibtex_model import BibEntry
    from mdlint_doi.formats.data.bibtex_syntax import read_blocks

    return all(
        isinstance(one, BibEntry) and one.fields and not one.problem for one in read_blocks(text)
    )


def read_block(source: Source, content: PlacedText, settings: Settings) -> Document:
    """Return the DOIs of a block, at their places in the document.

    Args:
        source: the document.
        content: of the block, with its places there.
        settings: as for the document.

    """
    from mdlint_doi.formats.data.formats import BIBTEX

    inner = BIBTEX.read(Source(source.name, content.text), settings)
    found = inner.within(source, content)
    return found.replace(mentions=tuple([_as_example(one) for one in found.mentions]), note="")


def _as_example(mention: Mention) -> Mention:
    """Return the mention as one of an example; no field is added to its entry."""
    container = mention.container
    return mention.replace(
        container=container and container.replace(insertion=None), in_example=True
    )
