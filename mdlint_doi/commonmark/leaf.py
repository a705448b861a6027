"""What the block structure of a document comes down to: the leaves that hold text."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

Piece = tuple[int, int]
"""Start and end in the source of a part of one line."""


class Kind(Enum):
    """What a leaf is."""

    TEXT = auto()
    """A paragraph, a heading, a title: inline markup."""
    CELL = auto()
    """A table cell: inline markup on one line; the pieces leave out the backslash before `|`."""
    HTML = auto()
    """An HTML block."""
    CODE = auto()
    """Fenced or indented code; only where code is looked at."""
    COMMENT = auto()
    """A MyST comment, `% …`."""
    DEFINITION = auto()
    """A link reference definition."""


class Leaf(NamedTuple):
    """A leaf block that may hold a DOI or a comment for us.

    Attributes:
        kind: what it is.
        pieces: its lines, or parts of them, without what belongs to its containers.
        block: where its block, or its table row, begins: the same for all that belongs together.

    """

    kind: Kind
    pieces: tuple[Piece, ...]
    block: int


class Outline(NamedTuple):
    """All leaves of a document that were asked for.

    Attributes:
        leaves: in order.
        labels: the normalized label of each link reference definition; the first one counts.

    """

    leaves: tuple[Leaf, ...]
    labels: frozenset[str]
