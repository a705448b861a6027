"""The shape of references."""

from __future__ import annotations

import pytest

from mdlint_doi.works.references import shape_of, title_sentences

TITLE = "Root competition between tulips and hyacinths in sandy soils"
SERIAL = "Journal of Imaginary Botany"
STYLES = (
    f"Marlowe, A., van den Berg, J., & Óla, G. (2017). {TITLE}. {SERIAL}, 12(3), 345–361.",
    f"Marlowe A, van den Berg J, Óla G. {TITLE}. {SERIAL}. 2017;12(3):345-61.",
    f"Marlowe, A., van den Berg, J. & Óla, G. {TITLE}. {SERIAL} 12, 345–361 (2017).",
    f"Marlowe, A., van den Berg, J., and Óla, G.: {TITLE}, J. Imag. Bot., 12, 345-361, 2017.",
    f"Ada Marlowe, Joost van den Berg, Guðrún Óla (2017). {TITLE}. {SERIAL}.",
    f"Marlowe A, van den Berg J, et al. {TITLE}. {SERIAL}. 2017;12:345.",
    f"2017-03 | {TITLE} | Ada Marlowe, Joost van den Berg, Guðrún Óla | bioRxiv",
)


@pytest.mark.parametrize("text", STYLES)
def test_styles(text: str) -> None:
    """People, year and title are found in each style."""
    shape = shape_of(text)
    assert [person.family for person in shape.people][:2] == ["Marlowe", "van den Berg"]
    assert 2017 in shape.years
    assert shape.is_reference
    assert any(title.startswith(TITLE) for title in title_sentences(text, shape))


def test_turned_first_name() -> None:
    """Chicago turns the first name only; the quoted title stands apart."""
    shape = shape_of(
        f"Marlowe, Ada, Joost K. Berg, and Guðrún Óla. “{TITLE}.” {SERIAL} 12 (2017): 3."
    )
    assert {"Marlowe", "Berg", "Óla"} <= {person.family for person in shape.people}


@pytest.mark.parametrize(
    "text",
    [
        "Deep Learning and Neural Networks for Rapid Sequencing",
        "Probing Light Scalars and Vector-like Quarks at High Energies",
        "Sequencing DNA, RNA and proteins",
        "the University of Imaginary Botany, Department of Roots",
        "RNA Velocity of Imaginary Bulbs",
        "Evolution of the ESA CCI Soil Moisture Records",
        "Thresholds as Seen in the U.K. Garden Model",
    ],
)
def test_titles_are_no_people(text: str) -> None:
    """Capitalized words of titles and institutions are nobody."""
    assert not shape_of(text).people


def test_one_person_before_a_quoted_title() -> None:
    """A given name behind the comma, or the given name's initial, and then the title."""
    for name in ("Marlowe, Ada K.", "Marlowe, Ada"):
        shape = shape_of(f"{name} “{TITLE}.” {SERIAL} 12 (2017): 3.")
        assert shape.people[0].family == "Marlowe"


@pytest.mark.parametrize(
    "text",
    [
        "Marlowe, A. et al. Wide roots of tulips and other bulbs (WROT). Bulb [preprint], (2017).",
        "Marlowe, A., 2017: Wide roots of tulips and other bulbs Edition 4. J. Bot., 12, 3-45",
        "Roe, A., 2017: Wide roots of tulips and other bulbs beside white lilies in press. J, 12",
    ],
)
def test_words_of_serials_in_titles(text: str) -> None:
    """A bracket at its end, or a word that serials have, does not hide a title."""
    titles = list(title_sentences(text, shape_of(text)))
    assert any(title.startswith("Wide roots of tulips and other bulbs") for title in titles)


def test_first_words_of_titles_are_no_people() -> None:
    """Behind initials, too."""
    shape = shape_of("Marlowe A, Roe J. The roots of tulips in sandy soils. Bulbs. 2017;12:3")
    assert "The" not in [person.family for person in shape.people]


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("(2017)", (2017,)),
        ("2017a, 2018b", (2017, 2018)),
        ("2016-09-29", (2016,)),
        ("pp. 1998-2012", ()),
        ("Marlowe, A. 2017: Roots", (2017,)),
        ("pp. 2017: 12", ()),
        ("arXiv:1706.03762", ()),
        ("10.1000/2017.3", ()),
        ("article 201734", ()),
    ],
)
def test_years(text: str, years: tuple[int, ...]) -> None:
    """Years are, pages and numbers of preprints are not."""
    assert shape_of(text).years == years


@pytest.mark.parametrize(
    "text",
    [
        "This function implements the modified estimator described by Marlowe et al. (2017).",
        "New function counts roots that contribute to competition, per Marlowe & Berg (2017)",
        "Marlowe et al., J. Imag. Bot., 12, 345, 2017.",
        "Marlowe et al. (2017) Imaginary Botany",
    ],
)
def test_sentences_that_are_no_titles(text: str) -> None:
    """A sentence that ends with a citation, and a journal, are no titles."""
    assert list(title_sentences(text, shape_of(text))) == []


@pytest.mark.parametrize("family", ["Do", "Du", "La", "Van", "Long", "Small", "Case", "Data"])
@pytest.mark.parametrize(
    "text",
    [
        "Smith, J., {}, K. M., & Doe, A. (2011). Roots",
        "{}, K. M., Smith, J., & Doe, A. (2011). Roots",
        "Smith J, {} KM, Doe A. Roots of tulips",
        "J. Smith, K. {}, and A. Doe, “Roots”",
        "Smith, J.; {}, K.; Doe, A. Roots",
    ],
)
def test_names_that_look_like_other_words(text: str, family: str) -> None:
    """A particle or a common word in the place of a family name is a name."""
    shape = shape_of(text.format(family))
    names = {person.family for person in shape.people[: shape.leading]}
    assert names == {"Smith", "Doe", family}


@pytest.mark.parametrize(
    "text",
    ["Study D, calcium and sunlight", "Smith, J. (2011). Soil, water and Model A, a study"],
)
def test_words_that_look_like_names(text: str) -> None:
    """A common word with a capital behind it is no name outside a list of names."""
    assert {person.family for person in shape_of(text).people} <= {"Smith"}
