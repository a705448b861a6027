"""Find the claims of entries about the works of their DOIs, and the references without a DOI.

The file is read a second time, with all values of its entries, and only if works are looked up.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mdlint_doi.formats.data.entry import Entries, Entry, Field, Path
from mdlint_doi.formats.data.meanings import Meaning, PersonFields
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.references import Cover, NamedPlaces, passages_of, run_of
from mdlint_doi.lint.document import Document, LeftOut, Reference
from mdlint_doi.lint.model import Mention, shown
from mdlint_doi.names.spelling import ARXIV_PREFIX, Kind
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.works.candidates import Cited
from mdlint_doi.works.claim import CitedAs, Claim, claim_of_fields, query_of
from mdlint_doi.works.passage import claims
from mdlint_doi.works.people import has_more, people_of
from mdlint_doi.works.pubmed import labelled_pubmed_number, pubmed_number
from mdlint_doi.works.work import Person

Values = Mapping[Path, Sequence[str]]
"""The values that describe the work of an entry, by their path."""

_MOST_PEOPLE: Final = 200
_MOST_TITLES: Final = 5
_PLACES: Final = ("journal", "journaltitle", "booktitle")
_TITLE: Final[Path] = ("title",)
_UNREADABLE: Final = "\ufffd"
"""The replacement for each byte outside ASCII in a file with an unknown encoding."""


def claims_in(
    source: Source, mentions: Sequence[Mention], entries: Entries, meaning: Meaning
) -> list[Claim]:
    """Return the claims of a file's entries about the works of the mentions in them, in order."""
    named = sorted(
        (mention for mention in mentions if mention.doi is not None),
        key=lambda mention: mention.span,
    )
    starts = [mention.span.start for mention in named]
    found: list[Claim] = []
    try:
        for entry in entries(source, full=True) if named else ():
            if isinstance(entry, Entry):
                found += _claims_of(entry, meaning, named, starts)
    except FormatSyntaxError:
        return []
    return sorted(found, key=lambda claim: claim.span)


def _claims_of(
    entry: Entry, meaning: Meaning, named: Sequence[Mention], starts: Sequence[int]
) -> Iterator[Claim]:
    claim: Claim | None = None
    # The whole file may list the DOIs of all versions of its own work.
    is_cited = bool(entry.path) and sum(field.name == meaning.name for field in entry.fields) == 1
    for field in entry.fields:
        start, end = field.text.whole.start, field.text.whole.end
        inside = named[bisect_left(starts, start) : bisect_left(starts, end)]
        if not inside:
            continue
        is_text = meaning.cites_in_words and field.name in meaning.links | meaning.texts
        if is_text and " " in field.text.text.strip():  # a whole reference, as in a .zenodo.json
            yield from _claims_of_text(field.text, inside)
            continue
        # Whether the field presents the DOI of the entry's own work.
        is_named = field.name in meaning.links and not entry.has_name
        if field.name == meaning.name:
            is_listed = is_cited and field.path[0] in meaning.identifier_lists
            is_named = len(field.path) == 1 or is_listed
        named_here = [
            mention for mention in inside if is_named or _is_its_number(mention, field, meaning)
        ]
        if named_here:
            # The claim is made only once, because an entry may have a thousand links.
            claim = claim or claim_of(entry, values_of(entry, meaning), meaning, inside[0].span)
            for mention in named_here:
                yield claim._replace(doi=mention.doi, span=mention.span, entry=entry.place)


def _is_its_number(mention: Mention, field: Field, meaning: Meaning) -> bool:
    """Return whether an identifier in a field belongs to the entry's own work.

    Next to the DOI of an article, it belongs to the preprint, which is the same work; a note may
    contain the identifiers of other works.
    """
    is_arxiv = mention.doi is not None and mention.doi.prefix == ARXIV_PREFIX
    is_number = is_arxiv and mention.spelling.kind is Kind.IDENTIFIER
    return is_number and field.name in (meaning.links | meaning.identifier_fields)


def _claims_of_text(content: PlacedText, mentions: Sequence[Mention]) -> Iterator[Claim]:
    covers = []
    for mention in mentions:
        start = content.index(mention.span.start)
        end = max(start, content.index(mention.span.end - 1) + 1)
        covers.append(Cover(start, end, run_of(mention, "")))
    text = content.text
    for passage in passages_of(len(text), covers, (), lambda first, last: text[first:last]):
        yield from claims(passage)


def values_of(entry: Entry, meaning: Meaning) -> Values:
    """Return the values that describe the work of an entry, without those with unreadable bytes."""
    found: dict[Path, list[str]] = {}
    for path, value in entry.stated:
        if _UNREADABLE in value:
            continue
        if meaning.repeats or path not in found:
            found.setdefault(path, []).append(value)
    return found


def texts_of(values: Values, names: Sequence[str]) -> list[str]:
    """Return the values of some fields that are not empty."""
    paths = (tuple(name.split(".")) for name in names)
    return [value for path in paths for value in values.get(path, ()) if value]


def claim_of(entry: Entry, values: Values, meaning: Meaning, span: Span) -> Claim:
    """Return the claim of an entry from its own and inherited values, without the DOI."""

    def first(names: Sequence[str]) -> str:
        return next(iter(texts_of(values, names)), "")

    people, more = _people(values, meaning)
    kind = first((meaning.type,)) if meaning.type else entry.kind
    return claim_of_fields(
        None,
        span,
        titles=texts_of(values, meaning.titles)[:_MOST_TITLES],
        people=people,
        has_more_people=more,
        cited_as=CitedAs(meaning.cited_as.get(kind.strip().lower(), "")),
        edition=first(meaning.editions),
        year=" ".join(_years(values, meaning)),
        container=first(meaning.containers),
        volume=first(meaning.volumes),
        number=first(meaning.numbers),
        pages=first(meaning.pages),
        pubmed=_pubmed(values, meaning),
        archive=first([archive for archive, _ in meaning.archives]),
        note=" ".join(texts_of(values, meaning.notes)),
    )


def _pubmed(values: Values, meaning: Meaning) -> str:
    """Return the PubMed number of an entry; empty if it states none, or several."""
    labelled = texts_of(values, meaning.accession)
    for archive, number in meaning.archives:
        pairs = zip(texts_of(values, (archive,)), texts_of(values, (number,)), strict=False)
        labelled += [f"{label}: {value}" for label, value in pairs]
    found = {
        *map(pubmed_number, texts_of(values, meaning.pubmed)),
        *map(labelled_pubmed_number, labelled),
    } - {""}
    return found.pop() if len(found) == 1 else ""


def _years(values: Values, meaning: Meaning) -> Iterator[str]:
    """Yield the texts of dates; of CSL's `date-parts`, only the years, which come first."""
    for name in meaning.years:
        for path, texts in values.items():
            if path[:1] == (name,) and path[3:] in ((), (0,)):
                yield from texts


def _people(values: Values, meaning: Meaning) -> tuple[list[Person], bool]:
    """Return the authors or editors of an entry, and whether it states that there are more."""
    for names in meaning.people:
        lists = texts_of(values, names)[:_MOST_PEOPLE]
        if meaning.repeats:
            lists = [_one_name(text) for text in lists]
        people = [person for text in lists for person in people_of(text)]
        parts: dict[tuple[str, int], dict[str, str]] = {}
        for path, texts in values.items():
            match path:
                case (str(name), int(number), str(part)) if name in names:
                    parts.setdefault((name, number), {})[part] = texts[0]
        for person in [*parts.values()][:_MOST_PEOPLE]:
            people += _person(person, meaning.person)
        if lists or parts:
            return people, any(map(has_more, lists))
    return [], False


def _person(parts: Mapping[str, str], fields: PersonFields) -> Sequence[Person]:
    if whole := parts.get(fields.whole):
        return people_of(_one_name(whole))
    family = " ".join(
        part for name in (fields.particle, fields.family) if (part := parts.get(name))
    )
    groups = (parts[name] for name in fields.group if parts.get(name))
    return [Person(family, parts.get(fields.given, ""), "" if family else next(groups, ""))]


def _one_name(text: str) -> str:
    """Return a name in which "and" does not separate two names."""
    return text.replace(" and ", " ")


def references_in(document: Document, entries: Entries, meaning: Meaning) -> Iterator[Reference]:
    """Yield the references in a document that have no DOI."""
    own = [
        mention
        for mention in document.mentions
        if not (mention.container and mention.container.may_cite_others)
    ]
    named = NamedPlaces(own)
    numbered = NamedPlaces(document.mentions, identifiers=True)
    try:
        found = [entry for entry in entries(document.source, full=True) if isinstance(entry, Entry)]
    except FormatSyntaxError:
        return
    stated = [values_of(entry, meaning) for entry in found]
    parents = {entry.key.lower(): values for entry, values in zip(found, stated, strict=True)}
    for entry, values in zip(found, stated, strict=True):
        searched = entry.searched
        if searched is not None and not named.any_in(searched.whole):
            whole = _with_inherited(values, parents.get(entry.parent.lower(), {}), meaning)
            claim = claim_of(entry, whole, meaning, searched.span)
            on_arxiv = numbered.any_in(searched.whole) and _names_no_place(whole)
            kind = (meaning.kinds or {}).get(entry.kind)
            left_out = LeftOut.NO if query_of(claim) else LeftOut.LITTLE
            left_out = LeftOut.KIND if kind is None else left_out
            yield Reference(
                document.source,
                searched.span,
                Cited(claim, kind or "either"),
                searched.insert,
                where=shown(entry.key),
                left_out=LeftOut.ARXIV if on_arxiv else left_out,
            )


def _with_inherited(values: Values, parent: Values, meaning: Meaning) -> Values:
    paths: list[Path] = [(name,) for name in meaning.inherited]
    inherited = {path: parent[path] for path in paths if parent.get(path)}
    if meaning.inherited_title and _TITLE in parent:
        inherited.setdefault((meaning.inherited_title,), parent[_TITLE])
    return {**inherited, **values}


def _names_no_place(values: Values) -> bool:
    """Return whether an entry names no place of publication except arXiv."""
    place = " ".join(texts_of(values, _PLACES)).lower()
    return not place.strip() or "arxiv" in place or "corr" in place.split()
