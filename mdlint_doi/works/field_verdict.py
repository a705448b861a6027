"""Do the fields of an entry describe the registered work, field by field?

One field can be enough, where both sides have it. *Identity*, that is people and title, can show
that the DOI is another work's. *Details*, that is year, venue, volume and page, a list of people
that was cut, one word of a title, show that a field is wrong. Thresholds, figures and traps:
`spec/fields.md` sections 2 to 6; `tests/benchmarks/works_fields.py` prints today's figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.candidates import PREFIXES
from mdlint_doi.works.claim import CitedAs
from mdlint_doi.works.comparison import Comparison, is_repository, is_scanned
from mdlint_doi.works.folding import HEADINGS, Words, content, word_set, words
from mdlint_doi.works.people_lists import Fit, PeopleOfEntry, compare_people
from mdlint_doi.works.same_title import differs_in_words, twin
from mdlint_doi.works.titles import ENGLISH, is_english, language, likeness, may_be_translated
from mdlint_doi.works.venues import is_other_venue
from mdlint_doi.works.verdict import (
    Agrees,
    CannotTell,
    Difference,
    Differs,
    Disagrees,
    Of,
    Strength,
    Verdict,
    Years,
)

_SAME: Final = 0.8  # from this likeness on titles are the same
_ALIKE: Final = 0.65
_OTHER: Final = 0.5
_OTHER_OF_SAME_PEOPLE: Final = 0.35
_RENAMED: Final = 0.3  # share of words that a preprint's title keeps
_ENOUGH_WORDS: Final = 3
_ALL_LISTED: Final = 10  # people of a record up to which a shorter list was cut by mistake
_BOOKS: Final = word_set("book monograph edited-book reference-book book-set book-series")
_WHOLE: Final = _BOOKS | {"proceedings", "journal", "journal-issue", "proceedings-series"}
_CHAPTERS: Final = word_set("book-chapter book-section book-part reference-entry component")
_SOFTWARE: Final = frozenset({"software", "dataset", "computationalnotebook", "collection"})
_NUMBER: Final = pattern(r"[a-z]?\d+")
_GROUP: Final = pattern(
    r"(?i)\b(?:collaborations?|community|consortium|group|initiative|project|team|workshop)\b"
)
_ARXIV: Final = pattern(r"(?i)10\.48550/arxiv\.(\d\d)\d\d\.")
"""A preprint of arXiv by the year in which it was submitted (since 2007)."""


class _Facts(NamedTuple):
    """What the rules look at.

    Attributes:
        c: the comparison of what the entry says with the record.
        people: what the people of the entry and of the record have in common.
        like: the likeness of the nearest claimed title, 0 to 1; None where one side has no title.
        shared: the share of the words of one title that stand in the other, 0 to 1, the higher of
            both ways.
        size: the number of words with content in the shorter title.
        is_heading: whether a title is one that thousands of works have: "Editorial".
        is_whole: whether one side is the book or journal that the other is a part of.
        is_book: whether the work is a book, by either side.
        is_chapter: whether the work is a chapter, by either side.
        is_software: whether the work is software or data, by either side.
        is_preprint: whether the work is a preprint, by either side.
        is_translated: whether the titles seem to be in two languages or scripts.
    """

    c: Comparison
    people: PeopleOfEntry
    like: float | None
    shared: float
    size: int
    is_heading: bool
    is_whole: bool
    is_book: bool
    is_chapter: bool
    is_software: bool
    is_preprint: bool
    is_translated: bool

    @property
    def titles_agree(self) -> bool:
        """Whether the titles are the same."""
        return self.like is not None and self.like >= _SAME

    @property
    def nobody_else(self) -> bool:
        """Whether people do not speak against the work: some are its own, or none can be told."""
        return self.people.known > 0 or not self.people.are_stated


def verdict_on_fields(c: Comparison) -> Verdict:
    """Return whether the fields of an entry describe the work."""
    facts = _facts(c)
    found = tuple(_differences(facts))
    reason = ", ".join(dict.fromkeys(f"other {one.field}" for one in found))
    evidence = c.evidence(reason or "the fields do not differ")._replace(differences=found)
    if any(one.of is Of.WORK for one in found):
        return Disagrees(_strength(facts, found), evidence)
    if found:
        return Differs(evidence)
    if facts.titles_agree and facts.nobody_else:
        return Agrees(evidence._replace(reason="the title is the same"))
    return CannotTell(evidence._replace(reason=_why_silent(facts)))


def _strength(facts: _Facts, found: tuple[Difference, ...]) -> Strength:
    """Return how sure it is that another work is meant: one sure sign, or two unsure ones."""
    identity = [one for one in found if one.of is Of.WORK]
    if _is_title_alone(facts, found):
        return Strength.WEAK
    if any(one.is_sure for one in identity):
        return Strength.STRONG
    guarded = facts.is_whole or (facts.is_translated and facts.people.known > 0)
    details = {"year", "venue", "volume and page"} & {one.field for one in found}
    several = len({one.field for one in identity}) > 1 or details
    is_strong = several and not guarded and not facts.titles_agree
    return Strength.STRONG if is_strong else Strength.WEAK


def _is_title_alone(facts: _Facts, found: tuple[Difference, ...]) -> bool:
    """Return whether only the title differs, and may be a translation in a language unknown here.

    People and year are the same then, and nothing speaks against the place.
    """
    claim, titles = facts.c.claim, facts.c.work.titles
    are_same = facts.people.are_same and facts.people.sure == len(facts.people.fits)
    is_same_year = facts.c.years in {Years.EQUAL, Years.NEAR}
    is_alone = {one.field for one in found} == {"title"} and are_same and is_same_year
    return is_alone and not (is_english(claim.titles[0].text) and is_english(titles.main[0]))


def _why_silent(facts: _Facts) -> str:
    """Return why nothing here speaks for or against the work."""
    if facts.like is None:
        return "no title to compare"
    is_other = facts.like < _ALIKE
    reasons = {
        "one of the two is the whole book or journal": facts.is_whole,
        "the title may be translated": facts.is_translated,
        "the title stands over many works, such as an editorial": facts.is_heading,
        "a group is registered, and its members are stated": _is_of_group(facts),
        "software and data are cited under several titles": is_other and facts.is_software,
        "the title may be translated, as the journal is in another language": is_other,
        "the titles are alike, but not the same": True,
    }
    return next(why for why, holds in reasons.items() if holds)


def _facts(c: Comparison) -> _Facts:
    claim, work = c.claim, c.work
    forms, said = work.titles.forms, [one.text for one in claim.titles]
    claimed, registered = ([set(content(words(one))) for one in some] for some in (said, forms))
    kind = work.type.casefold()
    like = max((likeness(one, forms) for one in said), default=None) if forms else None
    is_book = bool(claim.edition) or kind in _BOOKS
    return _Facts(
        c=c,
        people=compare_people(claim.people, work, more=claim.has_more_people),
        like=like,
        shared=max((_shared(one, form) for one in said for form in forms), default=0.0),
        size=min(len(claimed[-1]), max(map(len, registered), default=0)) if claimed else 0,
        is_heading=not any(one - HEADINGS for one in registered)
        or not (claimed and claimed[0] - HEADINGS),
        is_whole=_is_whole(c, like, kind),
        is_book=is_book or (claim.cited_as is CitedAs.BOOK and kind != "journal-article"),
        is_chapter=claim.cited_as is CitedAs.CHAPTER or kind in _CHAPTERS,
        is_software=kind in _SOFTWARE
        or claim.cited_as is CitedAs.SOFTWARE
        or any(is_repository(one) for one in work.titles.main),
        is_preprint=work.is_preprint
        or any(claim.doi is not None and claim.doi.prefix in some for some in PREFIXES.values()),
        is_translated=bool(said and forms) and may_be_translated(said[0], forms[0]),
    )


def _shared(said: str, form: str) -> float:
    """Return the share of words that one title has of the other, the higher of the two."""
    one, other = Words(said), Words(form)
    mine, theirs = one.content or one.all, other.content or other.all
    if not mine or not theirs:
        return 0.0
    covered = sum(map(other.has, mine)) / len(mine), sum(map(one.has, theirs)) / len(theirs)
    return max(covered)


def _is_whole(c: Comparison, like: float | None, kind: str) -> bool:
    """Return whether one side is the book, volume or journal of which the other is a part."""
    claim, work = c.claim, c.work
    if claim.cited_as in {CitedAs.PAPER, CitedAs.CHAPTER} and kind in _WHOLE:
        return True
    if like is None:
        return False
    named = len(content(words(claim.container))) > 1
    if named and likeness(claim.container, work.titles.forms) >= _SAME:
        return True
    parents = [one for one in work.containers if len(content(words(one))) > 1]
    return like < _SAME and any(likeness(claim.titles[0].text, (one,)) >= _SAME for one in parents)


def _differences(facts: _Facts) -> Iterator[Difference]:
    """Yield what differs: people, title, then the details."""
    yield from _people_differ(facts)
    if facts.like is not None and not facts.is_heading and not facts.is_whole:
        yield from _titles_differ(facts, facts.like)
    yield from _year_differs(facts)
    yield from _place_differs(facts)


def _people_differ(facts: _Facts) -> Iterator[Difference]:
    people = facts.people
    if not people.are_stated or _is_of_group(facts):
        return
    seen, strangers = len(people.seen), people.strangers
    doubtful = Of.DETAIL if facts.titles_agree else Of.WORK
    if not people.sure and not (people.known and len(people.fits) == 1):
        yield from _nobody_fits(facts, doubtful)
    elif strangers >= 2 and strangers > seen / 2:
        yield _people(facts, Of.WORK, is_sure=not facts.is_whole)
    elif people.fits[0] is Fit.OTHER or (
        # Releases of software add their people.
        strangers >= 2 and strangers > seen / 4 and not facts.is_software
    ):
        yield _people(facts, doubtful)
    elif _is_cut(facts):
        yield _people(facts, Of.DETAIL)


def _is_of_group(facts: _Facts) -> bool:
    """Return whether a group, whose members the entry lists, is registered as one person."""
    registered = facts.people.registered
    is_one = len(registered) == 1 and facts.is_preprint and facts.titles_agree
    return is_one and _GROUP.search(registered[0].shown) is not None


def _nobody_fits(facts: _Facts, doubtful: Of) -> Iterator[Difference]:
    """Yield that none of the people is registered, or only their family names: Wang, Li, Zhang."""
    people, number = facts.people, len(facts.people.fits)
    if number >= 2:
        enough = 3 if people.known else 2
        yield _people(facts, Of.WORK, is_sure=number >= enough and not facts.is_whole)
    elif not facts.is_whole:
        yield _people(facts, doubtful)


def _is_cut(facts: _Facts) -> bool:
    """Return whether an entry leaves out people without saying so."""
    people = facts.people
    stated = len(people.fits)
    is_known = people.known >= len(people.fits)
    is_cut = is_known and stated < len(people.registered) <= _ALL_LISTED
    return is_cut and not (people.may_be_cut or facts.is_book)


def _people(facts: _Facts, of: Of, *, is_sure: bool = False) -> Difference:
    both = facts.people.stated, facts.people.registered
    stated, registered = (", ".join(one.shown for one in names) for names in both)
    return Difference("people", stated, registered, of, is_sure=is_sure)


def _titles_differ(facts: _Facts, like: float) -> Iterator[Difference]:
    of_same = facts.people.are_same and len(facts.people.fits) >= 2
    # A translation or a release of software may have any title, unless its people are others.
    venues = facts.c.claim.container, *facts.c.work.containers[:1]
    doubtful = facts.is_translated or any(language(one) not in {"", ENGLISH} for one in venues)
    doubtful = doubtful or (facts.is_software and facts.nobody_else)
    if like < (_OTHER_OF_SAME_PEOPLE if of_same else _OTHER) and facts.size >= 2:
        if not (doubtful and facts.nobody_else):
            renamed = facts.is_preprint and of_same and facts.shared >= _RENAMED
            unsure = doubtful or renamed or facts.size < _ENOUGH_WORDS
            yield _title(facts, Of.WORK, is_sure=not unsure)
    elif like < _ALIKE:
        if not (doubtful or facts.is_software):
            yield _title(facts, Of.WORK)
    elif not (facts.is_software or facts.is_translated):
        said = [one.text for one in facts.c.claim.titles]
        if differs_in_words(said, facts.c.work.titles.forms):
            yield _title(facts, Of.DETAIL)
    if like >= 0.6 and (two := twin(facts.c.claim.titles[0].text, facts.c.work.titles.forms)):
        yield Difference("kind of work", *two, Of.PART)


def _title(facts: _Facts, of: Of, *, is_sure: bool = False) -> Difference:
    claimed = facts.c.claimed.text if facts.c.claimed else ""
    return Difference("title", claimed, facts.c.work.titles.shown, of, is_sure=is_sure)


def _year_differs(facts: _Facts) -> Iterator[Difference]:
    said, known = facts.c.claim.years, facts.c.work.years
    if known and facts.c.claim.doi and (first := _ARXIV.match(str(facts.c.claim.doi))):
        known = (*known, 2000 + int(first[1]))  # its record may have the year of a later version
    if not said or not known or facts.is_whole:
        return
    early, late = min(known) - max(said), min(said) - max(known)
    other = early >= 2 or late >= (5 if facts.is_preprint else 2)  # published years later
    may_vary = facts.is_book or facts.is_chapter or facts.is_software or facts.is_translated
    if other and (facts.is_preprint or not (may_vary or is_scanned(said, known))):
        stated, registered = (", ".join(map(str, sorted(years))) for years in (said, known))
        yield Difference("year", stated, registered, Of.DETAIL)


def _place_differs(facts: _Facts) -> Iterator[Difference]:
    """Yield the venue; volume and page where both differ: the page alone may be the preprint's."""
    claim, work = facts.c.claim, facts.c.work
    if facts.is_book or facts.is_preprint:
        return
    is_in_journal = not (facts.is_chapter or facts.is_software or facts.is_translated)
    if is_in_journal and is_other_venue(claim.container, work.containers):
        yield Difference("venue", claim.container, work.containers[0], Of.DETAIL)
    volumes = _NUMBER.findall(claim.volume.lower())[:1], _NUMBER.findall(work.volume.lower())[:1]
    # Where a `.bib` gives a number alone it is that of the issue as often as that of the article.
    stated = "" if claim.pages == claim.number else claim.pages
    pages = _NUMBER.findall(stated.lower()), _NUMBER.findall(work.pages.lower())
    if all(volumes) and all(pages) and volumes[0] != volumes[1] and _other_page(*pages):
        said, known = f"{claim.volume}, {claim.pages}", f"{work.volume}, {work.pages}"
        yield Difference("volume and page", said, known, Of.DETAIL)


def _other_page(said: list[str], known: list[str]) -> bool:
    """Return whether the first pages differ, be they numbers of articles: "e1029", "1029"."""
    one, other = said[0], known[0]
    if set(said[:2]) & set(known[:2]):
        return False
    return not (one.endswith(other) or other.endswith(one))
