"""What the long runs found, as small as it can be made: it stays fixed."""

from __future__ import annotations

import pytest
from fuzz.run import look
from fuzz.targets import TARGETS

FOUND = (
    ("check", "{doi}` `"),
    ("fix", "1. <?10.000/.l"),
    ("fix", "http://doi.org/4/[](t)"),
    ("fix", "http://doi.org/4/[](http:doi.org/10)"),
    ("fix", "x 10.1016/\nabc.1234567 y 10.1016/\nabc.1234567 z"),
    ("fix", "/www.doi.org/10 [](http:doi.org/1/>)"),
    ("rst", "`a\nb <http://dx.doi.org/10.1000/182>`__ "),
    ("normalize", "doi:k/\udc97"),
    ("normalize", "doi:k/a\u00a0b"),
    ("extract", "[![](e/DOI/10.281/g)](http:zenodo.org/record/8)"),
    ("parser", ":::\n[k]:http:doi.org/10.1234/D"),
)


@pytest.mark.parametrize(("name", "text"), FOUND)
def test_what_was_found(name: str, text: str) -> None:
    """The law that it broke holds."""
    look(TARGETS[name], text.encode("utf-8", "surrogateescape"))
