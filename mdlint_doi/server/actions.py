"""The diagnostics and code actions for findings in an editor.

They are plain dictionaries, like all data for the editor. A safe fix is marked as preferred, and
the title of an unsafe fix calls it a guess. A fix is offered only if the guard of the format finds
that nothing but the DOI changes; if the editor supports it, the guard runs when the action is
chosen. A different action adds a comment that turns a rule off on one line. It is offered if the
format has comments and the comment has this effect (`run.suppressing`).

An editor keeps cursor, folds and marks outside an edit. So edits are as small as linear time
allows, and a large changed part is replaced as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from heapq import nsmallest
from itertools import accumulate
from typing import Final

from mdlint_doi.lint.document import Document, Unread
from mdlint_doi.lint.model import Edit, Finding, Safety, rule_address
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report.model import NOT_READ, Report
from mdlint_doi.report.safe import encodable, line, shorten
from mdlint_doi.report.summary import fix_in_words
from mdlint_doi.server.documents import OpenDocument, Positions
from mdlint_doi.server.protocol import FIX_ALL, SOURCE, Json, within
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

MOST: Final = 500
"""The most diagnostics of one document; editors become slow with more."""

_SEVERITIES: Final = {Severity.ERROR: 1, Severity.WARNING: 2, Severity.HINT: 3}
"""The protocol's numbers for error, warning and information."""

_PLAIN: Final = Report()
_TITLE: Final = 160  # the most characters of a change in a title
_MOST: Final = 20
"""The most findings at the cursor or in the selection that get actions."""
_COMPARED: Final = 400
"""The most lines to compare in quadratic time; a longer part is replaced as a whole."""


def nearest(findings: Sequence[Finding], offset: int) -> list[Finding]:
    """Return at most `MOST` findings to show, in order: those nearest to an offset."""
    if len(findings) <= MOST:
        return list(findings)
    chosen = nsmallest(
        MOST, range(len(findings)), key=lambda at: abs(findings[at].span.start - offset)
    )
    return [findings[at] for at in sorted(chosen)]


def as_diagnostics(findings: Iterable[Finding], positions: Positions) -> list[Json]:
    """Return the diagnostics for findings, in the same order."""
    return [_diagnostic(finding, positions) for finding in findings]


def unread_diagnostics(document: Document, positions: Positions) -> list[Json]:
    """Return a diagnostic for each part of a document that could not be read, or for the whole."""
    return [_unread(unread, document.source, positions) for unread in document.unread]


def _unread(unread: Unread, source: Source, positions: Positions) -> Json:
    start = 0 if unread.span is None else min(unread.span.start, len(source.text))
    what = "not checked" if unread.is_whole else "not read completely"
    return {
        "range": range_of(positions, Span(start, source.line_span(start).end)),
        "severity": _SEVERITIES[Severity.WARNING],
        "code": NOT_READ,
        "source": SOURCE,
        "message": f"{what}: {line(unread.reason)}",
    }


def _diagnostic(finding: Finding, positions: Positions) -> Json:
    # Before the range of the fix: `Positions` counts ascending offsets in one pass.
    shown = range_of(positions, finding.span)
    fix = None
    if finding.fix is not None:
        edits = _text_edits(finding.fix.edits, positions)
        fix = {"safety": finding.fix.safety.value, "edits": edits}
    return {
        "range": shown,
        "severity": _SEVERITIES[finding.severity],
        "code": finding.code,
        "codeDescription": {"href": rule_address(finding.code)},
        "source": SOURCE,
        "message": f"[{finding.name}] {_PLAIN.word(finding)}{line(finding.whole_message)}",
        "data": {
            "doi": None if finding.doi is None else encodable(str(finding.doi)),
            "fix": fix,
        },
    }


def range_of(positions: Positions, span: Span) -> Json:
    """Return a span as a range of the protocol."""
    start, end = positions.place(span.start), positions.place(span.end)
    return {
        "start": {"line": start.line, "character": start.character},
        "end": {"line": end.line, "character": end.character},
    }


def is_wanted(kind: str, only: Sequence[str] | None) -> bool:
    """Return whether an editor requests a kind of actions or a kind above it; None: all kinds."""
    return only is None or any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in only)


def touching(findings: Iterable[Finding], span: Span) -> list[Finding]:
    """Return the first findings that a selection, or the cursor as an empty span, touches."""
    found = (
        finding
        for finding in findings
        if finding.span.start <= span.end and span.start <= finding.span.end
    )
    return [finding for finding, _ in zip(found, range(_MOST), strict=False)]


def quick_fixes(
    document: OpenDocument, findings: Iterable[Finding], diagnostics: Sequence[Json]
) -> Iterator[Json]:
    """Yield an action without its edit for each finding with a fix.

    Args:
        document: the document.
        findings: the findings at the cursor or in the selection.
        diagnostics: the diagnostics that the editor shows there.
    """
    for finding in findings:
        if finding.fix is None:
            continue
        safe = finding.fix.safety is Safety.SAFE
        change = shorten(fix_in_words(finding.source, finding.fix), _TITLE)
        title = f"{finding.code}{'' if safe else ' (unsafe, a guess)'}: {change}"
        action = _quick_fix(title, document, finding, diagnostics)
        action |= {"isPreferred": True} if safe else {}
        start, end = finding.span.start, finding.span.end
        data = {"code": finding.code, "start": start, "end": end}
        yield {**action, "data": {**_data(document), **data}}


def suppression(document: OpenDocument, finding: Finding, diagnostics: Sequence[Json]) -> Json:
    """Return the action, without its edit, that turns a rule off on a line."""
    title = f"Turn off {finding.code} on this line with a comment"
    return _quick_fix(title, document, finding, diagnostics)


def fix_all(document: OpenDocument) -> Json:
    """Return the action, without its edits, that makes the same changes as `--fix`."""
    return {
        "title": "Fix all DOIs that can be fixed safely",
        "kind": FIX_ALL,
        "data": _data(document),
    }


def workspace_edit(document: OpenDocument, edits: Iterable[Edit], *, versioned: bool) -> Json:
    """Return edits of one document; if `versioned`, they are valid for its version only."""
    text_edits = _text_edits(edits, document.positions)
    if not versioned:
        return {"changes": {document.uri: text_edits}}
    identifier = {"uri": document.uri, "version": document.version}
    return {"documentChanges": [{"textDocument": identifier, "edits": text_edits}]}


def _text_edits(edits: Iterable[Edit], positions: Positions) -> list[Json]:
    return [
        {"range": range_of(positions, edit.span), "newText": edit.replacement} for edit in edits
    ]


def _data(document: OpenDocument) -> Json:
    """Return the data that identifies the text of an action when it is chosen."""
    return {"uri": document.uri, "generation": document.generation}


def is_for_all(action: Json) -> bool:
    """Return whether an action makes all safe fixes, and is not about one finding."""
    return within(action, "data", "code") is None


def chosen(action: Json, findings: Iterable[Finding]) -> Finding | None:
    """Return the finding that a quick fix is for; None if it is gone, or the action is for all."""
    key = tuple(within(action, "data", name) for name in ("code", "start", "end"))
    return next(
        (
            finding
            for finding in findings
            if (finding.code, finding.span.start, finding.span.end) == key
        ),
        None,
    )


def _quick_fix(
    title: str, document: OpenDocument, finding: Finding, diagnostics: Sequence[Json]
) -> Json:
    """Return an action with the diagnostic that the editor shows for the finding, if any."""
    start = range_of(document.positions, finding.span)["start"]
    shown = [
        diagnostic
        for diagnostic in diagnostics
        if within(diagnostic, "code") == finding.code
        and within(diagnostic, "range", "start") == start
    ]
    about = {"diagnostics": shown[:1]} if shown else {}
    return {"title": title, "kind": "quickfix", **about}


def edits_between(before: str, after: str) -> list[Edit]:
    """Return the edits that change `before` to `after`, in order."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = list(accumulate(map(len, old), initial=0))
    edits = []
    for first, last, lines in _changed(old, new):
        edit = _trimmed(starts[first], before[starts[first] : starts[last]], "".join(lines))
        if edit is not None:
            edits.append(edit)
    return edits


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, Sequence[str]]]:
    """Yield the parts that differ: the range of old lines (start and end index), and new lines."""
    if len(old) == len(new):  # true after most fixes
        for at, (old_line, new_line) in enumerate(zip(old, new, strict=True)):
            if old_line != new_line:
                yield at, at + 1, (new_line,)
        return
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    middle, others = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(middle) > _COMPARED or len(others) > _COMPARED:
        yield head, len(old) - tail, others
        return
    matcher = SequenceMatcher(None, middle, others, autojunk=False)
    for tag, first, last, from_, to in matcher.get_opcodes():
        if tag != "equal":
            yield head + first, head + last, others[from_:to]


def _trimmed(start: int, old: str, new: str) -> Edit | None:
    """Return an edit without the common start and end of both texts; None if they are equal."""
    if old == new:
        return None
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    # Do not split CR LF.
    head -= old[:head].endswith("\r")
    end, new_end = len(old) - tail, len(new) - tail
    if old[end : end + 1] == "\n" and "\r" in {old[end - 1 : end], new[new_end - 1 : new_end]}:
        tail -= 1
    return Edit(Span(start + head, start + len(old) - tail), new[head : len(new) - tail])


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """Return the number of equal items at the start of two sequences."""
    pairs = enumerate(zip(left, right, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(left), len(right)))
