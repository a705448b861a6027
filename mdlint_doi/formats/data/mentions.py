"""Entries -> a document: the mentions in their fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from mdlint_doi.formats.data.entry import Entries, Entry, Field, dotted
from mdlint_doi.formats.data.meanings import Meaning
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.values import may_be_there, name_mention, value_mentions
from mdlint_doi.lint.container import Container
from mdlint_doi.lint.directives import Suppression
from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim  # a run that asks for no works loads none

_MADE_UP: Final = pattern(
    r"(?i:year|date|issued|parts|\bPY|\bY1|\bDA)[\W_]{1,20}2(?:02[7-9]|0[3-9]\d|[1-9]\d\d)(?!\d)"
    r"|(?i:\b(?:doe|roe|mustermann|anon(?:ymous)?\s+author|todo|tbd|bar)\b)"
    r"|(?i:\b(?:first|second|third|some|another|a|b)\.?[\s\"',{}:-]{1,30}author\b)"
    r"|(?i:\bauthor[,\s]+(?:first|second|third|some|another|name|one|two|three|[a-d]\b|\d))"
    r"|(?i:\b(?:first|last|sur)[\s-]*name\b|\b(?:john|jane)\s+(?:smith|public)\b)"
    r"|(?i:\b(?:smith|public),\s*(?:john|jane)\b|\b(?:alice|bob)\b|\bx{2,}\b)|\?{2}"
)
"""Where a year to come stands (those before the first release are none), or what a name that stands
for a name is made of (`works.people_lists`): a quick look that passes by most files."""


def read(source: Source, settings: Settings, entries: Entries, meaning: Meaning) -> Document:
    """Return the DOIs of a data file, and our comments.

    Args:
        source: the file.
        settings: what counts as a DOI.
        entries: how its format finds entries.
        meaning: of their fields.

    """
    found: list[tuple[Mention, str]] = []
    suppressions: list[Suppression] = []
    problems: list[tuple[int, str]] = []
    try:
        for one in entries(source, full=False):
            if isinstance(one, Suppression):
                suppressions.append(one)
                continue
            found += ((mention, one.key) for mention in _mentions(source, settings, one, meaning))
            problems += [one.problem] if one.problem is not None else []
    except FormatSyntaxError as error:
        line = source.location(min(error.offset, len(source.text))).line
        return Document(source, problem=f"no {meaning.syntax}: {error.reason} (line {line})")
    found.sort(key=lambda pair: pair[0].span.start)
    mentions = tuple(_with_twins(found) if meaning.has_keys else (one for one, _ in found))
    note = _note(source, problems, meaning)
    claims = Claims(lambda: _claims(source, mentions, entries, meaning))
    doubtful = _MADE_UP.search(source.text) is not None
    return Document(
        source, mentions, tuple(suppressions), note=note, claims=claims, may_be_made_up=doubtful
    )


def _claims(
    source: Source, mentions: tuple[Mention, ...], entries: Entries, meaning: Meaning
) -> Iterable[Claim]:
    from mdlint_doi.formats.data.claims import claims_in

    return claims_in(source, mentions, entries, meaning)


def _note(source: Source, problems: list[tuple[int, str]], meaning: Meaning) -> str:
    """Return what to say of entries that may have fields which were not seen."""
    if not problems:
        return ""
    offset, reason = problems[0]
    count = "1 entry" if len(problems) == 1 else f"{len(problems)} entries"
    line = source.location(offset).line
    return (
        f"{count} with broken syntax, read as far as possible, and fixed only where "
        f"{meaning.library} can read them; the first at line {line}: {reason}"
    )


def _mentions(
    source: Source, settings: Settings, entry: Entry, meaning: Meaning
) -> Iterator[Mention]:
    """Yield the DOIs of an entry."""
    lacks = meaning.has_keys and not entry.has_name
    for field in entry.fields:
        if meaning.is_name(field.name):
            container = _container(entry, field, meaning, lacks=lacks)
            mention = name_mention(source, field.span, field.text, container)
            if mention is not None and mention.span.end > mention.span.start:
                yield mention
        elif _may_hold(field.text.text, settings):
            container = _container(entry, field, meaning, lacks=lacks)
            yield from value_mentions(source, field.text, container, settings.notations)


def _may_hold(text: str, settings: Settings) -> bool:
    return may_be_there(text, Span(0, len(text)), settings.notations)


def _container(entry: Entry, field: Field, meaning: Meaning, *, lacks: bool) -> Container:
    added = field.insertion() if lacks and field.insertion is not None else None
    if meaning.has_keys:
        label = f"{shown(entry.key)}, {field.path[-1]}"
    else:
        label = dotted((*entry.path, *field.path))
    return Container(
        label, field.text, field.write, lacks_doi=lacks, insertion=added, entry=entry.place
    )


def _with_twins(found: Iterable[tuple[Mention, str]]) -> Iterator[Mention]:
    """Yield mentions, each with the key of its entry given; those of another's name say which."""
    first: dict[str, str] = {}
    for mention, key in found:
        doi, container = mention.doi, mention.container
        if mention.form is Form.FIELD and doi is not None and container is not None:
            other = first.setdefault(doi.key, key)
            if other != key:
                yield mention.replace(container=container.replace(twin=other))
                continue
        yield mention
