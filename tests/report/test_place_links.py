"""Places in files become addresses at their code host, and nothing outside the repository does."""

from __future__ import annotations

import pytest

from mdlint_doi.report.html import HOSTS, PlaceLinks

LINKS = HOSTS["github.com"].links("https://github.com/o/r", "v1/x", "/home/me/r", "/home/me/r/docs")


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("a.md", "docs/a.md"),
        ("./sub/a b.md", "docs/sub/a%20b.md"),
        ("../README.md", "README.md"),
        ("/home/me/r/docs/ä?#.rst", "docs/%C3%A4%3F%23.rst"),
        ("/home/me/r2/a.md", None),
        ("../../a.md", None),
        ("pkg.py:docstring of pkg.f", None),
    ],
)
def test_a_place_has_an_address(path: str, address: str | None) -> None:
    """Paths are those of the repository, percent-encoded; what lies elsewhere has none."""
    told = LINKS.address(path, 7)
    assert told == (address and f"https://github.com/o/r/blob/v1/x/{address}#L7")


def test_a_path_that_is_not_utf_8_has_an_address() -> None:
    """Its bytes are encoded as they are."""
    told = LINKS.address("\udcff.md", 1)
    assert told is not None
    assert "/docs/%FF.md#" in told


def test_the_root_of_the_disk_may_be_a_repository() -> None:
    """In a container the checkout may be `/`."""
    links = PlaceLinks("https://x.example/", "#{}", "/", "/")
    assert links.address("a.md", 2) == "https://x.example/a.md#2"
