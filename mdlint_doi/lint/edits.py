"""Create edits of the source from changes to a written DOI, and apply them.

A rule uses offsets in `mention.written.text`; the document may contain escapes there. Only the
given characters are replaced, so that escapes around them stay as the author wrote them. If a DOI
is replaced with a different one, as few characters as possible are changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from mdlint_doi.lint.letters import is_urn, letters
from mdlint_doi.lint.model import Edit, Fix, Form, Mention, Safety, shown_name
from mdlint_doi.lint.rule import Problem
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import (
    bare_address,
    is_balanced,
    markdown_destination,
    whole_name,
    without_entities,
)
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

# The characters that are encoded in a link (DOI Handbook, encoding rules).
_UNSAFE: Final = pattern(r"[^A-Za-z0-9_.~():;,/!$&'*=@-]")
_DESTINATIONS: Final = frozenset({Form.DESTINATION, Form.IMAGE, Form.DEFINITION})
_ESCAPING: Final = _DESTINATIONS | {Form.TEXT, Form.LINK_TEXT}
_CUTTING: Final = frozenset('#?" ')
_MARKUP: Final = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>|"})


def place(mention: Mention, part: Span) -> Span:
    """Return the span in the source of a part of the written text."""
    return mention.written.span(part.start, part.end)


def name_span(mention: Mention) -> Span:
    """Return the span of the DOI in the source, or of the whole construct if it is broken."""
    return mention.span if mention.form is Form.BROKEN else place(mention, mention.spelling.name)


def edit(mention: Mention, part: Span, text: str) -> Edit:
    """Return the edit that replaces a part of the written text with `text`."""
    return Edit(place(mention, part), text)


def safe(mention: Mention, *edits: Edit, doi: Doi | None = None) -> Fix:
    """Return a safe fix of a mention; `doi` is the DOI after the fix, by default the same."""
    was = None if mention.form is Form.BROKEN else mention.doi
    return Fix(tuple(in_order(edits)), Safety.SAFE, doi or mention.doi, was)


def unsafe(mention: Mention, *edits: Edit, doi: Doi | None = None) -> Fix:
    """Return a fix that is a guess; for the arguments, see `safe`."""
    return safe(mention, *edits, doi=doi).replace(safety=Safety.UNSAFE)


def graded(mention: Mention, *edits: Edit, sure: bool, doi: Doi | None = None) -> Fix:
    """Return a safe fix if `sure`, otherwise an unsafe one; for the arguments, see `safe`."""
    return (safe if sure else unsafe)(mention, *edits, doi=doi)


def shared(old: str, new: str) -> tuple[int, int]:
    """Return how many characters two texts share at the beginning, and at the end of the rest."""
    most = min(len(old), len(new))
    start = 0
    while start < most and old[start] == new[start]:
        start += 1
    end = 0
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return start, end


def name_text(mention: Mention, name: str) -> str:
    """Return a piece of a DOI as it is written in this construct.

    It is percent-encoded in an address, and has Markdown's escapes in running text and in a
    destination that is not an address. Anywhere else, it is unchanged.
    """
    if mention.spelling.encoded:
        return _UNSAFE.sub(lambda found: percent_escaped(found[0]), name)
    if mention.form in _ESCAPING:
        return link_text(name)
    return name


def link_text(name: str) -> str:
    """Return a DOI as it is written in the text of a Markdown link."""
    return name.translate(_MARKUP)


def percent_escaped(character: str) -> str:
    """Return a character as percent-escapes of its UTF-8 (RFC 3986 section 2.1)."""
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def link_to(mention: Mention, address: str) -> str:
    """Return an encoded address as it is written in this construct."""
    if must_balance(mention):
        return markdown_destination(address)
    if mention.form is Form.BARE_LINK:
        return bare_address(address)
    if mention.form is Form.ATTRIBUTE:
        return without_entities(address).replace("'", "%27")
    return address


def must_balance(mention: Mention) -> bool:
    """Return whether the text is a Markdown destination without angle brackets."""
    return not mention.angle and mention.form in _DESTINATIONS


def joined_with_tail(mention: Mention) -> Fix:
    """Return the fix that makes query and fragment a part of the DOI."""
    text = mention.spelling.text
    marks = [
        at
        for at in range(mention.spelling.tail.start, mention.spelling.tail.end)
        if text[at] in _CUTTING
    ]
    edits = [edit(mention, Span(at, at + 1), percent_escaped(text[at])) for at in marks]
    return safe(mention, *edits, doi=whole_name(mention.spelling))


def in_order(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits in the order of the text."""
    return sorted(edits, key=attrgetter("order"))


def edits_of(fixes: Iterable[Fix]) -> list[Edit]:
    """Return the edits of fixes, in order."""
    return in_order(edit for fix in fixes for edit in fix.edits)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return `text` with the edits applied; they must not overlap.

    Raises:
        ValueError: if edits overlap.
    """
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


def renamed(mention: Mention, doi: Doi) -> tuple[Edit, ...]:
    """Return the edits that replace the DOI of a mention with `doi`; empty if it is the same.

    The common beginning and end of the two DOIs stay as they are written, with their escapes and
    letter case. The result is also empty for a URN, in which the first slash is a colon.
    """
    found = letters(mention.spelling)
    old = "".join(letter.character for letter in found)
    new = str(doi)
    if is_urn(mention.spelling) or old == new:
        return ()
    start, end = shared(old, new)
    name = mention.spelling.name
    first = found[start].span.start if start < len(found) else name.end
    last = found[len(found) - end - 1].span.end if end < len(found) else first
    part = Span(first, max(first, last))
    text = mention.spelling.text
    piece = name_text(mention, new[start : len(new) - end])
    if must_balance(mention) and not is_balanced(text[: part.start] + piece + text[part.end :]):
        return _in_brackets(mention, edit(mention, name, name_text(mention, new)))
    return (edit(mention, part, piece),)


def _in_brackets(mention: Mention, change: Edit) -> tuple[Edit, ...]:
    """Return the edits that enclose a destination in `<…>`; empty if it contains `<` or `>`."""
    text, name = mention.spelling.text, mention.spelling.name
    if {"<", ">"} & {*text[: name.start], *text[name.end :]}:
        return ()
    whole = mention.written.whole
    opening, closing = Span(whole.start, whole.start), Span(whole.end, whole.end)
    return Edit(opening, "<"), change, Edit(closing, ">")


def about_name(
    mention: Mention, words: str, fix: Fix | None = None, severity: Severity | None = None
) -> Problem:
    """Return a problem of a whole DOI, whose message begins with the DOI."""
    return Problem(f"{shown_name(mention)} {words}", name_span(mention), fix, severity)
