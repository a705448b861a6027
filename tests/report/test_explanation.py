"""What `--explain` prints of a reference."""

from __future__ import annotations

import pytest

from mdlint_doi.names.doi import Doi
from mdlint_doi.report.explanation import explanation
from mdlint_doi.text.numbers import listed
from mdlint_doi.text.span import Span
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.claim import claim_of_fields
from mdlint_doi.works.work import Person, Titles, Work

NAME = Doi("10.1000", "182")
TULIPS = "Root competition between tulips and hyacinths in sandy soils"
ROSES = "Scent and colour of climbing roses in coastal gardens"
TEAM = "Marlowe, Ada and Okafor, Ben and Quill, Eve and Roe, Rick"
OTHERS = "Lopez, Maria and Wang, Lei"
JOURNAL = "Journal of Imaginary Botany"
FOUR = tuple(Person(*name.split(", ")) for name in TEAM.split(" and "))
WORK = Work(
    titles=Titles((TULIPS,)),
    people=FOUR,
    years=(2017,),
    containers=(JOURNAL,),
    type="journal-article",
)


def explained(title: str, people: str, year: str, work: Work = WORK, container: str = "") -> str:
    """Return the explanation of an entry."""
    claim = claim_of_fields(
        NAME, Span(0, 0), titles=[title], people=people, year=year, container=container
    )
    return "\n".join(explanation(NAME, work, (claim,), agreement(claim, work)))


@pytest.mark.parametrize(
    ("title", "people", "year", "line"),
    [
        (
            TULIPS,
            TEAM,
            "2017",
            "the document agrees with the record: title, authors and year are the same",
        ),
        (
            TULIPS,
            TEAM,
            "2018",
            (
                "the document agrees with the record: title and authors are the same, and the"
                " year is nearly the same"
            ),
        ),
        (
            TULIPS.replace("sandy", "wet"),
            OTHERS,
            "2001",
            (
                "the title is nearly the same as the registered title, but authors and year do not"
                " match: a different work is cited, or these details are wrong (a warning)"
            ),
        ),
        (
            ROSES,
            TEAM,
            "2017",
            (
                "authors and year match the registered work, but the title does not: the title or"
                " the DOI is wrong"
            ),
        ),
        (
            ROSES,
            OTHERS,
            "2001",
            (
                "authors, title and year do not match the registered work: a different work is"
                " cited (a warning)"
            ),
        ),
        (
            "Wurzeln der Tulpen und der Hyazinthen",
            TEAM,
            "2017",
            "the reference cannot be judged: authors and year ",
        ),
    ],
)
def test_what_agrees_is_named(title: str, people: str, year: str, line: str) -> None:
    """It names what matches the registered work as well as what does not."""
    said = explained(title, people, year)
    assert f"conclusion: {line}" in said, said


@pytest.mark.parametrize(
    ("container", "words", "level"),
    [
        ("", "this work is cited, but the citation differs in year", "(a hint)"),
        (
            "Annals of Gardening",
            "the citation differs in year and venue, which a single mistake does not explain: ",
            "(a warning)",
        ),
    ],
)
def test_details_that_differ_together(container: str, words: str, level: str) -> None:
    """One detail is a hint; of several it says why they are a warning."""
    said = explained(TULIPS, TEAM, "2003", container=container)
    (line,) = (line for line in said.splitlines() if "conclusion: " in line)
    assert line.partition("conclusion: ")[2].startswith(words)
    assert line.endswith(level)


def test_a_translation_is_not_compared() -> None:
    """Titles in two languages have no likeness."""
    said = explained("Wurzeln der Tulpen und der Hyazinthen", TEAM, "2017")
    assert "titles: in different languages or scripts" in said
    assert "title similarity" not in said


@pytest.mark.parametrize(
    ("people", "line"),
    [
        (TEAM, "all 4 are the same"),
        (
            "Marlowe, Ada and Okafor, Ben and others",
            "the first and 1 of the other 3 registered authors",
        ),
        ("Marlowe, Ada and others", "only the first of the 4 registered authors"),
        ("Okafor, Ben and Roe, Rick", "2 of the 4 registered authors, but not the first"),
        (OTHERS, "none in common"),
        (f"{TEAM} and Lopez, Maria", "all 4 are the same, 1 more is not registered"),
        (TEAM.replace("Ada", "Zoe"), "all 4 are the same, 1 with different given names"),
        ("", "not stated on one side or both"),
    ],
)
def test_authors_are_counted(people: str, line: str) -> None:
    """Of how many authors how many are named."""
    said = explained(TULIPS, people, "2017")
    assert f"authors: {line}; year: the same" in said, said


def test_years_do_not_contradict() -> None:
    """A year that is nearly the same is no difference, and each year is shown once."""
    preprint = WORK.replace(type="posted-content", years=(2026, 2026))
    for year, stands in (("2022", "different"), ("2025", "nearly the same"), ("2030", "nearly")):
        said = explained(TULIPS, TEAM, year, preprint)
        assert f"year: {stands}" in said, said
        assert ("differs in year" in said) is (stands == "different"), said
        assert "2026, 2026" not in said, said


def test_lists_have_commas() -> None:
    """The last thing alone stands behind "and"."""
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["a"]) == "a"
