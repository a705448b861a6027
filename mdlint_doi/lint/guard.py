"""What a guard of fixes is: it tells whether fixes leave a document as it is, but for its DOIs.

Each format has one. The format's own library decides, not the reader that made the fixes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from mdlint_doi.lint.model import Edit, Fix
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span


class Guard(Protocol):
    """Compares a document before and after its fixes."""

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, is the same document.

        Its reader reaches the same DOIs in the same order, but for those that the fixes state.
        """

    def blocks(self, text: str) -> Sequence[int]:
        """Return where the parts of a text begin that are most often independent of each other.

        The guard can compare such a part by itself.
        """
        del text
        return (0,)

    def inner(self, text: str) -> Sequence[Inner]:
        """Return the documents that a text holds, such as the cells of a notebook."""
        del text
        return ()


class Inner(NamedTuple):
    """A document inside a file.

    Attributes:
        span: where it stands in the file.
        text: what it says.
        guard: of its fixes.
        within: returns a fix of the file, which lies in the span, as one of the text.

    """

    span: Span
    text: str
    guard: Guard
    within: Callable[[Fix], Fix]


def _as_written(edit: Edit) -> str:
    return edit.replacement


def fix_within(places: PlacedText, fix: Fix, meant: Callable[[Edit], str] = _as_written) -> Fix:
    """Return a fix of a file as one of a document inside it.

    Args:
        places: the document's text, with its places in the file.
        fix: of the file; all of it lies in the document.
        meant: returns what a replacement means where it stands in the file: in a literal, say.

    """
    edits = [
        Edit(Span(places.index(one.span.start), places.index(one.span.end)), meant(one))
        for one in fix.edits
    ]
    return fix.replace(edits=tuple(edits))
