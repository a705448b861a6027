"""The meanings of the fields of the data formats: a table with one value for each format.

Sources: BibTeXing (Patashnik, 1988) and the manual of biblatex, section 2.2; the Citation File
Format 1.2.0; the CSL specification 1.0.2, appendix IV, and Pandoc's manual, "Specifying
bibliographic data"; Zenodo's "Deposit metadata" (developers.zenodo.org); CodeMeta 3.0; the RIS
format of Research Information Systems (2001); mystmd's "Frontmatter", where a DOI may be an
address; Quarto's "Citation Metadata", whose pages add the resolver to a `doi`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from mdlint_doi.names.spelling import Kind

NAME_FIELD: Final = "doi"
"""The field for the DOI in BibTeX."""
LINK_FIELDS: Final = frozenset({"url", "link", "ee", "biburl", "http"})
"""Fields for an address in BibTeX, which styles pass to `\\url` unchanged."""
TEXT_FIELDS: Final = frozenset(
    {"note", "howpublished", "eprint", "annote", "annotation", "addendum", "pubstate"}
)
"""Fields with TeX text in BibTeX."""
FILE_FIELD: Final = "file"
"""The field of JabRef, Zotero and Mendeley for local copies, which has its own notation."""
OTHER_FIELDS: Final = frozenset({"doi2", *(f"bdsk-url-{number}" for number in range(1, 10))})
"""Fields of BibDesk for further DOIs and addresses, which may belong to other works."""

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
    """The fields of a person, in formats that have them.

    Attributes:
        particle: the field of the particle, such as "van".
        family: the field of the family name.
        given: the field of the given names.
        group: the fields of the name of a group.
        whole: the field of a name written as `Family, Given`.
    """

    particle: str = ""
    family: str = ""
    given: str = ""
    group: tuple[str, ...] = ()
    whole: str = ""


class Meaning(NamedTuple):
    """The meanings of the fields of a format. A dot separates the steps of a path.

    Attributes:
        name: the field that is only for the DOI of the entry's work; empty if there is none.
        takes_links: whether that field may also contain the DOI's address.
        other_names: the fields for the bare DOI of a different work.
        links: the fields whose DOI belongs to the entry's work if `name` is missing.
        texts: other fields that may contain DOIs.
        addresses: those of the fields that contain an address and nothing else.
        identifiers: those of the fields that contain an identifier of any kind, such as a shortDOI.
        identifier_lists: the lists of identifiers of the entry's own work.
        reads_all: whether all other fields are read as well: a DOI after an address or a label
            counts there, but may belong to a different work.
        prose: the fields in which only the address of a resolver counts.
        keys: the fields that contain keys and types, which are not read.
        is_tex: whether TeX may read the values.
        has_keys: whether the file is a list of entries with keys or numbers.
        repeats: whether a field is repeated for each of its values; otherwise its first occurrence
            counts.
        cites_in_words: whether a value of several words is a complete reference.
        titles: the fields of titles; all of them count.
        years: the fields of years; all of them count.
        notes: the fields of notes; a DOI in a note may belong to a different work.
        people: groups of fields of people; the first group that has a value counts.
        person: the fields of a person; empty if a value is a name or a list of names.
        containers: the fields of the journal or book; the first one that has a value counts.
        volumes: the fields of the volume; the first one that has a value counts.
        numbers: the fields of the issue; the first one that has a value counts.
        pages: the fields of the pages; the first one that has a value counts.
        editions: the fields of the edition; the first one that has a value counts.
        pubmed: the fields of the PubMed number.
        accession: fields of a number in a database: PubMed's if it has its label or address.
        archives: pairs of fields: the name of a database, and a number in it.
        type: the field for the kind of work; empty if the type of the entry states it.
        cited_as: the meaning of types, in lower case: values of `CitedAs` in `works.claim`.
        kinds: the kind of the cited work (`Cited.kind`) for each type of entry; entries of other
            types usually have no DOI. None if the format has no references without a DOI.
        identifier_fields: the fields in which an arXiv number belongs to the entry's own work.
        inherited: the fields that an entry inherits from its parent.
        inherited_title: the field that the title of the parent becomes; empty if it is not
            inherited.
        syntax: the syntax that the file must have, for messages.
        library: the library with which the guard of fixes reads the format, for messages.
    """

    name: str = ""
    takes_links: bool = False
    other_names: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    addresses: frozenset[str] = frozenset()
    identifiers: frozenset[str] = frozenset()
    identifier_lists: frozenset[str] = frozenset()
    reads_all: bool = False
    prose: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()
    is_tex: bool = False
    has_keys: bool = False
    repeats: bool = False
    cites_in_words: bool = False

    titles: tuple[str, ...] = ()
    years: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    people: tuple[tuple[str, ...], ...] = ()
    person: PersonFields = PersonFields()
    containers: tuple[str, ...] = ()
    volumes: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    pubmed: tuple[str, ...] = ()
    accession: tuple[str, ...] = ()
    archives: tuple[tuple[str, str], ...] = ()

    type: str = ""
    cited_as: Mapping[str, str] = MappingProxyType({})
    kinds: Mapping[str, str] | None = None
    identifier_fields: frozenset[str] = frozenset()
    inherited: frozenset[str] = frozenset()
    inherited_title: str = ""
    syntax: str = ""
    library: str = ""

    def is_name(self, name: str) -> bool:
        """Return whether a field is only for a bare DOI."""
        return name == self.name or name in self.other_names

    @property
    def holders(self) -> frozenset[str]:
        """The fields that may contain a DOI."""
        return self.other_names | {self.name} | self.links | self.texts

    def counted_in(self, name: str) -> frozenset[Kind]:
        """Return the kinds of spellings that count in a field that is not only for the DOI."""
        if name in self.holders:
            return _EVERY
        if not self.reads_all or name in self.keys:
            return _NONE
        return _LINKS if name in self.prose else _PRESENTED

    @property
    def stated(self) -> frozenset[str]:
        """The fields that describe the work."""
        groups = (
            *(self.titles, *self.people, self.years, self.containers, self.volumes, self.numbers),
            *(self.pages, self.notes, self.editions, tuple(self.inherited)),
            *(self.pubmed, self.accession, *self.archives),
        )
        return frozenset(name for group in groups for name in group)


def _each(*groups: tuple[str, str]) -> Mapping[str, str]:
    """Return the meaning of each name, from groups of a meaning and its names."""
    return {name: meaning for meaning, names in groups for name in names.split()}


BIBTEX: Final = Meaning(
    name=NAME_FIELD,
    is_tex=True,
    links=LINK_FIELDS,
    texts=TEXT_FIELDS | OTHER_FIELDS,
    addresses=frozenset({"url"}),
    reads_all=True,
    prose=frozenset({"abstract", "keywords", FILE_FIELD}),
    keys=frozenset(
        ("crossref", "xref", "xdata", "ids", "related", "entryset", "key", "sortkey", "label")
    ),
    has_keys=True,
    # `chapter` is a title only in parts of books, and only if it is not a number.
    titles=("title", "subtitle", "titleaddon", "origtitle", "chapter"),
    people=(("author",), ("editor",)),
    years=("year", "date"),
    containers=("journal", "journaltitle", "booktitle", "maintitle", "series"),
    volumes=("volume",),
    numbers=("number", "issue"),
    pages=("pages", "eid", "number"),
    notes=("note", "annote", "annotation", "addendum", "keywords"),
    editions=("edition",),
    pubmed=("pmid", "pubmed"),
    archives=(("eprinttype", "eprint"), ("archiveprefix", "eprint")),
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
    identifier_fields=frozenset(
        (
            *("eprint", "arxivid", "arxiv", "arxiv_id", "archiveid", "journal", "journaltitle"),
            *("volume", "number", "eid", "pages", "howpublished", "publisher", "pdf"),
        )
    ),
    # Through `crossref`: BibTeXing, section 3.3.
    inherited=frozenset({"year", "date", "editor", "booktitle", "volume"}),
    inherited_title="booktitle",
    library="bibtexparser",
)

CFF: Final = Meaning(
    name="doi",
    other_names=frozenset({"collection-doi"}),
    identifier_lists=frozenset({"identifiers"}),
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
    pubmed=("PMID",),
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
    identifiers=frozenset({"identifier", "id"}),
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
    identifiers=frozenset({"@id", "id", "identifier", "sameAs"}),
    syntax="JSON",
)

QUARTO: Final = Meaning(name="doi", texts=frozenset({"url", "href", "link"}), syntax="YAML")
MYST: Final = QUARTO._replace(takes_links=True)

RIS: Final = Meaning(
    name="DO",
    syntax="RIS",
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
    pubmed=("PM",),
    accession=("AN",),
    type="TY",
    cited_as=_each(
        (_PAPER, "cpaper"),
        (_CHAPTER, "chap echap ency dict"),
        (_BOOK, "book ebook edbook conf"),
        (_SOFTWARE, "comp data aggr"),
    ),
)
