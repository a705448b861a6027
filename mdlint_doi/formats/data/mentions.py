"""Make a document from entries: find the mentions in their fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from mdlint_doi.formats.data.entry import Entries, Entry, Field, dotted
from mdlint_doi.formats.data.meanings import Meaning
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.values import (
    may_contain_doi,
    may_contain_identifiers,
    name_mention,
    page_mentions,
    value_mentions,
)
from mdlint_doi.lint.document import Claims, Document, Suppression, Unread
from mdlint_doi.lint.model import Container, Form, Mention, shown
from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.selection import is_needed
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.spelling import ARXIV_PREFIX, Kind, Notations
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim  # not needed in a run without works

_PLACES: Final = ("journal", "journaltitle", "publisher")
_WORDS: Final = ("doe", "roe", "mustermann", "todo", "tbd", "bar", "alice", "bob")
_WHICH: Final = ("first", "second", "third", "some", "another")
_MADE_UP: Final = (
    *(rf"{word}\b(?<!\w{word})" for word in _WORDS),
    *(rf"{which}\.?[\s\"',{{}}:-]{{1,30}}author\b" for which in _WHICH),
    r"author\b(?:(?<=\W[ab][\W_]author)|(?<=\W[ab][\W_]{2}author)|(?<=\W[ab][\W_]{3}author))",
    r"author[,\s]+(?:first|second|third|some|another|name|one|two|three|[a-d]\b|[0-9])",
    *(r"anon(?:ymous)?\s+author\b", r"first[\s-]*name\b", r"last[\s-]*name\b"),
    *(r"sur[\s-]*name\b", r"john\s+(?:smith|public)\b", r"jane\s+(?:smith|public)\b"),
    *(r"smith,\s*j(?:ohn|ane)\b", r"public,\s*j(?:ohn|ane)\b", r"xx(?<!\wxx)x*\b", r"\?\?"),
)
"""Parts of placeholders for names (`works.people`), in lower case. Each begins with letters and is
searched for separately: one search for all of them would take thirty times as long."""
_SHORT: Final = pattern(r"\s*10/(?=[0-9]*[A-Za-z])[0-9A-Za-z]{3,8}\s*")
"""Matches a shortDOI in a field for an identifier; `10/2015` may be a month."""
_REACH: Final = 30
"""The code points before a year that are read, to find the name of its field."""
_YEAR: Final = pattern(r"(?<![0-9])[2-9][0-9]{3}(?![0-9])")
"""A year that may be in the future."""
_OF_YEAR: Final = ("year", "date", "issued", "parts", "py", "y1", "da")
"""The ends of the names of fields for years, in lower case, in all formats."""
_BETWEEN: Final = " \t\r\n!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
"""The characters between the name of a field and its value."""


def read(source: Source, settings: Settings, entries: Entries, meaning: Meaning) -> Document:
    """Return the mentions and suppressions of a data file."""
    found: list[Mention] = []
    suppressions: list[Suppression] = []
    problems: list[tuple[int, str]] = []
    notations = settings.notations.without_publishers
    if not may_contain_identifiers(source.text):
        notations = notations.of_names
    pages = is_needed(Need.PAGES, settings, source.name)
    try:
        for entry in entries(source, full=False):
            if isinstance(entry, Suppression):
                suppressions.append(entry)
                continue
            inside = _mentions(source, notations, entry, meaning, pages=pages)
            if notations.identifiers:
                inside = _with_others(inside, entry, meaning)
            found += inside
            problems += [entry.problem] if entry.problem is not None else []
    except FormatSyntaxError as error:
        return Document(source, unread=(error.unread(f"not valid {meaning.syntax}"),))
    mentions = tuple(sorted(found, key=lambda mention: mention.span.start))
    claims = Claims(lambda: _claims(source, mentions, entries, meaning))
    lower = source.text.lower()
    return Document(
        source,
        mentions,
        tuple(suppressions),
        (_unread(problems, meaning),) if problems else (),
        claims,
        may_name_nobody=any(pattern(look).search(lower) for look in _MADE_UP),
        latest_year=_latest_year(lower),
    )


def _latest_year(lower: str) -> int:
    """Return the latest year in a field for years; 0: there is none."""
    latest = "0"
    for found in _YEAR.finditer(lower):
        start = found.start()
        if found[0] > latest:
            before = lower[max(0, start - _REACH) : start]
            if before.rstrip(_BETWEEN).endswith(_OF_YEAR) and before[-1:] in _BETWEEN:
                latest = found[0]
    return int(latest)


def _claims(
    source: Source, mentions: tuple[Mention, ...], entries: Entries, meaning: Meaning
) -> Iterable[Claim]:
    from mdlint_doi.formats.data.claims import claims_in

    return claims_in(source, mentions, entries, meaning)


def _unread(problems: list[tuple[int, str]], meaning: Meaning) -> Unread:
    """Return the entries with broken syntax, or the values for a DOI that are not text."""
    offset, reason = problems[0]
    if not meaning.library:
        more = f", and so {len(problems) - 1} more" if len(problems) > 1 else ""
        return Unread(f"{reason}{more}; everything else is read", Span(offset, offset))
    count = "1 entry has" if len(problems) == 1 else f"{len(problems)} entries have"
    first = "" if len(problems) == 1 else ", the first one here"
    return Unread(
        f"{count} broken syntax{first}: {reason}; everything else is read, but the entry is fixed"
        f" only if {meaning.library} can read it",
        Span(offset, offset),
    )


def _mentions(
    source: Source, notations: Notations, entry: Entry, meaning: Meaning, *, pages: bool
) -> Iterator[Mention]:
    lacks = meaning.has_keys and not entry.has_name
    before = _before_numbers(entry) if notations.identifiers else {}
    for field in entry.fields:
        container = partial(_container, entry, field, meaning, lacks=lacks)
        is_short = field.name in meaning.identifiers and _SHORT.fullmatch(field.text.text)
        if meaning.is_name(field.name) or is_short:
            mention = name_mention(source, field.span, field.text, container())
            if mention is not None and mention.span.end > mention.span.start:
                is_link = meaning.takes_links and mention.spelling.kind is not Kind.BARE
                is_value = is_short or (is_link and mention.span == mention.written.whole)
                yield mention.replace(form=Form.VALUE) if is_value else mention
        elif may_contain_doi(field.text.text, notations):
            label = before.get(field.name, f"{field.path[-1]}: ")
            value = source, field.text, container(), notations, label
            found = [*value_mentions(*value, is_note=field.name in meaning.notes)]
            if pages and lacks and not found and field.name in meaning.links:
                found = page_mentions(source, field.text, container())
            counted = meaning.counted_in(field.name)
            for mention in found:
                if mention.spelling.kind in counted or mention.spelling.kind is Kind.IDENTIFIER:
                    yield mention


def _with_others(found: Iterable[Mention], entry: Entry, meaning: Meaning) -> Iterator[Mention]:
    """Yield the mentions of an entry; its identifiers note whether others present the same DOI.

    The purposes of the fields count and not their order, so that every order gives the same
    findings.
    """
    held = [*found]
    fields = {id(field.text): field.name for field in entry.fields}
    ranks = [_rank(mention, fields, entry, meaning) for mention in held]
    known = {
        mention.doi
        for mention, rank in zip(held, ranks, strict=True)
        if mention.spelling.kind is not Kind.IDENTIFIER and not rank.is_of_others
    }
    first = None
    for at in sorted(range(len(held)), key=lambda at: (ranks[at], at)):
        mention = held[at]
        rank = ranks[at]
        if mention.spelling.kind is not Kind.IDENTIFIER or mention.doi is None:
            continue
        if mention.doi in known:
            held[at] = mention.replace(linked_in_block=True)
        elif mention.doi.prefix == ARXIV_PREFIX and not rank.is_of_note:
            held[at] = mention.replace(title=first)
            first = first or f"arXiv:{mention.spelling.name.cut(mention.spelling.text)}"
        known.add(mention.doi)
    yield from held


class _Rank(NamedTuple):
    """The purpose of a mention's field; of mentions with the same DOI, the lowest rank counts.

    Attributes:
        is_of_note: whether it is a note, which may be about a different work.
        is_of_others: whether it does not present the entry's own DOI.
        is_link: whether it is a field for an address.
        field: the name of the field.
    """

    is_of_note: bool
    is_of_others: bool
    is_link: bool
    field: str


def _rank(mention: Mention, fields: Mapping[int, str], entry: Entry, meaning: Meaning) -> _Rank:
    """Return the rank of a mention; `fields` are the names of fields by the `id` of their text."""
    field = fields.get(id(mention.container.text), "") if mention.container else ""
    is_link = field in meaning.links
    is_number = mention.spelling.kind is Kind.IDENTIFIER and field in meaning.identifier_fields
    is_own = field == meaning.name or is_number or (is_link and not entry.has_name)
    return _Rank(field in meaning.notes, not is_own, is_link, field)


def _before_numbers(entry: Entry) -> dict[str, str]:
    """Return the label of a number in some fields of an entry, as other fields show it."""
    texts = {field.name: field.text.text.lower().replace("{", "") for field in entry.fields}
    archive = texts.get("archiveprefix") or texts.get("eprinttype") or "arxiv"
    found = {"archiveid": "arXiv:", "eprint": "arXiv:" if "arxiv" in archive else "is no "}
    place = " ".join([texts.get(name, "")[:8] for name in _PLACES])
    if "arxiv" in place or "corr" in place or texts.get("volume", "").startswith("abs/"):
        found |= dict.fromkeys(("volume", "number", "eid", "pages"), "arXiv:")
    return found


def _container(entry: Entry, field: Field, meaning: Meaning, *, lacks: bool) -> Container:
    may_cite_others = field.name not in meaning.holders
    lacks = lacks and not may_cite_others
    added = field.insertion() if lacks and field.insertion is not None else None
    label = dotted((*entry.path, *field.path))
    if meaning.has_keys:
        label = f"{shown(entry.key)}, {field.path[-1]}"
    return Container(
        label,
        field.text,
        field.write,
        key=entry.key if meaning.has_keys else "",
        lacks_doi=lacks,
        insertion=added,
        entry=entry.place,
        is_address=field.name in meaning.addresses,
        may_cite_others=may_cite_others,
        is_tex=meaning.is_tex,
    )
