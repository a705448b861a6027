"""The diagnostics and actions of findings in an editor.

They are plain dictionaries, like all data for the editor. A safe fix is preferred, and the title of
a guess names it as one. A fix is offered only if the guard of the format finds that nothing but the
DOI changes; if the editor supports it, the guard runs when the action is chosen. A comment turns a
rule off on one line. It is offered if the format has comments and the comment has this effect
(`run.suppressing`).

An editor keeps cursor, folds and marks outside an edit. So a whole document is replaced only if no
smaller edit is found in linear time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from heapq import nsmallest
from itertools import accumulate
from typing import Final

from mdlint_doi.lint.model import Edit, Finding, Safety, rule_address
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report.model import Report
from mdlint_doi.report.safe import encodable, line, shorten
from mdlint_doi.report.summary import fix_in_words
from mdlint_doi.server.documents import OpenDocument, Positions
from mdlint_doi.server.protocol import FIX_ALL, SOURCE, Json, within
from mdlint_doi.text.span import Span

MOST: Final = 500
"""Diagnostics of one document; editors become slow with more."""

_SEVERITIES: Final = {Severity.ERROR: 1, Severity.WARNING: 2, Severity.HINT: 3}
"""Error, warning, information: as SARIF's error, warning and note."""

_PLAIN: Final = Report()
_TITLE: Final = 160
_MOST: Final = 20
"""Findings of one place that are looked at."""
_COMPARED: Final = 400
"""Lines that are compared each with each: a part with more is replaced as a whole."""


def nearest(findings: Sequence[Finding], offset: int) -> list[Finding]:
    """Return the findings that are shown, in order: those nearest to the last edit if many are."""
    if len(findings) <= MOST:
        return list(findings)
    chosen = nsmallest(
        MOST, range(len(findings)), key=lambda at: abs(findings[at].span.start - offset)
    )
    return [findings[at] for at in sorted(chosen)]


def as_diagnostics(findings: Iterable[Finding], positions: Positions) -> list[Json]:
    """Return the diagnostics of a document."""
    return [_diagnostic(one, positions) for one in findings]


def _diagnostic(finding: Finding, positions: Positions) -> Json:
    shown = range_of(positions, finding.span)  # before the edits: in order they are counted once
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
    """Return a range of the protocol."""
    (line, character), (end_line, end_character) = map(positions.place, span)
    return {
        "start": {"line": line, "character": character},
        "end": {"line": end_line, "character": end_character},
    }


def is_wanted(kind: str, only: Sequence[str] | None) -> bool:
    """Return whether an editor asks for a kind of actions: for it, or for one above it."""
    return only is None or any(kind == one or kind.startswith(f"{one}.") for one in only)


def touching(findings: Iterable[Finding], span: Span) -> list[Finding]:
    """Return the findings that a selection touches, or that the cursor stands in or beside."""
    found = (one for one in findings if one.span.start <= span.end and span.start <= one.span.end)
    return [one for one, _ in zip(found, range(_MOST), strict=False)]


def quick_fixes(
    document: OpenDocument, findings: Iterable[Finding], diagnostics: Sequence[Json]
) -> Iterator[Json]:
    """Yield an action without its edit for each fix in a place, with what is shown there."""
    for finding in findings:
        if finding.fix is None:
            continue
        safe = finding.fix.safety is Safety.SAFE
        change = shorten(fix_in_words(finding.source, finding.fix), _TITLE)
        title = f"{finding.code}{'' if safe else ' (unsafe, a guess)'}: {change}"
        action = _quick_fix(title, document, finding, diagnostics)
        action |= {"isPreferred": True} if safe else {}
        start, end = finding.span
        data = {"code": finding.code, "start": start, "end": end}
        yield {**action, "data": {**_data(document), **data}}


def suppression(document: OpenDocument, finding: Finding, diagnostics: Sequence[Json]) -> Json:
    """Return the action, without its edit, that switches a rule off on a line."""
    title = f"Turn off {finding.code} on this line with a comment"
    return _quick_fix(title, document, finding, diagnostics)


def fix_all(document: OpenDocument) -> Json:
    """Return the action, without its edits, that does what `--fix` would."""
    return {
        "title": "Fix all DOIs that can be fixed safely",
        "kind": FIX_ALL,
        "data": _data(document),
    }


def workspace_edit(document: OpenDocument, edits: Iterable[Edit], *, versioned: bool) -> Json:
    """Return edits of one document, for the version that they were made of."""
    text_edits = _text_edits(edits, document.positions)
    if not versioned:
        return {"changes": {document.uri: text_edits}}
    identifier = {"uri": document.uri, "version": document.version}
    return {"documentChanges": [{"textDocument": identifier, "edits": text_edits}]}


def _text_edits(edits: Iterable[Edit], positions: Positions) -> list[Json]:
    return [{"range": range_of(positions, one.span), "newText": one.replacement} for one in edits]


def _data(document: OpenDocument) -> Json:
    """Return what tells of an action, when it is chosen, which text it is about."""
    return {"uri": document.uri, "generation": document.generation}


def is_for_all(action: Json) -> bool:
    """Return whether an action does what `--fix` would, and is not about one finding."""
    return within(action, "data", "code") is None


def chosen(action: Json, findings: Iterable[Finding]) -> Finding | None:
    """Return the finding that a quick fix is for; None if it is no more, or for all of them."""
    key = tuple(within(action, "data", name) for name in ("code", "start", "end"))
    return next((one for one in findings if (one.code, *one.span) == key), None)


def _quick_fix(
    title: str, document: OpenDocument, finding: Finding, diagnostics: Sequence[Json]
) -> Json:
    """Return an action with the editor's own diagnostic of a finding, if it shows one."""
    start = range_of(document.positions, finding.span)["start"]
    shown = [
        one
        for one in diagnostics
        if within(one, "code") == finding.code and within(one, "range", "start") == start
    ]
    about = {"diagnostics": shown[:1]} if shown else {}
    return {"title": title, "kind": "quickfix", **about}


def edits_between(before: str, after: str) -> list[Edit]:
    """Return edits that make `after` of `before`, in order."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = list(accumulate(map(len, old), initial=0))
    edits = []
    for first, last, lines in _changed(old, new):
        edit = _trimmed(starts[first], before[starts[first] : starts[last]], "".join(lines))
        if edit is not None:
            edits.append(edit)
    return edits


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, Sequence[str]]]:
    """Yield parts that differ: from and to which old line, and the new lines."""
    if len(old) == len(new):  # as most fixes leave it
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            if one != other:
                yield at, at + 1, (other,)
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
    """Return the edit without what both texts begin and end with; None if they are the same."""
    if old == new:
        return None
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    # The halves of a line end stay together.
    head -= old[:head].endswith("\r")
    end, new_end = len(old) - tail, len(new) - tail
    if old[end : end + 1] == "\n" and "\r" in {old[end - 1 : end], new[new_end - 1 : new_end]}:
        tail -= 1
    return Edit(Span(start + head, start + len(old) - tail), new[head : len(new) - tail])


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return with how many equal items two sequences begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
