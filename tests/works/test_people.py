"""Names of people, in entries and in texts."""

from __future__ import annotations

import pytest

from mdlint_doi.works.folding import Words
from mdlint_doi.works.people import listed_people, people_of
from mdlint_doi.works.same_people import PeopleCompared, compare_people
from mdlint_doi.works.work import Person, Work

TEAM = (Person("Marlowe", "Ada"), Person("van den Oord", "Aäron"), Person("Jöckel", "Patrick"))


def named(text: str, people: tuple[Person, ...], told: tuple[Person, ...]) -> PeopleCompared:
    """Return the people of a work beside a text and those whom it names."""
    return compare_people(told, Work(people=people), Words(text))


@pytest.mark.parametrize(
    ("field", "families"),
    [
        ("Knuth, Donald E. and Leslie Lamport", ["Knuth", "Lamport"]),
        ("Ludwig van Beethoven and de la Cruz, Ana", ["van Beethoven", "de la Cruz"]),
        (r"{\"O}zg{\"u}r, A.~B. and {Clement}, M.~J.", ["Özgür", "Clement"]),
        ("{Barnes and Noble} and {The ATLAS Collaboration} and others", ["", ""]),
        ("Doe, J.\n   and\n Roe, R.", ["Doe", "Roe"]),
        ("Martin Luther King Jr.", ["King Jr."]),
        ("Ada Marlowe 0001 and Doe 0002 and 0003", ["Marlowe", "Doe", "0003"]),
        ("Smith, J.; Doe, A.", ["Smith", "Doe"]),
        ("others", []),
        ("", []),
        ("}{ and {", []),
    ],
)
def test_people_of_a_field(field: str, families: list[str]) -> None:
    """Families are those that BibTeX reads; groups stand in braces and have none."""
    assert [person.family for person in people_of(field)] == families


@pytest.mark.parametrize(
    "text",
    [
        "Marlowe, A., Oord, A. v. d.",
        "MARLOWE A, VAN DEN OORD A",
        "Ada Marlowe et al.",
        "Marlowe (2017)",
        "A. Marlowe and P. Joeckel",
    ],
)
def test_people_are_named(text: str) -> None:
    """The first author is found in every style."""
    assert named(text, TEAM, TEAM).first_named


@pytest.mark.parametrize(
    "text", ["Oord", "van-den-Oord", "vandenOord", "Joeckel", "Jockel", "JÖCKEL"]
)
def test_spellings_of_a_family_name(text: str) -> None:
    """Particles may be left out and umlauts transliterated."""
    assert named(text, TEAM, TEAM).others_named == 1


def test_nobody() -> None:
    """None of the work's people is named, and others are."""
    told = (Person("Chen", "T."),)
    assert named("Chen, T. (2016)", TEAM, told).nobody


@pytest.mark.parametrize(
    ("people", "told"),
    [
        ((), (Person("Chen"),)),
        (TEAM, ()),
        ((Person(group="Urban & Vogel"),), (Person("Chen"),)),
        ((Person("陈"),), (Person("Chen"),)),
        ((Person("et al."),), (Person("Chen"),)),
    ],
)
def test_nobody_to_compare(people: tuple[Person, ...], told: tuple[Person, ...]) -> None:
    """No people, groups and other scripts are no witness."""
    assert not named("Chen, T. (2016)", people, told).nobody


def test_groups() -> None:
    """A group is named by its words or their initials."""
    group = (Person(group="Worldwide Tulip Growers Consortium"),)
    for text in ("the Tulip Growers Consortium, worldwide", "WTGC (2019)"):
        assert named(text, group, ()).first_named


def test_editors_count() -> None:
    """A book is cited by its editors, too."""
    work = Work(editors=(Person("Marlowe"),))
    assert compare_people((Person("Marlowe"),), work, Words("Marlowe, A. (ed.)")).others_named == 1


@pytest.mark.parametrize(
    "field",
    ["A. Marlowe, J. Doe, R. Roe", "Ada, Marlowe", "Doe, J. and Marlowe, Ada", "Marlowe 0001, A"],
)
def test_lists_that_are_written_wrong(field: str) -> None:
    """Commas for "and", turned names and DBLP's numbers do not hide who is listed."""
    assert compare_people(people_of(field), Work(people=TEAM)).first_named


def test_strangers() -> None:
    """Who is cited but did not make the work is counted."""
    told = (Person("Marlowe"), Person("Quill"))
    assert named("Marlowe and Quill (2017)", TEAM, told).strangers == 1


def test_a_person_in_one_piece_may_be_in_braces() -> None:
    """Such a name, which the record does not split, is no group in a citation."""
    team = (Person("Chun-Li Chang"), Person("Jalal", "Shadia"))
    told = (Person(group="Chun-Li Chang"), Person("Jalal", "Shadia"))
    found = compare_people(told, Work(people=team))
    assert [name.shown for name in found.stated] == ["Chun-Li Chang", "Jalal"]
    assert not found.is_first_missing
    other = compare_people((Person(group="The Sea Group"), told[1]), Work(people=team))
    assert [name.shown for name in other.stated] == ["Jalal"]


def test_short_names_in_one_piece() -> None:
    """A name of two short words is the person with these words as given and family name."""
    registered = (Person("Li", "Xiangong"), Person("Li", "Yu"), Person("Fang", "Yu"))
    stated = (Person("Xiangong Li"), Person("Yu Li"), Person("Yu Fang"))
    assert compare_people(stated, Work(people=registered)).known == len(registered)
    assert not compare_people((Person("Yu Wu"),), Work(people=registered)).known
    initials = (Person("Li", "X."), Person("Li", "Y."), Person("Fang", "Y."))
    assert compare_people(stated, Work(people=initials)).known == len(registered)
    for stranger in ("Yu Wu", "Fan Li", "Yu Fan"):
        assert not compare_people((Person(stranger),), Work(people=initials)).known


HAN = (Person("张", "伟"), Person("李", "娜"), Person("欧阳", "芳"))


@pytest.mark.parametrize("field", ["张伟 and 李娜 and 欧阳芳", "张, 伟 and 李, 娜 and 欧阳, 芳"])
def test_names_without_blanks(field: str) -> None:
    """A name in one word is the person with this family name and these given names."""
    assert compare_people(people_of(field), Work(people=HAN)).sure == len(HAN)
    assert named("张伟, 李娜, 欧阳芳. 郁金香的根系", HAN, ()).authors_named == len(HAN)
    assert not compare_people(people_of("赵伟 and 张娜"), Work(people=HAN)).known


def test_names_in_han_are_no_initials() -> None:
    """In a list in Chinese letters, each name is a person, and none the initials of another."""
    assert [person.name for person in people_of("张伟; 李娜; 欧阳芳")] == ["张伟", "李娜", "欧阳芳"]
    text, _ = listed_people("张伟, 李娜, 欧阳芳")
    assert [person.name for person in text] == ["张伟", "李娜", "欧阳芳"]


def test_names_in_greek() -> None:
    """A name in Greek letters is not compared with one in Latin letters."""
    told = people_of("Παπαδόπουλος, Γιώργος")
    assert not compare_people(told, Work(people=(Person("Papadopoulos", "G."),))).are_stated
