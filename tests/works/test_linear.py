"""No text and no record makes a verdict slow."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from types import FrameType
from typing import Any

import pytest
from linear import effort, is_linear, is_within
from works.citing import NAME, TULIPS, WORK, name, plain

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.span import Span
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.claim import claim_of_fields
from mdlint_doi.works.folding import Words
from mdlint_doi.works.passage import claims
from mdlint_doi.works.runs import Passage
from mdlint_doi.works.same_people import compare_people
from mdlint_doi.works.work import Person, Titles, Work

UNITS = (
    *("a", "a ", "Smith, J., ", "Smith ", "J.", "JK ", "(2019) ", "1-", "1:1", '"', "“a", "<i>"),
    *(
        "&lt;",
        "\\'",
        "{",
        "$",
        "| ",
        "et al ",
        "and ",
        "Smith, Jane, ",
        "attracto ",
        "Ab. C",
        "//a",
    ),
    *(".,;", " ", "\n", "日", "é", "12(1", "Aa Bb, ", "van ", "C, ", "tulips hyacinths sandy "),
)
BOUND = 300
"""Effort for a million characters; the usual is less than one."""


def _is_within(
    runs: tuple[object, ...], titles: Titles = WORK.titles, *, most: float = BOUND
) -> bool:
    return is_within(lambda: _judged(runs, titles), most)


def _judged(runs: tuple[object, ...], titles: Titles = WORK.titles) -> None:
    for claim in claims(Passage(runs)):  # type: ignore[arg-type]
        agreement(claim, WORK.replace(titles=titles))


@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_long_texts(unit: str) -> None:
    """A million characters on both sides of a DOI take no time to speak of."""
    text = plain(unit * (1_000_000 // len(unit)))
    assert _is_within((text, name(), text))


@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_long_titles(unit: str) -> None:
    """Nor does a registered title of a hundred thousand."""
    title = Titles((unit * (100_000 // len(unit)),))
    assert _is_within((plain(f"Marlowe, A. (2017). {TULIPS}. "), name()), title)


@pytest.mark.slow
@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_long_fields(unit: str) -> None:
    """Nor do fields of a hundred thousand, beside a record that is as long."""
    text = unit * (100_000 // len(unit))
    people = tuple(Person(text[at : at + 900], text[:900]) for at in range(0, 90_000, 900))
    work = WORK.replace(
        titles=Titles((text,)), people=people, containers=(text,), volume=text, pages=text
    )

    def judge() -> None:
        fields: dict[str, Any] = dict.fromkeys(("container", "volume", "pages", "year"), text)
        agreement(claim_of_fields(NAME, Span(0, 0), titles=[text], people=text, **fields), work)
        agreement(claim_of_fields(NAME, Span(0, 0), titles=[text], people=people, **fields), work)

    assert is_within(judge, BOUND)


def test_hundreds_of_titles() -> None:
    """Titles that are all long, with as many subtitles, take no more than a bounded number does."""
    some = Titles(*(_many(letter, 4) for letter in ("w", "z", "o", "s", "t")))
    most = Titles(*(_many(letter, 20) for letter in ("w", "z", "o", "s", "t")))
    assert len(most.forms) == 40
    assert most.forms[:20] == most.main
    runs = (plain(f"Marlowe, A. (2017). {TULIPS}. "), name())
    few = max(effort(lambda: _judged(runs, some)), 0.1)
    assert _is_within(runs, most, most=4 * few)


def _many(letter: str, count: int) -> tuple[str, ...]:
    return tuple(f"{letter}{number} root tulip " * 200 for number in range(count))


@pytest.mark.parametrize(
    ("kind", "times"),
    [("right", 10), ("misspelt", 10), ("exchanged", 10), ("other order", 10), ("strangers", 16)],
)
def test_a_hundred_authors(kind: str, times: int) -> None:
    """A hundred authors take ten times the calls of ten, or somewhat more if nobody is known."""
    assert _calls(_lists(100, kind)) <= times * _calls(_lists(10, kind))


def _calls(lists: Sequence[tuple[list[Person], Work]]) -> int:
    """Return how many functions are called to compare the lists: the same on each machine."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        for stated, work in lists:
            compare_people(stated, work)
            compare_people(stated, work, Words(""))
    finally:
        sys.setprofile(before)
    return calls


def _lists(size: int, kind: str) -> list[tuple[list[Person], Work]]:
    draw = Random(7)
    return [_list_of(size, kind, draw) for _ in range(10)]


def _list_of(size: int, kind: str, draw: Random) -> tuple[list[Person], Work]:
    """Return a citation's list and the record; families end alike, and given names are shared."""
    people = [_person(draw) for _ in range(size)]
    others = {
        "right": people,
        "misspelt": [
            Person(f"{person.family[:3]}u{person.family[4:]}", person.given) for person in people
        ],
        "exchanged": [Person(person.given, person.family) for person in people],
        "strangers": [_person(draw) for _ in range(size)],
        "other order": draw.sample(people, size),
    }
    return others[kind], WORK.replace(people=tuple(people))


def _person(draw: Random) -> Person:
    begin = "".join(draw.choice(("bcdfghklmnprstvw", "aeio")[at % 2]) for at in range(5))
    given = draw.choice(("Ada", "Ben", "Chi", "Dora", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jo"))
    end = draw.choice(("man", "sen", "ova", "ner", "lin"))
    return Person(f"{begin}{end}".capitalize(), given)


def test_many_names() -> None:
    """Eight times the DOIs in one block take eight times the work, and not 64 times."""
    runs = [
        run
        for number in range(1000)
        for run in (plain(f" Quill, B. (2019). {TULIPS}. "), name(Doi("10.5555", str(number))))
    ]
    assert is_linear(_judged, tuple(runs[: len(runs) // 8]), tuple(runs))
