"""Edits, made in a text."""

from __future__ import annotations

from collections.abc import Iterable

from mdlint_doi.lint.model import Edit, Fix


def in_order(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits as they stand in the text."""
    return sorted(edits, key=lambda edit: edit.order)


def edits_of(fixes: Iterable[Fix]) -> list[Edit]:
    """Return the edits of fixes, in order."""
    return in_order(edit for fix in fixes for edit in fix.edits)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return `text` with the edits made; they must not overlap."""
    pieces: list[str] = []
    at = 0
    for edit in in_order(edits):
        if edit.span.start < at:
            message = f"overlapping edits at {edit.span.start}"
            raise ValueError(message)
        pieces += (text[at : edit.span.start], edit.replacement)
        at = edit.span.end
    pieces.append(text[at:])
    return "".join(pieces)
