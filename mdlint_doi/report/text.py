"""The reports for people: each finding with its line, carets and fix, or on one line.

Both end with a summary. `concise` is the form that editors and `grep` recognize: `path:line:column:
…`. Carets must be below their characters on a terminal: tabs are expanded, wide characters take two
cells, combining characters none, invisible characters are shown as escapes, and emoji sequences
count as the sum of their parts. A long line is first cut to a window around the span, so that it
takes no more time than a short one. On a terminal, messages are wrapped between words. If there are
many findings, only a few of each rule are shown, if possible in different files, and the others are
counted.
"""

from __future__ import annotations

import unicodedata
from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import Final

from mdlint_doi.lint.model import FIX_MARKS, Finding, Fix, Safety, rule_address
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report import safe, summary
from mdlint_doi.report.model import Report
from mdlint_doi.report.safe import Style, link, paint, wrapped
from mdlint_doi.report.safe import width as cells_of
from mdlint_doi.report.summary import MANY
from mdlint_doi.text.numbers import counted
from mdlint_doi.text.source import Line, Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

_STYLES: Final = {
    Severity.ERROR: Style.ERROR,
    Severity.WARNING: Style.WARNING,
    Severity.HINT: Style.HINT,
}
WIDTH: Final = 120  # the most cells of an excerpt's line; longer lines are cut
LINES: Final = 3  # the most lines of a span that are shown
_LEAST: Final = 16  # the least cells of an excerpt's line, even on a narrower terminal
_BEFORE: Final = 40  # the most cells of a cut line before the span
_TAB: Final = 4  # the distance of tab stops, in cells
_CUT: Final = "…"
_PLAIN: Final = Report()
FEW: Final = 5
"""The number of findings of a rule that are shown if there are many.

If there are not many, up to this number of findings with the same message in one file, without a
DOI and a fix, are all shown; more of them are shown as one.
"""


def render(report: Report) -> Iterator[str]:
    """Yield the lines of the report, safe for a terminal, without line ends."""
    findings, left = _sample(report)
    for finding in findings:
        yield from finding_lines(finding, report)
        yield ""
    if left:
        rules = ", ".join(f"{count} × {code} {name}" for (code, name), count in left.most_common())
        yield from wrapped(
            [f"Not shown: {rules}; --max-per-rule 0 shows all findings."], report.width
        )
    if not report.quiet:
        yield from wrapped(summary.render(report), report.width)


def concise(report: Report) -> Iterator[str]:
    """Yield a line for each finding, marked `[*]` with a safe or `[?]` with an unsafe fix.

    The counts follow, unless `quiet`.
    """
    for finding in report.findings:
        mark = FIX_MARKS[finding.fix.safety] if finding.fix else ""
        yield headline(finding, report, mark=mark)
    if not report.quiet:
        yield next(summary.render(report))
        if report.fixed:
            yield from summary.fixes(report)
        yield from summary.not_looked_up(report)
    yield from summary.troubles(report)


def _sample(report: Report) -> tuple[Sequence[Finding], Counter[tuple[str, str]]]:
    """Return the findings to show, and the number of others by the rule's code and name."""
    most = report.max_per_rule
    if most is None and len(report.findings) > MANY:
        most = FEW
    groups = Counter(_group(finding) for finding in report.findings if _is_alike(finding))
    if most == 0 or (most is None and max(groups.values(), default=0) <= FEW):
        return report.findings, Counter()
    entries = _grouped(report.findings, groups, FEW if most is None else 1)
    left = Counter[tuple[str, str]]()
    if most is None:
        return [_with_others(finding, places) for finding, places in entries], left
    seen = Counter[tuple[str, str]]()
    chosen: defaultdict[str, list[tuple[tuple[int, int], int, Finding]]] = defaultdict(list)
    for at, (finding, places) in enumerate(entries):
        # The first finding of each file comes first; no two findings have the same rank.
        rank = seen[finding.code, finding.path], at
        seen[finding.code, finding.path] += 1
        left[finding.code, finding.name] += places
        of_rule = chosen[finding.code]
        insort(of_rule, (rank, places, finding))
        del of_rule[most:]
    kept = sorted(chain.from_iterable(chosen.values()), key=lambda entry: entry[0][1])
    for _, places, finding in kept:
        left[finding.code, finding.name] -= places
    return [_with_others(finding, places) for _, places, finding in kept], +left


def _with_others(finding: Finding, places: int) -> Finding:
    """Return a finding with the number of the other places that it represents."""
    if places == 1:
        return finding
    others = counted(places - 1, "other place")
    return finding.replace(message=f"{finding.message} (here and in {others} in this file)")


def _is_alike(finding: Finding) -> bool:
    """Return whether a finding has no DOI and no fix, so that others may be equal to it."""
    return finding.doi is None and finding.fix is None


def _group(finding: Finding) -> tuple[str, str, str]:
    return finding.path, finding.code, finding.message


def _grouped(
    findings: Sequence[Finding], groups: Counter[tuple[str, str, str]], least: int
) -> Iterator[tuple[Finding, int]]:
    """Yield the findings to show, each with the number of findings that it represents.

    The first finding of a group represents the group, unless the group is small.

    Args:
        findings: the findings, in order.
        groups: the size of each group of equal findings in a file.
        least: the size up to which all findings of a group are yielded.
    """
    left = Counter(groups)
    for finding in findings:
        if not _is_alike(finding) or groups[_group(finding)] <= least:
            yield finding, 1
        elif places := left.pop(_group(finding), 0):
            yield finding, places


def headline(finding: Finding, report: Report, *, mark: str = "", line: Line | None = None) -> str:
    """Return `path:line:column: CODE [name] message`, safe for a terminal, without a line end.

    Args:
        finding: the finding.
        report: the report, for colours, links and the severity word before the message.
        mark: a text before the message, such as the mark of a fix.
        line: the line where the finding begins; None: it is determined here.
    """
    start = finding.span.start
    line = line or finding.source.line_at(start)
    path = safe.path(finding.path)
    code = finding.code
    word = report.word(finding)
    if report.color:
        path = paint(path, Style.PATH, color=True)
        code = paint(code, _STYLES[finding.severity], color=True)
        word = word and f"{paint(word.rstrip(), _STYLES[finding.severity], color=True)} "
    if report.links:
        code = link(code, rule_address(finding.code), links=True)
    message = safe.message(finding.whole_message)
    column = start - line.start + 1
    return f"{path}:{line.number}:{column}: {code} [{finding.name}] {word}{mark}{message}"


def finding_lines(finding: Finding, report: Report = _PLAIN) -> list[str]:
    """Return the lines for one finding: headline, excerpt and fix, in the style of the report."""
    source, span, color = finding.source, finding.span, report.color
    line = source.line_at(span.start)
    last = line.number if span.end <= line.end else finding.end_line
    width = len(str(last))
    margin = " " * width
    bar = paint("|", Style.DIM, color=color)
    room = WIDTH if report.width is None else min(WIDTH, report.width - width - len(" | "))
    lines = [*wrapped([headline(finding, report, line=line)], report.width), f"{margin} {bar}"]
    for row in rows(source, span, room, line):
        number = paint(f"{row.number:>{width}}", Style.DIM, color=color)
        carets = paint("^" * row.marked, _STYLES[finding.severity], color=color)
        lines.append(f"{number} {bar} {row.text}".rstrip())
        lines.append(f"{margin} {bar} {' ' * row.before}{carets}")
    if finding.fix:
        hint = fix_hint(source, finding.fix, unsafe_fixes=report.unsafe_fixes or report.in_build)
        lines += wrapped([f"{margin} = {paint(hint, Style.GOOD, color=color)}"], report.width)
    return lines


def fix_hint(source: Source, fix: Fix, *, unsafe_fixes: bool = False) -> str:
    """Return a line that describes a fix, and whether it needs `--unsafe-fixes`."""
    words = "fix"
    if fix.safety is not Safety.SAFE:
        words = "unsafe fix" if unsafe_fixes else "unsafe fix available with --unsafe-fixes"
    return f"{words}: {summary.fix_in_words(source, fix)}"


class ExcerptLine(Value):
    """One line of an excerpt.

    Attributes:
        number: the number of the line in the document, from 1.
        text: the part that is shown, safe for a terminal.
        before: the number of cells before the carets in the line below.
        marked: the number of carets, at least one.
    """

    number: int
    text: str
    before: int
    marked: int


def rows(
    source: Source, span: Span, width: int = WIDTH, first: Line | None = None
) -> list[ExcerptLine]:
    """Return the lines that a span touches, at most `LINES`; at least one, even if it is empty.

    Args:
        source: the text of the document.
        span: the span to mark.
        width: the most cells of a line.
        first: the line where the span begins; None: it is determined here.
    """
    line = first or source.line_at(span.start)
    width = max(width, _LEAST)
    if span.end <= line.end:  # most spans
        return [_row(source.text, line, span, width)]
    start, found = span.start, []
    for _ in range(LINES):
        part = Span(start, max(min(span.end, line.end), start))
        found.append(_row(source.text, line, part, width))
        start = line.end + (2 if source.text.startswith("\r\n", line.end) else 1)
        if start >= span.end:  # also true after the last line
            break
        line = source.line_at(start)
    return found


def _row(source: str, line: Line, part: Span, width: int) -> ExcerptLine:
    whole = source[line.start : line.end] if line.end - line.start <= width else ""
    if whole and _is_plain(whole):  # most lines
        start, end = min(part.start, line.end), min(part.end, line.end)
        return ExcerptLine(line.number, whole, start - line.start, max(1, end - start))
    window = _window(source, line, part, width)
    before = _CUT if window.start > line.start else ""
    behind = _CUT if window.end < line.end else ""
    text, blanks, marked = _measured(window.cut(source), part, window.start, len(before))
    return ExcerptLine(line.number, f"{before}{text}{behind}", blanks, max(1, marked))


def _measured(text: str, part: Span, offset: int, cells: int) -> tuple[str, int, int]:
    """Return the visible form of a text, and the numbers of cells before a part and in the part.

    Args:
        text: a piece of a line.
        part: the span to mark, as offsets in the document.
        offset: the offset of `text` in the document.
        cells: the number of cells that are already used before `text`.
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
        cells += cells_of(cell)
    places.append(cells)
    return shown, places[start], places[end] - places[start]


def _window(text: str, line: Line, part: Span, width: int) -> Span:
    """Return the span of a line to show, at most `width` cells, so that the part is visible."""
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
    """Return whether each code point is shown unchanged, in one cell."""
    return text.isascii() and text.isprintable() and "##" not in text


def _fitting(widths: Iterable[int], room: int) -> int:
    """Return how many of the first characters, given by their widths, fit into `room` cells."""
    return sum(total <= room for total in accumulate(widths))


def _widths(text: str) -> list[int]:
    """Return the number of cells of each code point, at most."""
    if _is_plain(text):
        return [1] * len(text)
    pairs = zip(text, safe.pieces(text), strict=True)
    return [_TAB if character == "\t" else cells_of(piece) for character, piece in pairs]
