"""What the long runs found, as small as it can be made: it stays fixed."""

from __future__ import annotations

import pytest
from fuzz.harm import harm
from fuzz.run import look
from fuzz.targets import TARGETS
from offline import fix_markdown

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


HARMED = (
    "[k]: doi.org/10.1000/182\\ (doi:10.1000/182)\n\n[k]\n",
    "| 10.1000/182 |\n|---|\n| d |\n[^1]: a\n    [http://dx.doi.org/10.1000/182]\n",
    "| 10.1000/182 |\n|---|\n% b\n[^1]: a\n\t~~http://dx.doi.org/10.1000/182~~\n",
    ":::{note}\n<b>\n:::\n```\na\n```\n\t[t](http://dx.doi.org/10.1000/182)\n",
    "!!! note\n    a http://dx.doi.org/10.1000/182\nb\n\n    http://dx.doi.org/10.1000/182\n",
)


@pytest.mark.parametrize("text", HARMED)
def test_what_was_harmed(text: str) -> None:
    """A definition is neither made nor lost, and code behind text without indent stays."""
    assert not harm(text)


def test_a_comma_in_an_autolink_belongs_to_no_name() -> None:
    """No registered name ends so, wherever it stands: the fix takes it out."""
    text = "<https://doi.org/10.1000/a_b,> [x](https://doi.org/10.1000/a_b,)\n"
    assert fix_markdown(text) == text.replace(",", "")


def test_brackets_that_end_are_not_given_up() -> None:
    """A long document has as many brackets as it likes, and some that nothing closes."""
    text = "In [0, 1) see [a](http://dx.doi.org/10.1000/1) [b], [c].\n\n" * 10
    lines = "[x] " * 25_000
    assert "dx.doi.org" not in fix_markdown(f"{text}{lines}\n")
