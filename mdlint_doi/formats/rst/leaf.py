"""The leaves that hold text, each with its inline markup and its places in the file."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from functools import cached_property
from typing import Final, NamedTuple

from mdlint_doi.formats.rst.inline import Meant, RstAtom, escape, meant, meant_uri, parse_inline
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

_BLANK: Final = pattern(r"\s")


class LeafKind(Enum):
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
    """A hyperlink target; see `explicit.read_target`."""
    ARGUMENT = auto()
    """The argument of a directive that is no prose."""
    OPTION = auto()
    """The value of a directive's option."""
    MALFORMED = auto()
    """What docutils reports as broken and does not show as meant, such as a bad table."""


PROSE: Final = frozenset(
    (
        LeafKind.TEXT,
        LeafKind.TITLE,
        LeafKind.TERM,
        LeafKind.NAME,
        LeafKind.LINE,
        LeafKind.ATTRIBUTION,
    ),
)
"""The leaves with inline markup."""


class BoxKind(Enum):
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


class RstBox(NamedTuple):
    """What a leaf stands in: the same value for all that belongs together.

    Attributes:
        kind: what it is.
        start: where it begins in the source.
        name: of a field, a footnote, a citation, a directive or a substitution.
        parent: what it stands in; None in the document itself.

    """

    kind: BoxKind
    start: int
    name: str = ""
    parent: RstBox | None = None


class RstLeaf(NamedTuple):
    """A leaf block that holds something wanted.

    Attributes:
        kind: what it is.
        content: its text.
        span: where it stands in the source, from the first line's text to the last one's.
        inside: what it stands in; None in the document itself.
        name: of an option, of a target's or a comment's directive; else empty.

    """

    kind: LeafKind
    content: PlacedText
    span: Span
    inside: RstBox | None = None
    name: str = ""


class LeafText:
    """A leaf, in a file or in a part of one such as a docstring.

    Attributes:
        leaf: as `blocks.outline` found it.
        number: the same for all that stands in one leaf.
        content: the leaf's text with its places in the file.

    """

    def __init__(self, leaf: RstLeaf, number: int, part: PlacedText | None = None) -> None:
        """Take a leaf, its number, and the part of a file that holds it; None: all of it."""
        self.leaf = leaf
        self.number = number
        self.content = leaf.content if part is None else leaf.content.within(part)

    @cached_property
    def escaped(self) -> str:
        """The text with a NUL for each backslash that escapes."""
        return escape(self.content.text)

    @cached_property
    def atoms(self) -> tuple[RstAtom, ...]:
        """The inline markup."""
        return parse_inline(self.content.text).atoms

    def meant(self, start: int, end: int) -> PlacedText:
        """Return what a part says, escapes undone."""
        return self._placed(meant, start, end)

    def uri(self, start: int, end: int) -> PlacedText:
        """Return what a part says as a URI: without blanks and line ends."""
        return self._placed(meant_uri, start, end)

    def of_meant(self, text: Meant) -> PlacedText:
        """Return a text whose indexes are those of `escaped`, with its places in the file."""
        return PlacedText.of_offsets(text.text, text.indexes).within(self.content)

    def shown(self, start: int, end: int) -> str:
        """Return what a reader sees of a part, on one line."""
        piece = self.escaped[start:end]
        return " ".join((meant(piece, 0, len(piece)).text if "\0" in piece else piece).split())

    def _placed(self, read: Callable[[str, int, int], Meant], start: int, end: int) -> PlacedText:
        piece = self.content.text[start:end]
        if "\\" not in piece and (read is meant or not _BLANK.search(piece)):
            return self.content.part(start, end)
        return self.of_meant(read(self.escaped, start, end))
