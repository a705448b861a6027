"""Years to come and names that stand for a name, in every format with entries, offline."""

from __future__ import annotations

from pathlib import Path

import pytest

from mdlint_doi import Settings, check_paths

NAMES = (
    *("Doe, John", "Jane Doe", "Roe, Jane", "Johnny Doe", "Mustermann, Max", "Erika Mustermann"),
    *("First Author", "Author, Second", "Some Author", "Author One", "Author 3", "Author A"),
    *("A. Author", "Author, B.", "Firstname Lastname", "Name Surname", "First Name", "Foo Bar"),
    *("TODO", "TBD", "XXX", "??", "Anonymous Author", "John Smith and Jane Smith", "Alice and Bob"),
)
REAL = (
    "Smith, John",
    "Alice",
    "Doe, Ada",
    "Marlowe, Ada",
    "Author, Ada",
    "{Foo Bar Group}",
    "Bar, Ada",
)
OFFLINE = Settings(offline=True)


def codes(folder: Path, name: str, text: str, settings: Settings = OFFLINE) -> list[str]:
    """Return the codes of what is found in a file, of the two rules."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    wanted = settings.replace(select=("DOI505", "DOI506"))
    return [finding.code for finding in check_paths([path], wanted).findings]


def entry(people: str, year: str = "2017", doi: str = "doi = {10.1000/182},") -> str:
    """Return an entry of a `.bib`."""
    return f"@article{{a, {doi} author = {{{people}}}, title = {{Roots}}, year = {{{year}}}}}\n"


@pytest.mark.parametrize("people", NAMES)
def test_names_that_stand_for_a_name(tmp_path: Path, people: str) -> None:
    """Each of them is reported, with a DOI and without one, and not beside a real name."""
    assert codes(tmp_path, "a.bib", entry(people)) == ["DOI506"]
    other = "@book{b, doi = {10.1000/183}}\n"
    assert codes(tmp_path, "a.bib", entry(people, doi="") + other) == ["DOI506"]
    assert codes(tmp_path, "a.bib", entry(f"{people} and Marlowe, Ada")) == []


@pytest.mark.parametrize("people", REAL)
def test_names_that_people_have(tmp_path: Path, people: str) -> None:
    """A common name, a part of a placeholder and a group are nobody's mistake."""
    assert codes(tmp_path, "a.bib", entry(people)) == []


@pytest.mark.parametrize(
    ("year", "expected"),
    [
        ("2107", ["DOI505"]),
        ("2,107", []),
        ("2105--2107", ["DOI505"]),
        ("2017/2107", []),
        ("1917", []),
        ("forthcoming", []),
    ],
)
def test_years(tmp_path: Path, year: str, expected: list[str]) -> None:
    """Every year of the field has to lie after next year."""
    assert codes(tmp_path, "a.bib", entry("Marlowe, Ada", year)) == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "CITATION.cff",
            (
                "cff-version: 1.2.0\ntitle: Roots\ndoi: 10.1000/182\ndate-released: 2107-01-02\n"
                "authors:\n  - given-names: Jane\n    family-names: Doe\n"
            ),
        ),
        (
            "a.csl.json",
            (
                '[{"DOI": "10.1000/182", "title": "Roots", "issued": {"date-parts": [[2107]]},'
                ' "author": [{"family": "Doe", "given": "Jane"}]}]'
            ),
        ),
        (
            ".zenodo.json",
            (
                '{"doi": "10.1000/182", "title": "Roots", "publication_date": "2107-01-02",'
                ' "creators": [{"name": "Doe, Jane"}]}'
            ),
        ),
        (
            "a.ris",
            "TY  - JOUR\nDO  - 10.1000/182\nTI  - Roots\nAU  - Doe, Jane\nPY  - 2107\nER  - \n",
        ),
    ],
)
def test_all_formats(tmp_path: Path, name: str, text: str) -> None:
    """Each format with entries tells years and people, however it writes them."""
    settings = OFFLINE.replace(formats=("csl", "ris"))
    assert sorted(codes(tmp_path, name, text, settings)) == ["DOI505", "DOI506"]
    right = text.replace("2107", "2017").replace("Doe", "Marlowe")
    assert codes(tmp_path, name, right, settings) == []


def test_a_doi_and_its_address(tmp_path: Path) -> None:
    """An entry that gives its DOI in two addresses is one finding."""
    twice = "url = {https://doi.org/10.1000/182}, ee = {https://doi.org/10.1000/182},"
    assert codes(tmp_path, "a.bib", entry("Doe, Jane", doi=twice)) == ["DOI506"]


def test_what_is_known_of_the_year(tmp_path: Path) -> None:
    """An exception, a comment and an ignored rule silence them, as any rule."""
    text = entry("Marlowe, Ada", "2107")
    assert codes(tmp_path, "a.bib", "% mdlint-doi-disable DOI505\n" + text) == []
    assert codes(tmp_path, "a.bib", text, OFFLINE.replace(ignore=("DOI505",))) == []
