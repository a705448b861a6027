"""The result of a parse: blocks, and the inline markup of each.

All numbers in `Inline` and `Definition` are offsets in the text of the block; `content` has their
places in the document.
"""

from __future__ import annotations

from typing import Literal

from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.value import Value

Kind = Literal["text", "cell", "html", "code", "body", "comment", "definition"]
"""What a leaf is.

Text is a paragraph, a heading, a title; a cell of a table is inline markup on one line, too,
and its pieces leave out the backslash before `|`. Code is fenced or indented, and only where
code is looked at. A body is that of a directive that is asked for, in another language. A
comment is one of MyST, `% …`; a definition that of a link's reference.
"""

AtomKind = Literal[
    "code", "autolink", "tag", "comment", "other_html", "role", "math", "url", "footnote"
]
"""A construct that is taken as a whole; a `url` is a bare one, as far as GitHub links it."""


class ParserOptions(Value):
    """How a document is read.

    Attributes:
        code: whether blocks of code are wanted as well.
        languages: languages in lower case whose blocks of code are wanted in any case; the empty
            one stands for blocks that name none.
        directives: whether a fence with a name in braces is MyST's directive, and not code.
        bodies: names of directives in lower case whose body is not Markdown, and wanted as it is.
        comment: what a MyST comment must contain to interrupt a paragraph; empty: any comment
            interrupts one.
    """

    code: bool = False
    languages: frozenset[str] = frozenset()
    directives: bool = True
    bodies: frozenset[str] = frozenset()
    comment: str = ""


class Target(Value):
    """A destination as it stands.

    Attributes:
        start: the offset where its text begins, after `<` if there is one.
        end: the offset where its text ends.
        next: the offset after all of it.
        angle: whether it stands in `<…>`.
    """

    start: int
    end: int
    next: int
    angle: bool


class Definition(Value):
    """`[label]: destination "title"`.

    Attributes:
        label: the label, normalized.
        start: the offset in the block's text where the label begins.
        target: the destination.
        end: the offset where it ends, without the line end.
        next: the offset where the text goes on.
    """

    label: str
    start: int
    target: Target
    end: int
    next: int


class Atom(Value):
    """A construct that is taken as a whole, with the range of what it holds.

    Attributes:
        kind: which construct it is: code, an autolink, raw HTML, a role …
        start: the offset in the block's text where it begins.
        end: the offset after its last code point.
        inner: start and end of what stands in it.
        name: the role's name; empty for all other kinds.
    """

    kind: AtomKind
    start: int
    end: int
    inner: tuple[int, int]
    name: str = ""


class LinkNode(Value):
    """A link or an image.

    Attributes:
        start: the offset in the block's text where it begins.
        end: the offset after its last code point.
        text: start and end of the visible text.
        image: whether it is an image.
        target: the destination; None for a reference.
        label: the normalized label of a reference.
    """

    start: int
    end: int
    text: tuple[int, int]
    image: bool
    target: Target | None
    label: str = ""


class Failed(Value):
    """Brackets before a `(` that are not a link.

    Attributes:
        start: the offset of the opening bracket.
        text: start and end of the text in the brackets.
        behind: the offset after the `(` and spaces.
        target: the destination that begins there, if there is one.
    """

    start: int
    text: tuple[int, int]
    behind: int
    target: Target | None


class Inline:
    """All that was found in one block; each list in order of the ends."""

    __slots__ = ("angles", "atoms", "failed", "links", "marks")

    def __init__(self) -> None:
        self.atoms: list[Atom] = []  # constructs without markup inside
        self.links: list[LinkNode] = []  # and images
        self.marks: list[tuple[int, int]] = []  # of emphasis and strikethrough, in no order
        self.failed: list[Failed] = []  # brackets that a `(` follows without a link
        # each `<` before a letter, `/`, `!` or `?` that begins neither an autolink nor HTML
        self.angles: list[int] = []


class Block(Value):
    """A block that holds text, and may hold something wanted.

    Attributes:
        kind: which kind of block it is.
        content: its text, without what belongs to the containers around it; lines are joined with a
            line feed, and a table cell has lost the backslash before `|`.
        inline: its inline markup; nothing in code, comments and definitions.
        number: a number that is the same for all blocks that belong together: the cells of a
            table's row.
        definition: the link reference definition that the block is, if it is one.
        language: the language that a block of code names, in lower case; empty if it names none.
    """

    kind: Kind
    content: PlacedText
    inline: Inline
    number: int
    definition: Definition | None = None
    language: str = ""
