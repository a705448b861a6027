"""`[](https://doi.org/10…)`, with which mystmd cites, has a text in MyST-Parser, too."""

from __future__ import annotations

import pytest
from sphinx_projects import MakeProject

PAGE = """
# Page

[](https://doi.org/10.1000/182) [](http://dx.doi.org/10.1000/a--b) [](doi:10.1000/x%3Cy%3E)
[](https://example.org/10.1000/1) [](https://doi.org/) [t](https://doi.org/10.1000/2)
[![](a.svg)](https://doi.org/10.1000/3)
"""
LINKS = [
    ("10.1000/182", "https://doi.org/10.1000/182"),
    ("10.1000/a--b", "https://doi.org/10.1000/a--b"),
    ("10.1000/x<y>", "https://doi.org/10.1000/x%3Cy%3E"),
]


@pytest.mark.parametrize("style", ["doi", "name", "url"])
def test_an_empty_link_shows_what_the_role_shows(project: MakeProject, style: str) -> None:
    """As `doi_text` says; other empty links, links with a text and badges stay as they are."""
    files = {"index.md": PAGE, "a.svg": "<svg/>"}
    build = project(files, "myst_parser").build(doi_text=style)
    shown = {"doi": "doi:{}", "name": "{}", "url": ""}[style]
    filled = [(shown.format(name) or target, target) for name, target in LINKS]
    assert build.links()[:3] == filled
    assert build.links()[3:] == [
        ("", "https://example.org/10.1000/1"),
        ("", "https://doi.org/"),
        ("t", "https://doi.org/10.1000/2"),
        ("", "https://doi.org/10.1000/3"),
    ]
    assert build.places == ["index.md:3 unusual-address"]


@pytest.mark.parametrize("builder", ["latex", "text"])
def test_other_writers_show_it_too(project: MakeProject, builder: str) -> None:
    """The text is in the page as it was read."""
    build = project({"index.md": PAGE, "a.svg": "<svg/>"}, "myst_parser").build(builder)
    (path,) = [*build.out.glob("*.tex"), *build.out.glob("index.txt")]
    assert "doi:10.1000/182" in path.read_text()


def test_a_link_that_is_not_rewritten_has_its_text(project: MakeProject) -> None:
    """The address stays as it is written with `doi_rewrite_links = False`."""
    made = project({"index.md": "[](http://dx.doi.org/10.1000/1)\n"}, "myst_parser")
    build = made.build(doi_rewrite_links=False)
    assert build.links() == [("doi:10.1000/1", "http://dx.doi.org/10.1000/1")]
