"""Judge a reference without a DOI by the works that a search found.

*It matches*: one work is certainly meant (`candidates`). *It differs*: a work with this title is
registered, and fields of the entry differ from its record (`agreement`). *It is not found*: none of
the searched services has the title, although one has other works of the same venue and year. In all
other cases, there is a reason instead of a verdict.
`tests/benchmarks/search_fields.py` prints the current conditions and figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works import thresholds
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.candidates import (
    BOGUS_PREFIXES,
    SHORT,
    Cited,
    MeantWork,
    choose,
    is_of_kind,
    years_apart,
)
from mdlint_doi.works.claim import CitedAs, Claim, ClaimedIn
from mdlint_doi.works.folding import HEADINGS, Words, content, is_foreign, words
from mdlint_doi.works.same_people import is_named, names_of
from mdlint_doi.works.same_title import ChangedWords, TitleComparison, compare_titles
from mdlint_doi.works.venues import is_venue_of
from mdlint_doi.works.verdict import Difference, Differs, Disagrees, Of

FEWEST: Final = 3  # works of a venue and year that show that a service has this venue
_DECADE: Final = 10  # years between works with one title by different people, at least
_FEWEST_WORDS: Final = 5  # content words of a title that may be reported as not found, at least
_ELSEWHERE: Final = pattern(  # words of an entry for a kind of work that is often not registered
    r"""(?ix)
    \b (?: \w{0,12}rxiv\w{0,8} | corr | preprints? | working [ ] paper | technical [ ] report
      | tech\.? [ ] rep | ssrn | unpublished | manuscript | submitted | accepted | forthcoming
      | (?: in | under ) [ ] (?: press | review | preparation ) | to [ ] appear
      | workshops? | posters? | talks? | slides | presentations? | lectures? (?![ ]notes)
      | tutorials? | demos? | abstracts? | invited | keynotes? | thesis | dissertation
      | patents? | standards? | newspaper | magazine | times | daily | gazette | blog | website
      | online | github | zenodo | figshare | osf ) \b
    """
)
_JOURNAL: Final = pattern(
    r"(?i)\b(?:j|journal|trans|transactions|lett|letters|rev|review|reviews|ann|annals|mag)\b"
)
"""Matches words in the names of journals, in full or abbreviated (ISO 4), not of conferences."""


class Unjudged(StrEnum):
    """Why a reference that was not found is not reported; the value is part of the summary."""

    PROSE = "in running text, where the title is uncertain"
    ELSEWHERE = "of a kind that is often not registered (book, thesis, report, talk, preprint)"
    LITTLE = "with too little information: a short title, no authors, no year or no journal"
    NEW = "from this year or next year, which may not be registered yet"
    SCRIPT = "with a title in a different script"
    OTHER = "with a registered work that may be a different version"
    VENUE = "in a journal or conference without other works from that year in Crossref"
    OFF = "that --not-found may report"


class Matching(NamedTuple):
    """The work that a reference certainly means, and the fields that differ.

    Attributes:
        found: the work and its DOI.
        differences: the fields that differ from the record; empty if none does.
    """

    found: MeantWork
    differences: tuple[Difference, ...] = ()


class Differing(NamedTuple):
    """A work with the title of the reference, and the fields that differ.

    Attributes:
        found: the work and its DOI.
        differences: the fields that differ from the record.
    """

    found: MeantWork
    differences: tuple[Difference, ...]


class NotFound(NamedTuple):
    """None of the searched services has the title."""


SearchVerdict: TypeAlias = Matching | Differing | NotFound | Unjudged


def judge_search(
    cited: Cited, found: Sequence[MeantWork], year: int, others: int | None
) -> SearchVerdict:
    """Return the verdict on a reference, given the works that a search found.

    Args:
        cited: the reference.
        found: the works.
        year: the current year.
        others: how many works of the venue and year of the reference are registered; None if this
            was not requested.
    """
    if meant := choose(cited, found):
        several = _differences(cited.claim, meant) or ()
        return Matching(meant, () if _is_version(cited.claim, meant, several) else several)
    if verdict := _differing(cited, found) or why_unjudged(cited, found, year):
        return verdict
    if others is None:
        return Unjudged.OFF
    return NotFound() if others >= FEWEST else Unjudged.VENUE


def why_unjudged(cited: Cited, found: Sequence[MeantWork], year: int) -> Unjudged | None:
    """Return why a reference that was not found is not reported; None if it may be.

    `year` is the current year.
    """
    claim = cited.claim
    title = claim.titles[0].text if claim.titles else ""
    said = content(words(title))
    is_stated = bool(claim.people and claim.years and claim.container)
    is_part = cited.kind == "part" and claim.cited_as is not CitedAs.BOOK and not claim.edition
    reasons = {
        Unjudged.PROSE: claim.origin is ClaimedIn.PROSE,
        Unjudged.ELSEWHERE: not is_part or _ELSEWHERE.search(claim.words, len(title)) is not None,
        Unjudged.SCRIPT: is_foreign(title),
        Unjudged.LITTLE: not is_stated or len(said) < _FEWEST_WORDS or not set(said) - HEADINGS,
        Unjudged.NEW: max(claim.years, default=0) >= year,
        Unjudged.OTHER: any(_may_be(claim, candidate) for candidate in found),
    }
    return next((why for why, holds in reasons.items() if holds), None)


def same_titles(cited: Cited, found: Iterable[MeantWork]) -> list[MeantWork]:
    """Return the found works with the title and of the kind of a reference."""
    return [
        candidate
        for candidate in _of_kind(cited, found)
        if _compared(cited.claim, candidate).is_same
    ]


def _compared(claim: Claim, candidate: MeantWork) -> TitleComparison:
    return compare_titles([title.text for title in claim.titles], candidate.work.titles)


def in_venue(claim: Claim, found: Iterable[MeantWork]) -> list[MeantWork]:
    """Return the found works that appeared in the venue and year of a reference."""
    near = (candidate for candidate in found if set(claim.years) & set(candidate.work.years))
    return [
        candidate for candidate in near if is_venue_of(claim.container, candidate.work.containers)
    ]


def _of_kind(cited: Cited, found: Iterable[MeantWork]) -> list[MeantWork]:
    good = (candidate for candidate in found if candidate.doi.prefix not in BOGUS_PREFIXES)
    return [
        candidate
        for candidate in good
        if not candidate.work.is_preprint and is_of_kind(cited, candidate)
    ]


def _differing(cited: Cited, found: Sequence[MeantWork]) -> Differing | None:
    """Return the work with the cited title that differs least; None if any does not differ."""
    claim = cited.claim
    if claim.origin is ClaimedIn.PROSE or not claim.titles:
        return None
    size = len(content(words(claim.titles[0].text)))
    if size < thresholds.WORDS_OF_TITLE:
        return None
    works = same_titles(cited, found) or _reworded(cited, found)
    every = [(candidate, _differences(claim, candidate)) for candidate in works]
    every = [
        (candidate, several)
        for candidate, several in every
        if not _is_namesake(claim, candidate, several)
    ]
    if any(_is_version(claim, candidate, several) for candidate, several in every):
        return None
    judged = [(candidate, several) for candidate, several in every if several]
    if not judged or any(several == () for _, several in every):
        return None
    nearest, several = min(
        judged,
        key=lambda pair: (any(difference.of is Of.WORK for difference in pair[1]), len(pair[1])),
    )
    # A short title may be that of several works.
    is_certain = size >= SHORT or len(several) == 1
    return Differing(nearest, several) if is_certain else None


def _reworded(cited: Cited, found: Sequence[MeantWork]) -> list[MeantWork]:
    """Return the works of the venue and year whose titles differ in a few words."""
    claim = cited.claim
    near = []
    for candidate in in_venue(claim, _of_kind(cited, found)):
        fields, titles = _fields(_differences(claim, candidate)), _compared(claim, candidate)
        alike = (titles.likeness or 0.0) >= thresholds.TITLE_SAME
        if fields == {"title"}:
            alike = alike or titles.changed_words is ChangedWords.A_FEW
        if alike and fields <= {"title", "authors"}:
            near.append(candidate)
    return near


def _differences(claim: Claim, candidate: MeantWork) -> tuple[Difference, ...] | None:
    """Return the fields that differ; None if the work is a part of the cited one, or a notice.

    The PubMed number is not compared, because it may be that of another version.
    """
    verdict = agreement(claim._replace(doi=candidate.doi, pubmed=""), candidate.work)
    if not isinstance(verdict, (Differs, Disagrees)):
        return ()
    several = verdict.evidence.differences
    return None if any(difference.of is Of.PART for difference in several) else several


def _fields(differences: tuple[Difference, ...] | None) -> set[str]:
    return {difference.field for difference in differences or ()}


def _is_version(
    claim: Claim, candidate: MeantWork, differences: tuple[Difference, ...] | None
) -> bool:
    """Return whether the cited and the found work are a conference paper and its journal version.

    They differ only in venue and year, and only one of the venues is a journal.
    """
    if _fields(differences) not in ({"venue"}, {"venue", "year"}):
        return False
    names = claim.container, next(iter(candidate.work.containers), "")
    journals = [_JOURNAL.search(name) is not None for name in names]
    return journals[0] != journals[1] and not set(claim.years) & set(candidate.work.years)


def _is_namesake(
    claim: Claim, candidate: MeantWork, differences: tuple[Difference, ...] | None
) -> bool:
    """Return whether a work and the cited one have only the title in common.

    All authors and the venue differ, and the year differs by ten or more.
    """
    is_far = (years_apart(claim, candidate.work) or 0) >= _DECADE
    are_others = any(
        difference.field == "authors" and (difference.of is Of.WORK or len(claim.people) == 1)
        for difference in differences or ()
    )
    return is_far and are_others and "venue" in _fields(differences)


def _may_be(claim: Claim, candidate: MeantWork) -> bool:
    """Return whether a work may be the cited one.

    It may be if its title is nearly the same, or if its title is similar and an author is cited.
    """
    like = _compared(claim, candidate).likeness or 0.0
    if like >= thresholds.TITLE_SAME:
        return True
    if like < thresholds.TITLE_ALIKE:
        return False
    said = Words(" ; ".join(f"{person.name} {person.given}" for person in claim.people))
    return any(is_named(name, said) for name in names_of(candidate.work.people)[:10])
