"""From a part of a written DOI to edits of the source.

A rule thinks in offsets of `mention.written.text`; the document may hold escapes there. Nothing but
the named characters is replaced, so that escapes around them stay as the author wrote them.

`apply_edits` makes them. Another name is put in the place of a written one with as few characters
changed as possible.
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

# What stands raw in a link (DOI Handbook, encoding rules), beside letters, digits and `-._~`.
_UNSAFE: Final = pattern(r"[^A-Za-z0-9_.~():;,/!$&'*=@-]")
_DESTINATIONS: Final = frozenset({Form.DESTINATION, Form.IMAGE, Form.DEFINITION})
_ESCAPING: Final = _DESTINATIONS | {Form.TEXT, Form.LINK_TEXT}
_CUTTING: Final = frozenset('#?" ')
_MARKUP: Final = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>|"})


def place(mention: Mention, part: Span) -> Span:
    """Return where a part of the written text stands in the source."""
    return mention.written.span(part.start, part.end)


def name_span(mention: Mention) -> Span:
    """Return where the name stands; the whole construct if the document's syntax breaks it."""
    return mention.span if mention.form is Form.BROKEN else place(mention, mention.spelling.name)


def edit(mention: Mention, part: Span, text: str) -> Edit:
    """Return the edit that puts `text` in place of a part of the written text."""
    return Edit(place(mention, part), text)


def safe(mention: Mention, *edits: Edit, doi: Doi | None = None) -> Fix:
    """Return a fix of a mention that keeps the referent; it names `doi` then, or what it named."""
    was = None if mention.form is Form.BROKEN else mention.doi
    return Fix(tuple(in_order(edits)), Safety.SAFE, doi or mention.doi, was)


def unsafe(mention: Mention, *edits: Edit, doi: Doi | None = None) -> Fix:
    """Return a fix that is a guess; arguments as of `safe`."""
    return safe(mention, *edits, doi=doi).replace(safety=Safety.UNSAFE)


def graded(mention: Mention, *edits: Edit, sure: bool, doi: Doi | None = None) -> Fix:
    """Return a safe fix if `sure`, else an unsafe one; arguments as of `safe`."""
    return (safe if sure else unsafe)(mention, *edits, doi=doi)


def shared(old: str, new: str) -> tuple[int, int]:
    """Return how many characters two texts share at their beginning, and at the end after it."""
    most = min(len(old), len(new))
    start = 0
    while start < most and old[start] == new[start]:
        start += 1
    end = 0
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return start, end


def name_text(mention: Mention, name: str) -> str:
    """Return a piece of a name as it is written in this construct.

    Percent-encoded where the name stands in an address; with Markdown's escapes in running text
    and in a destination that is no address; as it is anywhere else.
    """
    if mention.spelling.encoded:
        return _UNSAFE.sub(lambda found: percent_escaped(found[0]), name)
    if mention.form in _ESCAPING:
        return name.translate(_MARKUP)
    return name


def percent_escaped(character: str) -> str:
    """Return a character as percent-escapes of its UTF-8 (RFC 3986 section 2.1)."""
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def link_to(mention: Mention, address: str) -> str:
    """Return an encoded address as it can stand in this construct."""
    if must_balance(mention):
        return markdown_destination(address)
    if mention.form is Form.BARE_LINK:
        return bare_address(address)
    if mention.form is Form.ATTRIBUTE:
        return without_entities(address).replace("'", "%27")
    return address


def must_balance(mention: Mention) -> bool:
    """Return whether the text stands in a Markdown destination without angle brackets."""
    return not mention.angle and mention.form in _DESTINATIONS


def joined_with_tail(mention: Mention) -> Fix:
    """Return the fix that makes query and fragment a part of the name."""
    text = mention.spelling.text
    marks = [at for at in range(*mention.spelling.tail) if text[at] in _CUTTING]
    edits = [edit(mention, Span(at, at + 1), percent_escaped(text[at])) for at in marks]
    return safe(mention, *edits, doi=whole_name(mention.spelling))


def in_order(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits as they stand in the text."""
    return sorted(edits, key=attrgetter("order"))


def edits_of(fixes: Iterable[Fix]) -> list[Edit]:
    """Return the edits of fixes, in order."""
    return in_order(edit for fix in fixes for edit in fix.edits)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return `text` with the edits made; they must not overlap.

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
    """Return the edits that make the mention name `doi`; none where it does already.

    The common beginning and end of the two names are left as they are written, so that
    their escapes and letter case stay. None also for a URN, whose slashes are written otherwise.
    """
    found = letters(mention.spelling)
    old = "".join(one.character for one in found)
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
    """Return the edits that put a destination in `<…>`; none where it holds one of these."""
    text, name = mention.spelling.text, mention.spelling.name
    if {"<", ">"} & {*text[: name.start], *text[name.end :]}:
        return ()
    whole = mention.written.whole
    opening, closing = Span(whole.start, whole.start), Span(whole.end, whole.end)
    return Edit(opening, "<"), change, Edit(closing, ">")


def about_name(
    mention: Mention, words: str, fix: Fix | None = None, severity: Severity | None = None
) -> Problem:
    """Return the problem of a whole name: the message begins with it."""
    return Problem(f"{shown_name(mention)} {words}", name_span(mention), fix, severity)
