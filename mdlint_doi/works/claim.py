"""The description of a work beside a DOI, and the query for that work to a registry.

A claim is made of prose (`passage`), or of an entry's fields: `.bib`, `.cff`, `.zenodo.json`. Words
of a query only rank, so it has few (Crossref REST API, github.com/CrossRef/rest-api-doc).
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
"""A journal by its macro, as the Astrophysics Data System exports it: `\\apj`."""
_YEAR: Final = pattern(r"(?<!\d)(?:1[4-9]|2\d)\d\d(?!\d)")
PEOPLE: Final = 3  # family names in a query; with them the right work stands out
MOST_WORDS: Final = 40  # of a query; more neither narrow it nor fit into an address
_QUOTE: Final = pattern('["“”„«»]')
_SIGNS: Final = pattern(r"[^\w\s.,:;()'’&-]+")


class TitleKind(Enum):
    """How a title is presented."""

    FIELD = "title field"
    ROLE = "title of a role"
    LINK_TEXT = "link text"
    QUOTED = "quoted"
    EMPHASIZED = "emphasized"
    SENTENCE = "sentence of the reference"


class TitleClaim(NamedTuple):
    """A string that a document presents as a title, as it stands there.

    Attributes:
        kind: how the document presents it.
        text: the string, markup undone.
    """

    kind: TitleKind
    text: str

    @property
    def is_explicit(self) -> bool:
        """Whether the author marked it; a sentence is only taken for a title."""
        return self.kind not in {TitleKind.SENTENCE, TitleKind.EMPHASIZED}


class ClaimedIn(Enum):
    """Where a claim was made."""

    FIELDS = "fields"  # in fields that say what they hold: `.bib`, `.cff`, `.zenodo.json`
    PROSE = "prose"  # in words around the DOI


class CitedAs(Enum):
    """As what an entry cites a work; an entry of no such kind, and prose, say nothing of it."""

    ANY = ""
    PAPER = "paper of proceedings"
    CHAPTER = "part of a book"
    BOOK = "book"
    SOFTWARE = "software or data"


class Claim(NamedTuple):
    """The description of the work that a DOI is meant to identify.

    Attributes:
        doi: the DOI; None for a reference that has none.
        span: where the DOI stands in the document.
        origin: whether fields of an entry state it, or prose.
        titles: the strings that are presented as its title, the likeliest first.
        people: the people named as authors or editors; in prose only those whose shape shows it,
            such as "Smith, J. K.".
        years: the years that are given.
        container: the journal or book, if a field states it.
        volume: the volume, as far as it is stated.
        number: the number of the issue, if a field states it; a `.bib` may state the article's
            number there.
        pages: the pages, as far as they are stated; of prose the first one or the article's number.
        cited_as: the kind of work, by the type of the entry.
        edition: the edition that the entry states.
        pubmed: the PubMed number that the entry states, in digits alone.
        has_more_people: whether the list states that there are more authors.
        words: the words of the citation; for an entry those of all fields.
        link: the text of the link that leads to the DOI.
        has_details: whether volume or pages stand there.
        is_listed: whether the people stand apart from other words; not as in "shown by Smith et al.
            (2019)".
        begins_with_people: whether the first authors are its first words.
        leading_people: how many of the authors of a text stand together as the first ones.
        behind_people: the words after the first authors of a text.
        caveat: why nothing here can show that a different work is meant; empty if it can.
        entry: where the entry stands whose fields state it; None in prose.
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
    has_more_people: bool = False
    words: str = ""
    link: str = ""
    has_details: bool = False
    is_listed: bool = False
    begins_with_people: bool = False
    leading_people: int = 0
    behind_people: str = ""
    caveat: str = ""
    entry: Span | None = None

    @property
    def signs(self) -> int:
        """How many of authors, year, and volume or pages are there: two make a reference."""
        return bool(self.people) + bool(self.years) + (self.has_details or bool(self.volume))

    @property
    def says_something(self) -> bool:
        """Whether there is anything to compare, so that it is worth while to ask for the work."""
        return bool(self.titles or self.people or self.years or self.container)


def claim_of_fields(  # noqa: PLR0913 - an entry has that many fields
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
    has_more_people: bool = False,
    note: str = "",
) -> Claim:
    """Return the description of a work in the fields of an entry with its DOI.

    After the title, a subtitle may follow, or the title in another language. Authors are given one
    by one, or as BibTeX spells the `author` field, TeX and all. In a date as `year`, such as
    `2016-09-29`, every year counts. `number` is that of the issue; `note` has other statements of
    the entry, such as that the work was retracted.
    """
    stated = people_of(people) if isinstance(people, str) else tuple(people)
    is_macro = _MACRO.fullmatch(container.strip()) is not None
    plain = [plain_tex(title[:LONGEST_TITLE]) for title in titles]
    whole = [": ".join(plain)] if len(plain) > 1 else []
    fields = (*plain, *(one.name for one in stated), year, container, volume, pages, note[:500])
    return Claim(
        doi=doi,
        span=span,
        origin=ClaimedIn.FIELDS,
        titles=tuple(TitleClaim(TitleKind.FIELD, one) for one in (*plain, *whole) if words(one)),
        people=stated,
        years=tuple(int(one) for one in dict.fromkeys(_YEAR.findall(year[:200]))),
        container=plain_tex(container[:1000].removeprefix("\\") if is_macro else container[:1000]),
        volume=volume[:100],
        number=number[:100],
        pages=pages[:100],
        cited_as=cited_as,
        edition=edition[:100],
        pubmed=pubmed,
        has_more_people=has_more_people or (isinstance(people, str) and has_more(people)),
        words=" ".join(fields)[:8000],
        has_details=bool(volume or pages),
        is_listed=True,
    )


class Query(NamedTuple):
    """A question for a search.

    Attributes:
        title: the title of the work; empty in prose, where it is not certain which words are the
            title.
        people: the family names.
        year: the year as written; empty if there is none.
        text: the whole reference.
        venue: the journal or conference whose works of the year are requested.
    """

    title: str
    people: str
    year: str
    text: str
    venue: str = ""

    @property
    def key(self) -> str:
        """The query, folded: two spellings of one reference have one answer."""
        if self.venue:
            parts: tuple[str, ...] = ("venue", self.venue, self.year)
        elif self.title:
            parts = (self.title, self.people, self.year)
        else:
            parts = ("", self.text)
        return "|".join(" ".join(words(part)[:MOST_WORDS]) for part in parts)

    @property
    def bibliographic(self) -> str:
        """The whole of it as one text."""
        parts = (self.people, self.year, self.title, self.venue)
        return self.text or " ".join(part for part in parts if part)


def query_of(claim: Claim) -> Query | None:
    """Return how to search the work of a reference; None without enough facts.

    It has to give a year, its people and a title, which in prose may be words of any shape.
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
    people = " ".join(one.name for one in claim.people[:PEOPLE])
    return Query(title, _cut(people), str(claim.years[0]), "")


def title_query(claim: Claim) -> Query | None:
    """Return how to search a work by its title alone; None where no words are certain to be it."""
    title = _cut(claim.titles[0].text) if claim.titles else ""
    return Query(title, "", "", "") if content(words(title)) else None


def venue_query(claim: Claim) -> Query | None:
    """Return how to ask for works of a reference's journal or conference in its year."""
    venue = _cut(claim.container)
    return Query("", "", str(claim.years[0]), "", venue) if venue and claim.years else None


def _cut(text: str) -> str:
    """Return the first words of a text, without the signs of markup."""
    return " ".join(_SIGNS.sub(" ", text[:LONGEST_TITLE]).split()[:MOST_WORDS])
