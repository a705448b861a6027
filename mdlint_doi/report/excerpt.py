"""The lines of a document under a finding, with carets below the span.

Carets have to stand below their characters on a terminal: tabs are expanded, wide characters
take two cells, combining ones none, and invisible ones are shown as escapes. A long line is cut
to a window around the span before anything else is done with it, so that a file of one line of
many megabytes costs no more than another. The price: the width of emoji sequences and of
ambiguous characters depends on the terminal; they count as their parts do.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from mdlint_doi.report import safe
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

WIDTH: Final = 120
"""Cells of a line that are shown; longer lines are cut."""
LINES: Final = 3
"""Lines of a span that are shown."""

_LEAST: Final = 16
"""Cells that are taken on any terminal."""
_BEFORE: Final = 40
_TAB: Final = 4
_CUT: Final = "…"


class Row(Value):
    """One line of an excerpt.

    Attributes:
        number: the line's number in the document.
        text: what is shown of it, harmless.
        carets: spaces and carets for the line below.

    """

    number: int
    text: str
    carets: str


def rows(source: Source, span: Span, width: int = WIDTH) -> Iterator[Row]:
    """Yield the lines that `span` touches, three at most; at least one, even if it is empty.

    Args:
        source: the document.
        span: what to underline.
        width: cells that a line may take.

    """
    start = span.start
    for _ in range(LINES):
        whole = source.line_span(start)
        part = Span(max(span.start, whole.start), max(min(span.end, whole.end), start))
        yield _row(source, whole, part, max(width, _LEAST))
        following = _next_line(source, whole)
        if following is None or following >= span.end:
            return
        start = following


def _next_line(source: Source, whole: Span) -> int | None:
    """Return the offset of the line after the one at `whole`; None after the last."""
    after = source.text[whole.end : whole.end + 2]
    if not after:
        return None
    return whole.end + (2 if after == "\r\n" else 1)


def _row(source: Source, whole: Span, part: Span, width: int) -> Row:
    window = _window(source.text, whole, part, width)
    cut = _CUT if window.start > whole.start else ""
    text, (before, marked) = _measured(window.cut(source.text), part.shift(-window.start), len(cut))
    number = source.location(whole.start).line
    end = _CUT if window.end < whole.end else ""
    return Row(number, f"{cut}{text}{end}", " " * before + "^" * max(1, marked))


def _measured(text: str, part: Span, cells: int) -> tuple[str, tuple[int, int]]:
    """Return what is shown of `text`, the cells before `part`, and those of it.

    `cells` is how many cells are taken before `text`.
    """
    part = Span(min(part.start, len(text)), min(part.end, len(text)))
    if text.isascii() and text.isprintable() and "##" not in text:
        return text, (cells + part.start, part.end - part.start)
    shown = ""
    places = []
    for character, piece in zip(text, safe.pieces(text), strict=True):
        places.append(cells)
        cell = " " * (_TAB - cells % _TAB) if character == "\t" else piece
        shown += cell
        cells += _width(cell)
    places.append(cells)
    return shown, (places[part.start], places[part.end] - places[part.start])


def _window(text: str, whole: Span, part: Span, width: int) -> Span:
    """Return which code points of a line to show, so that the part is seen."""
    if whole.end - whole.start <= width and sum(_widths(whole.cut(text))) <= width:
        return whole
    room = width - 2 * len(_CUT)
    start = part.start - _fitting(
        reversed(_widths(text[max(whole.start, part.start - room) : part.start])),
        min(_BEFORE, room // 3),
    )
    for _ in range(_BEFORE):
        if start in {whole.start, whole.end} or not unicodedata.combining(text[start]):
            break
        start -= 1
    return Span(start, start + _fitting(_widths(text[start : min(whole.end, start + room)]), room))


def _fitting(widths: Iterable[int], room: int) -> int:
    """Return how many of the first characters fit into so many cells."""
    fitting = 0
    for width in widths:
        room -= width
        if room < 0:
            break
        fitting += 1
    return fitting


def _widths(text: str) -> list[int]:
    """Return the cells that each code point takes, at most."""
    if text.isascii() and text.isprintable() and "##" not in text:
        return [1] * len(text)
    pairs = zip(text, safe.pieces(text), strict=True)
    return [_TAB if character == "\t" else _width(piece) for character, piece in pairs]


def _width(piece: str) -> int:
    """Return how many cells of a terminal a shown piece takes."""
    if piece.isascii():
        return len(piece)
    return sum(map(_cells, piece))


def _cells(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
