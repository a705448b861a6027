"""Find the one work that a reference means among the results of a search.

Rank and score in a search are not reliable: in one query out of three, the right record was at rank
3 or absent. So title, first author, year and kind must be the same, and no other work may match.
`tests/benchmarks/search_missing.py` prints how often the result is correct.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value
from mdlint_doi.works.claim import Claim, ClaimedIn, query_of
from mdlint_doi.works.folding import HEADINGS, Words, word_set, words
from mdlint_doi.works.same_people import Name, is_named, names_of, said_of
from mdlint_doi.works.same_title import compare_titles, title_in, title_size
from mdlint_doi.works.titles import coverage_of, forms_of, title_words
from mdlint_doi.works.venues import is_venue_of
from mdlint_doi.works.work import Work

PREFIXES: Final[Mapping[str, tuple[str, ...]]] = {
    "arxiv": ("10.48550",),
    "biorxiv": ("10.1101", "10.64898"),
    "medrxiv": ("10.1101", "10.64898"),
    "chemrxiv": ("10.26434",),
    "psyarxiv": ("10.31234",),
    "socarxiv": ("10.31235",),
    "eartharxiv": ("10.31223",),
    "osf": ("10.31219", "10.17605"),
    "ssrn": ("10.2139",),
    "research square": ("10.21203",),
    "techrxiv": ("10.36227",),
}
"""The prefixes of each preprint repository, from its own page on citing; names in lower case."""
_NAMED: Final = pattern(
    r"(?i)\b(?:(" + "|".join(PREFIXES) + r")|\w{0,12}rxiv\w{0,4}|preprints?|hal-\d)\b"
)
BOGUS_PREFIXES: Final[Mapping[str, str]] = {  # prefixes with false records, and examples
    "10.65215": (
        "279 preprints of 2025, eight of them exact copies of 'Attention Is All You Need' with"
        " its authors; they take ranks 1 to 7 of a search that names them"
    )
}
MOST: Final = 50  # works of one answer that are read, at most
TITLE_KEPT: Final = 0.6
"""The least likeness of titles, or share of a title in a text, of a work that the cache keeps.

It decides nothing else: a work below it is of no use, even if the reference is edited.
"""
SHORT: Final = 5
"""A title with fewer content words is not distinctive enough, so the year must be the same."""
_WHOLE: Final = word_set(
    "book monograph edited-book reference-book proceedings conferenceproceeding"
)
_PART: Final = word_set(
    "journal-article proceedings-article book-chapter book-section book-part book-track"
    " reference-entry"
)
_PART_ELSEWHERE: Final = word_set("journalarticle conferencepaper bookchapter text")
"""Types of DataCite that copies of papers also have, so that the place must be the same."""
_ALLOWED: Final = {
    "whole": _WHOLE,
    "part": _PART,
    "either": _WHOLE | _PART,
    "thesis": frozenset({"dissertation", "text"}),
    "report": frozenset({"report", "monograph", "text"}),
    "data": frozenset({"dataset", "software", "computationalnotebook", "collection", "model"}),
}
"""The types of Crossref and DataCite for each kind of cited work; others are never proposed."""
_IN_PREPRINTS: Final = frozenset({"part", "either", "report"})
_OTHERS: Final = pattern(
    r"(?i)\bet al\b|\band others\b|…|\.\.\.|\bconsortium\b|\bteam\b|\bco-?authors\b"
)
_BOOK: Final = pattern(  # words after the title of a book
    r"(?i)\b(?:press|publish\w+|verlag|isbn|edn?\.|edition|books?|springer|wiley)\b"
)
_ABOUT_OTHERS: Final = frozenset({"isreviewof", "iscommenton", "isreplyto", "istranslationof"})


class MeantWork(Value):
    """A work that a search found.

    Attributes:
        doi: the DOI of the work.
        work: the work as registered.
    """

    doi: Doi
    work: Work


class Cited(NamedTuple):
    """A reference without a DOI.

    Attributes:
        claim: the description of the work in the reference.
        kind: `part` (of a journal or book), `whole` (a book), `thesis`, `report`, `data` (or
            software), or `either` (a part or a whole).
    """

    claim: Claim
    kind: str = "either"


def identity(cited: Cited) -> str | None:
    """Return a key that distinguishes references to different works; None without enough facts.

    The key contains more than the query, because an extended version of a paper may differ only in
    the journal.
    """
    query, claim = query_of(cited.claim), cited.claim
    if query is None:
        return None
    place = (claim.container, claim.volume, claim.pages)
    return "|".join([cited.kind, query.key, *(" ".join(words(part)[:40]) for part in place)])


def choose(cited: Cited, found: Sequence[MeantWork]) -> MeantWork | None:
    """Return the one work that a reference means; None if none is certain."""
    matching = (candidate for candidate in found[:MOST] if _fits(cited, candidate))
    fitting = [*{candidate.doi: candidate for candidate in matching}.values()]
    if len(fitting) > 1:
        fitting = _nearest(cited.claim, fitting)
    if len(fitting) != 1 or _is_elsewhere(cited, fitting[0].work):
        return None
    return fitting[0]


def may_fit(claim: Claim, work: Work) -> bool:
    """Return whether a work is similar enough to a reference to be kept in the cache."""
    if claim.origin is ClaimedIn.FIELDS:
        alike = compare_titles([title.text for title in claim.titles], work.titles).each
        return any(likeness >= TITLE_KEPT for likeness in alike)
    text = Words(claim.words)
    whole = (form for form in forms_of(work.titles.forms) if form.is_whole)
    return any(coverage_of(form, text).coverage >= TITLE_KEPT for form in whole)


def years_apart(claim: Claim, work: Work) -> int | None:
    """Return the least difference of a stated and a registered year; None if either is missing."""
    return min(
        (abs(stated - registered) for stated in claim.years for registered in work.years),
        default=None,
    )


def cites_preprint(claim: Claim) -> list[str]:
    """Return the preprint repositories that a reference names after its title; see `named_in`."""
    behind = len(claim.titles[0].text) if claim.origin is ClaimedIn.FIELDS and claim.titles else 0
    return named_in(claim.words, behind)


def _fits(cited: Cited, candidate: MeantWork) -> bool:
    """Return whether title, first author, year and kind are those of the reference."""
    claim, work = cited.claim, candidate.work
    if candidate.doi.prefix in BOGUS_PREFIXES or not is_of_kind(cited, candidate):
        return False
    apart = years_apart(claim, work)
    if apart is None or apart > 1 or not title_words(work) - HEADINGS:
        return False
    if claim.origin is ClaimedIn.PROSE:
        return _fits_prose(cited, work, apart)
    return _people_fit(claim, work) and _title_fits(claim, work, apart)


def _fits_prose(cited: Cited, work: Work, apart: int) -> bool:
    """Return whether a running text contains the title and the authors of a work.

    A different year is only accepted if the text also names the journal. A book is only accepted
    if the text shows that it is one.
    """
    text = cited.claim.words
    place = title_in(text, work)
    if place is None or not _people_stand(f"{text[: place.start]} ; {text[place.end :]}", work):
        return False
    here = _named_behind(cited.claim, work)
    if cites_preprint(cited.claim) and not (here or work.is_preprint):
        return False
    if work.type.casefold() in _WHOLE and not (here or _BOOK.search(text, place.end)):
        return False
    return apart == 0 or (here and title_size(work) >= SHORT)


def _named_behind(claim: Claim, work: Work) -> bool:
    """Return whether the text names the journal of a work after the title."""
    place = title_in(claim.words, work)
    behind = Words(claim.words[place.end :] if place is not None else "")
    return any(behind.has_phrase(words(venue)) for venue in work.containers[:8])


def _people_stand(text: str, work: Work) -> bool:
    """Return whether a text names the first author, and after them the second, or "et al."."""
    stated = Words(text)
    names = names_of(work.people or work.editors)[:2]
    if not names or not is_named(names[0], stated):
        return False
    if len(names) == 1 or _OTHERS.search(text):
        return True
    return is_named(names[1], stated) and _index(names[0], stated) <= _index(names[1], stated)


def _index(name: Name, stated: Words) -> int:
    """Return the index of the first word that is part of a name; 0 if there is none."""
    return min((stated.all.index(word) for word in name.core if word in stated.all), default=0)


def is_of_kind(cited: Cited, candidate: MeantWork) -> bool:
    """Return whether a work is of the kind that a reference cites, by its registered type."""
    work = candidate.work
    if any(relation.plain_kind in _ABOUT_OTHERS for relation in work.relations):
        return False
    kind = work.type.casefold()
    is_text = kind == "text"  # arXiv's preprints had this type for some years
    if work.is_preprint or (is_text and candidate.doi.prefix in PREFIXES["arxiv"]):
        named = cites_preprint(cited.claim)
        return cited.kind in _IN_PREPRINTS and bool(named) and may_hold(candidate.doi.prefix, named)
    if cited.kind == "either" and kind in _WHOLE and cited.claim.has_details:
        return False
    if kind in _PART_ELSEWHERE and cited.kind in {"part", "either"}:
        return _same_place(cited.claim, work) is True
    return kind in _ALLOWED[cited.kind]


def _people_fit(claim: Claim, work: Work) -> bool:
    """Return whether the first author is the same, and most of the stated ones are registered."""
    registered = names_of(work.people or work.editors)
    stated = [person for person in claim.people[:8] if person.name]
    if not registered or not stated or not is_named(registered[0], said_of(stated[:1])):
        return False
    makers = said_of([*work.people[:200], *work.editors[:20]])
    strangers = sum(not is_named(name, makers) for name in names_of(stated))
    return strangers <= len(stated) // 3


def _title_fits(claim: Claim, work: Work, apart: int) -> bool:
    if apart == 0 or title_size(work) >= SHORT:
        titles = compare_titles([title.text for title in claim.titles], work.titles)
        if titles.is_same:
            return apart == 0 or _same_place(claim, work) is not None
        if apart == 0 and titles.is_same_head:
            return _same_place(claim, work) is True
    return False


def _nearest(claim: Claim, fitting: list[MeantWork]) -> list[MeantWork]:
    """Return the works that fit best: by journal, then as preprint or publication, then by year."""
    here = [candidate for candidate in fitting if _same_place(claim, candidate.work)]
    fitting = (
        here
        or [candidate for candidate in fitting if _same_place(claim, candidate.work) is None]
        or fitting
    )
    is_preprint = bool(cites_preprint(claim))
    fitting = [
        candidate for candidate in fitting if candidate.work.is_preprint == is_preprint
    ] or fitting
    exact = [candidate for candidate in fitting if years_apart(claim, candidate.work) == 0]
    return exact if len(exact) == 1 and len(fitting) > 1 and here else fitting


def _same_place(claim: Claim, work: Work) -> bool | None:
    """Return whether volume and pages, or the journal, are the same; None if that is unknown."""
    if claim.origin is ClaimedIn.PROSE:
        return _named_behind(claim, work) or None
    if claim.volume and work.volume and claim.pages and work.pages:
        volume, pages = words(claim.volume)[:1], words(claim.pages)[:1]
        if volume == words(work.volume)[:1] and pages == words(work.pages)[:1]:
            return True
    if not claim.container or not work.containers:
        return None
    return is_venue_of(claim.container, work.containers)


def _is_elsewhere(cited: Cited, work: Work) -> bool:
    """Return whether the reference states a different place than that of the work.

    For example, it states a journal, and the work appeared in proceedings.
    """
    claim = cited.claim
    if claim.origin is ClaimedIn.PROSE or _same_place(claim, work) is not False:
        return False
    if title_size(work) < SHORT:
        return True
    volume = bool(claim.volume and work.volume) and claim.volume != work.volume
    pages = bool(claim.pages and work.pages) and words(claim.pages)[:1] != words(work.pages)[:1]
    return volume or pages


def named_in(text: str, start: int = 0) -> list[str]:
    """Return the preprint repositories that a text names after `start`, in lower case.

    An empty text stands for a repository whose prefixes are not known.
    """
    return [(match[1] or "").lower() for match in _NAMED.finditer(text[:4000], start)]


def may_hold(prefix: str, named: list[str]) -> bool:
    """Return whether a preprint with this prefix may be in one of the named repositories."""
    known = [PREFIXES[name] for name in named if name]
    return not known or any(prefix in prefixes for prefixes in known)
