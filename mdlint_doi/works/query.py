"""What a registry is asked, to find the work of a reference.

Source: Crossref REST API, "Queries" (github.com/CrossRef/rest-api-doc): `query.title` and
`query.author` search the fields, `query.bibliographic` takes a whole reference. All words only
rank, so a query is a few of them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.claim import Claim, ClaimedIn
from mdlint_doi.works.folding import content, words

PEOPLE: Final = 3
"""Family names in a query; with them the right work stands out."""
MOST_WORDS: Final = 40
"""Of a query; more neither narrow it nor fit into an address."""
_QUOTE: Final = pattern('["“”„«»]')
_SIGNS: Final = pattern(r"[^\w\s.,:;()'’&-]+")


class Query(NamedTuple):
    """A question for a search.

    Attributes:
        title: of the work; empty in prose, where it is not certain which words are the title.
        people: family names.
        year: as it is given.
        text: the whole reference.
        venue: a journal or conference, of which works of the year are asked.

    """

    title: str
    people: str
    year: str
    text: str
    venue: str = ""

    @property
    def key(self) -> str:
        """What the query asks, folded: two spellings of one reference have one answer."""
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
    """Return how to search the work of a reference; None where it says too little.

    It has to give a year, its people and a title; else nothing that is found could be believed.
    Words in prose can be people and a title though their shape does not tell.
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
    return " ".join(_SIGNS.sub(" ", text[:2000]).split()[:MOST_WORDS])
