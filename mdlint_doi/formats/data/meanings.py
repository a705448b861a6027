"""What the fields of the data formats mean: a table, one value a format.

Sources: BibTeXing (Patashnik, 1988) and the manual of biblatex, section 2.2; the Citation File
Format 1.2.0; the CSL specification 1.0.2, appendix IV, and Pandoc's manual, "Specifying
bibliographic data"; Zenodo's "Deposit metadata" (developers.zenodo.org); CodeMeta 3.0; the RIS
format of Research Information Systems (2001); mystmd's "Frontmatter", where a DOI is an address or
a name; Quarto's "Citation Metadata", whose pages put the resolver before a `doi`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from mdlint_doi.names.spelling import Kind

NAME_FIELD: Final = "doi"
"""Of BibTeX: the field for the DOI."""
LINK_FIELDS: Final = frozenset({"url", "link", "ee", "biburl", "http"})
"""Of BibTeX: fields that hold an address, which goes to `\\url` as it stands."""
TEXT_FIELDS: Final = frozenset(
    {"note", "howpublished", "eprint", "annote", "annotation", "addendum", "pubstate"}
)
"""Of BibTeX: fields with text in TeX."""
FILE_FIELD: Final = "file"
"""Of JabRef, Zotero and Mendeley: copies on someone's disk, in a notation of their own."""
OTHER_FIELDS: Final = frozenset({"doi2", *(f"bdsk-url-{number}" for number in range(1, 10))})
"""Of BibTeX: further DOIs and addresses, as BibDesk keeps them; perhaps of another work."""

_LINKS: Final = frozenset({Kind.LINK, Kind.PROXY})
_EVERY: Final = frozenset(Kind)
_PRESENTED: Final = _LINKS | {Kind.SCHEME}
_NONE: Final[frozenset[Kind]] = frozenset()
_PAPER: Final = "paper of proceedings"
_CHAPTER: Final = "part of a book"
_BOOK: Final = "book"
_SOFTWARE: Final = "software or data"
_PROGRAMS: Final = (
    "software software-code software-container software-executable software-virtual-machine"
)
_BOOKS: Final = (
    "book mvbook collection mvcollection proceedings mvproceedings reference mvreference"
)


class PersonFields(NamedTuple):
    """The fields of a person, where a format has such."""

    particle: str = ""
    family: str = ""
    given: str = ""
    group: tuple[str, ...] = ()
    whole: str = ""  # `Family, Given` in one


class Meaning(NamedTuple):
    """What the fields of a format mean. A dot parts the steps of a path."""

    name: str = ""  # the field for the bare DOI of the entry's work
    takes_links: bool = False  # whether that may hold the DOI's address, too
    other_names: frozenset[str] = frozenset()  # fields for the bare DOI of something else
    # fields whose DOI is that of the entry's work, where `name` is missing
    links: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()  # other fields that may hold DOIs
    addresses: frozenset[str] = frozenset()  # of these: they hold an address and nothing else
    # Whether all other fields are read, too: a DOI behind an address or a label counts there, but
    # may be that of another work.
    reads_all: bool = False
    prose: frozenset[str] = frozenset()  # of these: only an address of a resolver counts
    keys: frozenset[str] = frozenset()  # of these: they hold keys and types, and are not read
    has_keys: bool = False  # whether the file is a list of entries with keys or numbers
    repeats: bool = False  # whether a field is repeated for each value; else the first one holds
    cites_in_words: bool = False  # whether a text of several words is a reference by itself

    # All of these fields say it.
    titles: tuple[str, ...] = ()
    years: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    # The first of these that says it does; `numbers` are issues.
    people: tuple[tuple[str, ...], ...] = ()
    person: PersonFields = PersonFields()  # empty where a value holds a name or a list of names
    containers: tuple[str, ...] = ()
    volumes: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()

    type: str = ""  # the field for the kind of work that is cited; empty: the entry's type says it
    # what types mean, in lower case: the values of `CitedAs` in `works.claim`
    cited_as: Mapping[str, str] = MappingProxyType({})
    # what the types of entries cite; what is not here has no DOI as a rule. None: entries without a
    # DOI are not looked for
    kinds: Mapping[str, str] | None = None
    # fields in which a number of arXiv is that of the entry's own work
    own_numbers: frozenset[str] = frozenset()
    # what an entry has from its parent, and whose title is its `inherited_title`
    inherited: frozenset[str] = frozenset()
    inherited_title: str = ""
    syntax: str = ""  # what the file has to be, for messages
    library: str = ""  # reads the format for the guard of fixes, for messages

    def is_name(self, name: str) -> bool:
        """Return whether a field is there for a bare DOI."""
        return name == self.name or name in self.other_names

    @property
    def holders(self) -> frozenset[str]:
        """The fields that may hold a DOI."""
        return self.other_names | {self.name} | self.links | self.texts

    def counted_in(self, name: str) -> frozenset[Kind]:
        """Return how a DOI has to be presented in a field that is not for the bare name."""
        if name in self.holders:
            return _EVERY
        if not self.reads_all or name in self.keys:
            return _NONE
        return _LINKS if name in self.prose else _PRESENTED

    @property
    def stated(self) -> frozenset[str]:
        """The fields that speak of the work."""
        groups = (
            *(self.titles, *self.people, self.years, self.containers, self.volumes, self.numbers),
            *(self.pages, self.notes, self.editions, tuple(self.inherited)),
        )
        return frozenset(name for group in groups for name in group)


def _each(*groups: tuple[str, str]) -> Mapping[str, str]:
    """Return what each name means, given each meaning with its names."""
    return {name: meaning for meaning, names in groups for name in names.split()}


BIBTEX: Final = Meaning(
    name=NAME_FIELD,
    links=LINK_FIELDS,
    texts=TEXT_FIELDS | OTHER_FIELDS,
    addresses=frozenset({"url"}),
    reads_all=True,
    prose=frozenset({"abstract", "keywords", FILE_FIELD}),
    keys=frozenset(
        ("crossref", "xref", "xdata", "ids", "related", "entryset", "key", "sortkey", "label")
    ),
    has_keys=True,
    # `chapter` is a title in parts of books only, and only where it is no number.
    titles=("title", "subtitle", "titleaddon", "origtitle", "chapter"),
    people=(("author",), ("editor",)),
    years=("year", "date"),
    containers=("journal", "journaltitle", "booktitle", "maintitle", "series"),
    volumes=("volume",),
    numbers=("number", "issue"),
    pages=("pages", "eid", "number"),
    notes=("note", "annote", "annotation", "addendum", "keywords"),
    editions=("edition",),
    cited_as=_each(
        (_PAPER, "inproceedings conference"),
        (_CHAPTER, "incollection inbook inreference suppbook"),
        (_BOOK, f"{_BOOKS} manual booklet"),
        (_SOFTWARE, "software dataset"),
    ),
    kinds=_each(
        ("part", "article inproceedings conference incollection suppperiodical"),
        ("either", "inbook inreference bookinbook suppbook"),
        ("whole", _BOOKS),
        ("thesis", "phdthesis mastersthesis thesis"),
        ("report", "techreport report"),
        ("data", "dataset data software"),
    ),
    own_numbers=frozenset(
        (
            *("eprint", "arxivid", "arxiv", "arxiv_id", "archiveid", "journal", "journaltitle"),
            *("volume", "number", "eid", "pages", "howpublished", "publisher", "pdf"),
        )
    ),
    # By `crossref`: BibTeXing, section 3.3.
    inherited=frozenset({"year", "date", "editor", "booktitle", "volume"}),
    inherited_title="booktitle",
    library="bibtexparser",
)

CFF: Final = Meaning(
    name="doi",
    other_names=frozenset({"collection-doi"}),
    texts=frozenset(
        (
            *("url", "repository", "repository-code", "repository-artifact", "license-url"),
            *("message", "notes", "value"),
        )
    ),
    titles=("title", "translated-title"),
    people=(("authors",),),
    person=PersonFields("name-particle", "family-names", "given-names", ("name",)),
    years=("year", "date-released", "date-published", "issue-date"),
    containers=("journal", "collection-title", "conference.name"),
    volumes=("volume",),
    numbers=("issue",),
    pages=("start", "pages"),
    notes=("notes", "status", "abstract"),
    editions=("edition",),
    type="type",
    cited_as=_each(
        (_PAPER, "conference-paper"),
        (_BOOK, "book edited-work proceedings dictionary encyclopedia manual"),
        (_SOFTWARE, f"{_PROGRAMS} dataset data database"),
    ),
    kinds=_each(
        ("part", "article conference-paper magazine-article generic"),
        ("whole", "book edited-work proceedings dictionary encyclopedia"),
        ("thesis", "thesis"),
        ("report", "report"),
        ("data", "dataset data database software software-code"),
    ),
    syntax="YAML",
)

CSL_JSON: Final = Meaning(
    name="DOI",
    links=frozenset({"URL"}),
    texts=frozenset({"note"}),
    addresses=frozenset({"URL"}),
    reads_all=True,
    prose=frozenset({"abstract", "keyword"}),
    keys=frozenset({"id", "type", "citation-key", "citation-label", "language"}),
    has_keys=True,
    cites_in_words=True,
    titles=("title", "original-title"),
    people=(("author",), ("editor",)),
    person=PersonFields("non-dropping-particle", "family", "given", ("literal", "name")),
    years=("issued",),
    containers=("container-title",),
    volumes=("volume",),
    numbers=("issue",),
    pages=("page",),
    notes=("note",),
    editions=("edition",),
    type="type",
    cited_as=_each(
        (_PAPER, "paper-conference"),
        (_CHAPTER, "chapter entry-dictionary entry-encyclopedia"),
        (_BOOK, "book"),
        (_SOFTWARE, "dataset software"),
    ),
    syntax="JSON",
)

CSL_YAML: Final = CSL_JSON._replace(
    links=frozenset(), texts=frozenset({"URL", "note"}), cites_in_words=False, syntax="YAML"
)

ZENODO: Final = Meaning(
    name="doi",
    texts=frozenset({"identifier", "id", "references", "notes"}),
    cites_in_words=True,
    titles=("title",),
    people=(("creators",),),
    person=PersonFields(whole="name"),
    years=("publication_date",),
    containers=("journal_title", "conference_title", "partof_title"),
    volumes=("journal_volume",),
    numbers=("journal_issue",),
    pages=("journal_pages", "partof_pages"),
    notes=("notes",),
    type="upload_type",
    cited_as=_each((_SOFTWARE, "software dataset")),
    syntax="JSON",
)

CODEMETA: Final = Meaning(
    texts=frozenset(
        (
            *("@id", "id", "identifier", "sameAs", "url", "relatedLink", "citation"),
            "referencePublication",
        )
    ),
    syntax="JSON",
)

QUARTO: Final = Meaning(name="doi", texts=frozenset({"url", "href", "link"}), syntax="YAML")
MYST: Final = QUARTO._replace(takes_links=True)

RIS: Final = Meaning(
    name="DO",
    links=frozenset({"UR", "LK", "L2"}),
    texts=frozenset({"N1", "L1"}),
    addresses=frozenset({"UR"}),
    reads_all=True,
    prose=frozenset({"AB", "N2", "KW"}),
    keys=frozenset({"TY", "ID", "LA"}),
    has_keys=True,
    repeats=True,
    titles=("TI", "T1", "CT"),
    people=(("AU", "A1"), ("A2", "ED", "A3")),
    years=("PY", "Y1", "DA"),
    containers=("JO", "T2", "JF", "JA", "BT"),
    volumes=("VL",),
    numbers=("IS",),
    pages=("SP",),
    notes=("N1",),
    editions=("ET",),
    type="TY",
    cited_as=_each(
        (_PAPER, "cpaper"),
        (_CHAPTER, "chap echap ency dict"),
        (_BOOK, "book ebook edbook conf"),
        (_SOFTWARE, "comp data aggr"),
    ),
)
