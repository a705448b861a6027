"""The leaves that hold text, each with its inline markup and its places in the file."""

from __future__ import annotations

from enum import Enum, auto
from functools import cached_property
from typing import Final, NamedTuple

from mdlint_doi.formats.rst.inline import Meant, RstAtom, escape, meant, parse_inline
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

_BLANK: Final = pattern(r"\s")


class LeafKind(Enum):
    """The kind of a leaf."""

    TEXT = auto()  # a paragraph
    TITLE = auto()  # a section title, or the title of a directive
    TERM = auto()  # a term of a definition list with its classifiers
    NAME = auto()  # the name of a field
    LINE = auto()  # a line of a line block
    ATTRIBUTION = auto()  # who is quoted
    LITERAL = auto()
    """A literal block, a doctest block, or the content of a directive that holds no prose."""
    COMMENT = auto()
    TARGET = auto()  # a hyperlink target; see `explicit.read_target`
    ARGUMENT = auto()  # the argument of a directive that is no prose
    OPTION = auto()  # the value of a directive's option
    MALFORMED = auto()
    """What docutils reports as broken and does not show as meant, such as a bad table."""


PROSE: Final = frozenset(
    (
        *(LeafKind.TEXT, LeafKind.TITLE, LeafKind.TERM),
        *(LeafKind.NAME, LeafKind.LINE, LeafKind.ATTRIBUTION),
    )
)
"""The leaves with inline markup."""


class BoxKind(Enum):
    """The kind of a container."""

    ITEM = auto()  # an item of a bullet list or an enumerated list
    QUOTE = auto()
    FIELD = auto()  # a field; its name is the container's
    OPTION = auto()  # an item of an option list
    DEFINITION = auto()  # a term and its definition
    LINES = auto()  # a line block
    FOOTNOTE = auto()
    CITATION = auto()
    TABLE = auto()
    ROW = auto()
    CELL = auto()
    DIRECTIVE = auto()
    SUBSTITUTION = auto()


class RstBox(NamedTuple):
    """The container of a leaf: the same value for all that belongs together.

    Attributes:
        kind: what it is.
        start: where it begins in the source.
        name: the name of a field, a footnote, a citation, a directive or a substitution.
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
        name: the name of an option, or of the directive of a target or a comment; else empty.
    """

    kind: LeafKind
    content: PlacedText
    span: Span
    inside: RstBox | None = None
    name: str = ""


class LeafText:
    """A leaf, in a file or in a part of one such as a docstring."""

    def __init__(self, leaf: RstLeaf, number: int, part: PlacedText | None = None) -> None:
        """Take a leaf, its number, and the part of a file that holds it; None: all of it."""
        self.leaf = leaf  # as `blocks.outline` found it
        self.number = number  # the same for all that stands in one leaf
        # the leaf's text with its places in the file
        self.content = leaf.content if part is None else leaf.content.within(part)

    @cached_property
    def escaped(self) -> str:
        """The text with a NUL for each backslash that escapes."""
        return escape(self.content.text)

    @cached_property
    def atoms(self) -> tuple[RstAtom, ...]:
        """The inline markup."""
        return parse_inline(self.content.text).atoms

    def meant(self, start: int, end: int, *, is_uri: bool = False) -> PlacedText:
        """Return what a part says, escapes undone; a URI without blanks and line ends."""
        piece = self.content.text[start:end]
        if "\\" not in piece and not (is_uri and _BLANK.search(piece)):
            return self.content.part(start, end)
        return self.of_meant(meant(self.escaped, start, end, is_uri=is_uri))

    def address(self, start: int, end: int) -> PlacedText:
        """Return a link's text, escapes undone."""
        return self.meant(start, end)

    def of_meant(self, text: Meant) -> PlacedText:
        """Return a text whose indexes are those of `escaped`, with its places in the file."""
        return PlacedText.of_offsets(text.text, text.indexes).within(self.content)

    def visible(self, start: int, end: int) -> str:
        """Return what a reader sees of a part, on one line."""
        return " ".join(meant(self.escaped, start, end).text.split())
