"""The extension for Python-Markdown gives the links that the plugin for markdown-it gives."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import markdown
import pytest
from markdown_it import MarkdownIt

from mdlint_doi import doi_plugin

SICI = "10.1002/(SICI)1097-0258(19980815)17:15<1661::AID-SIM968>3.0.CO;2-2"
TEXTS = [
    "[t](http://dx.doi.org/10.1000/182)",
    "[t](<https://www.doi.org/10.1000/a b>)",
    "[t](doi:10.1000/182)",
    "[t](https://doi.org/10.1000/a_b_c)",
    r"[t](https://doi.org/10.1000/a\_b)",
    "<doi:10.1000/182> and <DOI:10.1000/183>",
    f"<doi:{SICI}>",
    "<http://dx.doi.org/10.1000/182>",
    "[t][] and [u]\n\n[t]: http://dx.doi.org/10.1000/(8)\n[u]: https://doi.org/10.1000/9",
    "![t](https://dx.doi.org/10.1000/182)",
    "[t](https://example.org/10.1000/182) and `http://dx.doi.org/10.1000/182`",
    "<https://doi.org/doiRA/10.1000/182>",
    "<a href='http://dx.doi.org/10.1000/182'>t</a>",
]
RUNNING = [
    "See 10.1000/182, doi:10.1000/183, and https://doi.org/10.1000/184.",
    "*10.1000/182* and [10.1000/183](https://example.org) and `10.1000/184`",
    "- 10.1000/182\n- https://example.org/?u=https://doi.org/10.1000/183",
    r"See 10.1000/a\_b.",
    "> *a* 10.1000/182 *b* 10.1000/183 c",
]


class _Links(HTMLParser):
    """Collects the addresses of links and images."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        self.found += [value for name, value in attrs if name in {"href", "src"}]


def links(page: str) -> list[str | None]:
    """Return the addresses of a page, in order."""
    reader = _Links()
    reader.feed(page)
    return reader.found


def rendered(text: str, **settings: object) -> str:
    """Return the page of a text, with the extension as its users load it: by its name."""
    return markdown.markdown(text, extensions=["doi"], extension_configs={"doi": settings})


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("autolink", [False, True])
def test_links_are_those_of_the_plugin(text: str, *, autolink: bool) -> None:
    """Whatever construct of Markdown contains the DOI."""
    theirs = MarkdownIt().use(doi_plugin, autolink=autolink).render(text)
    assert links(rendered(text, autolink=autolink)) == links(theirs)


@pytest.mark.parametrize("text", RUNNING)
def test_dois_in_running_text(text: str) -> None:
    """They become links only on request, and no text is lost."""
    plain = rendered(text)
    linked = rendered(text, autolink=True)
    assert links(linked) == links(MarkdownIt().use(doi_plugin, autolink=True).render(text))
    assert re.sub(r"</?a\b[^>]*>", "", linked) == re.sub(r"</?a\b[^>]*>", "", plain)
    assert links(plain) == links(MarkdownIt().use(doi_plugin).render(text))


def test_options() -> None:
    """A server of one's own keeps its address, and a wrong profile is an error."""
    text = "[t](http://localhost:8000/10.1000/a'b)"
    assert links(rendered(text, servers=["localhost:8000"])) == [
        "http://localhost:8000/10.1000/a'b"
    ]
    (strict,) = links(rendered("[t](doi:10.1000/a'b)", profile="strict"))
    assert strict == "https://doi.org/10.1000/a%27b"
    with pytest.raises(ValueError, match="profile"):
        rendered("", profile="loose")


def test_other_text_stays() -> None:
    """A page without a DOI is the same with and without the extension."""
    text = (
        "# A\n\n<doi:nothing> b *c* [d](e) <b>f</b> `g`\n\n```\n10.1000/182\n```\n\n| h |\n|---|\n"
    )
    for settings in ({}, {"autolink": True}):
        assert rendered(text, **settings) == markdown.markdown(text)
