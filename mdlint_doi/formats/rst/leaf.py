"""What the block structure of a document comes down to: the leaves that hold text."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, NamedTuple

from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span


class Kind(Enum):
    """What a leaf is."""

    TEXT = auto()
    """A paragraph."""
    TITLE = auto()
    """A section title, or the title of a directive."""
    TERM = auto()
    """A term of a definition list with its classifiers."""
    NAME = auto()
    """The name of a field."""
    LINE = auto()
    """A line of a line block."""
    ATTRIBUTION = auto()
    """Who is quoted."""
    LITERAL = auto()
    """A literal block, a doctest block, or the content of a directive that holds no prose."""
    COMMENT = auto()
    TARGET = auto()
    """A hyperlink target; see `targets`."""
    ARGUMENT = auto()
    """The argument of a directive that is no prose."""
    OPTION = auto()
    """The value of a directive's option."""
    MALFORMED = auto()
    """What docutils reports as broken and does not show as meant, such as a bad table."""


PROSE: Final = frozenset(
    (Kind.TEXT, Kind.TITLE, Kind.TERM, Kind.NAME, Kind.LINE, Kind.ATTRIBUTION),
)
"""The leaves with inline markup."""


class Box(Enum):
    """What a container is."""

    ITEM = auto()
    """An item of a bullet list or an enumerated list."""
    QUOTE = auto()
    FIELD = auto()
    """A field; its name is the container's."""
    OPTION = auto()
    """An item of an option list."""
    DEFINITION = auto()
    """A term and its definition."""
    LINES = auto()
    """A line block."""
    FOOTNOTE = auto()
    CITATION = auto()
    TABLE = auto()
    ROW = auto()
    CELL = auto()
    DIRECTIVE = auto()
    SUBSTITUTION = auto()


class Container(NamedTuple):
    """What a leaf stands in: the same value for all that belongs together.

    Attributes:
        kind: what it is.
        start: where it begins in the source.
        name: of a field, a footnote, a citation, a directive or a substitution.
        parent: what it stands in; None in the document itself.

    """

    kind: Box
    start: int
    name: str = ""
    parent: Container | None = None


class Leaf(NamedTuple):
    """A leaf block that holds something wanted.

    Attributes:
        kind: what it is.
        content: its text.
        span: where it stands in the source, from the first line's text to the last one's.
        inside: what it stands in; None in the document itself.
        name: of an option, of a target's or a comment's directive; else empty.

    """

    kind: Kind
    content: PlacedText
    span: Span
    inside: Container | None = None
    name: str = ""
