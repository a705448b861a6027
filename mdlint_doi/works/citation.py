"""Turn registered works into bibliographic data: entries, short citations and references.

The entry types are an exact table: nothing is guessed from a journal or a prefix. Everything else
is as registered; only the order, the keys and the parts of an entry are decided here.

Sources: api.crossref.org/types; DataCite Metadata Schema 4.7, appendix "resourceTypeGeneral"; CSL
1.0.2, appendix III (types); DataCite Metadata Schema 4.7, "Standard values for unknown
information"; Oren Patashnik, "BibTeXing" (btxdoc), section 3.1.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from string import ascii_lowercase
from types import MappingProxyType
from typing import Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value
from mdlint_doi.works.folding import word_set
from mdlint_doi.works.work import Person, Work, retraction

MOST_PEOPLE: Final = 500
"""The number of authors at which a registered list was cut."""
_SHOWN_PEOPLE: Final = 10
"""The most authors in a reference for readers."""


_NEEDS_CONTAINER: Final = frozenset({"article", "inproceedings", "incollection"})
_SMALL: Final = word_set(
    "a an the of on in at to for and or by with from as is are how why what der die das ein eine"
    " und von zur zum im le la les un une des du de et sur el los las il lo gli o os em het een"
)
"""Words that no key ends with."""
_LETTERS: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
_WORD: Final = pattern(r"[a-z0-9]+")
_LONGEST_NAME: Final = 30
_LONGEST_WORD: Final = 20
_ARXIV: Final = "10.48550"
_ARXIV_NAME: Final = pattern(r"arxiv\.(?P<number>.+)", re.IGNORECASE)
_DOI: Final = pattern(r"10\.[0-9]{4,}/\S+")
_UNKNOWN: Final = pattern(r"\(:[a-z]{3,5}\)", re.IGNORECASE)
"""Matches DataCite's values for unknown information: `(:unav)`, `(:tba)`."""


class EntryType(Value):
    """The type of an entry.

    Attributes:
        csl: the type in CSL 1.0.2.
        bibtex: the type in BibTeX.
        has_editors: whether its editors are named: those of an article are the journal's.
        container: the field of BibTeX for the journal or book: `journal`, `booktitle`, or `series`
            for a work that is a part of a series; empty if there is none.
        publisher: the field of BibTeX for the publisher; empty if there is none.
    """

    csl: str
    bibtex: str
    has_editors: bool = False
    container: str = ""
    publisher: str = "howpublished"


_MISC: Final = EntryType("document", "misc")
_ARTICLE: Final = EntryType("article-journal", "article", container="journal", publisher="")
_PAPER: Final = EntryType(
    "paper-conference",
    "inproceedings",
    has_editors=True,
    container="booktitle",
    publisher="publisher",
)
_CHAPTER: Final = EntryType(
    "chapter", "incollection", has_editors=True, container="booktitle", publisher="publisher"
)
_ENTRY: Final = _CHAPTER.replace(csl="entry")
_BOOK: Final = EntryType(
    "book", "book", has_editors=True, container="series", publisher="publisher"
)
_PREPRINT: Final = EntryType("article", "misc")
_REPORT: Final = EntryType("report", "techreport", publisher="institution")
_THESIS: Final = EntryType("thesis", "phdthesis", publisher="school")
_DATA: Final = EntryType("dataset", "misc")
_SOFTWARE: Final = EntryType("software", "misc")
_PERIODICAL: Final = EntryType("periodical", "misc")
_TYPES: Final[Mapping[str, EntryType]] = MappingProxyType(
    {
        **dict.fromkeys(("journal-article", "journalarticle", "datapaper"), _ARTICLE),
        **dict.fromkeys(("journal article", "article-journal", "article"), _ARTICLE),
        **dict.fromkeys(("proceedings-article", "conferencepaper", "conference paper"), _PAPER),
        **dict.fromkeys(("book-chapter", "book-section", "book-part", "book-track"), _CHAPTER),
        **dict.fromkeys(("bookchapter", "book chapter"), _CHAPTER),
        **dict.fromkeys(("reference-entry", "entry"), _ENTRY),
        **dict.fromkeys(("book", "monograph", "edited-book", "reference-book", "book-set"), _BOOK),
        **dict.fromkeys(
            ("proceedings", "conferenceproceeding"), _BOOK.replace(bibtex="proceedings")
        ),
        **dict.fromkeys(("posted-content", "preprint"), _PREPRINT),
        **dict.fromkeys(("report", "report-component"), _REPORT),
        **dict.fromkeys(("dissertation", "thesis", "phd thesis", "doctoral thesis"), _THESIS),
        "standard": _MISC.replace(csl="standard"),
        **dict.fromkeys(("dataset", "database"), _DATA),
        **dict.fromkeys(("software", "computationalnotebook", "workflow", "model"), _SOFTWARE),
        **dict.fromkeys(("peer-review", "peerreview", "review"), _MISC.replace(csl="review")),
        **dict.fromkeys(("journal", "journal-issue", "journal-volume"), _PERIODICAL),
        **dict.fromkeys(("book-series", "proceedings-series", "report-series"), _PERIODICAL),
        "standard-series": _PERIODICAL,
        "image": _MISC.replace(csl="graphic"),
        "audiovisual": _MISC.replace(csl="motion_picture"),
        "sound": _MISC.replace(csl="song"),
    }
)
"""The types of Crossref, DataCite and CSL, folded; all others are documents."""


class Citation(Value):
    """The bibliographic data of a work.

    Attributes:
        key: the key of the entry.
        doi: the DOI as the document spells it.
        type: the type of the entry.
        title: the title with its subtitle.
        authors: the authors; if there are none, and the type names its editors, it is empty.
        editors: the editors, if the type names them.
        is_cut: whether the registered list of authors is longer.
        date: the date: `2020-09-16`, `2020-09` or `2020`; empty if it is not known.
        container: the journal, book or proceedings; empty if there is none.
        series: the series of a book; empty if there is none.
        edition: the edition; empty if there is none.
        volume: the volume; empty if there is none.
        issue: the issue; empty if there is none.
        pages: the pages or the article's number; empty if there are none.
        publisher: the publisher; empty if there is none.
        place: the place of the publisher; empty if there is none.
        isbn: the ISBN; empty if there is none.
        version: the version; empty if there is none.
        is_retracted: whether the work was retracted.
    """

    key: str
    doi: Doi
    type: EntryType
    title: str
    authors: tuple[Person, ...] = ()
    editors: tuple[Person, ...] = ()
    is_cut: bool = False
    date: str = ""
    container: str = ""
    series: str = ""
    edition: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    place: str = ""
    isbn: str = ""
    version: str = ""
    is_retracted: bool = False

    @property
    def year(self) -> str:
        """The year; empty if it is not known."""
        return self.date[:4]

    @property
    def arxiv(self) -> str:
        """The arXiv number of a preprint at arXiv; empty for other works."""
        match = _ARXIV_NAME.fullmatch(self.doi.suffix) if self.doi.prefix == _ARXIV else None
        return match["number"] if match else ""


def citations(
    works: Iterable[tuple[Doi, Work]], keys: Mapping[str, str] = MappingProxyType({})
) -> list[Citation]:
    """Return the bibliographic data of works, sorted by DOI, without works that lack data.

    Args:
        works: DOIs, spelled as in the documents, with their works.
        keys: keys that stay, by folded DOI.
    """
    citable = [(doi, work) for doi, work in works if is_citable(work)]
    citable.sort(key=lambda pair: pair[0].key)
    used = {keys[doi.key] for doi, _ in citable if doi.key in keys}
    free: dict[str, Iterator[str]] = {}
    made = []
    for doi, work in citable:
        key = keys.get(doi.key)
        if key is None:
            plain = _key(work)
            forms = free.setdefault(plain, _with_letters(plain))
            key = next(form for form in forms if form not in used)
            used.add(key)
        made.append(citation(doi, work, key))
    return made


def is_citable(work: Work) -> bool:
    """Return whether a work has a title, and an author, a year or a publisher."""
    named = _known(work.people) or _known(work.editors)
    return bool(_title(work) and (named or _date(work) or _stated(work.publisher)))


def citation(doi: Doi, work: Work, key: str) -> Citation:
    """Return the bibliographic data of a work."""
    kind = entry_type(work)
    container = next(iter(work.containers), "")
    is_in_series = kind.container == "series"
    return Citation(
        key=key,
        doi=doi,
        type=kind,
        title=_title(work),
        authors=_known(work.people),
        editors=_known(work.editors) if kind.has_editors else (),
        is_cut=len(work.people) >= MOST_PEOPLE,
        date=_date(work),
        container="" if is_in_series or not kind.container else container,
        series=container if is_in_series else "",
        edition=work.edition,
        volume=work.volume,
        issue=work.issue,
        pages="" if _DOI.search(work.pages) else work.pages,
        publisher=_stated(work.publisher),
        place=work.place if _stated(work.publisher) else "",
        isbn=work.isbn,
        version=work.version,
        is_retracted=retraction(work) is not None,
    )


def entry_type(work: Work) -> EntryType:
    """Return the type of an entry; a part without its journal or book is a document of its type."""
    kind = _TYPES.get((work.resource or work.type).casefold(), _MISC)
    if kind.bibtex in _NEEDS_CONTAINER and not work.containers:
        return EntryType(kind.csl, "misc")
    return kind


def short_citation(work: Work) -> str:
    """Return a citation for running text: `Harris et al. (2020)`, or the title without people."""
    names = [person.name for person in _known(work.people) or _known(work.editors)]
    if not names:
        return _title(work)
    named = " and ".join(names) if len(names) <= 2 else f"{names[0]} et al."
    return f"{named} ({_date(work)[:4] or 'n.d.'})"


def reference_text(doi: Doi, work: Work) -> str:
    """Return a reference for readers, with the DOI: authors, year, title, place of publication."""
    made = citation(doi, work, "")
    people = [shown_name(person) for person in made.authors or made.editors]
    named = "; ".join(people[:_SHOWN_PEOPLE]) + (" et al." if len(people) > _SHOWN_PEOPLE else "")
    year = f"({made.year or 'n.d.'})"
    parts = [
        "Retracted" if made.is_retracted else "",
        f"{named} {year}" if named else year,
        made.title,
        _place_of(made),
        made.publisher if made.type is not _ARTICLE else "",
    ]
    text = " ".join(part if part[-1] in ".?!" else f"{part}." for part in parts if part)
    return f"{text} doi:{doi}"


def shown_name(person: Person) -> str:
    """Return a name for readers: `Harris, Charles R., Jr.`."""
    parts = (person.group or person.family, person.given, person.suffix)
    return ", ".join(part for part in parts if part)


def _place_of(made: Citation) -> str:
    """Return where a work was published: `Nature, 585(7825), 357-362`."""
    number = f"{made.volume}({made.issue})" if made.volume and made.issue else made.volume
    parts = (made.container or made.series, number or made.issue, made.pages)
    return ", ".join(part for part in parts if part)


def _known(people: Iterable[Person]) -> tuple[Person, ...]:
    """Return the people without those that the record states as unknown."""
    return tuple(person for person in people if _stated(person.name))


def _stated(text: str) -> str:
    """Return a text; empty if the record states that it is unknown."""
    return "" if _UNKNOWN.fullmatch(text.strip()) else text


def _title(work: Work) -> str:
    """Return the title with its subtitle; empty if there is none."""
    main, rest = (next(iter(titles), "") for titles in (work.titles.main, work.titles.subtitle))
    if main and rest and rest.casefold() not in main.casefold():
        return f"{main}: {rest}"
    return _stated(main or work.titles.shown)


def _date(work: Work) -> str:
    """Return the date, or the first of the years; empty if there is none."""
    year = str(work.years[0]) if work.years else ""
    return work.date if work.date and work.date[:4] == (year or work.date[:4]) else year


def _key(work: Work) -> str:
    """Return the key of an entry: `harris2020array`.

    It has the first family name (or the first word of a group, or of the title), the year, and the
    first word of the title that is not a small one. One folding serves all languages, and works
    with the same data have the same key, so a second one gets a letter.
    """
    person = next(iter(_known(work.people) or _known(work.editors)), Person())
    words = _words(_title(work))
    name = "".join(_words(person.family or person.given)) or _first(_words(person.group))
    name = name or next(iter(words), "work")
    return f"{name[:_LONGEST_NAME]}{_date(work)[:4]}{_first(words)[:_LONGEST_WORD]}"


def _first(words: list[str]) -> str:
    """Return the first word that is not a small one, or the first; empty if there is none."""
    return next((word for word in words if word not in _SMALL), next(iter(words), ""))


def _words(text: str) -> list[str]:
    """Return the words of a text, with letters and digits of ASCII alone."""
    plain = unicodedata.normalize("NFKD", text).casefold().translate(_LETTERS)
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _WORD.findall(kept.replace("'", "").replace("’", ""))


def _with_letters(key: str) -> Iterator[str]:
    """Yield a key, and then the key with a letter or two, or a number, at its end."""
    yield key
    size = len(ascii_lowercase)
    for number in count():
        first, last = divmod(number, size)
        before = ascii_lowercase[(first - 1) % size] if first else ""
        yield f"{key}-{before}{ascii_lowercase[last]}" if first <= size else f"{key}-{number}"
