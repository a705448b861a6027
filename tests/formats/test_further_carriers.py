"""DOIs in roles, attributes, badges, options, fields and HTML are read in all formats alike."""

from __future__ import annotations

import json

import pytest

from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.judge import Judge, read_document
from mdlint_doi.text.source import Source

_OFFLINE = Settings(offline=True)
_BADGE = "https://zenodo.org/badge/DOI/10.5281/zenodo.1003149.svg"
_RECORD = "10.5281/zenodo.1003149"


def _mentions(text: str, name: str) -> tuple[Mention, ...]:
    return read_document(Source(name, text), _OFFLINE).mentions


@pytest.mark.parametrize(
    ("name", "text", "dois"),
    [
        ("a.md", "{cite}`10.1000/182`", ["10.1000/182"]),
        (
            "a.md",
            "{cite:p}`10.1000/182, key; https://doi.org/10.1000/183`",
            ["10.1000/182", "10.1000/183"],
        ),
        ("a.md", "{footcite}`10.1000/182`", ["10.1000/182"]),
        ("a.md", "{cite}`10.1007_978-3` {citation}`10.1000/182`", []),
        ("a.rst", "a :cite:p:`10.1000/182,key` b", ["10.1000/182"]),
        ("a.mdx", '<Citation doi="10.1000/182"/>', ["10.1000/182"]),
        ("a.mdx", 'See <Cite\n  doi="10.1000/182"\n>Title</Cite>.', ["10.1000/182"]),
        ("a.html", '<span class="badge" data-doi="10.1000/182"></span>', ["10.1000/182"]),
        ("a.md", f"![DOI]({_BADGE})", [_RECORD]),
        ("a.md", f"[![DOI]({_BADGE})](https://zenodo.org/badge/latestdoi/1)", [_RECORD]),
        ("a.html", f"<img src='{_BADGE}'>", [_RECORD]),
        (
            "a.md",
            "![DOI](https://img.shields.io/badge/DOI-10.1000%2Fa--b__c-blue.svg)",
            ["10.1000/a-b_c"],
        ),
        ("a.md", "![DOI](https://zenodo.org/badge/1234.svg)", []),
        ("a.md", "[@doi.org/10.1000/182]", ["10.1000/182"]),
        ("a.md", "me@doi.org/10.1000/182", []),
        ("a.md", "doi;10.1000/182", ["10.1000/182"]),
        ("a.rst", ":DOI: 10/abcd", ["10/abcd"]),
        ("a.rst", ":Other: 10/abcd\n\n:DOI: 10.1000/182", ["10.1000/182"]),
        ("a.rst", "doi:10.1000/http://x.example/1 b", ["10.1000/http://x.example/1"]),
        ("a.rst", "doi:https://doi.org/10.1000/182", ["10.1000/182"]),
    ],
)
def test_it_is_read_and_nothing_is_reported(name: str, text: str, dois: list[str]) -> None:
    """The DOIs are those of the text, and no rule reports their writing."""
    assert [str(mention.doi) for mention in _mentions(text, name)] == dois
    document = read_document(Source(name, text), _OFFLINE)
    hints = {"DOI201"}
    assert [
        finding.code
        for finding in Judge(_OFFLINE).of(document).findings
        if finding.code not in hints
    ] == []


@pytest.mark.parametrize("link", ["https://doi.org/{}", "http://dx.doi.org/{}"])
def test_a_badge_in_a_link_to_a_doi_is_its_text(link: str) -> None:
    """Only the link is a mention then."""
    found = _mentions(f"[![DOI]({_BADGE})]({link.format(_RECORD)})", "a.md")
    assert [mention.form for mention in found] == [Form.DESTINATION]


@pytest.mark.parametrize(
    "text",
    [
        "[t](https://identifiers.org/doi:10.1000/182)",
        "[t](https://identifiers.org/doi/10.1000/182)",
        "[t](https://n2t.net/doi:10.1000/182)",
        "[t](https://resolver.example.edu/find?rft.doi=10.1000/182)",
        "[t](https://resolver.example.edu/resolve?id=doi%3A10.1000%2F182)",
    ],
)
def test_other_resolvers_are_read_and_reported(text: str) -> None:
    """DOI201 suggests the resolver of the DOI system."""
    assert [str(mention.doi) for mention in _mentions(text, "a.md")] == ["10.1000/182"]
    document = read_document(Source("a.md", text), Settings(offline=True))
    (finding,) = Judge(Settings(offline=True)).of(document).findings
    assert finding.code == "DOI201"


@pytest.mark.parametrize(
    "text",
    [
        ":::{image} a.png\n:target: https://doi.org/10.1000/182.\n:::",
        "```{figure} a.png\n:alt: b\n:target: https://doi.org/10.1000/182.\nText.\n```",
        "> ```{image} a.png\n> :target: https://doi.org/10.1000/182.\n> ```",
    ],
)
def test_the_end_of_a_line_ends_an_option(text: str) -> None:
    """A mark at the end of a target in MyST belongs to the address, as in reStructuredText."""
    assert [str(mention.doi) for mention in _mentions(text, "a.md")] == ["10.1000/182."]
    assert [
        str(mention.doi) for mention in _mentions(":target: https://doi.org/10.1000/182.", "a.md")
    ] == ["10.1000/182"]


_HTML = "<p><a href=http://dx.doi.org/10.1000/182>a</a> http://doi.org/10.1000/183</p>"
_CELL = {"cell_type": "markdown", "metadata": {}, "source": [_HTML]}
_NOTEBOOK = {"cells": [_CELL], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", _HTML),
        ("a.md", _HTML),
        ("a.md", f"```{{raw}} html\n{_HTML}\n```"),
        ("a.md", f"```{{=html}}\n{_HTML}\n```"),
        ("a.qmd", f"```{{=html}}\n{_HTML}\n```"),
        ("a.rst", f".. raw:: html\n\n   {_HTML}"),
        ("a.py", f'"""A.\n\n.. raw:: html\n\n   {_HTML}\n"""\n'),
        ("a.ipynb", json.dumps(_NOTEBOOK)),
    ],
)
def test_html_is_read_alike(name: str, text: str) -> None:
    """The same attributes and the same text are read wherever HTML is."""
    found = _mentions(text, name)
    assert [(mention.form, str(mention.doi)) for mention in found] == [
        (Form.ATTRIBUTE, "10.1000/182"),
        (Form.BARE_LINK, "10.1000/183"),
    ]


@pytest.mark.parametrize("name", ["a.md", "a.rst", "a.txt"])
@pytest.mark.parametrize("label", ["doi://", "doi:/", "DOI://", "doi//"])
def test_a_damaged_label_is_a_hint(name: str, label: str) -> None:
    """It is read, and the fix writes the label of a DOI."""
    text = f"See {label}10.1000/182 there."
    document = read_document(Source(name, text), Settings(offline=True))
    (finding,) = Judge(Settings(offline=True)).of(document).findings
    assert (finding.code, finding.severity) == ("DOI201", "hint")
    assert finding.fix is not None
    assert [edit.replacement for edit in finding.fix.edits] == ["doi:"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[@doi:https://doi.org/10.1000/182]", [("warning", "doi:10.1000/182")]),
        ("As @doi:http://dx.doi.org/10.1000/182 says", [("warning", "10.1000/182")]),
        ("[@https://doi.org/10.1000/182] [@doi:10.1000/183]", [("hint", "doi:10.1000/182")]),
        ("[@https://doi.org/10.1000/182]", []),
        ("[@doi:10.1000/182]", []),
    ],
)
def test_a_citation_key_takes_a_doi(text: str, said: list[tuple[str, str]]) -> None:
    """An address after `@doi:` is a warning; a key that is an address is a hint in Manubot."""
    document = read_document(Source("a.md", text), Settings(offline=True))
    found = Judge(Settings(offline=True)).of(document).findings
    assert [
        (finding.severity, finding.fix and finding.fix.edits[0].replacement) for finding in found
    ] == said
