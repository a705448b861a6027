"""The likely findings of a large document after an edit, before its complete check.

Findings away from the edit are kept, and only the surroundings of the edit are read again, as a
separate text. A test with the previous text of these surroundings shows whether this is possible.
If that text alone has different findings than within its document (because it is code, or one of
two entries with the same DOI), the surroundings get no findings until the complete check, which
follows within a second or two.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from mdlint_doi.file_formats import entry_of
from mdlint_doi.lint.document import Directive
from mdlint_doi.lint.engine import in_report_order
from mdlint_doi.lint.model import Finding
from mdlint_doi.run.judge import judge, read_document
from mdlint_doi.server.actions import nearest
from mdlint_doi.server.checking import Checked
from mdlint_doi.text.placed_text import PlacedText, moved
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_ALONE: Final = frozenset({"markdown", "rst", "txt", "bibtex", "ris", "latex"})
"""Formats in which a part can be read as a separate text."""
_LINES: Final = 5
"""Lines before and after an edit that are at least read with it."""
_LONGEST: Final = 8000
"""The most code points before or after these lines that are searched for a blank line."""
_BLANK: Final = ("\n\n", "\n\r\n")
_WIDE: Final = (Directive.FILE, Directive.DISABLE, Directive.ENABLE)
_FENCES: Final = ("\n```", "\n~~~", "\n:::")


def provisional(checked: Checked, source: Source) -> tuple[list[Finding], bool]:
    """Return the likely findings of a text, and whether the surroundings of the edit were checked.

    The findings are in order; if there are very many, only those nearest to the edit.

    Args:
        checked: the result for an earlier text.
        source: the current text.
    """
    edited = edited_part(checked.source.text, source.text)
    by = len(source.text) - len(checked.source.text)
    around = _surroundings(source, edited)
    old = Span(around.start, around.end - by)
    is_alone = _fences(source, around) == _fences(checked.source, old) and _is_read_alone(
        checked, old
    )
    if not is_alone:
        around = _lines(source, edited)
    old = Span(around.start, around.end - by)
    outside = [
        finding
        for finding in checked.findings
        if finding.span.end <= old.start or finding.span.start >= old.end
    ]
    kept = nearest(outside, old.start)
    text = checked.source.text
    unmoved, later = PlacedText(text, 0), PlacedText(text, by)
    others = [
        moved(finding, later if finding.span.start >= old.end else unmoved, source)
        for finding in kept
    ]
    found = _found(checked, source, around) if is_alone else []
    every = sorted([*found, *others], key=lambda finding: finding.span)
    return nearest(every, edited.start), is_alone


def edited_part(before: str, after: str) -> Span:
    """Return the part of the text `after` that differs from `before`."""
    start = _same(before, after)
    return Span(start, len(after) - _same(before[start:][::-1], after[start:][::-1]))


def _same(text: str, other: str) -> int:
    """Return the length of the common start of two texts."""
    low, high = 0, min(len(text), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if text[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _lines(source: Source, span: Span, more: int = 0) -> Span:
    """Return the lines that a part of a text touches, with `more` lines before and after them."""
    starts = source.line_starts
    first = bisect_right(starts, span.start) - 1
    last = bisect_right(starts, span.end) + more
    end = starts[last] if last < len(starts) else len(source.text)
    return Span(starts[max(0, first - more)], end)


def _surroundings(source: Source, edited: Span) -> Span:
    """Return some lines around a part of a text, extended to whole paragraphs that are short."""
    text = source.text
    lines = _lines(source, edited, _LINES)
    start, end = lines.start, lines.end
    above = max(text.rfind(blank, max(0, start - _LONGEST), start) for blank in _BLANK)
    below = max(text.find(blank, end, end + _LONGEST) for blank in _BLANK)
    return Span(above if above >= 0 else start, below if below >= 0 else end)


def _is_read_alone(checked: Checked, around: Span) -> bool:
    """Return whether a part of the checked text has the same findings alone as in the document."""
    if around.end - around.start > 3 * _LONGEST or not _is_outside_of_code(checked, around):
        return False
    if any(suppression.directive in _WIDE for suppression in checked.document.suppressions):
        return False
    inside = [
        finding for finding in checked.findings if around.start <= finding.span.start < around.end
    ]
    alone = _found(checked, checked.source, around)
    return [(finding.code, finding.span, finding.message) for finding in inside] == [
        (finding.code, finding.span, finding.message) for finding in alone
    ]


def _is_outside_of_code(checked: Checked, around: Span) -> bool:
    entry = entry_of(checked.source.name)
    if entry is None or entry.name not in _ALONE:
        return False
    text = checked.source.text
    before = Span(0, around.start)
    if any(count % 2 for count in _fences(checked.source, before)[: len(_FENCES)]):
        return False
    return text.rfind("<!--", 0, around.start) <= text.rfind("-->", 0, around.start)


def _fences(source: Source, part: Span) -> list[int]:
    """Return how often each mark of code, directives and HTML comments occurs in a part."""
    text = f"\n{part.cut(source.text)}"
    return [text.count(mark) for mark in (*_FENCES, "<!--", "-->")]


def _found(checked: Checked, source: Source, around: Span) -> list[Finding]:
    """Return the findings of a part of a text read alone, with their spans in the whole text."""
    part = Source(source.name, around.cut(source.text), source.newline)
    document = read_document(part, checked.facts.settings)
    found = judge(document, checked.facts)
    places = PlacedText.as_it_stands(source.text, around)
    return [moved(finding, places, source) for finding in in_report_order(found)]
