"""Put another name in the place of a written one, changing as few characters as possible."""

from __future__ import annotations

from mdlint_doi.lint.edits import (
    edit,
    must_balance,
    name_text,
    shared,
)
from mdlint_doi.lint.letters import is_urn, letters
from mdlint_doi.lint.model import Edit, Mention
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import is_balanced
from mdlint_doi.text.span import Span


def renamed(mention: Mention, doi: Doi) -> tuple[Edit, ...]:
    """Return the edits that make the mention name `doi`; none where it does already.

    What the two names share at the beginning and at the end is left as it is written, so that
    its escapes and its case stay. None also for a URN, whose slashes are written otherwise.
    """
    found = letters(mention.spelling)
    old, new = "".join(one.character for one in found), str(doi)
    if is_urn(mention.spelling) or old == new:
        return ()
    start, end = shared(old, new)
    name = mention.spelling.name
    first = found[start].span.start if start < len(found) else name.end
    last = found[len(found) - end - 1].span.end
    part = Span(first, max(first, last))
    text, piece = mention.spelling.text, name_text(mention, new[start : len(new) - end])
    if must_balance(mention) and not is_balanced(text[: part.start] + piece + text[part.end :]):
        return _in_brackets(mention, edit(mention, name, name_text(mention, new)))
    return (edit(mention, part, piece),)


def _in_brackets(mention: Mention, change: Edit) -> tuple[Edit, ...]:
    """Return the edits that put a destination in `<…>`; none where it holds one of these."""
    text, name = mention.spelling.text, mention.spelling.name
    if {"<", ">"} & {*text[: name.start], *text[name.end :]}:
        return ()
    whole = mention.written.whole
    opening, closing = Span(whole.start, whole.start), Span(whole.end, whole.end)
    return Edit(opening, "<"), change, Edit(closing, ">")
