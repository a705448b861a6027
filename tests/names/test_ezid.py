"""Addresses of EZID: a DOI behind `/id/doi:`, and other pages."""

from __future__ import annotations

import pytest

from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.spelling import STANDARD, Kind, Resolver


@pytest.mark.parametrize(
    ("address", "lead"),
    [
        ("https://ezid.cdlib.org/id/doi:10.5060/D2SD00F", "/id/doi:"),
        ("http://EZID.cdlib.org/id/DOI%3A10.5060/D2SD00F", "/id/DOI%3A"),
        ("ezid.cdlib.org/id/doi:10.5060/D2SD00F", "/id/doi:"),
    ],
)
def test_a_doi_at_ezid(address: str, lead: str) -> None:
    """The name is certain, so the address is a link to it, alone and in running text."""
    spelling = read(address, STANDARD)
    assert spelling is not None
    assert (spelling.kind, spelling.resolver) == (Kind.LINK, Resolver.PUBLISHER)
    assert spelling.lead.cut(address) == lead
    assert str(spelling.doi) == "10.5060/D2SD00F"
    (candidate,) = find(f"See {address}, too.", STANDARD)
    assert candidate.spelling == spelling


@pytest.mark.parametrize(
    "address",
    [
        "https://ezid.cdlib.org/",
        "https://ezid.cdlib.org/id/ark:/13030/m5br8st1",
        "https://ezid.cdlib.org/doc/apidoc.html",
        "https://ezid.cdlib.org/id/",
    ],
)
def test_other_pages_of_ezid(address: str) -> None:
    """They present no DOI."""
    assert read(address, STANDARD) is None
