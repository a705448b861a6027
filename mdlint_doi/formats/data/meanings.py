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

NAME_FIELD: Final = "doi"
"""Of BibTeX: the field for the DOI."""
LINK_FIELDS: Final = frozenset({"url", "link", "ee", "biburl", "http"})
"""Of BibTeX: fields that hold an address, which goes to `\\url` as it stands."""
TEXT_FIELDS: Final = frozenset(
    {"note", "howpublished", "eprint", "annote", "annotation", "addendum", "pubstate"}
)
"""Of BibTeX: fields with text in TeX."""
OTHER_FIELDS: Final = frozenset({"doi2", *(f"bdsk-url-{number}" for number in range(1, 10))})
"""Of BibTeX: further DOIs and addresses, as BibDesk keeps them; perhaps of another work."""


class PersonFields(NamedTuple):
    """The fields of a person, where a format has such."""

    particle: str = ""
    family: str = ""
    given: str = ""
    group: tuple[str, ...] = ()
    whole: str = ""  # `Family, Given` in one


class Meaning(NamedTuple):
    """What the fields of a format mean. A dot parts the steps of a path.

    Attributes:
        name: the field for the bare DOI of the entry's work.
        other_names: fields for the bare DOI of something else.
        takes_links: whether the field for the DOI may hold its address, too.
        links: fields whose DOI is that of the entry's work, where `name` is missing.
        texts: other fields that may hold DOIs.
        has_keys: whether the file is a list of entries with keys or numbers.
        repeats: whether a field is repeated for each of its values; else the first one holds.
        cites_in_words: whether a text of several words is a reference by itself.
        titles, years, notes: all of these say it.
        people: the first of these groups that says it.
        person: the fields of each; empty where a value holds a name or a list of names.
        containers, volumes, numbers, pages: the first of these says it; `numbers` are issues.
        editions: the first of these says it.
        type: the field that says what kind of work is cited; empty: the type of the entry does.
        cited_as: what types mean, in lower case: the values of `CitedAs` in `works.claim`.
        kinds: what the types of entries cite; what is not here has no DOI as a rule. None: entries
            without a DOI are not looked for.
        own_numbers: fields in which a number of arXiv is that of the entry's own work.
        inherited: what an entry has from its parent, and whose title is its `inherited_title`.
        syntax: what the file has to be, for messages.
        library: reads the format for the guard of fixes, for messages.

    """

    name: str = ""
    takes_links: bool = False
    other_names: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    has_keys: bool = False
    repeats: bool = False
    cites_in_words: bool = False
    titles: tuple[str, ...] = ()
    people: tuple[tuple[str, ...], ...] = ()
    person: PersonFields = PersonFields()
    years: tuple[str, ...] = ()
    containers: tuple[str, ...] = ()
    volumes: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    type: str = ""
    cited_as: Mapping[str, str] = MappingProxyType({})
    kinds: Mapping[str, str] | None = None
    own_numbers: frozenset[str] = frozenset()
    inherited: frozenset[str] = frozenset()
    inherited_title: str = ""
    syntax: str = ""
    library: str = ""

    def is_name(self, name: str) -> bool:
        """Return whether a field is there for a bare DOI."""
        return name == self.name or name in self.other_names

    @property
    def holders(self) -> frozenset[str]:
        """The fields that may hold a DOI."""
        return self.other_names | {self.name} | self.links | self.texts

    @property
    def stated(self) -> frozenset[str]:
        """The fields that speak of the work."""
        groups = (
            *(self.titles, *self.people, self.years, self.containers, self.volumes, self.numbers),
            *(self.pages, self.notes, self.editions, tuple(self.inherited)),
        )
        return frozenset(name for group in groups for name in group)


_PAPER: Final = "paper of proceedings"
_CHAPTER: Final = "part of a book"
_BOOK: Final = "book"
_SOFTWARE: Final = "software or data"

BIBTEX: Final = Meaning(
    name=NAME_FIELD,
    links=LINK_FIELDS,
    texts=TEXT_FIELDS | OTHER_FIELDS,
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
    cited_as={
        **dict.fromkeys(("inproceedings", "conference"), _PAPER),
        **dict.fromkeys(("incollection", "inbook", "inreference", "suppbook"), _CHAPTER),
        **dict.fromkeys(
            (
                *("book", "mvbook", "collection", "mvcollection", "proceedings", "mvproceedings"),
                *("reference", "mvreference", "manual", "booklet"),
            ),
            _BOOK,
        ),
        **dict.fromkeys(("software", "dataset"), _SOFTWARE),
    },
    kinds={
        **dict.fromkeys(
            ("article", "inproceedings", "conference", "incollection", "suppperiodical"), "part"
        ),
        **dict.fromkeys(("inbook", "inreference", "bookinbook", "suppbook"), "either"),
        **dict.fromkeys(
            (
                *("book", "mvbook", "collection", "mvcollection", "proceedings", "mvproceedings"),
                *("reference", "mvreference"),
            ),
            "whole",
        ),
        **dict.fromkeys(("phdthesis", "mastersthesis", "thesis"), "thesis"),
        **dict.fromkeys(("techreport", "report"), "report"),
        **dict.fromkeys(("dataset", "data", "software"), "data"),
    },
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
    cited_as={
        "conference-paper": _PAPER,
        **dict.fromkeys(
            ("book", "edited-work", "proceedings", "dictionary", "encyclopedia", "manual"), _BOOK
        ),
        **dict.fromkeys(
            (
                *("software", "software-code", "software-container", "software-executable"),
                *("software-virtual-machine", "dataset", "data", "database"),
            ),
            _SOFTWARE,
        ),
    },
    kinds={
        **dict.fromkeys(("article", "conference-paper", "magazine-article", "generic"), "part"),
        **dict.fromkeys(
            ("book", "edited-work", "proceedings", "dictionary", "encyclopedia"), "whole"
        ),
        "thesis": "thesis",
        "report": "report",
        **dict.fromkeys(("dataset", "data", "database"), "data"),
        **dict.fromkeys(("software", "software-code"), "data"),
    },
    syntax="YAML",
)

CSL_JSON: Final = Meaning(
    name="DOI",
    links=frozenset({"URL"}),
    texts=frozenset({"note"}),
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
    cited_as={
        "paper-conference": _PAPER,
        **dict.fromkeys(("chapter", "entry-dictionary", "entry-encyclopedia"), _CHAPTER),
        "book": _BOOK,
        **dict.fromkeys(("dataset", "software"), _SOFTWARE),
    },
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
    cited_as=dict.fromkeys(("software", "dataset"), _SOFTWARE),
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
    cited_as={
        "cpaper": _PAPER,
        **dict.fromkeys(("chap", "echap", "ency", "dict"), _CHAPTER),
        **dict.fromkeys(("book", "ebook", "edbook", "conf"), _BOOK),
        **dict.fromkeys(("comp", "data", "aggr"), _SOFTWARE),
    },
)
