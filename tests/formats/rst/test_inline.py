"""Inline markup: what docutils finds, and where each part stands."""

from __future__ import annotations

import pytest
from formats.rst.rst_oracle import InlineParser, generic, see_ours
from formats.rst.rst_pieces import inline_texts
from hypothesis import assume, given, settings

from mdlint_doi.formats.rst.inline import AtomKind, RstAtom, meant, parse_inline


@pytest.fixture(scope="module")
def docutils() -> InlineParser:
    """Return the oracle."""
    return InlineParser()


@settings(max_examples=800, deadline=None)
@given(text=inline_texts())
def test_same_as_docutils(docutils: InlineParser, text: str) -> None:
    """The constructs are those that docutils finds, in its order."""
    assume(text and all(line.strip() for line in text.split("\n")))
    with generic():
        theirs = docutils.parse(text)
    assert see_ours(parse_inline(text), text) == theirs


@given(text=inline_texts())
def test_atoms_stand_in_order(text: str) -> None:
    """Atoms don't overlap, and what they hold stands in them."""
    behind = 0
    for atom in parse_inline(text).atoms:
        assert behind <= atom.start <= atom.inner[0] <= atom.inner[1] <= atom.end <= len(text)
        assert atom.inner[0] <= atom.shown[0] <= atom.shown[1] <= atom.inner[1]
        behind = atom.end


def _only(text: str) -> RstAtom:
    (atom,) = parse_inline(text).atoms
    return atom


@pytest.mark.parametrize(
    ("text", "url"),
    [
        (
            "https://doi.org/10.1016/0031-9384(72)90115-5",
            "https://doi.org/10.1016/0031-9384(72)90115-5",
        ),
        ("(https://doi.org/10.1000/182).", "https://doi.org/10.1000/182"),
        ("https://doi.org/10.1002/(SICI)1(1972", "https://doi.org/10.1002/(SICI)1(1972"),
        ("https://doi.org/10.1002/1(1997)1:1<1::AID>2", "https://doi.org/10.1002/1(1997)1"),
        ("<https://doi.org/10.1000/182>", "https://doi.org/10.1000/182"),
        (r"https://doi.org/10.1000/a\_b", r"https://doi.org/10.1000/a\_b"),
    ],
)
def test_urls_end_where_docutils_ends_them(text: str, url: str) -> None:
    """A standalone URL is as long as the link in the page."""
    atom = _only(text)
    assert atom.kind is AtomKind.URL
    assert text[atom.start : atom.end] == url


def test_unknown_scheme_ends_linking() -> None:
    """`DOI:10.…` looks like a URL of no known scheme: docutils links nothing behind it."""
    text = "DOI:10.1000/182 https://doi.org/10.1000/182"
    assert not parse_inline(text).atoms
    atom = _only("DOI 10.1000/182 https://doi.org/10.1000/182")
    assert atom.kind is AtomKind.URL


def test_embedded_uri() -> None:
    """An embedded URI loses its line ends; its characters keep their places."""
    text = "`a title <https://doi.org/10.1000/\n  a\\_b>`__"
    inline = parse_inline(text)
    (atom,) = inline.atoms
    assert atom.target is not None
    uri = meant(inline.escaped, *atom.target, is_uri=True)
    assert uri.text == "https://doi.org/10.1000/a_b"
    assert text[atom.shown[0] : atom.shown[1]] == "a title"
    assert [text[index] for index in uri.indexes[:-1]] == list("https://doi.org/10.1000/a\\b")
    assert atom.anonymous


@pytest.mark.parametrize("text", [":doi:`a <10.1000/182>`", "`a <10.1000/182>`:doi:"])
def test_roles_with_titles(text: str) -> None:
    """A role stands before or behind its text, and may have a title."""
    atom = _only(text)
    assert (atom.kind, atom.name) == (AtomKind.ROLE, "doi")
    assert atom.target is not None
    assert text[slice(*atom.shown)] == "a"
    assert text[slice(*atom.target)] == "10.1000/182"
