"""Does a citation speak of the registered work?

Silence is the default. A work agrees where its title stands in the citation, or its people and
year do and no other title is claimed. It disagrees where two witnesses that do not depend on each
other say so: another title is claimed, *and* nobody of its people is named or another year is
given. One witness alone makes a weak disagreement at most; nothing is said of all else.

The method and its figures are those of `spec/matching.md`; `tests/benchmarks/works_agreement.py`
prints today's.

The verdict on the fields of an entry.
"""

from __future__ import annotations

from mdlint_doi.works.claim import Claim, ClaimedIn
from mdlint_doi.works.comparison import Comparison, compare
from mdlint_doi.works.prose import verdict_on_prose
from mdlint_doi.works.titles import likeness
from mdlint_doi.works.verdict import Agrees, CannotTell, Disagrees, Strength, Verdict, Years
from mdlint_doi.works.work import Work


def agreement(claim: Claim, work: Work) -> Verdict:
    """Return whether a claim speaks of a work, with the evidence for it."""
    comparison = compare(claim, work)
    if claim.origin is ClaimedIn.FIELDS:
        return verdict_on_fields(comparison)
    return verdict_on_prose(comparison)


def verdict_on_fields(c: Comparison) -> Verdict:
    """Return whether the fields of an entry describe the work."""
    if reason := _agrees(c):
        return Agrees(c.evidence(reason))
    if reason := _why_silent(c):
        return CannotTell(c.evidence(reason))
    if reason := _strong(c):
        return Disagrees(Strength.STRONG, c.evidence(reason))
    if _may_be_renamed(c):
        return CannotTell(c.evidence("a preprint of the same people, which may have been renamed"))
    if (c.likeness or 0.0) < _bar_of_weak(c):
        return Disagrees(Strength.WEAK, c.evidence("another title"))
    return CannotTell(c.evidence("the titles are alike, but not the same"))


def _agrees(c: Comparison) -> str:
    like = c.likeness or 0.0
    if like >= 0.8 and not (c.common.nobody and c.years is Years.OTHER):
        return "the title is the same"
    if like >= 0.7 and c.common.several and c.years is not Years.OTHER:
        return "the title is alike, and the people are the same"
    return ""


def _why_silent(c: Comparison) -> str:
    """Return why nothing here can speak against the work; empty if it can."""
    if c.likeness is None or c.in_other_script:
        return "no title to compare, or one in another script"
    if _is_of_whole(c):
        return "the DOI names the whole book or journal"
    if c.serial:
        return "volume and page are the same"
    if c.likeness >= 0.8:
        return "the title is the same, people and year are not"
    if c.is_heading and not (c.common.nobody and c.years is Years.OTHER):
        return "the registered title is a heading"
    return ""


def _is_of_whole(c: Comparison) -> bool:
    container = c.claim.container
    return bool(container) and likeness(container, c.work.titles.forms) >= 0.8


def _strong(c: Comparison) -> str:
    like, other_year = c.likeness or 0.0, c.years is Years.OTHER
    if c.common.nobody and like < (0.7 if other_year else 0.5):
        return "another title, and none of the people"
    if other_year and like < 0.5 and not c.common.several:
        return "another title, and another year"
    return ""


def _may_be_renamed(c: Comparison) -> bool:
    """Return whether it is a preprint of all people that are named, with a title a bit alike.

    The title often changes when a preprint is revised or published.
    """
    same = c.common.first and c.common.others >= 2 and not c.common.strangers
    return c.work.is_preprint and same and (c.likeness or 0.0) >= 0.2


def _bar_of_weak(c: Comparison) -> float:
    """Return how much alike titles may be that are two: more if another witness says so."""
    if c.years is not Years.OTHER:
        return 0.6 if c.common.nobody else 0.5
    return 0.6 if c.common.several else 0.7
