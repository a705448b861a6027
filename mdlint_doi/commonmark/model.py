"""The result of a parse: blocks, and the inline markup of each.

All numbers in `Inline` and `Definition` are offsets in the text of the block; `Block.content` maps
them to places in the document.
"""

from __future__ import annotations

from typing import Literal

from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.value import Value

Kind = Literal["text", "cell", "html", "code", "body", "comment", "definition"]
"""The kind of a leaf block.

`text` is a paragraph, a heading or a title. `cell` is a table cell, which also contains inline
markup; its pieces omit the backslash before `|`. `code` is fenced or indented code that
`ParserOptions` requests, and `body` the body of a directive in its `bodies`. `comment` is a MyST
comment, `% …`; `definition` is a link reference definition.
"""

AtomKind = Literal[
    "code", "autolink", "tag", "comment", "other_html", "role", "math", "url", "footnote"
]
"""The kind of an atom; `url` is a bare URL, as far as GitHub links it."""


class ParserOptions(Value):
    """How a document is read.

    Attributes:
        code: whether all blocks of code are returned.
        languages: languages, in lower case, whose blocks of code are returned in any case; the
            empty string stands for blocks that name no language.
        directives: whether a fence with a name in braces is a MyST directive instead of code.
        bodies: names, in lower case, of directives whose body is not Markdown and is returned
            unchanged.
        comment: the text that a MyST comment must contain to interrupt a paragraph; empty if any
            comment interrupts a paragraph.
        mdx: whether the document is MDX, which has no indented code: any indent may stand before a
            block, because the content of elements is indented.
    """

    code: bool = False
    languages: frozenset[str] = frozenset()
    directives: bool = True
    bodies: frozenset[str] = frozenset()
    comment: str = ""
    mdx: bool = False


class Target(Value):
    """The place of a link destination.

    Attributes:
        start: the offset where its text begins, after `<` if there is one.
        end: the offset where its text ends.
        next: the offset after the destination, including `>` if there is one.
        angle: whether it is enclosed in `<…>`.
    """

    start: int
    end: int
    next: int
    angle: bool


class Definition(Value):
    """A link reference definition, `[label]: destination "title"`.

    Attributes:
        label: the label, normalized.
        start: the offset in the block's text where the label begins.
        target: the destination.
        end: the offset where it ends, without the line end.
        next: the offset after its line end.
    """

    label: str
    start: int
    target: Target
    end: int
    next: int


class Atom(Value):
    """An inline construct without markup inside.

    Attributes:
        kind: the construct, such as code, an autolink or a role.
        start: the offset in the block's text where it begins.
        end: the offset after its last code point.
        inner: start and end of its content.
        name: the name of a role; empty for all other kinds.
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
        label: the normalized label of a reference; otherwise empty.
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
        target: the destination that begins there; None if there is none.
    """

    start: int
    text: tuple[int, int]
    behind: int
    target: Target | None


class Inline:
    """The inline markup of one block; each list except `marks` is in order of the ends."""

    __slots__ = ("angles", "atoms", "failed", "links", "marks", "unclosed")

    def __init__(self) -> None:
        self.atoms: list[Atom] = []  # constructs without markup inside
        self.links: list[LinkNode] = []  # links and images
        self.marks: list[tuple[int, int]] = []  # markers of emphasis and strikethrough
        self.failed: list[Failed] = []  # brackets before a `(` without a link
        # each `<` before a letter, `/`, `!` or `?` that begins neither an autolink nor HTML
        self.angles: list[int] = []
        self.unclosed: list[int] = []  # each `[` that no bracket closes


class Block(Value):
    """A block of text in a document.

    Attributes:
        kind: the kind of the block.
        content: its text, without the markers of the containers around it; lines are joined with a
            line feed, and a table cell has lost the backslash before `|`.
        inline: its inline markup; empty for code, comments and definitions.
        number: a number that blocks share if they belong together, such as the cells of a table
            row.
        definition: the link reference definition, if the block is one; otherwise None.
        language: the language that a block of code names, in lower case; empty if it names none.
        inside: the offset where each container around it begins, the outermost first.
        level: the level of a heading, 1 to 6; 7 for the title of a directive or an admonition; 0
            for other blocks.
        column: for a cell, the number of its column, from 0.
        head: for a cell, the offset in the document where the header of its table begins.
        is_indented: whether it is in an admonition or a tab, which for CommonMark is code.
    """

    kind: Kind
    content: PlacedText
    inline: Inline
    number: int
    definition: Definition | None = None
    language: str = ""
    inside: tuple[int, ...] = ()
    level: int = 0
    column: int = 0
    head: int = 0
    is_indented: bool = False
