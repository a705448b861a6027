"""The report for people: each finding with its line, carets and fix, and a summary.

The lines of a document under a finding, with carets below the span.

Carets have to stand below their characters on a terminal: tabs are expanded, wide characters
take two cells, combining ones none, and invisible ones are shown as escapes. A long line is cut
to a window around the span before anything else is done with it, so that a file of one line of
many megabytes costs no more than another. The price: the width of emoji sequences and of
ambiguous characters depends on the terminal; they count as their parts do.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from mdlint_doi.lint.model import Finding, Fix, Safety
from mdlint_doi.report import safe, summary
from mdlint_doi.report.color import Style, paint
from mdlint_doi.report.concise import STYLES, headline
from mdlint_doi.report.model import Report
from mdlint_doi.report.sample import not_shown, sample
from mdlint_doi.text.source import Line, Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

WIDTH: Final = 120
"""Cells of a line that are shown; longer lines are cut."""
LINES: Final = 3
"""Lines of a span that are shown."""
_LEAST: Final = 16
"""Cells that are taken on any terminal."""
_BEFORE: Final = 40
_TAB: Final = 4
_CUT: Final = "…"
_PLAIN: Final = Report()


def render(report: Report) -> Iterator[str]:
    """Yield the lines of the report, harmless for a terminal, without line ends."""
    some = sample(report)
    for finding in some.findings:
        yield from finding_lines(finding, report)
        yield ""
    yield from not_shown(some.left)
    if not report.quiet:
        yield from summary.render(report)


def finding_lines(finding: Finding, report: Report = _PLAIN) -> list[str]:
    """Return the lines for one finding, as a report wants them: headline, excerpt, fix."""
    source, span, color = finding.source, finding.span, report.color
    line = source.line_at(span.start)
    last = line.number if span.end <= line.end else finding.end_line
    width = len(str(last))
    margin, bar = " " * width, paint("|", Style.DIM, color=True) if color else "|"
    room = WIDTH if report.width is None else min(WIDTH, report.width - width - len(" | "))
    lines = [headline(finding, report, line=line), f"{margin} {bar}"]
    for row in rows(source, span, room, line):
        number, carets = f"{row.number:>{width}}", row.carets
        if color:
            number = paint(number, Style.DIM, color=True)
            marks = paint("^" * row.marked, STYLES[finding.severity], color=True)
            carets = f"{' ' * row.before}{marks}"
        lines.append(f"{number} {bar} {row.text}".rstrip())
        lines.append(f"{margin} {bar} {carets}")
    if finding.fix:
        hint = fix_hint(source, finding.fix, unsafe_fixes=report.unsafe_fixes)
        lines.append(f"{margin} = {paint(hint, Style.GOOD, color=color)}")
    return lines


def fix_hint(source: Source, fix: Fix, *, unsafe_fixes: bool = False) -> str:
    """Return in one harmless line what a fix would do, and whether it takes a switch."""
    told = summary.fix_in_words(source, fix)
    if fix.safety is Safety.SAFE:
        return f"fix: {told}"
    if unsafe_fixes:
        return f"unsafe fix: {told}"
    return f"unsafe fix available with --unsafe-fixes: {told}"


class ExcerptLine(Value):
    """One line of an excerpt.

    Attributes:
        number: the line's number in the document.
        text: what is shown of it, harmless.
        before: cells before the carets in the line below.
        marked: carets there, at least one.

    """

    number: int
    text: str
    before: int
    marked: int

    @property
    def carets(self) -> str:
        """The line below: spaces and carets."""
        return " " * self.before + "^" * self.marked


def rows(
    source: Source, span: Span, width: int = WIDTH, first: Line | None = None
) -> list[ExcerptLine]:
    """Return the lines that `span` touches, three at most; at least one, even if it is empty.

    Args:
        source: the document.
        span: what to underline.
        width: cells that a line may take.
        first: the line where the span begins, if that is known.

    """
    line = first or source.line_at(span.start)
    width = max(width, _LEAST)
    if span.end <= line.end:  # as most are
        return [_row(source.text, line, span, width)]
    start, found = span.start, []
    for _ in range(LINES):
        part = Span(start, max(min(span.end, line.end), start))
        found.append(_row(source.text, line, part, width))
        following = None if span.end <= line.end else _next_line(source.text, line)
        if following is None or following >= span.end:
            break
        line, start = source.line_at(following), following
    return found


def _next_line(text: str, line: Line) -> int | None:
    """Return the offset of the line after another; None after the last."""
    after = text[line.end : line.end + 2]
    if not after:
        return None
    return line.end + (2 if after == "\r\n" else 1)


def _row(source: str, line: Line, part: Span, width: int) -> ExcerptLine:
    whole = source[line.start : line.end] if line.end - line.start <= width else ""
    if whole and _is_plain(whole):  # as most are
        start, end = min(part.start, line.end), min(part.end, line.end)
        return ExcerptLine(line.number, whole, start - line.start, max(1, end - start))
    window = _window(source, line, part, width)
    before = _CUT if window.start > line.start else ""
    behind = _CUT if window.end < line.end else ""
    text, blanks, marked = _measured(window.cut(source), part, window.start, len(before))
    return ExcerptLine(line.number, f"{before}{text}{behind}", blanks, max(1, marked))


def _measured(text: str, part: Span, offset: int, cells: int) -> tuple[str, int, int]:
    """Return what is shown of `text`, the cells before `part`, and those of it.

    `text` stands at `offset`; `cells` is how many cells are taken before it.
    """
    start, end = min(part.start - offset, len(text)), min(part.end - offset, len(text))
    if _is_plain(text):
        return text, cells + start, end - start
    shown = ""
    places = []
    for character, piece in zip(text, safe.pieces(text), strict=True):
        places.append(cells)
        cell = " " * (_TAB - cells % _TAB) if character == "\t" else piece
        shown += cell
        cells += _width(cell)
    places.append(cells)
    return shown, places[start], places[end] - places[start]


def _window(text: str, line: Line, part: Span, width: int) -> Span:
    """Return which code points of a line to show, so that the part is seen."""
    whole = Span(line.start, line.end)
    if line.end - line.start <= width and sum(_widths(whole.cut(text))) <= width:
        return whole
    room = width - 2 * len(_CUT)
    start = part.start - _fitting(
        reversed(_widths(text[max(line.start, part.start - room) : part.start])),
        min(_BEFORE, room // 3),
    )
    for _ in range(_BEFORE):
        if start in {line.start, line.end} or not unicodedata.combining(text[start]):
            break
        start -= 1
    return Span(start, start + _fitting(_widths(text[start : min(line.end, start + room)]), room))


def _is_plain(text: str) -> bool:
    """Return whether each code point is shown as it is, in one cell."""
    return text.isascii() and text.isprintable() and "##" not in text


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
    if _is_plain(text):
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
