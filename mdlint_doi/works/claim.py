"""The description of a work in a document, and the search query for that work.

A claim comes from prose (`passage`) or from the fields of an entry in a `.bib`, `.cff` or
`.zenodo.json` file. A query has few words, because they only affect the ranking of the results
(Crossref REST API, github.com/CrossRef/rest-api-doc).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.works.folding import LONGEST_TITLE, content, plain_tex, words
from mdlint_doi.works.people import has_more, people_of
from mdlint_doi.works.work import Person

_MACRO: Final = pattern(r"\\[A-Za-z]+")
"""Matches the macro of a journal in exports of the Astrophysics Data System: `\\apj`."""
_YEAR: Final = pattern(r"(?<!\d)(?:1[4-9]|2\d)\d\d(?!\d)")
PEOPLE: Final = 3  # family names in a query; these are enough to rank the right work first
MOST_WORDS: Final = 40  # words of a query, at most; more change little and make long addresses
MOST_SIGNS: Final = 3  # the signs of a reference with authors, a year, and a volume or pages
_QUOTE: Final = pattern('["“”„«»]')
_SIGNS: Final = pattern(r"[^\w\s.,:;()'’&-]+")


class TitleKind(Enum):
    """How a title is presented."""

    FIELD = "title field"
    ROLE = "title of a role"
    LINK_TEXT = "link text"
    QUOTED = "quoted"
    EMPHASIZED = "emphasized"
    PLACED = "in the place of a title"
    SENTENCE = "sentence of the reference"


_UNMARKED: Final = frozenset({TitleKind.SENTENCE, TitleKind.EMPHASIZED, TitleKind.PLACED})


class TitleClaim(NamedTuple):
    """A text that a document presents as a title.

    Attributes:
        kind: how the document presents it.
        text: the text without markup.
    """

    kind: TitleKind
    text: str

    @property
    def is_explicit(self) -> bool:
        """Whether the author marked it as a title; other texts may be something else."""
        return self.kind not in _UNMARKED


class ClaimedIn(Enum):
    """The source of a claim."""

    FIELDS = "fields"  # the fields of an entry: `.bib`, `.cff`, `.zenodo.json`
    PROSE = "prose"  # the running text around the DOI


class CitedAs(Enum):
    """The kind of work that an entry cites; `ANY` for other kinds, and in prose."""

    ANY = ""
    PAPER = "paper of proceedings"
    CHAPTER = "part of a book"
    BOOK = "book"
    SOFTWARE = "software or data"


class Claim(NamedTuple):
    """The description of the work that a DOI is meant to identify.

    Attributes:
        doi: the DOI; None for a reference that has none.
        span: the span of the DOI in the document.
        origin: whether the claim comes from the fields of an entry or from prose.
        titles: the texts that are presented as the title, most likely first.
        people: the authors or editors; in prose, only people whose names have a typical form, such
            as "Smith, J. K.".
        years: the stated years.
        container: the journal or book, if a field states it; otherwise empty.
        volume: the volume; empty if not stated.
        number: the issue, if a field states it; a `.bib` file may have the article number there.
        pages: the pages; in prose, the first page or the article number; empty if not stated.
        cited_as: the kind of work, by the type of the entry.
        edition: the edition, if the entry states it; otherwise empty.
        pubmed: the PubMed number, only digits, if the entry states it; otherwise empty.
        archive: the archive of the work's number, such as arXiv, if a field states it; otherwise
            empty.
        has_more_people: whether the list states that there are more authors.
        words: the words of the citation, in which the registered title and names are searched for
            (`facts`); in an entry, those of all fields.
        link: the text of the link that leads to the DOI; empty if there is none.
        has_details: whether volume or pages are stated.
        is_listed: whether the people are separate from other words, unlike in "shown by Smith et
            al. (2019)".
        begins_with_people: whether a text begins with the first people.
        is_behind_title: whether the first list of names in a text directly follows the title, or
            stands below it.
        leading_people: how many of the people in a text are in the first list of names.
        behind_people: the words after the first list of names in a text, which may begin with the
            registered title.
        caveat: why the claim cannot show that a different work is meant; empty if it can.
        entry: the span of the entry in the document; None in prose.
    """

    doi: Doi | None
    span: Span
    origin: ClaimedIn
    titles: tuple[TitleClaim, ...] = ()
    people: tuple[Person, ...] = ()
    years: tuple[int, ...] = ()
    container: str = ""
    volume: str = ""
    number: str = ""
    pages: str = ""
    cited_as: CitedAs = CitedAs.ANY
    edition: str = ""
    pubmed: str = ""
    archive: str = ""
    has_more_people: bool = False
    words: str = ""
    link: str = ""
    has_details: bool = False
    is_listed: bool = False
    begins_with_people: bool = False
    is_behind_title: bool = False
    leading_people: int = 0
    behind_people: str = ""
    caveat: str = ""
    entry: Span | None = None

    @property
    def signs(self) -> int:
        """How many of authors, year, and volume or pages are stated; a reference has two."""
        return bool(self.people) + bool(self.years) + (self.has_details or bool(self.volume))

    @property
    def is_comparable(self) -> bool:
        """Whether there is anything to compare with a record."""
        return bool(self.titles or self.people or self.years or self.container)


def claim_of_fields(  # noqa: PLR0913 - one for each field of an entry
    doi: Doi | None,
    span: Span,
    *,
    titles: Sequence[str],
    people: str | Sequence[Person] = (),
    year: str = "",
    container: str = "",
    volume: str = "",
    number: str = "",
    pages: str = "",
    cited_as: CitedAs = CitedAs.ANY,
    edition: str = "",
    pubmed: str = "",
    archive: str = "",
    has_more_people: bool = False,
    note: str = "",
) -> Claim:
    """Return the description of a work in the fields of an entry.

    `titles` contains the title, and perhaps a subtitle or the title in another language. `people`
    is a list, or the `author` field of BibTeX, with TeX commands. `year` may be a date or a range,
    such as `2016-09-29`; every year in it counts. `number` is the issue. `note` contains other
    statements of the entry, for example that the work was retracted.
    """
    stated = people_of(people) if isinstance(people, str) else tuple(people)
    is_macro = _MACRO.fullmatch(container.strip()) is not None
    plain = [plain_tex(title[:LONGEST_TITLE]) for title in titles]
    whole = [": ".join(plain)] if len(plain) > 1 else []
    fields = (
        *plain,
        *(person.name for person in stated),
        year,
        container,
        volume,
        pages,
        note[:500],
    )
    return Claim(
        doi=doi,
        span=span,
        origin=ClaimedIn.FIELDS,
        titles=tuple(
            TitleClaim(TitleKind.FIELD, title) for title in (*plain, *whole) if words(title)
        ),
        people=stated,
        years=tuple(int(digits) for digits in dict.fromkeys(_YEAR.findall(year[:200]))),
        container=plain_tex(container[:1000].removeprefix("\\") if is_macro else container[:1000]),
        volume=volume[:100],
        number=number[:100],
        pages=pages[:100],
        cited_as=cited_as,
        edition=edition[:100],
        pubmed=pubmed,
        archive=archive[:100],
        has_more_people=has_more_people or (isinstance(people, str) and has_more(people)),
        words=" ".join(fields)[:8000],
        has_details=bool(volume or pages),
        is_listed=True,
    )


class Query(NamedTuple):
    """A query to a search service.

    Attributes:
        title: the title of the work; empty for prose, where it is uncertain which words are the
            title.
        people: the family names, separated by spaces; may be empty.
        year: the year as written; empty if there is none.
        text: the whole reference in prose; empty for an entry.
        venue: the journal or conference of which works in `year` are requested; empty in a query
            for one work.
    """

    title: str
    people: str
    year: str
    text: str
    venue: str = ""

    @property
    def key(self) -> str:
        """The folded query, so that all spellings of a reference share an answer in the cache."""
        if self.venue:
            parts: tuple[str, ...] = ("venue", self.venue, self.year)
        elif self.title:
            parts = (self.title, self.people, self.year)
        else:
            parts = ("", self.text)
        return "|".join(" ".join(words(part)[:MOST_WORDS]) for part in parts)

    @property
    def bibliographic(self) -> str:
        """The whole query as one text."""
        parts = (self.people, self.year, self.title, self.venue)
        return self.text or " ".join(part for part in parts if part)


def query_of(claim: Claim) -> Query | None:
    """Return the query for the work of a reference; None if there are too few facts.

    An entry must state a year, authors and a title. Prose must contain a year and, if it states
    volume or pages, a title or authors; otherwise, it must contain a title, and authors as in a
    list of references.
    """
    if not claim.years:
        return None
    if claim.origin is ClaimedIn.PROSE:
        has_title = bool(claim.titles) or _QUOTE.search(claim.words) is not None
        if claim.has_details:
            is_told = has_title or bool(claim.people)
        else:
            is_told = has_title and bool(claim.people) and claim.is_listed
        return Query("", "", "", _cut(claim.words)) if is_told else None
    if not (claim.people and claim.titles):
        return None
    title = _cut(claim.titles[0].text)
    if not content(words(title)):
        return None
    people = " ".join(person.name for person in claim.people[:PEOPLE])
    return Query(title, _cut(people), str(claim.years[0]), "")


def title_query(claim: Claim) -> Query | None:
    """Return the query for a work by its title alone; None if the claim has no title."""
    title = _cut(claim.titles[0].text) if claim.titles else ""
    return Query(title, "", "", "") if content(words(title)) else None


def venue_query(claim: Claim) -> Query | None:
    """Return the query for works in the venue and year of a reference; None if one is missing."""
    venue = _cut(claim.container)
    return Query("", "", str(claim.years[0]), "", venue) if venue and claim.years else None


def _cut(text: str) -> str:
    """Return the first words of a text, without the characters of markup."""
    return " ".join(_SIGNS.sub(" ", text[:LONGEST_TITLE]).split()[:MOST_WORDS])
