"""`--since`: only findings and DOIs on changed lines are reported, fixed and looked up.

A finding belongs to the lines that it underlines or would edit. A finding about the cited work also
depends on the words around the DOI, so all lines up to the next blank line count.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mdlint_doi.files.changes import Changes
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Edit, Finding, Mention
from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.rules import by_code
from mdlint_doi.lint.selection import is_needed
from mdlint_doi.text.changed_lines import ChangedLines, LineEdit
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source, has_lone_cr, line_starts
from mdlint_doi.text.span import Span

if TYPE_CHECKING:
    from mdlint_doi.run.request import Task
    from mdlint_doi.run.result import Tally


_BLANK: Final = pattern(r"^[ \t>]*+\r?$", re.MULTILINE)


def concerned(task: Task, paths: Iterable[str], tally: Tally) -> Iterator[str]:
    """Yield files with changes, and files for a rule that compares all; count the others."""
    for path in paths:
        changed = task.since is None or task.since.has(path)
        if changed or is_needed(Need.WHOLE_PROJECT, task.settings_of(path)):
            yield path
        else:
            tally.unchanged += 1


def lines_of(changes: Changes, source: Source) -> ChangedLines | None:
    r"""Return the changed lines of a document; None: all lines count.

    All lines of a changed file count if `\r` alone ends some, because git does not know such lines.
    """
    lines = changes.of(source.name)
    return None if lines is not None and lines.hunks and has_lone_cr(source.text) else lines


def asked_of(task: Task, document: Document) -> Sequence[Mention]:
    """Return the mentions to look up: those in paragraphs with changes.

    If a comment that turns rules off is new, these are all mentions, because it may apply to any.
    """
    lines = None if task.since is None else lines_of(task.since, document.source)
    if lines is None:
        return document.mentions
    scope = _Scope(document.source, lines)
    if any(scope.touches(suppression.span) for suppression in document.suppressions):
        return document.mentions
    return [
        mention
        for mention in document.mentions
        if scope.touches_around(mention.source, mention.span)
    ]


def kept(findings: Sequence[Finding], source: Source, lines: ChangedLines) -> list[Finding]:
    """Return the findings of a document that lie on changed lines."""
    scope = _Scope(source, lines)
    return [finding for finding in findings if _is_kept(finding, scope)]


def moved(lines: ChangedLines, source: Source, edits: Iterable[Edit]) -> ChangedLines:
    """Return the changed lines of a text after edits, which are in order."""
    found = []
    for edit in edits:
        first = source.location(edit.span.start).line
        last = source.location(edit.span.end).line
        added = len(line_starts(edit.replacement)) - 1 - (last - first)
        found.append(LineEdit(first, last, added))
    return lines.after(found)


def _is_kept(finding: Finding, scope: _Scope) -> bool:
    rule = by_code(finding.code)
    if rule is not None and Need.CLAIMS in rule.needs:
        return scope.touches_around(finding.source, finding.span)
    edits = finding.fix.edits if finding.fix else ()
    spans = (finding.span, *(edit.span for edit in edits))
    return any(scope.touches(span, finding.source) for span in spans)


class _Scope:
    """The changed lines of a document, and its paragraphs."""

    def __init__(self, source: Source, lines: ChangedLines) -> None:
        self._source = source
        self._lines = lines
        self._blank: list[int] | None = None

    def touches(self, span: Span, source: Source | None = None) -> bool:
        """Return whether a span touches a changed line, or the place of removed lines."""
        return self._lines.touch(*_rows(source or self._source, span))

    def touches_around(self, source: Source, span: Span) -> bool:
        """Return whether the paragraphs of a span have changes."""
        if self._blank is None:
            found = _BLANK.finditer(self._source.text)
            self._blank = [self._source.location(blank.start()).line for blank in found]
        first, last = _rows(source, span)
        before, behind = bisect_left(self._blank, first), bisect_right(self._blank, last)
        first = self._blank[before - 1] + 1 if before else 1
        last = self._blank[behind] - 1 if behind < len(self._blank) else len(self._source.text) + 1
        return self._lines.touch(first, last)


def _rows(source: Source, span: Span) -> tuple[int, int]:
    return source.location(span.start).line, source.location(span.end).line
