r"""The shared state of the readers of blocks: the lines as in docutils, and the leaves so far.

As in docutils, `\v` and `\f` become blanks, and every line end that Python knows becomes `\n`. A
tab becomes blanks up to the next multiple of 8 columns, because columns decide what belongs
together.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple
from unicodedata import combining, east_asian_width

from mdlint_doi.formats.rst.leaf import BoxKind, LeafKind, RstBox, RstLeaf
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import Piece, PlacedText

Line = tuple[int, int]
"""Start and end of a line, or of a part of one, in the expanded text."""

MAX_DEPTH: Final = 100
"""The most nested blocks; at about this number, docutils fails because Python's stack ends."""
_TAB_WIDTH: Final = 8
_CHANGED: Final = ("\t", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")
_CHANGE: Final = pattern("\r\n|[\t\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_BLANKS: Final = frozenset("\v\f")


def expand(source: str) -> PlacedText:
    """Return the text with blanks for each tab and one newline for each line end."""
    if not any(character in source for character in _CHANGED):
        return PlacedText(source, 0)
    parts: list[str] = []
    pieces: list[Piece] = []
    at = size = line = 0
    for match in _CHANGE.finditer(source):
        start, end = match.span()
        newline = source.rfind("\n", at, start)
        line = size + newline - at + 1 if newline >= 0 else line
        pieces += (Piece(size, at, start), Piece(size + start - at, start, end))
        size += start - at
        by = " " if match[0] in _BLANKS else "\n"
        if match[0] == "\t":
            by = " " * (_TAB_WIDTH - (size - line) % _TAB_WIDTH)
        parts += (source[at:start], by)
        size += len(by)
        line = size if by == "\n" else line
        at = end
    pieces.append(Piece(size, at, len(source)))
    return PlacedText.of_pieces("".join([*parts, source[at:]]), 0, pieces)


def index_of(expanded: PlacedText, offset: int) -> int:
    """Return the index in the expanded text of the character at an offset in the source."""
    pieces = expanded.all_pieces
    which = bisect_right(pieces, offset, key=lambda piece: piece.start) - 1
    first, start, _ = pieces[which]
    stop = pieces[which + 1].first if which + 1 < len(pieces) else len(expanded.text)
    return min(first + offset - start, max(first, stop - 1))


class Frame(NamedTuple):
    """The lines of a container, without its indent.

    Attributes:
        lines: its lines, in order; a blank line is empty.
        inside: the container; None for the document itself.
        titles: whether sections may begin here.
        depth: the number of containers around these lines.
    """

    lines: Sequence[Line]
    inside: RstBox | None
    titles: bool
    depth: int


class RstLines(NamedTuple):
    """Indented lines.

    Attributes:
        lines: the lines, without their common indent.
        behind: the number of the first line after them.
    """

    lines: list[Line]
    behind: int


class RstState:
    """The state of reading one text."""

    __slots__ = ("_body", "_expanded", "_wanted", "leaves", "text")

    def __init__(
        self, expanded: PlacedText, wanted: Sequence[int], body: Callable[[RstState, Frame], None]
    ) -> None:
        """Receive the expanded source, sorted wanted indexes, and the reader of a container."""
        self.text = expanded.text  # the expanded text
        self.leaves: list[RstLeaf] = []  # the leaves so far
        self._expanded = expanded
        self._wanted = wanted
        self._body = body

    def holds_wanted(self, lines: Sequence[Line]) -> bool:
        """Return whether a wanted index is in the lines."""
        if not lines:
            return False
        at = bisect_left(self._wanted, lines[0][0])
        return at < len(self._wanted) and self._wanted[at] < lines[-1][1]

    def add(self, kind: LeafKind, lines: Sequence[Line], frame: Frame, name: str = "") -> None:
        """Keep a leaf if it contains a wanted index."""
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
        """Read the lines of a container, if they contain a wanted index."""
        while lines and lines[-1][0] == lines[-1][1]:
            lines.pop()
        if not self.holds_wanted(lines):
            return
        if frame.depth > MAX_DEPTH:
            self.add(LeafKind.MALFORMED, lines, frame)
        else:
            self._body(self, frame._replace(lines=lines, titles=titles))


def indented(text: str, lines: Sequence[Line], first: int) -> RstLines:
    """Return the indented lines from `first` on, with blank lines between and after them."""
    behind, indent = _extent(text, lines, first, until_blank=False)
    return RstLines(strip(lines[first:behind], indent), behind)


def known_first(
    text: str, lines: Sequence[Line], first: int, begin: int, *, until_blank: bool = False
) -> RstLines:
    """Return a block whose line `first` begins at `begin`; the other lines share an indent."""
    behind, indent = _extent(text, lines, first + 1, until_blank=until_blank)
    start, end = lines[first]
    head = (min(begin, end), end) if begin >= start else (start, end)
    return RstLines([head, *strip(lines[first + 1 : behind], indent)], behind)


def known(text: str, lines: Sequence[Line], first: int, begin: int) -> RstLines:
    """Return a block whose lines are all indented at least as far as the text after the marker."""
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
    """Return the lines without `indent` blanks at their beginning; a blank line stays empty."""
    return [(start + indent, end) if start < end else (start, end) for start, end in lines]


def trimmed(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines without blank lines at the beginning and the end."""
    full = [at for at, (start, end) in enumerate(lines) if start < end]
    return lines[full[0] : full[-1] + 1] if full else ()


def leading_blanks(text: str, line: Line) -> int:
    """Return the number of blanks at the beginning of a line."""
    start, end = line
    return end - start - len(text[start:end].lstrip())


def _extent(text: str, lines: Sequence[Line], first: int, *, until_blank: bool) -> tuple[int, int]:
    """Return the number of the line after an indented block, and the least indent of the block."""
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


def width(text: str) -> int:
    """Return the number of columns of a text."""
    if text.isascii():
        return len(text)
    return sum(map(_columns_of, text))


def _columns_of(character: str) -> int:
    if combining(character):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def columns(text: str) -> Sequence[int]:
    """Return the index of the character in each column and, at the end, the text's length.

    The second column of a wide character has the index after it, so that a cut through the
    character leaves it on the left.
    """
    if text.isascii():
        return range(len(text) + 1)
    found: list[int] = []
    for index, character in enumerate(text):
        size = _columns_of(character)
        if size > 0:
            found.append(index)
        if size > 1:
            found.append(index + 1)
    return [*found, len(text)]
