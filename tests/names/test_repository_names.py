"""Numbers of arXiv and Zenodo, and the DOI names that they stand for."""

from __future__ import annotations

import pytest

from mdlint_doi.names.doi import parse
from mdlint_doi.names.repository_numbers import whole_name
from mdlint_doi.names.suggest import candidates

PAPER = "10.48550/arXiv.1206.6389"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("arXiv:1206.6389", PAPER),
        ("arXiv%3A1206.6389v2", PAPER),
        ("arxiv.1206.6389", PAPER),
        ("arXiv: 1206.6389", PAPER),
        ("1206.6389", PAPER),
        ("10.48550/arXiv:1206.6389", PAPER),
        ("10.48550/1206.6389", PAPER),
        ("arXiv:hep-th/9901001", "10.48550/arXiv.hep-th/9901001"),
        ("arXiv:math.GT/0309136v1", "10.48550/arXiv.math/0309136"),
        ("zenodo.5012345", "10.5281/zenodo.5012345"),
        ("zenodo:5012345", "10.5281/zenodo.5012345"),
        ("1299.6389", None),
        ("hal-03149017", None),
        ("978-3-319-24574-4_28", None),
        ("10.1000/1206.6389", None),
        ("zenodo.12", None),
    ],
)
def test_numbers(text: str, name: str | None) -> None:
    """What can only be a number of the repository has one name."""
    assert whole_name(text) == name


def test_broken_names() -> None:
    """A name of arXiv that nobody registered is offered as the one that somebody did."""
    assert PAPER in [str(repair.doi) for repair in candidates(parse("10.48550/arXiv:1206.6389"))]
    assert PAPER in [str(repair.doi) for repair in candidates(parse(f"{PAPER}v2"))]
