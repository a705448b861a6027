"""The entries of a BibTeX file -> claims: what each says of the work of its DOI.

The file is read once more, with all fields, and only where works are asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from mdlint_doi.formats.bibtex.entries import LINK_FIELDS, NAME_FIELD
from mdlint_doi.formats.bibtex.model import Entry, Field, Macros, PartKind
from mdlint_doi.formats.bibtex.syntax import read_blocks
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.doi import Doi
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.fields import claim_of_fields

_TITLES: Final = ("title", "subtitle", "titleaddon", "origtitle")
_CONTAINERS: Final = ("journal", "journaltitle", "booktitle", "maintitle", "series")
_NOTES: Final = ("note", "annote", "annotation", "addendum", "keywords")
_WHOLE: Final = frozenset({"inbook", "incollection"})
"""Entries in which `title` may be that of the book, and `chapter` that of its part."""
WANTED: Final = frozenset(
    (
        *(*_TITLES, *_CONTAINERS, *_NOTES, "author", "editor", "year", "date"),
        *("volume", "pages", "eid", "number", "chapter"),
    )
)
_LONGEST: Final = 20_000


def claims_in(source: Source, mentions: Sequence[Mention]) -> Iterator[Claim]:
    """Yield what the entries say of the works of the mentions in them, in order."""
    queue = [one for one in mentions if _names_work(one)]
    at = 0
    macros: dict[str, str] = {}
    for block in read_blocks(source.text, WANTED | {NAME_FIELD} | LINK_FIELDS):
        if isinstance(block, Macros):
            for field in block.fields:
                note_macro(source.text, field, macros)
        elif isinstance(block, Entry):
            while at < len(queue) and queue[at].span.start < block.span.start:
                at += 1
            fields: dict[str, str] | None = None
            while at < len(queue) and queue[at].span.start < block.span.end:
                if fields is None:
                    fields = fields_of(source.text, block, macros)
                one = queue[at]
                kind = block.type.cut(source.text).lower()
                yield claim_of_entry(one.doi, one.span, kind, fields)
                at += 1


def note_macro(text: str, field: Field, macros: dict[str, str]) -> None:
    """Note what a `@string` defines."""
    macros[field.name.cut(text).lower()] = _text(text, field, macros)


def _names_work(mention: Mention) -> bool:
    """Return whether a field presents the DOI of the entry's own work."""
    container = mention.container
    if mention.doi is None:
        return False
    if container is None or mention.form is Form.FIELD:
        return True  # without a container: found from a page that shows the entry
    field = container.label.rpartition(", ")[2]
    return container.lacks_doi and field in LINK_FIELDS


def fields_of(
    text: str, entry: Entry, macros: Mapping[str, str], wanted: Collection[str] = WANTED
) -> dict[str, str]:
    """Return the fields by name; of two with one name the first holds."""
    found: dict[str, str] = {}
    for field in entry.fields:
        name = field.name.cut(text).lower()
        if name in wanted:
            found.setdefault(name, _text(text, field, macros))
    return found


def _text(text: str, field: Field, macros: Mapping[str, str]) -> str:
    """Return a value with its macros put in; what no macro is known for says nothing."""
    pieces = []
    for part in field.parts:
        written = text[part.span.start : min(part.span.end, part.span.start + _LONGEST)]
        pieces.append(macros.get(written.lower(), "") if part.kind is PartKind.MACRO else written)
    return "".join(pieces)[:_LONGEST]


def claim_of_entry(doi: Doi | None, span: Span, kind: str, fields: Mapping[str, str]) -> Claim:
    """Return what the fields of an entry of some type say of its work."""
    titles = [fields[name] for name in _TITLES if fields.get(name)]
    chapter = fields.get("chapter", "")
    if kind in _WHOLE and not chapter.isdigit():
        titles.append(chapter)
    return claim_of_fields(
        doi,
        span,
        titles=[one for one in titles if one],
        people=fields.get("author") or fields.get("editor") or "",
        year=" ".join(fields[name] for name in ("year", "date") if fields.get(name)),
        container=next((fields[name] for name in _CONTAINERS if fields.get(name)), ""),
        volume=fields.get("volume", ""),
        pages=fields.get("pages") or fields.get("eid") or fields.get("number") or "",
        note=" ".join(fields[name] for name in _NOTES if fields.get(name)),
    )
