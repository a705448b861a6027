"""The one comparison of titles: how far they are alike, which words differ, what these mean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mdlint_doi
from mdlint_doi.works import thresholds
from mdlint_doi.works.same_title import (
    ChangedWords,
    TitleComparison,
    compare_titles,
    first_part_in,
)
from mdlint_doi.works.work import Titles

TULIPS = "Root competition between tulips and hyacinths in sandy soils"


def compared(stated: str, *registered: str) -> TitleComparison:
    """Return a stated title beside registered ones."""
    return compare_titles([stated], Titles(registered or (TULIPS,)))


@pytest.mark.parametrize(
    ("stated", "changed", "is_same"),
    [
        (TULIPS, ChangedWords.NONE, True),
        (TULIPS.upper(), ChangedWords.NONE, True),
        (
            "{R}oot competition between {T}ulips and hyacinths in sandysoils",
            ChangedWords.NONE,
            True,
        ),
        (TULIPS.replace("hyacinths", "hyacints"), ChangedWords.NONE, False),
        (f"{TULIPS} revisited", ChangedWords.NONE, False),
        (TULIPS.replace("sandy", "heavy"), ChangedWords.A_FEW, False),
        (TULIPS.replace("tulips", "roses").replace("sandy", "wet"), ChangedWords.A_FEW, False),
        ("Scent and colour of climbing roses in coastal gardens", ChangedWords.MANY, False),
        ("Hyacinths and tulips in soils: competition of roots", ChangedWords.MANY, False),
    ],
)
def test_changed_words(stated: str, changed: ChangedWords, is_same: bool) -> None:  # noqa: FBT001
    """A spelling changes nothing, a few changed words are a mistake, many are another title.

    A title of few words is the same only if it is so letter by letter.
    """
    titles = compared(stated)
    assert titles.changed_words is changed
    assert titles.is_same is is_same


@pytest.mark.parametrize(
    ("stated", "registered"),
    [
        ("Four types of tulips in gardens", "4 types of tulips in gardens"),
        ("Roots of T. gesneriana in sandy soil", "Roots of Tulipa gesneriana in sandy soil"),
        ("Roots of E. coli in cold water", "Roots of Escherichia coli in cold water"),
        ("Geology of St. Helena and its coast", "Geology of Saint Helena and its coast"),
        ("Tulips vs. hyacinths in sandy soil", "Tulips versus hyacinths in sandy soil"),
        ("The sulphur cycle of lakes", "The sulfur cycle of lakes"),
        ("Ageing of concrete in cold climates", "Aging of concrete in cold climates"),
    ],
)
def test_written_differently(stated: str, registered: str) -> None:
    """A number as a word, an abbreviation and an initial are no changed words, in both titles."""
    assert compared(stated, registered).changed_words is ChangedWords.NONE
    assert compared(registered, stated).changed_words is ChangedWords.NONE


@pytest.mark.parametrize(
    ("stated", "registered"),
    [
        ("Growth of tulips in group 3", "Growth of tulips in group 30"),
        ("Four types of tulips in gardens", "5 types of tulips in gardens"),
        ("Vitamin D in tulips and roses", "Vitamin C in tulips and roses"),
    ],
)
def test_different_numbers(stated: str, registered: str) -> None:
    """A different number or letter is a changed word."""
    assert compared(stated, registered).changed_words is ChangedWords.A_FEW


def test_changed() -> None:
    """The words that each title lacks are those of the two titles that share the most."""
    other = TULIPS.replace("sandy", "heavy")
    assert compared(other, TULIPS, "Scent of roses").changed == (["heavy"], ["sandy"])
    assert compared(TULIPS).changed == ([], [])
    assert compared("Scent and colour of climbing roses").changed is None


def test_likeness() -> None:
    """The nearest of the stated titles counts; without a title on one side there is no likeness."""
    titles = compare_titles(["Scent of roses", TULIPS, ""], Titles((TULIPS,)))
    assert titles.nearest == 1
    assert titles.likeness == max(titles.each) == 1
    assert titles.is_same
    assert compare_titles([TULIPS], Titles()).likeness is None
    assert compare_titles([], Titles((TULIPS,))).nearest is None
    assert not compare_titles([], Titles((TULIPS,))).is_same


def test_head() -> None:
    """A title without its subtitle is the head of the other one, on either side."""
    assert compared(TULIPS, f"{TULIPS}: a long trial").is_same_head
    assert compared(f"{TULIPS}: a long trial").is_same_head
    assert not compared("Scent and colour of roses: a long trial").is_same_head


def test_parts() -> None:
    """Parts and notices share nearly all words, and are other works."""
    first, second, erratum = f"{TULIPS}. Part I", f"{TULIPS}. Part II", f"Erratum: {TULIPS}"
    assert not compared(first, second).is_same
    assert compared(first, second).part(first) == ("part 1", "part 2")
    assert compared(TULIPS, second).part(TULIPS) == ("the first part", "part 2")
    assert compared(TULIPS, erratum).part(TULIPS) == ("the work itself", "erratum")
    assert compared(TULIPS, first).part(TULIPS) is None
    text = f"Marlowe 2017. {TULIPS}. J. Imag. Bot."
    assert first_part_in(text, Titles((second,))) == ("the first part", "part 2")
    assert first_part_in(f"Marlowe 2017. {second}. J. Imag. Bot.", Titles((second,))) is None


def test_sizes() -> None:
    """The shorter title has so many words, and one title has a share of those of the other."""
    titles = compared("Tulips in sandy soils")
    assert titles.size == 3
    assert titles.shared == 1
    assert (titles.likeness or 0) < thresholds.TITLE_SAME


def test_one_comparison() -> None:
    """No other module compares titles: check and search ask the same value."""
    (root,) = mdlint_doi.__path__
    users = {
        path.name
        for path in Path(root).rglob("*.py")
        if re.search(r"works\.titles import [^\n]*\blikeness\b", path.read_text("utf-8"))
    }
    assert users == {"same_title.py"}
