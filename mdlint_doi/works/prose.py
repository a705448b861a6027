"""The verdict on words around a DOI."""

from __future__ import annotations

from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.comparison import Comparison
from mdlint_doi.works.titles import Standing
from mdlint_doi.works.verdict import (
    Agrees,
    CannotTell,
    Disagrees,
    Strength,
    Verdict,
    Years,
)

_AUTHOR_YEAR: Final = pattern(
    r"\W{0,5}[^\W\d_][\w'’ &.,-]{2,60}[,( ](?:1[6-9]|20)\d\d[a-z]?\W{0,5}"
)
"""The text of a link that is a short citation: "Smith et al. (2020)"."""


def verdict_on_prose(c: Comparison) -> Verdict:
    """Return whether the words around a DOI speak of the work."""
    if reason := _title_agrees(c) or _serial_agrees(c) or _people_agree(c):
        return Agrees(c.evidence(reason))
    if reason := _why_silent(c):
        return CannotTell(c.evidence(reason))
    if reason := _strong(c):
        return Disagrees(Strength.STRONG, c.evidence(reason))
    if reason := _weak(c):
        return Disagrees(Strength.WEAK, c.evidence(reason))
    return CannotTell(c.evidence("the witnesses are too few, or contradict each other"))


def _title_agrees(c: Comparison) -> str:
    if any(_stands(title, c) for title in c.standings):
        return "the registered title stands there"
    alike = c.marked is not None and c.marked >= 0.8 and c.coverage >= 0.6
    return "the title is nearly the same" if alike and not c.common.nobody else ""


def _stands(title: Standing, c: Comparison) -> bool:
    """Return whether a form of the title stands in the citation.

    As a phrase, a short one with a witness beside it; or most of its words in one stretch, unless
    the citation claims another title and names others; or many of them beside its people.
    """
    size, whole = len(title.form.content), title.form.is_whole
    other = c.likeness is not None and c.likeness < 0.6
    if title.phrase and (size >= 3 or (whole and _has_witness(title, c))):
        return True
    if size >= (4 if whole else 5) and title.coverage >= 0.8 and title.run >= 0.6:
        return not (other and (c.common.nobody or c.common.strangers))
    if not c.common.several:
        return False
    if size >= 2 and title.run >= 0.6 and (title.phrase or title.coverage >= 0.99):
        return c.years is not Years.OTHER
    return size >= 3 and title.coverage >= 0.6 and title.run >= 0.5 and not other


def _has_witness(title: Standing, c: Comparison) -> bool:
    """Return whether people or year speak for a short title, or nothing else is said."""
    if c.common.first or c.common.others or c.years in {Years.EQUAL, Years.NEAR}:
        return True
    return len(c.text.all) <= len(title.form.words) + 6


def _serial_agrees(c: Comparison) -> str:
    """Return how volume and page agree, where people and year do."""
    same = c.common.several and c.years in {Years.EQUAL, Years.NEAR}
    return "people, year, volume and page are the same" if c.serial and same else ""


def _people_agree(c: Comparison) -> str:
    """Return how people and year agree, where no other title is claimed."""
    if c.years not in {Years.EQUAL, Years.NEAR} or not c.common.first | c.common.several:
        return ""
    equal = c.years is Years.EQUAL
    if equal and c.common.strangers <= c.common.others and _AUTHOR_YEAR.fullmatch(c.claim.link):
        return "first author and year are the same"
    if not c.common.several or c.common.strangers > 1 + c.common.others:
        return ""
    alike = c.likeness or 0.0
    if c.common.others >= 3 and not c.common.strangers and alike >= 0.4:
        return "the people are the same, and the title is alike"
    if c.likeness is not None and alike < 0.6 and c.claim.is_listed and c.claim.signs >= 2:
        return ""
    return _year_agrees(c)


def _year_agrees(c: Comparison) -> str:
    if c.years is Years.EQUAL and (c.marked is None or c.marked >= 0.25):
        return "people and year are the same"
    if c.years is Years.NEAR and (c.common.strangers or not c.common.stated):
        return ""
    if c.likeness is None or c.likeness >= 0.25 or c.coverage >= 0.4:
        return "the people are the same, and nearly the year"
    return ""


def _why_silent(c: Comparison) -> str:
    """Return why nothing here can speak against the work; empty if it can."""
    if not c.work.titles.forms or c.in_other_script:
        return "the registered title is missing or in another script"
    if c.claim.caveat:
        return c.claim.caveat
    if c.serial:
        return "volume and page are the same"
    if c.likeness is None and not _names_others(c):
        return "no title is claimed"
    if c.says_little and not (c.common.nobody and c.years is Years.OTHER):
        return "the registered title is too short to differ"
    return ""


def _strong(c: Comparison) -> str:
    """Return the two witnesses against the work: another title, and others or another year.

    They count in the shape of a reference only. The more witnesses there are, the more the titles
    may look alike: those of one field share many words.
    """
    if not _is_reference(c) or c.likeness is None:
        return ""
    alike = 0.7 if c.years is Years.OTHER else 0.5
    if c.common.nobody and c.likeness < alike and c.coverage < alike + 0.05:
        return "another title, and none of the registered people"
    other_year = c.years is Years.OTHER and not c.common.several
    if other_year and c.likeness < 0.3 and c.coverage < 0.4:
        return "another title, and another year"
    return ""


def _names_others(c: Comparison) -> bool:
    """Return whether a reference without a title names none of the people, and another year.

    As in "Marlowe et al., J. Imag. Bot., 12, 345-361, 2017": names and year are two witnesses.
    """
    is_whole = c.claim.is_listed and c.claim.signs == 3
    return is_whole and c.common.nobody and c.years is Years.OTHER


def _weak(c: Comparison) -> str:
    """Return the two witnesses against the work of which one is not so sure, or both are."""
    if c.likeness is None:
        return "none of the registered people, and another year" if _names_others(c) else ""
    if _is_reference(c) and c.common.nobody and c.likeness < 0.6 and c.coverage < 0.65:
        return "another title, and none of the registered people"
    if _is_of_another_year(c):
        return "another title, and another year"
    listed = _is_reference(c) and c.claim.is_listed
    same = c.common.several and c.years is Years.EQUAL and c.marked is None
    if listed and not same and c.likeness <= 0.2 and c.coverage <= 0.3:
        return "another title"
    return ""


def _is_of_another_year(c: Comparison) -> bool:
    """Return whether another title is claimed, and another year given."""
    marked = 1.0 if c.marked is None else c.marked
    if c.years is Years.NEAR:
        return marked <= 0.2 and c.coverage <= 0.25
    if c.years is not Years.OTHER or c.likeness is None:
        return False
    if marked <= 0.35 and c.coverage <= 0.5:
        return True
    listed = _is_reference(c) and c.claim.is_listed
    return listed and c.likeness <= 0.3 and c.coverage <= 0.42


def _is_reference(c: Comparison) -> bool:
    return c.claim.signs >= 2 and len(c.text.content) >= 8
