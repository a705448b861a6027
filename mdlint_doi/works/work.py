"""The registered work of a DOI, and its later history: retractions, corrections, versions.

The readers in `mdlint_doi.ask.readers` fill in these values. Each part may be empty: components
have no title, journals no year, software no volume.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

_JOINED: Final = 4  # titles, and subtitles, that are joined in pairs, at most
_FORMS: Final = 40
RETRACTIONS: Final = frozenset({"retraction", "withdrawal", "removal"})
CONCERNS: Final = frozenset({"expression_of_concern", "partial_retraction"})
CORRECTIONS: Final = frozenset({"correction", "erratum", "corrigendum", "addendum"})
_SIGNS: Final = {"RETRACTED": "retraction", "WITHDRAWN": "withdrawal", "REMOVED": "removal"}
"""The words that publishers put before the title of a withdrawn work, here in capitals."""
_TITLE: Final = pattern(
    rf"\W{{0,3}}({'|'.join(_SIGNS)})(?: (?:ARTICLE|CHAPTER|PAPER))?\s{{0,3}}[:\]–—-]"
)
_NEWER: Final = frozenset({"ispreviousversionof", "isobsoletedby", "isreplacedby"})
_VERSION_OF: Final = "isversionof"
_VERSIONS: Final = frozenset({_VERSION_OF, "hasversion"})
_SAME: Final = (
    *(*_VERSIONS, *_NEWER, "isnewversionof", "obsoletes", "replaces"),
    *("isidenticalto", "isvariantformof", "isoriginalformof"),
)
_IDENTICAL: Final = frozenset({"isidenticalto", "issameas"})
_ARXIV: Final = "10.48550"
_NO_JOURNALS: Final = (
    *("10.2139", "10.1101", "10.21203", "10.20944", "10.31219", "10.36227"),
    *("10.2172", "10.21236"),
)
"""Prefixes of preprint servers and report series, which are not the place of publication."""


class Person(Value):
    """A person or a group that made a work.

    Attributes:
        family: the family name with its particles; empty for a group.
        given: the given names or their initials, as registered; empty if there are none.
        group: the name of a group (a consortium, a company), which has no other name; empty for a
            person.
        suffix: the suffix of the name, such as `Jr.`; empty if there is none.
    """

    family: str = ""
    given: str = ""
    group: str = ""
    suffix: str = ""

    @property
    def name(self) -> str:
        """The name in messages."""
        return self.group or self.family or self.given


class Titles(Value):
    """The titles of a work without markup; each field is a tuple, because records contain lists.

    Attributes:
        main: the title, or one in each language; empty if none is registered.
        subtitle: the subtitle, unless the title contains it.
        original: titles in the language of the work.
        short: the title as the publisher shortens it.
        translated: titles in other languages, and all other titles.
    """

    main: tuple[str, ...] = ()
    subtitle: tuple[str, ...] = ()
    original: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    translated: tuple[str, ...] = ()

    @property
    def forms(self) -> tuple[str, ...]:
        """The titles under which the work may be cited, the main ones first, without repeats.

        Their number is limited, because a registered work can have hundreds of titles.
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
        """The title in messages; empty if there is none."""
        return next(iter(self.forms), "")


class Update(Value):
    """A notice that changes a work: a correction or a retraction.

    Attributes:
        kind: the kind, as the agency names it: `retraction`, `correction`, `expression_of_concern`,
            …
        notice: the DOI of the notice; None if it has none.
        date: `2021-03-09`, `2021-03` or `2021`; empty if not stated.
        source: the source of the notice: `publisher`, `retraction-watch`, or `title` if the title
            itself contains it; empty if not stated.
    """

    kind: str
    notice: Doi | None = None
    date: str = ""
    source: str = ""


class Relation(Value):
    """The relation of a work to a different one, such as `is-preprint-of` or `IsVersionOf`.

    Attributes:
        kind: the relation, as the agency writes it.
        doi: the DOI of the other work.
    """

    kind: str
    doi: Doi

    @property
    def plain_kind(self) -> str:
        """The kind in a form that is the same for all agencies: `ispreprintof`."""
        return plain(self.kind)


def plain(kind: str) -> str:
    """Return the kind of a relation in a form that is the same for all agencies."""
    return kind.casefold().replace("-", "").replace("_", "")


class Work(Value):
    """A registered work.

    Attributes:
        titles: the titles in all their forms.
        people: the authors or other creators, in order.
        editors: the editors of the book, or of the book that contains the chapter.
        years: all years of issued, print, online and posted publication; a citation may state any
            of them.
        containers: the journal, proceedings, book or series, and their short names.
        volume: the volume as registered; empty if there is none.
        issue: the issue as registered; empty if there is none.
        pages: the pages as registered, such as `899-907`, or the article's number; empty if there
            are none.
        publisher: the name of the publisher; empty if there is none.
        type: the type as the agency names it: `journal-article`, `posted-content`, `Software`.
        agency: the registration agency to which the record belongs.
        updates: later notices that changed the work: corrections and retractions.
        relations: its relations to other works.
        as_of: when the record was read, in seconds since 1970; 0 if unknown.
        version: the version of software or data as registered; empty if there is none.
        pubmed: the PubMed numbers of the work and of its versions; empty if the number of the work
            itself is not stated.
        date: the date of publication as registered: `2020-09-16` or `2020-09`; empty if it is not
            stated, or is only a year.
        isbn: the first ISBN of a book; empty if there is none.
        edition: the number of the edition; empty if there is none.
        place: the place of the publisher; empty if there is none.
        resource: the depositor's own word for the type, such as `Dissertation`, if the agency's
            type says nothing; otherwise empty.
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
    version: str = ""
    pubmed: tuple[str, ...] = ()
    date: str = ""
    isbn: str = ""
    edition: str = ""
    place: str = ""
    resource: str = ""

    @property
    def is_preprint(self) -> bool:
        """Whether the work is a preprint, whose years differ from those of the published work."""
        return self.type.casefold() in {"posted-content", "preprint"}


def pubmed_of(stated: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return the PubMed numbers of a work and its versions, from its relations to PubMed numbers.

    The result is empty if the work's own number is not stated, because a version may have a
    different one.
    """
    kinds = [(plain(kind), number) for kind, number in stated if number]
    if not any(kind in _IDENTICAL for kind, _ in kinds):
        return ()
    own = (number for kind, number in kinds if kind in _IDENTICAL or kind in _SAME)
    return tuple(dict.fromkeys(own))


class KnownWork(Value):
    """The work is known.

    Attributes:
        work: the registered work.
        confirmed: whether the record is known to belong to this DOI. This is true for an answer
            about this DOI alone, for an answer to a list in which the other works were known to be
            correct, and for a records file. In any other answer about many DOIs, records could be
            mixed up.
    """

    work: Work
    confirmed: bool = False


class NotHeld(Value):
    """No service has records for this agency's DOIs, so the work is unknown; this is not an error.

    Attributes:
        agency: the name of the agency, as the *Which RA* service states it.
        is_asked: whether a request was sent to every service that may have a record; otherwise
            there were too many DOIs.
    """

    agency: str
    is_asked: bool = True


class UnknownWork(Value):
    """The work could not be read, because of an outage, a refusal or an unreadable record.

    Attributes:
        cause: a word of `names.outcome.Cause`; these words are stable.
        detail: the details for the user, without control characters.
    """

    cause: str
    detail: str = ""


WorkOutcome: TypeAlias = KnownWork | NotHeld | UnknownWork


def retraction(work: Work) -> Update | None:
    """Return the notice that retracted a work, or a sign of it in the title; otherwise None."""
    if notice := _first(work, RETRACTIONS):
        return notice
    for title in work.titles.main[:2]:
        if sign := _TITLE.match(title.upper()):
            return Update(_SIGNS[sign[1]], source="title")
    return None


def concern(work: Work) -> Update | None:
    """Return the expression of concern or the partial retraction of a work, if there is one."""
    return _first(work, CONCERNS)


def correction(work: Work) -> Update | None:
    """Return the first correction or erratum of a work, if there is one."""
    return _first(work, CORRECTIONS)


def _first(work: Work, kinds: Iterable[str]) -> Update | None:
    updates = (update for update in work.updates if _kind(update.kind) in kinds)
    return min(
        updates, key=lambda update: (update.notice is None, update.date or "9999"), default=None
    )


def _kind(kind: str) -> str:
    return kind.casefold().replace("-", "_").replace(" ", "_")


def newer_version(doi: Doi, work: Work) -> Doi | None:
    """Return the DOI of a newer version of a work, if its record contains one."""
    notices = [update.notice for update in work.updates if _kind(update.kind) == "new_version"]
    relations = [relation.doi for relation in work.relations if relation.plain_kind in _NEWER]
    return next(
        (newer for newer in (*notices, *relations) if newer is not None and newer != doi), None
    )


def published_version(doi: Doi, work: Work) -> Doi | None:
    """Return the DOI under which a preprint was published, if its record contains one."""
    is_arxiv = doi.prefix == _ARXIV
    if not is_arxiv and not work.is_preprint:
        return None
    kinds = {"ispreprintof", _VERSION_OF} if is_arxiv else {"ispreprintof"}
    dois = (relation.doi for relation in work.relations if relation.plain_kind in kinds)
    return next(
        (published for published in dois if published.prefix not in {doi.prefix, *_NO_JOURNALS}),
        None,
    )


def work_of_version(work: Work) -> Doi | None:
    """Return the DOI for all versions of a work, given one version; otherwise None."""
    return next(
        (relation.doi for relation in work.relations if relation.plain_kind == _VERSION_OF), None
    )


def has_versions(work: Work) -> bool:
    """Return whether the record of a work contains its versions, or the work of this version."""
    return any(relation.plain_kind in _VERSIONS for relation in work.relations)


def are_versions(*works: tuple[Doi, Work | None]) -> bool:
    """Return whether the record of one of the works contains the other as a version or form."""
    names = {doi for doi, _ in works}
    return any(
        relation.doi in names and relation.plain_kind in _SAME
        for _, work in works
        for relation in (work.relations if work else ())
    )
