"""No input makes reading or finding slower than its length: adversarial texts of 1 MB."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from linear import is_linear, is_within

from mdlint_doi.names.doi import DoiSyntaxError, parse
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.spelling import EVERY, PUBLISHERS
from mdlint_doi.names.suggest import candidates

SIZE = 1_000_000
BOUND = 3_000
"""Effort for 1 MB that is all candidates; the usual is 50 to 200."""

REPEATED = (
    *("(", "[", "<", "{", "a(", "10.", "10.1000/", "10.1000/(", "10.1000/(=", "10.1000/a "),
    *("10.1000/a,", '10.1000/a(b"', "10.1000/a<", "10.1000/a[b]", "x10.1000/a", "/10.1000/a"),
    *("https://", "https:", "http:", "//", "doi:", "doi: ", "doi ", "urn:doi:", "info:doi/", "doi"),
    *("doi.org/", "https://doi.org/", "doi-org.", "doi.org.x.", "0-doi-org.", "api/handles/"),
    *("%25", "%2F", "10%2E1000%2F", "?url=", "https://x.org/login?url=", "?id=doi:10", "&", "&lt;"),
    *("\\", "\\(", "'", '"', 'a"', "*", "**", "。", "日", "–", "\u200b", "<a:b>1", ".", "a.", "-"),
    *(
        "/full",
        ".full",
        "v2",
        "/12345",
        "nature.com/articles/",
        " 10.1000/a(https://doi.org/10.1000/a)",
    ),
)
BEFORE = (
    "",
    "10.1000/",
    "https://doi.org/",
    "https://doi.org/10.1000/",
    "https://x.wiley.com/doi/",
)


def _is_within(function: Callable[[str], object], text: str, most: float) -> bool:
    return is_within(lambda: _done(function, text), most)


def _done(function: Callable[[str], object], text: str) -> None:
    with suppress(DoiSyntaxError):
        function(text)


def _read(text: str) -> object:
    return read(text, PUBLISHERS)


def _grows(function: Callable[[str], object], unit: str, before: str, size: int) -> bool:
    """Return whether eight times the text takes about eight times the work."""
    small, large = (before + unit * (length // len(unit)) for length in (size // 8, size))
    return is_linear(lambda text: _done(function, text), small, large)


@pytest.mark.slow
@pytest.mark.parametrize("unit", REPEATED, ids=ascii)
def test_growth(unit: str) -> None:
    """Eight times the text takes eight times the work, and not 64 times."""
    for function in (find, _read, normalize, parse):
        for before in BEFORE:
            assert _grows(function, unit, before, 20_000), (function, before)


@pytest.mark.slow
def test_names_among_identifiers() -> None:
    """Not every number of arXiv is compared with every name of a text."""
    unit = "arXiv:1706.03762 10.1000/182 "
    assert is_linear(lambda text: find(text, EVERY), unit * 1_000, unit * 8_000)


@pytest.mark.parametrize("number", ["1706.03762", "x1706.03762", "hep-th/9901001x"])
@pytest.mark.parametrize("behind", [":  ", " ", "}", "_*", "%3a", "\n", "~ preprint"])
def test_what_stands_before_a_number_is_read_in_one_way(behind: str, number: str) -> None:
    """A label with many marks and blanks behind it, in whatever order, before a number or none."""
    text = f"arXiv{behind * (27 // len(behind))}{number}\n"
    assert _is_within(lambda text: find(text, EVERY), text * 20, BOUND / 300)


@pytest.mark.parametrize("behind", ["/", "!", "_"])
@pytest.mark.parametrize("name", ["doi", "your-doi", "xx."])
def test_what_stands_for_a_name_is_read_in_one_way(name: str, behind: str) -> None:
    """Many `x` behind an address are one placeholder, not many."""
    text = f"https://doi.org/{name}{'x' * 44}{behind}"
    assert _is_within(lambda text: read(text, EVERY), text, BOUND / 3_000)


@pytest.mark.parametrize("unit", ["a<", "a<>b", "a <"])
def test_what_stands_in_a_role_is_read_once(unit: str) -> None:
    """Not from each bracket to the end, in search of one that closes."""
    small, large = (f":doi:`{unit * (size // len(unit))}`" for size in (5_000, 40_000))
    assert is_linear(lambda text: _done(normalize, text), small, large)


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    ["(", "10.10.", "a(", "10.1000/a(", "https://", "%25", "doi:", "10.1000/(=", "doi-org.", "<"],
)
def test_a_megabyte(unit: str) -> None:
    """A megabyte of the worst kind is through in bounded time."""
    for before in ("", "10.1000/"):
        assert _is_within(find, before + unit * (SIZE // len(unit)), BOUND)


@pytest.mark.slow
@pytest.mark.parametrize("unit", REPEATED, ids=ascii)
def test_candidates_are_bounded(unit: str) -> None:
    """Nothing is made of names that are too long to be any; the longest others are quick."""
    assert _is_within(candidates, "10.1000/" + unit * (SIZE // len(unit)), BOUND / 2)
    assert _is_within(candidates, ("10.1000/" + unit * 512)[:512], BOUND / 10)
