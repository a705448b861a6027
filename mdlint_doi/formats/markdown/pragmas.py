"""Our comments in a document: `<!-- mdlint-doi-disable DOI201 -->`, `% mdlint-doi-enable`."""

from __future__ import annotations

from typing import Final

from mdlint_doi.lint.directives import Suppression
from mdlint_doi.text.placed_text import PlacedText

WORD: Final = "mdlint-doi-"
"""What each of our comments holds."""


def read_comment(
    content: PlacedText,
    whole: tuple[int, int],
    inner: tuple[int, int],
) -> Suppression | None:
    """Return what a comment switches on or off.

    Args:
        content: the block that holds the comment.
        whole: the range of the comment in it, delimiters included.
        inner: the range of its text.

    Returns:
        The suppression; None if the comment is not for us.

    """
    text = content.text[slice(*inner)]
    if WORD not in text:
        return None
    from mdlint_doi.lint.directives import read_directive

    found = read_directive(text, content.at(inner[0]))
    return found.replace(span=content.span(*whole)) if found else None
