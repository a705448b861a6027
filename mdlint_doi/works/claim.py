"""What a document says of the work beside a DOI."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.span import Span
from mdlint_doi.works.work import Person


class TitleKind(Enum):
    """How a title is presented."""

    FIELD = "title field"
    ROLE = "title of a role"
    LINK_TEXT = "link text"
    QUOTED = "quoted"
    EMPHASIZED = "emphasized"
    SENTENCE = "sentence of the reference"


class TitleClaim(NamedTuple):
    """A string that a document presents as a title, as it stands there."""

    kind: TitleKind
    text: str

    @property
    def is_explicit(self) -> bool:
        """Whether the author marked it; a sentence is only taken for a title."""
        return self.kind not in {TitleKind.SENTENCE, TitleKind.EMPHASIZED}


class ClaimedIn(Enum):
    """Where a claim was made."""

    FIELDS = "fields"
    """In fields that say what they hold: `.bib`, `.cff`, `.zenodo.json`."""
    PROSE = "prose"
    """In words around the DOI."""


class CitedAs(Enum):
    """As what an entry cites a work; an entry of no such kind, and prose, say nothing of it."""

    ANY = ""
    PAPER = "paper of proceedings"
    CHAPTER = "part of a book"
    BOOK = "book"
    SOFTWARE = "software or data"


class Claim(NamedTuple):
    """What is said of the work that a DOI is meant to name.

    Attributes:
        doi: the DOI.
        span: where it stands.
        origin: fields or prose.
        titles: what is presented as its title, the likeliest first.
        people: who is named; in prose those whose shape tells, such as "Smith, J. K.".
        years: that are given.
        container: the journal or book, if a field tells.
        volume: likewise.
        number: of the issue, likewise; a `.bib` may give the article's number there.
        pages: likewise.
        cited_as: what the entry's type is.
        edition: that the entry gives.
        has_more_people: the list says that there are others.
        words: of the citation; of fields those of all of them.
        link: the text of the link that leads to the DOI.
        has_details: whether volume or pages stand there.
        is_listed: the people stand there as in a reference, apart from other words; not as in
            "shown by Smith et al. (2019)".
        begins_with_people: the first people are the first of its words.
        caveat: why nothing here can speak against a work; empty if it can.

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
    has_more_people: bool = False
    words: str = ""
    link: str = ""
    has_details: bool = False
    is_listed: bool = False
    begins_with_people: bool = False
    caveat: str = ""

    @property
    def signs(self) -> int:
        """How many of people, year, and volume or pages are there: two make a reference."""
        return bool(self.people) + bool(self.years) + self.has_details

    @property
    def says_something(self) -> bool:
        """Whether there is anything to compare, so that it is worth while to ask for the work."""
        return bool(self.titles or self.people or self.years or self.container)
