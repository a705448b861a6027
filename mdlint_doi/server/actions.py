"""What can be done about findings: quick fixes, all fixes at once, a comment.

A safe fix is the preferred one; one that is a guess says so in its title. Each is made only if the
format's guard finds that nothing but the DOI changes, and that is looked at when the action is
chosen, where the editor can wait so long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from lsprotocol import types

from mdlint_doi.lint.model import Edit, Finding, Safety
from mdlint_doi.report.safe import shorten
from mdlint_doi.report.summary import fix_in_words
from mdlint_doi.server.documents import OpenDocument
from mdlint_doi.text.span import Span

FIX_ALL: Final = "source.fixAll.mdlint-doi"
KINDS: Final = (types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll, FIX_ALL)
_TITLE: Final = 160
_MOST: Final = 20
"""Findings of one place that are looked at."""


def is_wanted(kind: str, only: Sequence[str] | None) -> bool:
    """Return whether an editor asks for a kind of actions: for it, or for one above it."""
    return only is None or any(kind == one or kind.startswith(f"{one}.") for one in only)


def touching(findings: Iterable[Finding], span: Span) -> list[Finding]:
    """Return the findings that a selection touches, or that the cursor stands in or beside."""
    found = (one for one in findings if one.span.start <= span.end and span.start <= one.span.end)
    return [one for one, _ in zip(found, range(_MOST), strict=False)]


def quick_fixes(
    document: OpenDocument,
    findings: Iterable[Finding],
    diagnostics: Sequence[types.Diagnostic],
) -> Iterator[types.CodeAction]:
    """Yield an action without its edit for each fix.

    Args:
        document: as it was checked.
        findings: in the place that the editor asks about.
        diagnostics: those that it shows there.

    """
    for finding in findings:
        if finding.fix is None:
            continue
        safe = finding.fix.safety is Safety.SAFE
        change = shorten(fix_in_words(finding.source, finding.fix), _TITLE)
        yield types.CodeAction(
            title=f"{finding.code}: {change}"
            if safe
            else f"{finding.code}, unsafe, a guess: {change}",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=_about(document, finding, diagnostics),
            is_preferred=safe or None,
            data=_data(document, finding),
        )


def suppression(
    document: OpenDocument, finding: Finding, diagnostics: Sequence[types.Diagnostic]
) -> types.CodeAction:
    """Return the action, without its edit, that switches a rule off on a line."""
    return types.CodeAction(
        title=f"{finding.code}: switch it off on this line, with a comment",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=_about(document, finding, diagnostics),
    )


def fix_all(document: OpenDocument) -> types.CodeAction:
    """Return the action, without its edits, that does what `--fix` would."""
    return types.CodeAction(
        title="Fix all DOIs that are safe to fix",
        kind=FIX_ALL,
        data={"uri": document.uri, "generation": document.generation},
    )


def workspace_edit(
    document: OpenDocument, edits: Iterable[Edit], *, versioned: bool
) -> types.WorkspaceEdit:
    """Return edits of one document, for the version that they were made of."""
    text_edits = [types.TextEdit(range_of(document, one.span), one.replacement) for one in edits]
    if not versioned:
        return types.WorkspaceEdit(changes={document.uri: text_edits})
    identifier = types.OptionalVersionedTextDocumentIdentifier(document.uri, document.version)
    return types.WorkspaceEdit(
        document_changes=[types.TextDocumentEdit(identifier, list(text_edits))]
    )


def range_of(document: OpenDocument, span: Span) -> types.Range:
    """Return the range of the protocol that a part of a document has."""
    start, end = map(document.positions.place, span)
    return types.Range(types.Position(*start), types.Position(*end))


def _data(document: OpenDocument, finding: Finding) -> dict[str, Any]:
    """Return what tells an action when it is chosen: which text, which finding."""
    return {
        "uri": document.uri,
        "generation": document.generation,
        "code": finding.code,
        "start": finding.span.start,
        "end": finding.span.end,
    }


def is_for_all(action: types.CodeAction) -> bool:
    """Return whether an action does what `--fix` would, and is not about one finding."""
    return not (isinstance(action.data, dict) and "code" in action.data)


def chosen(action: types.CodeAction, findings: Iterable[Finding]) -> Finding | None:
    """Return the finding that a quick fix is for; None if it is no more, or for all of them."""
    data = action.data if isinstance(action.data, dict) else {}
    key = data.get("code"), data.get("start"), data.get("end")
    return next((one for one in findings if (one.code, *one.span) == key), None)


def _about(
    document: OpenDocument, finding: Finding, diagnostics: Sequence[types.Diagnostic]
) -> list[types.Diagnostic] | None:
    """Return the editor's own diagnostic of a finding."""
    start = document.positions.place(finding.span.start)
    found = [
        one
        for one in diagnostics
        if one.code == finding.code
        and (one.range.start.line, one.range.start.character) == tuple(start)
    ]
    return found[:1] or None
