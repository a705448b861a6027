"""No input makes reading or finding slower than its length: adversarial texts of 1 MB."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from mdlint_doi.names.doi import parse
from mdlint_doi.names.errors import DoiSyntaxError
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.rewrites.suggest import candidates
from mdlint_doi.names.scan.find import find, read

SIZE = 1_000_000
BOUND = 60.0
"""Seconds of processor time for 1 MB that is all candidates; the usual is 2 to 7."""

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


def _seconds(function: Callable[[str], object], text: str) -> float:
    start = time.process_time()
    with suppress(DoiSyntaxError):
        function(text)
    return time.process_time() - start


def _read(text: str) -> object:
    return read(text, publishers=True)


def _doubles(function: Callable[[str], object], unit: str, before: str, size: int) -> bool:
    """Return whether twice the text takes about twice the time, tried again before a no."""
    half, whole = (before + unit * (length // len(unit)) for length in (size, 2 * size))
    for _ in range(3):
        seconds = _seconds(function, whole)
        if seconds < 0.05 or seconds < 3.2 * _seconds(function, half):
            return True
    return False


@pytest.mark.parametrize("unit", REPEATED, ids=ascii)
def test_growth(unit: str) -> None:
    """Twice the text takes twice the time, and not four times."""
    for function in (find, _read, normalize, parse):
        for before in BEFORE:
            assert _doubles(function, unit, before, 10_000), (function, before)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "unit",
    ["(", "10.10.", "a(", "10.1000/a(", "https://", "%25", "doi:", "10.1000/(=", "doi-org.", "<"],
)
def test_a_megabyte(unit: str) -> None:
    """A megabyte of the worst kind is through in bounded time, in proportion to half of it."""
    for before in ("", "10.1000/"):
        assert _seconds(find, before + unit * (SIZE // len(unit))) < BOUND
        assert _doubles(find, unit, before, SIZE // 8)


@pytest.mark.parametrize("unit", REPEATED, ids=ascii)
def test_candidates_are_bounded(unit: str) -> None:
    """Nothing is made of names that are too long to be any; the longest others are quick."""
    assert _seconds(candidates, "10.1000/" + unit * (SIZE // len(unit))) < BOUND / 2
    assert _seconds(candidates, ("10.1000/" + unit * 512)[:512]) < BOUND / 10
