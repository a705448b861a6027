"""Find the leaf blocks of a text in reStructuredText.

The block structure is that of docutils 0.22 (`parsers/rst/states.py`). No tree is built: only the
leaves that contain a wanted offset are kept. docutils itself is not used, because it reports lines
instead of positions, loses escapes and line ends, takes several times as long as a whole run
should, and is not installed with the linter. The tests compare this reader with docutils.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from mdlint_doi.formats.rst import lists, tables
from mdlint_doi.formats.rst.explicit import anonymous_target, explicit_markup
from mdlint_doi.formats.rst.leaf import BoxKind, LeafKind, RstLeaf
from mdlint_doi.formats.rst.lists import read_quotes
from mdlint_doi.formats.rst.state import (
    Frame,
    Line,
    RstState,
    expand,
    indented,
    index_of,
    leading_blanks,
    trimmed,
    width,
)
from mdlint_doi.text.pattern import pattern

_RULER: Final = pattern(r"([!-/:-@[-`{-~])\1*$")
_LITERAL_END: Final = pattern(r"(?<!\\)(?:\\\\)*::$")
_QUOTES: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_SHORT: Final = 4
"""Code points; a shorter line of punctuation may be text."""
_SAFE_START: Final = pattern(r"\n\n(?=[A-Za-z0-9])")
_TABLE_TOP: Final = pattern(r"=++(?>(?: ++=++)+) *$", re.MULTILINE)
_LATER_TABLE_TOP: Final = pattern(r"\n=++(?>(?: ++=++)+) *$", re.MULTILINE)

Step = Callable[[RstState, Frame, int], int | None]
"""A function that reads the block at a line, and returns the number of the next line, or None."""


def outline(source: str, wanted: Sequence[int]) -> tuple[RstLeaf, ...]:
    """Return the leaves of a text that contain one of the sorted wanted offsets, in order."""
    if not wanted:
        return ()
    expanded = expand(source)
    if expanded.pieces:
        wanted = [index_of(expanded, offset) for offset in wanted]
    state = RstState(expanded, wanted, read_body)
    for start, end in _parts(expanded.text, wanted):
        lines = list(_lines(expanded.text, start, end))
        read_body(state, Frame(lines, None, titles=True, depth=0))
    return tuple(sorted(state.leaves, key=lambda leaf: leaf.span.start))


def _parts(text: str, wanted: Sequence[int]) -> Iterator[Line]:
    """Yield the parts of the document that have to be read.

    A line after an empty one that begins with a letter or a digit begins a block that is
    independent of the lines before it; only a simple table may continue there.
    """
    done = 0
    table = _first_table(text)
    for at in wanted:
        if at < done:
            continue
        start = _safe_start(text, min(at, table), done)
        if table < len(text):
            yield start, len(text)
            return
        safe = _SAFE_START.search(text, at)
        done = safe.end() if safe else len(text)
        yield start, done


def _first_table(text: str) -> int:
    """Return the offset of the first simple table outside containers, or the text's length."""
    if _TABLE_TOP.match(text):
        return 0
    top = _LATER_TABLE_TOP.search(text)
    return top.start() + 1 if top else len(text)


def _safe_start(text: str, before: int, least: int) -> int:
    """Return the last offset from `least` to `before` at which reading may begin."""
    at = text.rfind("\n\n", least, before)
    while at >= 0:
        first = text[at + 2 : at + 3]
        if first.isascii() and first.isalnum():
            return at + 2
        at = text.rfind("\n\n", least, at + 1)
    return least


def _lines(text: str, start: int, end: int) -> Iterator[Line]:
    for line in text[start:end].split("\n"):
        yield start, start + len(line.rstrip())
        start += len(line) + 1


def read_body(state: RstState, frame: Frame) -> None:
    """Read the blocks of a container."""
    text, lines = state.text, frame.lines
    at = 0
    while at < len(lines):
        start, end = lines[at]
        if start >= end:
            at += 1
            continue
        behind = None
        for step in _STEPS.get(text[start], ()):
            behind = step(state, frame, at)
            if behind is not None:
                break
        at = _text(state, frame, at) if behind is None else behind


def _quote(state: RstState, frame: Frame, at: int) -> int:
    block = indented(state.text, frame.lines, at)
    read_quotes(state, frame, block.lines)
    return block.behind


def _doctest(state: RstState, frame: Frame, at: int) -> int | None:
    lines = frame.lines
    behind = at
    if not f"{state.text[slice(*lines[at])]} ".startswith(">>> "):
        return None
    while behind < len(lines) and lines[behind][0] < lines[behind][1]:
        behind += 1
    state.add(LeafKind.LITERAL, lines[at:behind], frame, "doctest")
    return behind


def _ruler(state: RstState, frame: Frame, at: int) -> int | None:
    """Read a transition or an overlined title, correct or broken; a short line may be text."""
    start, end = frame.lines[at]
    if not _RULER.match(state.text, start, end):
        return None
    if not frame.titles:
        is_text = end - start < _SHORT or state.text[start:end] == "::"
        return _text(state, frame, at) if is_text else at + 1
    behind = _overlined(state, frame, at)
    return _text(state, frame, at) if behind is None else behind


_STEPS: Final[dict[str, tuple[Step, ...]]] = {
    " ": (_quote,),
    "-": (lists.bullet, lists.option, _ruler),
    "+": (lists.bullet, lists.option, tables.grid, _ruler),
    "*": (lists.bullet, _ruler),
    **dict.fromkeys("\u2022\u2023\u2043", (lists.bullet,)),
    ":": (lists.field, _ruler),
    "/": (lists.option, _ruler),
    ">": (_doctest, _ruler),
    "|": (lists.line_block, _ruler),
    "=": (tables.simple, _ruler),
    ".": (explicit_markup, _ruler),
    "_": (anonymous_target, _ruler),
    "#": (lists.enumerator, _ruler),
    "(": (lists.enumerator, _ruler),
    **dict.fromkeys("!\"$%&'),;<?@[\\]^`{}~", (_ruler,)),
    **dict.fromkeys(
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", (lists.enumerator,)
    ),
}


def _overlined(state: RstState, frame: Frame, at: int) -> int | None:
    """Return the number of the line after a title with an overline, or None if it is text."""
    text, lines = state.text, frame.lines
    over = lines[at]
    is_short = lines[at][1] - lines[at][0] < _SHORT
    if at + 1 >= len(lines) or lines[at + 1][0] >= lines[at + 1][1]:
        return None if is_short else at + 1
    title = lines[at + 1]
    if _RULER.match(text, *title):
        return None if is_short else at + 2
    under = lines[at + 2] if at + 2 < len(lines) else (0, 0)
    is_title = text[slice(*over)] == text[slice(*under)]
    if is_short and not (is_title and width(text[slice(*title)]) <= over[1] - over[0]):
        return None
    if is_title:
        begin = title[0] + leading_blanks(text, title)
        state.add(LeafKind.TITLE, [(begin, title[1])], frame)
    else:
        state.add(LeafKind.MALFORMED, lines[at + 1 : at + 3], frame)
    return min(at + 3, len(lines))


def _text(state: RstState, frame: Frame, at: int) -> int:
    """Read a paragraph, a definition or a title."""
    text, lines = state.text, frame.lines
    if at + 1 < len(lines) and lines[at + 1][0] < lines[at + 1][1]:
        second = lines[at + 1]
        if text[second[0]] == " ":
            inside = state.container(BoxKind.DEFINITION, lines[at][0], frame)
            state.add(LeafKind.TERM, [lines[at]], inside)
            block = indented(text, lines, at + 1)
            state.nested(block.lines, inside)
            return block.behind
        if _RULER.match(text, *second):
            size = second[1] - second[0]
            if size >= _SHORT or width(text[slice(*lines[at])]) <= size:
                kind = LeafKind.TITLE if frame.titles else LeafKind.MALFORMED
                state.add(kind, [lines[at]], frame)
                return at + 2
    return _paragraph(state, frame, at)


def _paragraph(state: RstState, frame: Frame, at: int) -> int:
    text, lines = state.text, frame.lines
    behind = at + 1
    while behind < len(lines):
        start, end = lines[behind]
        if start >= end or text[start] == " ":
            break
        behind += 1
    paragraph = list(lines[at:behind])
    start, end = paragraph[-1]
    if not text.endswith("::", start, end) or not _LITERAL_END.search(text, start, end):
        state.add(LeafKind.TEXT, paragraph, frame)
        return behind
    paragraph[-1] = start, _without_colons(text, start, end)
    if paragraph[-1][0] >= paragraph[-1][1]:
        paragraph.pop()
    state.add(LeafKind.TEXT, paragraph, frame)
    return _literal(state, frame, behind)


def _without_colons(text: str, start: int, end: int) -> int:
    """Return the offset where the text before `::` ends; without a blank, one colon is kept."""
    if end - start == len("::"):
        return start
    if text[end - 3] != " ":
        return end - 1
    return start + len(text[start : end - 3].rstrip())


def _literal(state: RstState, frame: Frame, at: int) -> int:
    text, lines = state.text, frame.lines
    block = indented(text, lines, at)
    if literal := trimmed(block.lines):
        state.add(LeafKind.LITERAL, literal, frame, "literal")
        return block.behind
    first = behind = block.behind
    if first < len(lines) and text[lines[first][0]] in _QUOTES:
        quote = text[lines[first][0]]
        while behind < len(lines) and text.startswith(quote, *lines[behind]):
            behind += 1
        state.add(LeafKind.LITERAL, lines[first:behind], frame, "literal")
    return behind
