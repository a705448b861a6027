"""What the inline markup of a block comes down to."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from mdlint_doi.commonmark.destination import Target


class AtomKind(Enum):
    """A construct that is taken as a whole."""

    CODE = auto()
    AUTOLINK = auto()
    TAG = auto()
    COMMENT = auto()
    OTHER_HTML = auto()
    ROLE = auto()
    MATH = auto()
    URL = auto()
    """A bare URL, as far as GitHub links it."""
    FOOTNOTE = auto()


class Atom(NamedTuple):
    """A construct that is taken as a whole, with the range of what it holds.

    Attributes:
        kind: what it is.
        start: where it begins.
        end: where it ends.
        inner: start and end of what stands in it.
        name: of a role.

    """

    kind: AtomKind
    start: int
    end: int
    inner: tuple[int, int]
    name: str = ""


class Link(NamedTuple):
    """A link or an image.

    Attributes:
        start: where it begins.
        end: where it ends.
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


class Failed(NamedTuple):
    """Brackets with a `(` behind them that are no link.

    Attributes:
        start: where the opening bracket stands.
        text: start and end of what is in the brackets.

    """

    start: int
    text: tuple[int, int]


class Inline:
    """All that was found in one block; each list in order of the ends.

    Attributes:
        atoms: constructs without markup inside.
        links: links and images.
        marks: emphasis and strikethrough markers, in no order.
        failed: brackets that a `(` follows without a link.
        angles: each `<` that begins neither an autolink nor HTML.

    """

    __slots__ = ("angles", "atoms", "failed", "links", "marks")

    def __init__(self) -> None:
        """Begin with nothing."""
        self.atoms: list[Atom] = []
        self.links: list[Link] = []
        self.marks: list[tuple[int, int]] = []
        self.failed: list[Failed] = []
        self.angles: list[int] = []
