"""What the inline markup of a block comes down to."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

Range = tuple[int, int]
"""Start and end in the text of a block."""


class AtomKind(Enum):
    """An inline construct; none holds another."""

    EMPHASIS = auto()
    STRONG = auto()
    LITERAL = auto()
    ROLE = auto()
    """Interpreted text, with a role or without."""
    LINK = auto()
    """A phrase with an embedded URI."""
    REFERENCE = auto()
    """A word or a phrase that names a target, with an embedded alias or without."""
    URL = auto()
    """A standalone URL or mail address, as far as docutils links it."""
    TARGET = auto()
    """An inline internal target."""
    FOOTNOTE = auto()
    CITATION = auto()
    SUBSTITUTION = auto()
    PROBLEM = auto()
    """Markup that docutils reports as broken: a start without an end, two roles."""


class RstAtom(NamedTuple):
    """An inline construct.

    Attributes:
        kind: what it is.
        start: where it begins.
        end: where it ends.
        inner: what stands between its marks.
        name: of a role; the scheme of a URL, empty for a mail address.
        shown: the text of a link, or the explicit title of a role; else as `inner`.
        target: the URI of a link, what it names in angle brackets; else None.
        anonymous: a reference or a link that ends with two underscores.

    """

    kind: AtomKind
    start: int
    end: int
    inner: Range
    name: str = ""
    shown: Range = (0, 0)
    target: Range | None = None
    anonymous: bool = False


class RstInline(NamedTuple):
    r"""All inline markup of one block.

    Attributes:
        escaped: the block's text with a NUL for each backslash that escapes.
        atoms: in order.

    """

    escaped: str
    atoms: tuple[RstAtom, ...]
