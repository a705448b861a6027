"""Blanks in a destination: the name is put together only where somebody wrote it."""

from __future__ import annotations

import pytest
from offline import check_markdown, fix_markdown


@pytest.mark.parametrize(
    "target",
    [
        "https://doi.org/ about",
        "https://doi.org/ the identifier",
        "http://dx.doi.org/ dvr36h",
        "https://doi.org/10.1000/ see",
        "https://doi.org/10.1000/ see there",
        "https://doi.org/10.1016/j. cell.2019",
        "https://doi.org/10.1000/182 and more of it",
        "https://doi.org/ 10.1000/182 and so on",
        "doi: about",
    ],
)
def test_no_name_is_invented(target: str) -> None:
    """A word behind the blank is no part of a name: nothing is edited, safe or unsafe."""
    text = f"[x]({target})"
    assert fix_markdown(text, unsafe=True) == text


@pytest.mark.parametrize(
    "target",
    [
        "https://doi.org/ 10.1000/182",
        "https://doi.org/10.1000/ 182",
        "https://doi.org/10.1000 /182",
        "https://doi.org /10.1000/182",
        "https://doi.org/ 10.1000 /182",
        "https://doi.org/ 10.1000/ 182",
        "doi: 10.1000/182",
        "DOI:  10.1000/182",
        "doi:10.1000 /182",
        "doi: https://doi.org/10.1000/182",
    ],
)
def test_a_name_with_blanks_becomes_a_link(target: str) -> None:
    """All of it becomes a link to the resolver; a `doi:` before a blank is no scheme."""
    text = "See [https://x.example](https://x.example), [a]({}) and [b](https://doi.org/10.1000/1)"
    assert [finding.code for finding in check_markdown(text.format(target))] == ["DOI401"]
    assert fix_markdown(text.format(target)) == text.format("https://doi.org/10.1000/182")


def test_a_title_stays_a_title() -> None:
    """What stands in quotation marks behind the name is none of it."""
    fixed = fix_markdown('[a](doi: 10.1000/182 "The handbook")')
    assert fixed == '[a](https://doi.org/10.1000/182 "The handbook")'


def test_names_that_need_escapes_get_them() -> None:
    """The link that is made of `doi: …` is encoded at once."""
    fixed = fix_markdown("[a](doi: 10.1002/x(2000)1<1::AID-A1>3.0.CO;2-1)")
    assert fixed == "[a](https://doi.org/10.1002/x(2000)1%3C1::AID-A1%3E3.0.CO;2-1)"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("https://doi.org/[ 10.1000/182](https://doi.org/ 10.1000/182 ) x.", ["DOI401"]),
        ("https://doi.org/[ 10.1000/182](https://doi.org/10.1000/182) x.", []),
        ('https://doi.org/[ 10.1000/182](https://doi.org/10.1000/182 "t") x.', []),
        ("https://x.example/[ a](https://x.example/ 10.1000/182)", []),
    ],
)
def test_a_bracket_that_a_url_takes(text: str, codes: list[str]) -> None:
    """The link behind is still seen to be none; nobody can tell what to write, so no edit."""
    assert [finding.code for finding in check_markdown(text)] == codes
    assert fix_markdown(text, unsafe=True) == text
