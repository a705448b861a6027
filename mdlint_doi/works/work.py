"""What a DOI is registered as: the work, as its Registration Agency tells it.

`registries` fills these in from the records of Crossref and DataCite; here nothing is read. Each
part may be empty: components have no title, journals no year, software no volume.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from mdlint_doi.names.doi import Doi

_JOINED: Final = 4
"""Titles, and subtitles, of which each pair makes a form."""
_FORMS: Final = 40


class Person(NamedTuple):
    """Someone who made a work.

    Attributes:
        family: the family name, with its particles; empty for a group.
        given: given names or their initials, as registered.
        group: the name of a group (a consortium, a company), which has no other.

    """

    family: str = ""
    given: str = ""
    group: str = ""

    @property
    def name(self) -> str:
        """How a message calls them."""
        return self.group or self.family or self.given


class Titles(NamedTuple):
    """The titles of a work, cleaned of markup; each a tuple, since records hold lists.

    Attributes:
        main: the title, or one in each language; empty where none is registered.
        subtitle: what follows the title, unless the title holds it.
        original: in the language of the work.
        short: as the publisher shortens it.
        translated: in other languages, and every other title.

    """

    main: tuple[str, ...] = ()
    subtitle: tuple[str, ...] = ()
    original: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    translated: tuple[str, ...] = ()

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms in which the work may be cited, the main ones first, without doubles.

        They have an end: whoever registers a work can give it hundreds of titles.
        """
        whole = [
            f"{title}: {rest}"
            for title in self.main[:_JOINED]
            for rest in self.subtitle[:_JOINED]
            if title and rest
        ]
        every = (*self.main, *whole, *self.original, *self.short, *self.translated)
        return tuple(dict.fromkeys(title for title in every if title.strip()))[:_FORMS]

    @property
    def shown(self) -> str:
        """The one that a message shows; empty if there is none."""
        return next(iter(self.forms), "")


class Update(NamedTuple):
    """A notice that changes a work: a correction, a retraction.

    Attributes:
        kind: as the agency names it: `retraction`, `correction`, `expression_of_concern`, …
        notice: the DOI of the notice, if it has one.
        date: `2021-03-09`, `2021-03` or `2021`; empty if not stated.
        source: who says so: `publisher`, `retraction-watch`.

    """

    kind: str
    notice: Doi | None = None
    date: str = ""
    source: str = ""


class Relation(NamedTuple):
    """How a work stands to another one: `is-preprint-of`, `IsVersionOf`, as the agency writes."""

    kind: str
    doi: Doi


class Work(NamedTuple):
    """A registered work.

    Attributes:
        titles: all of them.
        people: the authors, or who made it, in order.
        editors: of a book or of the one that a chapter stands in.
        years: all of issued, print, online and posted; citations give any of them.
        containers: journal, proceedings, book, series, and their short names.
        volume: as registered.
        issue: likewise.
        pages: likewise, such as `899-907`, or the article's number.
        publisher: its name.
        type: as the agency names it: `journal-article`, `posted-content`, `Software`.
        agency: whose record this is.
        updates: what changed it since.
        relations: to other works.
        as_of: when the record was read, in seconds since 1970; 0 if unknown.

    """

    titles: Titles = Titles()
    people: tuple[Person, ...] = ()
    editors: tuple[Person, ...] = ()
    years: tuple[int, ...] = ()
    containers: tuple[str, ...] = ()
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    type: str = ""
    agency: str = ""
    updates: tuple[Update, ...] = ()
    relations: tuple[Relation, ...] = ()
    as_of: float = 0.0

    @property
    def is_preprint(self) -> bool:
        """Whether the work is a preprint, whose years differ from those of what was published."""
        return self.type.casefold() in {"posted-content", "preprint"}


class KnownWork(NamedTuple):
    """The work is known.

    Attributes:
        work: it.
        confirmed: by an answer about this name alone, by a list with works that are known to be
            right, or by a records file; any other list could have been mixed up.

    """

    work: Work
    confirmed: bool = False


class NotHeld(NamedTuple):
    """No service has a record of this agency's names; nothing is known, and nothing is wrong.

    Attributes:
        agency: as Which RA names it.
        is_asked: whether all services were asked that may have one; else too many were left.

    """

    agency: str
    is_asked: bool = True


class UnknownWork(NamedTuple):
    """The work could not be read: an outage, a refusal, a record that can't be read.

    Attributes:
        cause: one of the words of `names.outcome.Cause`, which are stable.
        detail: what exactly happened, for a reader; no control characters.

    """

    cause: str
    detail: str = ""


WorkOutcome: TypeAlias = KnownWork | NotHeld | UnknownWork
