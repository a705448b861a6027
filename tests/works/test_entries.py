"""Verdicts on the fields of an entry."""

from __future__ import annotations

import pytest
from works.citing import TULIPS, WORK, entry, said

from mdlint_doi.works.work import Person, Titles

ROSES = "Scent and colour of climbing roses in coastal gardens"


@pytest.mark.parametrize(
    ("title", "people", "year"),
    [
        (TULIPS, "Marlowe, Ada", "2017"),
        ("{R}oot competition between {Tulips} and hyacinths in sandy soils", "", ""),
        (TULIPS.upper(), "others", "2017-03-01"),
        (TULIPS, "A. Marlowe and others", "2016-09-29"),
        (TULIPS, "Marlowe, A. and {van den Berg}, J.", "in press"),
        (TULIPS, "Berg, Joost", "2017"),
        (TULIPS, r"{\'O}lafsd{\'o}ttir, G.", "2017"),
        ("Root competition between tulips & hyacinths in sandy soils", "Quill, B.", "2017"),
        (f"{TULIPS}: a long subtitle that nobody registered", "Marlowe, A.", "2018"),
        ("Competition of roots between tulips and hyacinths", "Marlowe, A.", "2017"),
    ],
)
def test_agrees(title: str, people: str, year: str) -> None:
    """TeX, initials, groups, particles, dates and subtitles do not matter."""
    assert said(entry(title, people, year)) == "agrees"


@pytest.mark.parametrize(
    ("people", "year", "expected"),
    [
        ("Quill, B.", "2003", "strong"),
        ("Quill, B.", "2017", "strong"),
        ("{Gardeners' Union}", "2003", "strong"),
        ("", "2003", "strong"),
        ("Marlowe, A.", "2017", "weak"),
        ("Marlowe, A.", "2003", "weak"),
        ("", "", "weak"),
    ],
)
def test_another_title(people: str, year: str, expected: str) -> None:
    """A title field is an explicit claim; people or year make it strong."""
    assert said(entry(ROSES, people, year)) == expected


def test_silence() -> None:
    """No title, another script, a whole book, the same pages and alike titles are not told."""
    assert said(entry("", "Quill, B.", "2003")) == "silent"
    assert said(entry("球根植物の根の競争", "Quill, B.", "2003")) == "silent"
    assert said(entry(ROSES, "Quill, B.", "2003", container=TULIPS)) == "silent"
    assert said(entry(ROSES, "Marlowe, A.", "2017", volume="12", pages="345--361")) == "silent"
    assert (
        said(entry("Root competition between tulips and other bulbs", "Marlowe, A.", "2017"))
        == "silent"
    )
    assert said(entry(TULIPS, "Quill, B.", "1950")) == "silent"


def test_headings() -> None:
    """The title "Editorial" is that of thousands: it takes other people and another year, too."""
    work = WORK._replace(titles=Titles(("Editorial",)))
    assert said(entry(ROSES, "Marlowe, A.", "2003", work=work)) == "silent"
    assert said(entry(ROSES, "Quill, B.", "2003", work=work)) == "strong"


def test_preprints() -> None:
    """The year of a preprint is no witness against what was published of it."""
    work = WORK._replace(years=(2014,), type="posted-content")
    assert (
        said(entry("Roots of tulips in sandy soils", "Marlowe, A.", "2017", work=work)) != "strong"
    )
    assert said(entry(TULIPS, "Marlowe, A.", "2017", work=work)) == "agrees"


def test_renamed_preprints() -> None:
    """A preprint of all the people that are named may get a title a bit alike; no other one."""
    work = WORK._replace(type="posted-content")
    team = "Marlowe, A. and van den Berg, J. and Ólafsdóttir, G."
    renamed = "How tulips and roses share roots in old gardens"
    assert said(entry(renamed, team, "2017", work=work)) == "silent"
    assert said(entry(renamed, team, "2017")) == "weak"
    assert said(entry(renamed, "Marlowe, A. and Quill, B.", "2017", work=work)) == "weak"
    assert said(entry(ROSES, team, "2017", work=work)) == "weak"


def test_short_title() -> None:
    """The name of a tool alone agrees with its whole title where the people do."""
    work = WORK._replace(titles=Titles(("TulipTool: fast counting of bulbs in gardens",)))
    assert said(entry("TulipTool", "Marlowe, A.", "2017", work=work)) == "agrees"


def test_groups_are_no_witness() -> None:
    """Collaborations cite themselves by other names."""
    work = WORK._replace(people=(Person(group="Tulip Collaboration"),))
    assert said(entry(ROSES, "{Bulb Collaboration}", "2017", work=work)) == "weak"
