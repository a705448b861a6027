"""The open blocks while the lines of a document are read, and the leaves of closed blocks.

Columns count as in CommonMark section 2.2: a tab reaches to the next multiple of four, and a part
of its width may be used. Offsets are offsets in the source text. Section 5 of CommonMark describes
how a line continues a container.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, Literal

from mdlint_doi.commonmark.destination import read_definition
from mdlint_doi.commonmark.model import Kind, ParserOptions
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo
from mdlint_doi.text.value import Value

Piece = tuple[int, int]  # start and end, in the source, of a part of one line
BoxKind = Literal["quote", "item", "footnote", "admonition", "directive"]
"""The kind of a container.

A list item continues on blank lines and on lines with an indent of at least `width`. A footnote, an
admonition and a tab do the same with a width of four, but text without indent always ends an
admonition or a tab. The body of a MyST directive is Markdown, and `closing` ends it.
"""
DELIMITERS: Final = pattern(r"\|?[ \t]*:?-++:?[ \t]*+(?>(?:\|[ \t]*:?-++:?[ \t]*+)*)\|?[ \t]*\Z")
_ESCAPED_BAR: Final = pattern(r"\\\|")
_BLANK: Final = " \t"
TAB: Final = 4
TITLE_LEVEL: Final = 7
"""The level of the title of a directive or an admonition, which is below that of any heading."""
CODE_INDENT: Final = 4  # columns of indent that make a line code; a marker has less
OpenKind = Literal["paragraph", "table", "fence", "body", "html", "indented", "math"]
_LEAST_MARKS: Final = 3  # in a thematic break (section 4.1)


class Leaf(Value):
    """A leaf block that contains a wanted offset.

    Attributes:
        kind: the kind of the block.
        pieces: its lines, or parts of them, without the markers of its containers.
        block: the offset where its block or its table row begins; the same for all leaves that
            belong together.
        language: the language that a block of code names, in lower case; empty if it names none.
        inside: the offset where each container around it begins, the outermost first.
        level: the level of a heading, or `TITLE_LEVEL`; 0 for other blocks.
        column: for a cell, the number of its column, from 0.
        head: for a cell, the offset where the header of its table begins.
        is_indented: whether it is in an admonition or a tab.
    """

    kind: Kind
    pieces: tuple[Piece, ...]
    block: int
    language: str = ""
    inside: tuple[int, ...] = ()
    level: int = 0
    column: int = 0
    head: int = 0
    is_indented: bool = False


class Outline(Value):
    """The leaves of a document that contain a wanted offset.

    Attributes:
        leaves: the leaves, in order.
        labels: the normalized labels of all link reference definitions.
    """

    leaves: tuple[Leaf, ...]
    labels: frozenset[str]


class Open:
    """An open leaf, to which the next lines may belong."""

    __slots__ = ("closing", "kind", "language", "pieces", "until", "width")

    def __init__(
        self,
        kind: OpenKind,
        pieces: list[Piece],
        until: re.Pattern[str] | None = None,
        width: int = 0,
        closing: str = "",
    ) -> None:
        self.kind = kind
        self.pieces = pieces  # its lines so far
        self.until = until  # found in the line that ends it; None: a blank line or a block ends it
        self.width = width  # the columns of indent that its lines lose
        self.closing = closing  # a text in the line that ends a fence
        self.language = ""  # the language that a fence names, in lower case


class BlockState:
    """The open containers, the open leaf, and the leaves that are closed."""

    def __init__(self, text: str, wanted: Sequence[int], options: ParserOptions) -> None:
        """Receive the source, the sorted wanted offsets, and the parser options."""
        self.text = text
        self.options = options
        self.boxes: list[Box] = []  # the open containers, outermost first
        self.matched = 0  # the number of them that the current line continues
        self.leaf: Open | None = None  # the open leaf, in the innermost container
        self.leaves: list[Leaf] = []  # closed leaves with a wanted offset
        self.labels: set[str] = set()  # of the definitions so far; repeated ones are ignored
        self.colons = 0  # the number of open colon fences with a directive
        self._wanted = wanted
        self._marks: dict[str, int] = {}
        self._no_ruler = -1

    @property
    def in_paragraph(self) -> bool:
        """Whether the current line would continue a paragraph, and not lazily."""
        leaf = self.leaf
        return leaf is not None and leaf.kind == "paragraph" and self.matched == len(self.boxes)

    @property
    def in_table(self) -> bool:
        """Whether the current line would be a row of a table."""
        leaf = self.leaf
        return leaf is not None and leaf.kind == "table" and self.matched == len(self.boxes)

    @property
    def is_text_open(self) -> bool:
        """Whether the current line may continue a paragraph, lazily or not."""
        return self.leaf is not None and self.leaf.kind == "paragraph"

    def has_only_definitions(self) -> bool:
        """Return whether the open paragraph consists only of definitions (section 4.3)."""
        if self.leaf is None or self.text[self.leaf.pieces[0][0]] != "[":
            return False
        return not _split_paragraph(self.text, self.leaf.pieces)[1]

    def comes_later(self, mark: str, start: int) -> bool:
        """Return whether a mark follows somewhere after `start`; calls search the text once."""
        if self._marks.get(mark, -1) < start:
            at = self.text.find(mark, start)
            self._marks[mark] = at if at >= 0 else len(self.text)
        return self._marks[mark] < len(self.text)

    def enter(self) -> None:
        """Close all blocks that the current line does not continue, before a new one begins."""
        self.close_leaf()
        del self.boxes[self.matched :]
        if self.boxes:
            self.boxes[-1].fresh = False

    def push(self, box: Box) -> None:
        """Open a container."""
        self.boxes.append(box)
        self.matched += 1

    def is_ruler(self, line: OpenLine) -> bool:
        """Return whether the rest of the line is a thematic break.

        A failed attempt is remembered, so that each item of `- - - … x` does not read the line
        again.
        """
        if self._no_ruler > line.next:
            return False
        rest = line.text[line.next : line.end]
        mark = rest[0]
        behind = rest.lstrip(f"{mark} \t")
        self._no_ruler = line.end - len(behind)
        return not behind and rest.count(mark) >= _LEAST_MARKS

    def holds_wanted(self, start: int, end: int) -> bool:
        """Return whether a wanted offset is in the range."""
        at = bisect_left(self._wanted, start)
        return at < len(self._wanted) and self._wanted[at] < end

    def add(
        self, kind: Kind, pieces: Sequence[Piece], *, language: str = "", level: int = 0
    ) -> None:
        """Keep a leaf if it contains a wanted offset."""
        if pieces and self.holds_wanted(pieces[0][0], pieces[-1][1]):
            inside = tuple([box.start for box in self.boxes])
            is_indented = any(box.kind == "admonition" for box in self.boxes)
            begin = pieces[0][0]
            leaf = Leaf(kind, tuple(pieces), begin, language, inside, level, 0, 0, is_indented)
            self.leaves.append(leaf)

    def close_leaf(self, level: int = 0) -> None:
        """Close the open leaf; `level` is that of a heading, if its underline follows."""
        leaf = self.leaf
        self.leaf = None
        if leaf is None:
            return
        if leaf.kind == "paragraph":
            self._close_paragraph(leaf.pieces, level)
        elif leaf.kind == "table":
            self._close_table(leaf.pieces)
        elif leaf.kind == "html" or leaf.kind == "body":  # noqa: PLR1714 - narrows the kind
            self.add(leaf.kind, leaf.pieces, language=leaf.language)
        elif leaf.kind != "math" and (self.options.code or leaf.language in self.options.languages):
            self.add("code", leaf.pieces, language=leaf.language)

    def _close_paragraph(self, pieces: list[Piece], level: int) -> None:
        if self.text[pieces[0][0]] != "[":
            self.add("text", pieces, level=level)
            return
        definitions, rest = _split_paragraph(self.text, pieces)
        for label, lines in definitions:
            if label not in self.labels:
                self.labels.add(label)
                self.add("definition", lines)
        self.add("text", rest, level=level)

    def _close_table(self, rows: list[Piece]) -> None:
        columns = len(cells(self.text, *rows[0]))
        for row in (row for row in (rows[0], *rows[2:]) if self.holds_wanted(*row)):
            for column, cell in enumerate(cells(self.text, *row)[:columns]):
                if self.holds_wanted(*cell):
                    self.leaves.append(
                        Leaf("cell", (cell,), row[0], column=column, head=rows[0][0])
                    )


def _split_paragraph(
    source: str, pieces: list[Piece]
) -> tuple[list[tuple[str, list[Piece]]], list[Piece]]:
    """Return label and lines of each definition that begins a paragraph, and the other lines."""
    text = PlacedText.of_lines(source, pieces).text
    found, at, row = [], 0, 0
    while definition := read_definition(text, at):
        rows = text.count("\n", at, definition.next)
        rows += definition.next == len(text) and not text.endswith("\n")
        found.append((definition.label, pieces[row : row + rows]))
        at, row = definition.next, row + rows
        if at >= len(text):
            break
    return found, pieces[row:]


def cells(text: str, start: int, end: int) -> list[Piece]:
    """Return the place of each cell in the row `text[start:end]`, without blanks around it."""
    found: list[Piece] = []
    at = start
    bar = text.find("|", start, end)
    while bar >= 0:
        if bar == start or text[bar - 1] != "\\":
            found.append(_stripped(text, at, bar))
            at = bar + 1
        bar = text.find("|", bar + 1, end)
    found.append(_stripped(text, at, end))
    if found[0][0] == found[0][1]:
        del found[0]
    if found and found[-1][0] == found[-1][1]:
        del found[-1]
    return found


def cell_content(text: str, cell: Piece) -> PlacedText:
    """Return the text of a cell, with a backslash and a bar replaced by a bar."""
    if text.find("\\", *cell) < 0:
        return PlacedText(text[slice(*cell)], cell[0])
    return undo(text, cell, _ESCAPED_BAR, lambda _: "|")


def begins_table(text: str, head: Piece, delimiters: Piece) -> bool:
    """Return whether two lines are the header row and the delimiter row of a table."""
    if text.find("|", *head) < 0:
        return False
    columns = sum(1 for part in text[slice(*delimiters)].strip(" \t|").split("|") if part)
    return len(cells(text, *head)) == columns


def _stripped(text: str, start: int, end: int) -> Piece:
    while start < end and text[start] in _BLANK:
        start += 1
    while end > start and text[end - 1] in _BLANK:
        end -= 1
    return start, end


class OpenLine:
    """A cursor in one line.

    `pos` is the offset where the rest of the line begins, and `column` is its column, which may be
    inside a tab. `next` is the offset of the first character of the rest that is not a blank, or
    `end`; `indent` is the number of columns from `column` to there. `blank` is whether only blanks
    are left.
    """

    __slots__ = ("blank", "column", "end", "indent", "next", "pos", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.end = end
        self.pos = start
        self.column = 0
        self.look()

    def look(self) -> None:
        """Find the next character that is not a blank."""
        text, at, column, end = self.text, self.pos, self.column, self.end
        while at < end:
            character = text[at]
            if character == " ":
                column += 1
            elif character == "\t":
                column += TAB - column % TAB
            else:
                break
            at += 1
        self.next = at
        self.indent = column - self.column
        self.blank = at >= end

    def skip(self, columns: int) -> None:
        """Move past up to `columns` columns of the indent, if necessary past a part of a tab."""
        columns = min(columns, self.indent)
        self.indent -= columns
        goal = self.column + columns
        while self.column < goal:
            width = TAB - self.column % TAB if self.text[self.pos] == "\t" else 1
            if self.column + width > goal:
                self.column = goal
                break
            self.column += width
            self.pos += 1

    def take(self, to: int) -> None:
        """Move past the indent and a marker without tabs, to the offset `to`."""
        self.column += self.indent + to - self.next
        self.pos = to
        self.look()


class Box:
    """An open container."""

    __slots__ = ("closing", "fresh", "kind", "start", "width")

    def __init__(
        self,
        kind: BoxKind,
        start: int,
        width: int = 0,
        closing: re.Pattern[str] | None = None,
        *,
        fresh: bool = False,
    ) -> None:
        self.kind = kind
        self.start = start  # the offset where it begins
        self.width = width  # the columns of its indent
        self.closing = closing
        self.fresh = fresh  # whether its first line is blank and nothing followed yet

    def goes_on(self, line: OpenLine) -> bool:
        """Move past this container's marker; return False if the line is not in the container."""
        if self.kind == "quote":
            if line.blank or line.indent >= CODE_INDENT or line.text[line.next] != ">":
                return False
            take_quote_mark(line)
            return True
        if self.kind == "directive":
            line.skip(min(line.indent, self.width))
            return True
        if line.blank:
            return not self.fresh
        if line.indent < self.width:
            return False
        line.skip(self.width)
        return True

    def ends(self, line: OpenLine) -> bool:
        """Return whether the line is this directive's closing fence."""
        return (
            self.closing is not None
            and line.indent < CODE_INDENT
            and self.closing.match(line.text, line.next, line.end) is not None
        )


def take_quote_mark(line: OpenLine) -> None:
    """Move past `>` and up to one column of blanks."""
    line.take(line.next + 1)
    if line.indent:
        line.skip(1)
