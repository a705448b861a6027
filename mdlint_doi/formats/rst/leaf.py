"""The leaves of a text in reStructuredText, with their inline markup and places in the file."""

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
    ATTRIBUTION = auto()  # the source of a quotation
    LITERAL = auto()
    """A literal block, a doctest block, or the content of a directive without prose."""
    COMMENT = auto()
    TARGET = auto()  # a hyperlink target; see `explicit.read_target`
    ARGUMENT = auto()  # the argument of a directive, if it is not prose
    OPTION = auto()  # the value of a directive's option
    MALFORMED = auto()
    """A block that docutils reports as broken and does not render, such as a bad table."""


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
    """The container of a leaf; leaves in the same container have equal values.

    Attributes:
        kind: the kind of the container.
        start: the offset in the source where it begins.
        name: the name of a field, a footnote, a citation, a directive or a substitution; the number
            of the column of a cell.
        parent: the container around it; None if it is in no container.
    """

    kind: BoxKind
    start: int
    name: str = ""
    parent: RstBox | None = None


class RstLeaf(NamedTuple):
    """A leaf block that contains a wanted offset.

    Attributes:
        kind: the kind of the block.
        content: its text, with its places in the source.
        span: its span in the source, from the text of the first line to that of the last line.
        inside: the container around it; None if it is in no container.
        name: the name of an option, the name of the directive to which a title, an argument or a
            literal block belongs, `literal` or `doctest` for other literal blocks, or `__` for an
            anonymous target; otherwise empty.
    """

    kind: LeafKind
    content: PlacedText
    span: Span
    inside: RstBox | None = None
    name: str = ""


class LeafText:
    """A leaf, in a file or in a part of one such as a docstring."""

    def __init__(self, leaf: RstLeaf, number: int, part: PlacedText | None = None) -> None:
        """Receive a leaf, its number, and the part of a file that was read; None: all of it."""
        self.leaf = leaf  # from `blocks.outline`
        self.number = number  # the number of the leaf
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
        """Return a part without escapes; a URI also without blanks and line ends."""
        piece = self.content.text[start:end]
        if "\\" not in piece and not (is_uri and _BLANK.search(piece)):
            return self.content.part(start, end)
        return self.of_meant(meant(self.escaped, start, end, is_uri=is_uri))

    def address(self, start: int, end: int) -> PlacedText:
        """Return the text of a link without escapes."""
        return self.meant(start, end)

    def of_meant(self, text: Meant) -> PlacedText:
        """Return a text whose indexes are those of `escaped`, with its places in the file."""
        return PlacedText.of_offsets(text.text, text.indexes).within(self.content)

    def visible(self, start: int, end: int) -> str:
        """Return the visible text of a range, on one line."""
        return " ".join(meant(self.escaped, start, end).text.split())
