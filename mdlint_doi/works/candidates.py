"""Find the one work that a reference means among the results of a search, or none.

Rank and score of a search are no confidence: the right record was at rank 3, or absent, in every
third query. So title, first author, year and kind have to be the same, and no other work may say
the same. `tests/benchmarks/search_missing.py` prints how often it is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.claim import Claim, ClaimedIn, query_of
from mdlint_doi.works.folding import HEADINGS, Words, word_set, words
from mdlint_doi.works.same_people import Name, is_named, names_of, said_of
from mdlint_doi.works.same_title import compare_titles, title_in, title_size
from mdlint_doi.works.titles import forms_of, standing, title_words
from mdlint_doi.works.venues import is_same_venue
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
"""A repository, by its name in lower case, and its prefixes, as its own page on citing has them."""
_NAMED: Final = pattern(
    r"(?i)\b(?:(" + "|".join(PREFIXES) + r")|\w{0,12}rxiv\w{0,4}|preprints?|hal-\d)\b"
)
BOGUS_PREFIXES: Final[Mapping[str, str]] = {  # a prefix, and what was seen there
    "10.65215": (
        "279 preprints of 2025, eight of them exact copies of 'Attention Is All You Need' with"
        " its authors; they take ranks 1 to 7 of a search that names them"
    )
}
MOST: Final = 50  # works of one answer that are looked at
TITLE_KEPT: Final = 0.6
"""The likeness of titles, or the share of a title in a text, from which on a work is kept in the
cache. It decides nothing else: a work that is less alike is of no use to any version of a claim."""
SHORT: Final = 5
"""Words with content below which a title alone says little: the year must be the same."""
_WHOLE: Final = word_set(
    "book monograph edited-book reference-book proceedings conferenceproceeding"
)
_PART: Final = word_set(
    "journal-article proceedings-article book-chapter book-section book-part book-track"
    " reference-entry"
)
_PART_ELSEWHERE: Final = word_set("journalarticle conferencepaper bookchapter text")
"""Of DataCite: copies of papers have these types, too, so that the place has to be the same."""
_ALLOWED: Final = {
    "whole": _WHOLE,
    "part": _PART,
    "either": _WHOLE | _PART,
    "thesis": frozenset({"dissertation", "text"}),
    "report": frozenset({"report", "monograph", "text"}),
    "data": frozenset({"dataset", "software", "computationalnotebook", "collection", "model"}),
}
"""Types of Crossref and DataCite, by the kind of work that is cited; others are never proposed."""
_IN_PREPRINTS: Final = frozenset({"part", "either", "report"})
_OTHERS: Final = pattern(
    r"(?i)\bet al\b|\band others\b|…|\.\.\.|\bconsortium\b|\bteam\b|\bco-?authors\b"
)
_BOOK: Final = pattern(  # what stands behind the title of a book
    r"(?i)\b(?:press|publish\w+|verlag|isbn|edn?\.|edition|books?|springer|wiley)\b"
)
_ABOUT_OTHERS: Final = frozenset({"isreviewof", "iscommenton", "isreplyto", "istranslationof"})


class MeantWork(NamedTuple):
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
        claim: what the reference says of the work.
        kind: `part` of a journal or book, `whole`, `thesis`, `report`, `data` and software, or
            `either`.
    """

    claim: Claim
    kind: str = "either"


def identity(cited: Cited) -> str | None:
    """Return a key that distinguishes references to different works; None without enough facts.

    More than its query: an extended version of a paper differs in the journal alone.
    """
    query, claim = query_of(cited.claim), cited.claim
    if query is None:
        return None
    place = (claim.container, claim.volume, claim.pages)
    return "|".join([cited.kind, query.key, *(" ".join(words(one)[:40]) for one in place)])


def choose(cited: Cited, found: Sequence[MeantWork]) -> MeantWork | None:
    """Return the one work that a reference means; None if none is certain."""
    fitting = [*{one.doi: one for one in found[:MOST] if _fits(cited, one)}.values()]
    if len(fitting) > 1:
        fitting = _nearest(cited.claim, fitting)
    if len(fitting) != 1 or _is_elsewhere(cited, fitting[0].work):
        return None
    return fitting[0]


def may_fit(claim: Claim, work: Work) -> bool:
    """Return whether a work is near enough to a reference to be kept in a cache."""
    if claim.origin is ClaimedIn.FIELDS:
        alike = compare_titles([one.text for one in claim.titles], work.titles).each
        return any(one >= TITLE_KEPT for one in alike)
    text = Words(claim.words)
    whole = (one for one in forms_of(work.titles.forms) if one.is_whole)
    return any(standing(one, text).coverage >= TITLE_KEPT for one in whole)


def years_apart(claim: Claim, work: Work) -> int | None:
    """Return how many years lie between those stated and those registered; None without both."""
    return min((abs(one - other) for one in claim.years for other in work.years), default=None)


def cites_preprint(claim: Claim) -> list[str]:
    """Return which repositories of preprints a reference names, as `named_in` does."""
    behind = len(claim.titles[0].text) if claim.origin is ClaimedIn.FIELDS and claim.titles else 0
    return named_in(claim.words, behind)


def _fits(cited: Cited, one: MeantWork) -> bool:
    """Return whether title, first author, year and kind are those of the reference."""
    claim, work = cited.claim, one.work
    if one.doi.prefix in BOGUS_PREFIXES or not is_of_kind(cited, one):
        return False
    apart = years_apart(claim, work)
    if apart is None or apart > 1 or not title_words(work) - HEADINGS:
        return False
    if claim.origin is ClaimedIn.PROSE:
        return _fits_prose(cited, work, apart)
    return _people_fit(claim, work) and _title_fits(claim, work, apart)


def _fits_prose(cited: Cited, work: Work, apart: int) -> bool:
    """Return whether title and people of a work stand in running text.

    Another year is believed only where the journal is named, and a book only as such.
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
    """Return whether the journal of a work is named behind its title."""
    place = title_in(claim.words, work)
    behind = Words(claim.words[place.end :] if place is not None else "")
    return any(behind.has_phrase(words(one)) for one in work.containers[:8])


def _people_stand(text: str, work: Work) -> bool:
    """Return whether the first author is named, and the second one behind, or "et al." is."""
    stated = Words(text)
    names = names_of(work.people or work.editors)[:2]
    if not names or not is_named(names[0], stated):
        return False
    if len(names) == 1 or _OTHERS.search(text):
        return True
    return is_named(names[1], stated) and _index(names[0], stated) <= _index(names[1], stated)


def _index(name: Name, stated: Words) -> int:
    """Return where a name stands first, as far as one of its words does letter by letter."""
    return min((stated.all.index(word) for word in name.core if word in stated.all), default=0)


def is_of_kind(cited: Cited, one: MeantWork) -> bool:
    """Return whether a work is of the kind that a reference cites, by its registered type."""
    work = one.work
    if any(other.plain_kind in _ABOUT_OTHERS for other in work.relations):
        return False
    kind = work.type.casefold()
    is_text = kind == "text"  # as arXiv's preprints were registered for some years
    if work.is_preprint or (is_text and one.doi.prefix in PREFIXES["arxiv"]):
        named = cites_preprint(cited.claim)
        return cited.kind in _IN_PREPRINTS and bool(named) and may_hold(one.doi.prefix, named)
    if cited.kind == "either" and kind in _WHOLE and cited.claim.has_details:
        return False
    if kind in _PART_ELSEWHERE and cited.kind in {"part", "either"}:
        return _same_place(cited.claim, work) is True
    return kind in _ALLOWED[cited.kind]


def _people_fit(claim: Claim, work: Work) -> bool:
    """Return whether the first author is the same, and of the others that are stated most."""
    registered = names_of(work.people or work.editors)
    stated = [one for one in claim.people[:8] if one.name]
    if not registered or not stated or not is_named(registered[0], said_of(stated[:1])):
        return False
    makers = said_of([*work.people[:200], *work.editors[:20]])
    strangers = sum(not is_named(name, makers) for name in names_of(stated))
    return strangers <= len(stated) // 3


def _title_fits(claim: Claim, work: Work, apart: int) -> bool:
    if apart == 0 or title_size(work) >= SHORT:
        titles = compare_titles([one.text for one in claim.titles], work.titles)
        if titles.is_same:
            return apart == 0 or _same_place(claim, work) is not None
        if apart == 0 and titles.is_same_head:
            return _same_place(claim, work) is True
    return False


def _nearest(claim: Claim, fitting: list[MeantWork]) -> list[MeantWork]:
    """Return those of several works that fit best: in the journal that is named, then published."""
    here = [one for one in fitting if _same_place(claim, one.work)]
    fitting = here or [one for one in fitting if _same_place(claim, one.work) is None] or fitting
    is_preprint = bool(cites_preprint(claim))
    fitting = [one for one in fitting if one.work.is_preprint == is_preprint] or fitting
    exact = [one for one in fitting if years_apart(claim, one.work) == 0]
    return exact if len(exact) == 1 and len(fitting) > 1 and here else fitting


def _same_place(claim: Claim, work: Work) -> bool | None:
    """Return whether journal, volume or pages are the same; None where nothing tells."""
    if claim.origin is ClaimedIn.PROSE:
        return _named_behind(claim, work) or None
    if claim.volume and work.volume and claim.pages and work.pages:
        volume, pages = words(claim.volume)[:1], words(claim.pages)[:1]
        if volume == words(work.volume)[:1] and pages == words(work.pages)[:1]:
            return True
    if not claim.container or not work.containers:
        return None
    return any(is_same_venue(claim.container, one) for one in work.containers[:8])


def _is_elsewhere(cited: Cited, work: Work) -> bool:
    """Return whether the reference names another place: a journal, where this is in proceedings."""
    claim = cited.claim
    if claim.origin is ClaimedIn.PROSE or _same_place(claim, work) is not False:
        return False
    if title_size(work) < SHORT:
        return True
    volume = bool(claim.volume and work.volume) and claim.volume != work.volume
    pages = bool(claim.pages and work.pages) and words(claim.pages)[:1] != words(work.pages)[:1]
    return volume or pages


def named_in(text: str, start: int = 0) -> list[str]:
    """Return the repositories that a text names from some place on; empty strings for others."""
    return [(one[1] or "").lower() for one in _NAMED.finditer(text[:4000], start)]


def may_hold(prefix: str, named: list[str]) -> bool:
    """Return whether a preprint with a prefix may be in one of the repositories that are named."""
    known = [PREFIXES[name] for name in named if name]
    return not known or any(prefix in prefixes for prefixes in known)
