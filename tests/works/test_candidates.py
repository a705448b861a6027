"""Which of the works that a search found is meant: one of them, or none."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linear import is_linear

from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.text.span import Span
from mdlint_doi.works.candidates import BOGUS_PREFIXES, Cited, MeantWork, choose, identity, may_fit
from mdlint_doi.works.claim import Claim, claim_of_fields, query_of
from mdlint_doi.works.passage import claim_of_all
from mdlint_doi.works.runs import Passage, RunKind, TextRun
from mdlint_doi.works.same_title import title_in
from mdlint_doi.works.work import Person, Relation, Titles, Work

TITLE = "Root competition between tulips and hyacinths in sandy soils"
JOURNAL = "Journal of Imaginary Botany"
NAME = parse("10.1000/tulips")
NOWHERE = Span(0, 0)


def entry(title: str = TITLE, people: str = "Marlowe, Ada", **fields: Any) -> Claim:  # noqa: ANN401
    """Return what the fields of an entry say."""
    fields = {"year": "2017", "container": JOURNAL, **fields}
    return claim_of_fields(None, NOWHERE, titles=[title], people=people, **fields)


def prose(text: str) -> Claim:
    """Return what a list item says."""
    return claim_of_all(Passage((TextRun(RunKind.PLAIN, text),)))


def work(title: str = TITLE, *people: str, year: int = 2017, **more: Any) -> Work:  # noqa: ANN401
    """Return a registered work."""
    named = tuple(Person(family) for family in people or ("Marlowe",))
    more = {"type": "journal-article", "containers": (JOURNAL,), **more}
    return Work(Titles((title,)), named, years=(year,), **more)


def chosen(claim: Claim, *found: Work, kind: str = "part") -> list[int]:
    """Return which of the works is chosen, by its number; nothing without one."""
    candidates = [
        MeantWork(Doi("10.1000", f"{at}"), registered) for at, registered in enumerate(found)
    ]
    choice = choose(Cited(claim, kind), candidates)
    return [] if choice is None else [int(choice.doi.suffix)]


@pytest.mark.parametrize(
    ("claimed", "registered"),
    [
        (TITLE, TITLE.upper()),
        ("{Root} competition between tulips and hyacinths in sandy soils.", TITLE),
        ("Root Competition Between Tulips & Hyacinths in Sandy Soils", TITLE),
        ("Modelling the colour of flowers", "Modeling the color of flowers"),
        ("Plants in H$_2$O, part {I}", "Plants in H<sub>2</sub>O, Part 1"),
        (TITLE, f"RETRACTED: {TITLE}"),
        ("Growing of wild hyacintths and tulips in the sandy soils of northern valleys",
         "Growing of wild hyacinths and tulips in the sandy soils of northern valleys"),
        ("Growing of wild hyacinths and tulips in the sandy soils of the northern Alpine valleys",
         "Growing of wild hyacinths and tulips in the sandy soils of northern valleys"),
    ],
)  # fmt: skip
def test_another_spelling_is_the_same_title(claimed: str, registered: str) -> None:
    """Case, markup, marks and one slip in a long title make no other work."""
    assert chosen(entry(claimed), work(registered)) == [0]


@pytest.mark.parametrize(
    "registered",
    [
        f"{TITLE} II",
        f"{TITLE}. Part III: Clay",
        f"Erratum to: {TITLE}",
        f"Correction: {TITLE}",
        f"Comment on “{TITLE}”",
        f"Retraction: {TITLE}",
        "Root competition between tulips and hyacinths in clay soils",
        "Root competition between hyacinths and roses in sandy soils",
        "No root competition between tulips and hyacinths in sandy soils",
        "Sandy soils in root competition between hyacinths and tulips",
        "Editorial",
        "",
    ],
)
def test_a_look_alike_is_another_work(registered: str) -> None:
    """Parts, errata, comments, one word more: the same people and year are no proof."""
    assert chosen(entry(), work(registered)) == []


@pytest.mark.parametrize(
    ("claimed", "registered"),
    [("Growth of tulips: Part I", "Growth of tulips: Part II"),
     ("Off-diagonal Ramsey numbers", "Off-diagonal book Ramsey numbers"),
     ("Flowers of type A", "Flowers of type B"), ("Soils 2", "Soils 3"),
     ("Bias correction of images", "Correction: Bias correction of images"),
     ("Introduction", "Introduction")],
)  # fmt: skip
def test_short_titles_are_held_word_by_word(claimed: str, registered: str) -> None:
    """Numbers, letters of parts, single words tell short titles apart; headings say nothing."""
    assert chosen(entry(claimed), work(registered)) == []


@pytest.mark.parametrize(
    ("claim", "registered"),
    [
        (entry(people="Okafor, Ben"), work()),
        (entry(people="Okafor, Ben and Marlowe, Ada"), work(TITLE, "Marlowe", "Okafor")),
        (entry(people="Marlowe, A. and One, B. and Two, C. and Three, D."), work()),
        (entry(year="2014"), work()),
        (entry(), work(year=2019)),
        (entry(), Work(Titles((TITLE,)), years=(2017,), type="journal-article")),
        (entry(), work(type="peer-review")),
        (entry(), work(type="component")),
        (entry(), work(type="book")),
        (entry(), work(type="posted-content")),
        (entry(), work(relations=(Relation("is-review-of", NAME),))),
        (
            entry(volume="7", pages="1-9"),
            work(containers=("Other Reviews",), volume="8", pages="2"),
        ),
        (entry("Tulips of Imaginary"), work("Tulips of Imaginary", containers=("Other Reviews",))),
        (entry(year="2016", container=""), work()),
    ],
)
def test_one_witness_against_it_is_enough(claim: Claim, registered: Work) -> None:
    """First author, year, kind and place have to fit, and most of the people."""
    assert chosen(claim, registered) == []


def test_the_published_work_goes_before_the_preprint() -> None:
    """A preprint is proposed only for a reference that says that it cites one."""
    preprint = work(year=2016, type="posted-content", containers=())
    assert chosen(entry(), preprint, work()) == [1]
    assert chosen(entry(), preprint) == []
    assert chosen(entry(container="A preprint", year="2016"), work(), preprint) == [1]
    assert chosen(entry(container="A preprint", year="2016"), preprint, kind="thesis") == []
    assert chosen(entry(container="bioRxiv", year="2016"), preprint) == []
    there = MeantWork(parse("10.1101/123"), preprint)
    assert choose(Cited(entry(container="bioRxiv", year="2016"), "part"), [there]) == there


def test_of_two_that_fit_none_is_proposed() -> None:
    """Unless the journal, its short name, or volume and page tell."""
    other = work(containers=("Other Reviews",))
    assert chosen(entry(container=""), work(), other) == []
    assert chosen(entry(), other, work()) == [1]
    assert chosen(entry(container="J. Imag. Bot."), other, work()) == [1]
    assert chosen(entry(container="JIB"), other, work()) == [1]
    told = entry(container="X", volume="7", pages="10-12")
    assert chosen(told, work(), work(volume="7", pages="10-12")) == [1]
    years = entry(year="2017"), work(year=2016), work(year=2017)
    assert chosen(*years) == [2 - 1]


def test_a_title_without_its_subtitle_needs_journal_and_year() -> None:
    """Of "Tulips: a study" only "Tulips" may be cited, in the same journal and year."""
    whole = work("Growth of tulips: a study of gardens")
    assert chosen(entry("Growth of tulips"), whole) == [0]
    assert chosen(entry("Growth of tulips", container=""), whole) == []
    assert chosen(entry("Growth of tulips", year="2016"), whole) == []


def test_bogus_prefixes_are_never_proposed() -> None:
    """However well the copy fits."""
    (prefix, why), *_ = BOGUS_PREFIXES.items()
    assert why
    assert choose(Cited(entry(), "part"), [MeantWork(Doi(prefix, "x"), work())]) is None


@pytest.mark.parametrize(
    ("kind", "type_", "fits"),
    [("whole", "book", True), ("whole", "journal-article", False), ("part", "book", False),
     ("thesis", "dissertation", True), ("report", "report", True), ("either", "book-chapter", True),
     ("either", "book", True)],
)  # fmt: skip
def test_the_kind_of_work_is_held(kind: str, type_: str, *, fits: bool) -> None:
    """A book is no chapter of the same name."""
    assert chosen(entry(), work(type=type_), kind=kind) == ([0] if fits else [])


ITEM = f"Marlowe, A., & Okafor, B. (2017). {TITLE}. Journal of Imaginary Botany, 12, 345-361."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (ITEM, True),
        (f'Marlowe A, Okafor B. "{TITLE}". J Imag Bot. 2017;12(3):345-361.', True),
        (f"{TITLE}. Marlowe, A., et al. (2017). Journal of Imaginary Botany.", True),
        (ITEM.replace("Okafor", "Doe"), False),
        (ITEM.replace("Marlowe", "Doe"), False),
        (ITEM.replace("2017", "2013"), False),
        (ITEM.replace("2017", "2018"), True),
        (ITEM.replace("2017", "2018").replace("Journal of Imaginary Botany", "JIB"), False),
        (ITEM.replace(f"{TITLE}.", f"{TITLE}: Part II."), False),
        (ITEM.replace(f"{TITLE}.", f"{TITLE}. II. Clay."), False),
        (ITEM.replace(f"{TITLE}.", f"Erratum: {TITLE}."), False),
        (ITEM.replace(f"{TITLE}.", f"A note on {TITLE}."), False),
        (ITEM.replace("soils.", "soils of the north."), False),
        (f"Marlowe, A., Okafor, B. (2017). {TITLE}. Preprint.", False),
    ],
)
def test_in_prose_the_title_stands_on_its_own(text: str, *, found: bool) -> None:
    """Title, first and second author, year: each in its place; another year needs the journal."""
    registered = work(TITLE, "Marlowe", "Okafor")
    assert bool(chosen(prose(text), registered, kind="either")) is found


def test_a_book_in_prose_is_named_as_one() -> None:
    """An article may have the name of a book."""
    book = work(TITLE, "Marlowe", type="book", containers=())
    item = f"Marlowe, A. (2017). *{TITLE}*."
    assert chosen(prose(item.replace("*", '"')), book, kind="either") == []
    assert chosen(prose(item.replace("*", '"') + " Garden Press."), book, kind="either") == [0]
    assert chosen(prose(ITEM), book, kind="either") == []


def test_identity_tells_versions_apart() -> None:
    """The journal tells a paper from its extended version, though their query is one."""
    paper, other = Cited(entry(), "part"), Cited(entry(container="Proceedings"), "part")
    assert identity(paper) != identity(other)
    assert query_of(paper.claim) == query_of(other.claim)
    assert identity(Cited(entry(year=""))) is None


@pytest.mark.parametrize(
    "claim",
    [entry(people=""), entry(year=""), entry(title="..."), prose("Tulips, a talk of 2017."),
     prose(f"Marlowe, A. {TITLE}."), prose("See volume 3 (2) of 2017.")],
)  # fmt: skip
def test_what_says_too_little_has_no_query(claim: Claim) -> None:
    """Without people, year or title nothing that is found could be believed."""
    assert query_of(claim) is None


def test_a_query_is_folded_for_its_key() -> None:
    """Two spellings of one reference are searched once."""
    query, other = query_of(entry()), query_of(entry(TITLE.upper(), "Ada Marlowe"))
    assert query is not None
    assert other is not None
    assert query.key == other.key
    assert query.bibliographic == f"Marlowe 2017 {TITLE}"
    told = query_of(prose(ITEM))
    assert told is not None
    assert told.bibliographic == told.text


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_title_is_compared(claimed: str, registered: str) -> None:
    """No text raises, whatever stands in entry and record; a title is its own."""
    claim, found = entry(claimed), work(registered)
    chosen(claim, found)
    chosen(prose(claimed), found)
    assert may_fit(claim, found) in {True, False}


def test_a_title_is_found_in_linear_time() -> None:
    """However often it nearly stands in a long text."""
    words = "root competition between tulips and "

    def find(count: int) -> object:
        return title_in(words * count, work(words * 12))

    assert is_linear(find, 25, 200)
