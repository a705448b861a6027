"""What the rules say of data files: fields, containers, and what may be written into them."""

from __future__ import annotations

import pytest
from lint.world import findings, fixed

from mdlint_doi.lint.container import Container, Insertion, as_it_stands
from mdlint_doi.text.placed_text import Piece, PlacedText
from mdlint_doi.text.span import Span

SOURCE = "ab&cd  ef"
PARTED = Container(
    "cell 1",
    # `&` stands for two characters; the two spaces are the file's own.
    PlacedText("ab--cdef", 0, (Piece(0, 0, 2), Piece(2, 2, 3), Piece(4, 3, 5), Piece(6, 7, 9))),
    lambda text, around: f"{text}|{around}",
    insertion=Insertion(Span(6, 6), "<", ">"),
)


@pytest.mark.parametrize(
    ("span", "written"),
    [
        ((1, 2), "x|ab"),
        ((1, 5), "x|ab&cd"),
        ((8, 9), "x|ef"),
        ((4, 8), None),
        ((5, 6), None),
        ((8, 10), None),
        ((6, 6), "<x|>"),
    ],
)
def test_only_the_text_of_a_container_is_replaced(
    span: tuple[int, int], written: str | None
) -> None:
    """A span over pieces that adjoin is one place; what stands between others is left alone."""
    assert PARTED.written(SOURCE, Span(*span), "x") == written


def test_nothing_before_a_container_is_replaced() -> None:
    """What stands before its text is the file's; so is an insertion that cannot be written."""
    late = Container("a", PlacedText("d", 4), as_it_stands)
    assert late.written(SOURCE, Span(0, 1), "x") is None
    assert late.written(SOURCE, Span(4, 5), "x") == "x"
    mute = PARTED.replace(write=lambda *_: None)
    assert mute.written(SOURCE, Span(6, 6), "x") is None


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("@book{a, doi = {}}", ["DOI502"]),
        ("@book{a, doi = {https://doi.org/10.1000/%zz}}", ["DOI501"]),
        ("@book{a, doi = {https://doi.org/doiRA/10.1000/182}}", ["DOI501"]),
        # Braces that do not pair off end the entry too early.
        ("@book{a, doi = {https://doi.org/10.1000/a%7Bb}}", ["DOI501"]),
        ('@book{a, doi = "https://doi.org/10.1000/a%22b"}', ["DOI501"]),
    ],
)
def test_fields_that_nothing_fixes(text: str, codes: list[str]) -> None:
    """A field without a name to leave, or whose name cannot be written there, stays as it is."""
    found = findings(text, "DOI1", "DOI5", file="a.bib")
    assert [(one.code, one.fix) for one in found] == [(code, None) for code in codes]


@pytest.mark.parametrize(
    "field",
    [
        "url = {https://doi.org/doiRA/10.1000/182}",
        "note = {10.1000/182}",
        "note = {\\url{doi:10.1000/182}}",
        "url = {https://doi.org/10.1000/}",
        "url = {https://doi.org/10/dvr36h}",
    ],
)
def test_what_gives_no_doi_field(field: str) -> None:
    """Only a link that resolves a whole name is one that the entry could have in `doi`."""
    assert findings(f"@book{{a, {field}}}", "DOI503", file="a.bib") == []


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("See DOI:`10.1000/182` here.", "See :doi:`10.1000/182` here."),
        ("See doi:`10.1000/182` here.", "See :doi:`10.1000/182` here."),
    ],
)
def test_mistyped_roles(text: str, after: str) -> None:
    """What was meant for a role is said to be none; that a role was meant is a guess."""
    (found,) = findings(text, "DOI401", file="page.rst")
    assert found.message == "this is no role, and so no link; write :doi:`10.1000/182`"
    assert fixed(text, "DOI401", file="page.rst") == after
