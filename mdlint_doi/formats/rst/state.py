"""What the readers of blocks share: the text, what is wanted of it, the leaves found so far.

Indented blocks: which lines belong to them, and what they lose (docutils' `get_indented`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from mdlint_doi.formats.rst.directives import Shape, shape_of
from mdlint_doi.formats.rst.expanded import Line
from mdlint_doi.formats.rst.leaf import BoxKind, LeafKind, RstBox, RstLeaf
from mdlint_doi.text.placed_text import PlacedText

MAX_DEPTH: Final = 100
"""docutils stops with an error where Python's stack ends, at about as many nested blocks."""


class Frame(NamedTuple):
    """The lines of a container, without its indent.

    Attributes:
        lines: in order; a blank line is empty.
        inside: the container.
        titles: whether sections may begin here.
        depth: how many containers it stands in.

    """

    lines: Sequence[Line]
    inside: RstBox | None
    titles: bool
    depth: int


class RstLines(NamedTuple):
    """Indented lines.

    Attributes:
        lines: without their common indent.
        behind: the number of the first line behind them.

    """

    lines: list[Line]
    behind: int


class RstState:
    """What is read.

    Attributes:
        text: the expanded text.
        leaves: what was found.

    """

    __slots__ = ("_body", "_expanded", "_shapes", "_wanted", "leaves", "text")

    def __init__(
        self,
        expanded: PlacedText,
        wanted: Sequence[int],
        body: Callable[[RstState, Frame], None],
        shapes: dict[str, Shape],
    ) -> None:
        """Take what is given.

        Args:
            expanded: the source as docutils reads it.
            wanted: sorted indexes into the expanded text.
            body: the reader of what stands in a container.
            shapes: of directives, in lower case, beyond the well-known ones.

        """
        self.text = expanded.text
        self.leaves: list[RstLeaf] = []
        self._expanded = expanded
        self._wanted = wanted
        self._body = body
        self._shapes = shapes

    def shape_of(self, name: str) -> Shape:
        """Return what a directive is made of."""
        return self._shapes.get(name.lower()) or shape_of(name)

    def holds_wanted(self, lines: Sequence[Line]) -> bool:
        """Return whether something wanted stands in the lines."""
        if not lines:
            return False
        at = bisect_left(self._wanted, lines[0][0])
        return at < len(self._wanted) and self._wanted[at] < lines[-1][1]

    def add(self, kind: LeafKind, lines: Sequence[Line], frame: Frame, name: str = "") -> None:
        """Keep a leaf if it holds something wanted."""
        if self.holds_wanted(lines):
            content = PlacedText.of_lines(self.text, lines)
            if self._expanded.pieces:
                content = content.within(self._expanded)
            self.leaves.append(RstLeaf(kind, content, content.whole, frame.inside, name))

    def container(self, kind: BoxKind, start: int, frame: Frame, name: str = "") -> Frame:
        """Return a frame without lines for a container that begins at `start`."""
        inside = RstBox(kind, self._expanded.at(start), name, frame.inside)
        return Frame((), inside, titles=False, depth=frame.depth + 1)

    def nested(self, lines: list[Line], frame: Frame, *, titles: bool = False) -> None:
        """Read what stands in a container, if something of it is wanted."""
        while lines and lines[-1][0] == lines[-1][1]:
            lines.pop()
        if not self.holds_wanted(lines):
            return
        if frame.depth > MAX_DEPTH:
            self.add(LeafKind.MALFORMED, lines, frame)
        else:
            self._body(self, frame._replace(lines=lines, titles=titles))


def indented(text: str, lines: Sequence[Line], first: int) -> RstLines:
    """Return the indented lines from `first` on, with the blank ones between and behind them."""
    behind, indent = _extent(text, lines, first, until_blank=False)
    return RstLines(strip(lines[first:behind], indent), behind)


def known_first(
    text: str,
    lines: Sequence[Line],
    first: int,
    begin: int,
    *,
    until_blank: bool = False,
) -> RstLines:
    """Return a block whose first line begins behind a marker; the others have their own indent.

    Args:
        text: the expanded text.
        lines: those of the container.
        first: the number of the line with the marker.
        begin: where the text behind the marker begins.
        until_blank: end at the first blank line.

    """
    behind, indent = _extent(text, lines, first + 1, until_blank=until_blank)
    start, end = lines[first]
    head = (min(begin, end), end) if begin >= start else (start, end)
    return RstLines([head, *strip(lines[first + 1 : behind], indent)], behind)


def known(text: str, lines: Sequence[Line], first: int, begin: int) -> RstLines:
    """Return a block whose lines are all indented as far as the text behind the marker."""
    width = begin - lines[first][0]
    behind = first + 1
    while behind < len(lines):
        start, end = lines[behind]
        if start < end and (text[start] != " " or text[start : min(start + width, end)].strip()):
            break
        behind += 1
    head = min(begin, lines[first][1]), lines[first][1]
    return RstLines([head, *strip(lines[first + 1 : behind], width)], behind)


def strip(lines: Sequence[Line], indent: int) -> list[Line]:
    """Return the lines without so many blanks; a blank line stays empty."""
    return [(start + indent, end) if start < end else (start, end) for start, end in lines]


def leading_blanks(text: str, line: Line) -> int:
    """Return how many blanks a line begins with."""
    start, end = line
    return end - start - len(text[start:end].lstrip())


def _extent(
    text: str,
    lines: Sequence[Line],
    first: int,
    *,
    until_blank: bool,
) -> tuple[int, int]:
    """Return the number of the line behind an indented block, and its least indent."""
    least = -1
    behind = first
    while behind < len(lines):
        start, end = lines[behind]
        if start < end:
            if text[start] != " ":
                break
            indent = leading_blanks(text, (start, end))
            least = indent if least < 0 else min(least, indent)
        elif until_blank:
            break
        behind += 1
    return behind, max(least, 0)
