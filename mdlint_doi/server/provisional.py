"""What is most likely wrong with a large document after an edit, before all of it is checked.

What was found away from the edit is still there; only the surroundings of the edit are read anew,
as a text of their own. Whether they can be is tried on what stood there before: where that, read
alone, says something else than it did in its document (it is code, or one of two entries with the
same DOI), nothing is said of the surroundings until the whole was checked, which follows within a
second or two.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from mdlint_doi.formats.table import entry_of
from mdlint_doi.lint.directives import Directive
from mdlint_doi.lint.model import Edit, Finding, Fix
from mdlint_doi.pipeline import judge
from mdlint_doi.project.documents import in_order, read_document
from mdlint_doi.server.checking import Checked
from mdlint_doi.server.diagnostics import nearest
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_ALONE: Final = frozenset({"markdown", "rst", "txt", "bibtex", "ris", "latex"})
"""Formats of which a part can be read."""
_LINES: Final = 5
"""Lines before and behind an edit that are read with it."""
_LONGEST: Final = 8000
"""Code points of surroundings that are read."""
_BLANK: Final = ("\n\n", "\n\r\n")
_WIDE: Final = (Directive.FILE, Directive.DISABLE, Directive.ENABLE)
_FENCES: Final = ("\n```", "\n~~~", "\n:::")


def provisional(checked: Checked, source: Source, before: int, behind: int) -> list[Finding]:
    """Return what is probably wrong with a text, in order; of very much the nearest to the edit.

    Args:
        checked: an earlier text.
        source: the text of now.
        before: code points at the beginning that are those of the earlier text.
        behind: those at the end.

    """
    shorter = min(len(source.text), len(checked.source.text))
    before = min(before, shorter)
    around = _surroundings(source, before, len(source.text) - min(behind, shorter - before))
    by = len(source.text) - len(checked.source.text)
    old = Span(around.start, around.end - by)
    outside = [
        one for one in checked.findings if one.span.end <= old.start or one.span.start >= old.end
    ]
    kept = nearest(outside, old.start)
    found = _found(checked, source, around) if _is_read_alone(checked, old) else []
    moved = [_moved(one, source, by if one.span.start >= old.end else 0) for one in kept]
    return sorted([*found, *moved], key=lambda one: one.span)


def _surroundings(source: Source, start: int, end: int) -> Span:
    """Return some lines around a part of a text, whole paragraphs where these are short."""
    text, starts = source.text, source.line_starts
    first, last = (bisect_right(starts, one) - 1 for one in (start, end))
    start = starts[max(0, first - _LINES)]
    last += _LINES + 1
    end = starts[last] if last < len(starts) else len(text)
    above = max(text.rfind(one, max(0, start - _LONGEST), start) for one in _BLANK)
    below = max(text.find(one, end, end + _LONGEST) for one in _BLANK)
    return Span(above if above >= 0 else start, below if below >= 0 else end)


def _is_read_alone(checked: Checked, around: Span) -> bool:
    """Return whether what stood in a place meant alone what it meant in the document."""
    if around.end - around.start > 3 * _LONGEST or not _is_outside_of_code(checked, around):
        return False
    if any(one.directive in _WIDE for one in checked.document.suppressions):
        return False
    there = [one for one in checked.findings if around.start <= one.span.start < around.end]
    alone = _found(checked, checked.source, around)
    return [(one.code, one.span, one.message) for one in there] == [
        (one.code, one.span, one.message) for one in alone
    ]


def _is_outside_of_code(checked: Checked, around: Span) -> bool:
    entry = entry_of(checked.source.name)
    if entry is None or entry.name not in _ALONE:
        return False
    text = checked.source.text
    if any(text.count(fence, 0, around.start) % 2 for fence in _FENCES):
        return False
    return text.rfind("<!--", 0, around.start) <= text.rfind("-->", 0, around.start)


def _found(checked: Checked, source: Source, around: Span) -> list[Finding]:
    """Return what is wrong with a part of a text, with its places in the whole."""
    part = Source(source.name, around.cut(source.text), source.newline)
    document = read_document(part, checked.facts.settings)
    found = judge(document, checked.facts)
    return [_moved(one, source, around.start) for one in in_order(found)]


def _moved(finding: Finding, source: Source, by: int) -> Finding:
    """Return a finding so many code points further on in a text."""
    fix = finding.fix and Fix(
        tuple(Edit(one.span.shift(by), one.replacement) for one in finding.fix.edits),
        finding.fix.safety,
    )
    return finding.replace(source=source, span=finding.span.shift(by), fix=fix)
