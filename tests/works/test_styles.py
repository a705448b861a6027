"""The citation styles that people use, each as its guide and its CSL style print it."""

from __future__ import annotations

import pytest
from works.citing import claims_in, name, plain

TITLE = "Root competition between tulips and hyacinths in sandy soils"
STYLES = {
    "APA": f"Marlowe, A., Quill, B., & Oduya, C. (2017). {TITLE}. Nature, 477(7365), 435–438. ",
    "MLA": f"Marlowe, Ada, et al. “{TITLE}.” Nature, vol. 477, no. 7365, 2017, pp. 435–38, ",
    "Chicago": f"Marlowe, Ada, and Ben Quill. 2017. “{TITLE}.” Nature 477 (7365): 435–38. ",
    "Chicago notes": f"Ada Marlowe and Ben Quill, “{TITLE},” Nature 477, no. 7365 (2017): 435–38, ",
    "Chicago notes, alone": f"Ada Marlowe, “{TITLE},” Nature 477, no. 7365 (2017): 435–38, ",
    "IEEE": f"A. Marlowe and B. Quill, “{TITLE},” Nature, vol. 477, no. 7365, pp. 435–438, 2017, ",
    "Vancouver": f"Marlowe A, Quill B, Oduya C. {TITLE}. Nature. 2017 Sep;477(7365):435–8. ",
    "AMA": f"Marlowe A, Quill B, et al. {TITLE}. Nature. 2017;477(7365):435-438. ",
    "Harvard": f"Marlowe, A. and Quill, B. (2017) ‘{TITLE}’, Nature, 477(7365), pp. 435–438. ",
    "Nature": f"Marlowe, A., Quill, B. & Oduya, C. {TITLE}. Nature **477**, 435–438 (2017). ",
    "Nature, et al.": f"Marlowe, A. et al. {TITLE}. Nature **477**, 435–438 (2017). ",
    "ACS": f"Marlowe, A.; Quill, B. {TITLE}. Nature **2017**, 477 (7365), 435–438. ",
    "GOST": f"Marlowe A., Quill B. C. {TITLE} // Nature. 2017. Т. 477, № 7365. С. 435–438. ",
    "GOST, et al.": f"Marlowe A. и др. {TITLE} // Nature. 2017. Т. 477, № 7365. С. 435–438. ",
    "GB/T 7714": f"MARLOWE A, QUILL B. {TITLE}[J/OL]. Nature, 2017, 477(7365): 435-438. ",
    "GB/T 7714, no issue": f"MARLOWE A, QUILL B, et al. {TITLE}[J]. Nature, 2017, 477: 435-438. ",
    "SIST02": f"Marlowe, Ada; Quill, Ben. {TITLE}. Nature. 2017, vol. 477, no. 7365, p. 435-438. ",
    "DIN": f"MARLOWE, Ada und Ben QUILL. {TITLE}. Nature. 2017, **477**(7365), 435–438. ",
    "DIN 1505": f"MARLOWE, Ada; QUILL, Ben: {TITLE}. In: Nature Bd. 477 (2017), S. 435–438. ",
}


@pytest.mark.parametrize("style", STYLES)
def test_parts(style: str) -> None:
    """Each part of the reference is found: authors, title, year, volume and first page."""
    (claim,) = claims_in(plain(STYLES[style]), name())
    assert claim.begins_with_people
    assert claim.people[0].family.casefold().split()[-1] == "marlowe"
    assert any(title.text.strip(".,’").startswith(TITLE) for title in claim.titles)
    assert claim.years == (2017,)
    assert (claim.volume, claim.pages) == ("477", "435")


@pytest.mark.parametrize("mark", ["[J]", "[J/OL]", " // "])
def test_end_of_title(mark: str) -> None:
    """The marks of GB/T 7714 and GOST end a title."""
    (claim,) = claims_in(plain(f"Marlowe A, Quill B. {TITLE}{mark}. Nature, 2017, 4: 3. "), name())
    assert TITLE in [title.text for title in claim.titles]


def test_year_as_volume() -> None:
    """A year is a volume only if no other number stands where the volume does."""
    (claim,) = claims_in(plain(f"Marlowe, A. {TITLE}. J. Bot. 2017(4), 35. "), name())
    assert claim.volume == "2017"


LISTS = {
    "MARLOWE A, LI J, DE G, 等. ": ["marlowe", "li", "de"],
    "MARLOWE A, KAN C W, QUILL M P. ": ["marlowe", "kan", "quill"],
    "LI J. ": ["li"],
    "Marlowe, Ada ; Quill, M. Lucia ; Roe, Jan ; u. a.: ": ["marlowe", "quill", "roe"],
    "Marlowe, Ada Kim ; Roe, Jan: ": ["marlowe", "roe"],
    "Roe, Jan: ": ["roe"],
    "[6] Roe, Jan, Ada Marlowe, May Quill, and June Oduya. ": ["roe", "marlowe", "quill", "oduya"],
    "Ada Marlowe, Jan Roe, Ben Quill. ": ["marlowe", "roe", "quill"],
    "Marlowe, A.; Quill, B.; Oduya, C. ": ["marlowe", "quill", "oduya"],
    "Marlowe, A. C. de M., & Quill, B. ": ["marlowe", "quill"],
    "Marlowe A. и др. ": ["marlowe"],
    "Marlowe, A. Kim, et al. ": ["marlowe"],
    "| 3 | Marlowe, A., & Quill, B. ": ["marlowe", "quill"],
    "> [!NOTE] Marlowe, A., & Quill, B. ": ["marlowe", "quill"],
}


@pytest.mark.parametrize("title", [TITLE, f"A {TITLE.lower()}", TITLE.title()])
@pytest.mark.parametrize("names", LISTS)
def test_lists_of_authors(names: str, title: str) -> None:
    """Each list of authors ends where it ends, and the title begins behind it."""
    (claim,) = claims_in(plain(f"{names}{title}. J. Bot. 2017;12(3):435-8. "), name())
    leading = claim.people[: claim.leading_people]
    assert claim.begins_with_people
    assert [person.family.casefold() for person in leading] == LISTS[names]
    assert any(found.text.startswith(title) for found in claim.titles)


@pytest.mark.parametrize(
    "text",
    [
        f"Marlowe, A. (2014). {TITLE}. Anemia, 2017, 1–5. ",
        f"Marlowe, A. (2014). {TITLE}. 2017 American Gardening Conference. ",
        f"Marlowe, A. (2014). {TITLE}. In Proceedings of the 2017 Workshop on Roots. ",
        f"Marlowe, A. (2014). {TITLE} in the cold summer of 2017. J. Bot., 12, 1–5. ",
        f"Marlowe, A. {TITLE}. J. Bot. 2017 (2014), 1–5. ",
    ],
)
def test_year_of_publication(text: str) -> None:
    """A volume, a conference or a title with another year does not hide the year of the work."""
    (claim,) = claims_in(plain(text), name())
    assert claim.years == (2014,)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "day",
    [
        "Accessed 3 May 2024. ",
        "[cited 2024 May 3]; ",
        "Retrieved May 3, 2024, from ",
        "(last visited 3 May 2024) ",
        "Zugriff am 3. September 2024. ",
        "Stand: 03.05.2024. ",
        "consulté le 3 mai 2024. ",
        "(дата обращения: 03.05.2024). ",
        "[2024-05-03]. ",
        "[cit. 2024-05-03]. ",
        "（参照 2024-05-03）",
    ],
)
def test_day_of_access(style: str, day: str) -> None:
    """The day on which the author read the work is not the year of the work."""
    text = STYLES[style]
    for runs in ((plain(text + day), name()), (plain(text), name(), plain(f". {day}"))):
        assert claims_in(*runs)[0].years == (2017,)


def test_day_of_access_alone() -> None:
    """A reference with only the day of access has no year."""
    (claim,) = claims_in(
        plain(f"Marlowe, A. {TITLE}. J. Bot. (in press). Accessed 3 May 2024. "), name()
    )
    assert claim.years == ()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("J. Bot., 2017, 189: 107382. ", ("189", "107382")),
        ("J. Bot. 2017, 巻 189, 号 4, ページ. 153–163. ", ("189", "153")),
        ("J. Bot. Bd. 23, Royal Gardening Society (RGS) (2014), Nr. 24, S. 57–59 ", ("23", "57")),
        ("PLoS ONE **2011**, *6* (5). ", ("", "")),
    ],
)
def test_place(text: str, place: tuple[str, str]) -> None:
    """Volume and page are read as GB/T 7714, SIST02, DIN 1505 and the ACS write them."""
    (claim,) = claims_in(plain(f"Marlowe, A. {TITLE}. {text}"), name())
    assert (claim.volume, claim.pages) == place
