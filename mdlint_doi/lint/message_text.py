"""Text from a document as a message may hold it: one line, nothing invisible, not too long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mdlint_doi.names.spelling import Kind

if TYPE_CHECKING:
    from mdlint_doi.lint.model import Mention

LIMIT: Final = 120
"""Code points of a quoted piece."""


def shown(text: str) -> str:
    """Return `text` with invisible code points as `U+200B`, its middle left out if it is long."""
    if len(text) > LIMIT:
        half = LIMIT // 2 - 1
        text = f"{text[:half]}…{text[-half:]}"
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else f"U+{ord(one):04X}" for one in text)


def shown_name(mention: Mention) -> str:
    """Return the name of a mention; what it follows from comes first: `arXiv:N (10.48550/…)`."""
    doi, name = mention.doi, shown(str(mention.doi))
    if doi is None or mention.spelling.kind is not Kind.IDENTIFIER:
        return name
    site, _, number = doi.suffix.partition(".")
    return f"{'arXiv:' if site == 'arXiv' else 'zenodo.org/records/'}{number} ({name})"
