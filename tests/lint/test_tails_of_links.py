"""What is taken away behind a name: only what can be no part of it, and nothing is glued to it."""

from __future__ import annotations

import pytest

from mdlint_doi import check_markdown, fix_markdown
from mdlint_doi.lint.model import Safety


@pytest.mark.parametrize(
    ("argument", "name"),
    [
        ("https://doi.org/10.1641/0006-3568(2002)052[0545:A]2.0.CO;2-#", None),
        ("http://dx.doi.org/10.1002/1099-1085(200011)14:1<1::AID-A1>3.0.CO;2-?", None),
        ("https://doi.org/10.1000/182?utm_source=x", "10.1000/182"),
        ("https://doi.org/10.1000/182#:~:text=a", "10.1000/182"),
        ("https://doi.org/10.1000/182?noredirect", "10.1000/182"),
        ("https://doi.org/10.1000/456%23789", "10.1000/456#789"),
    ],
)
def test_roles_keep_the_whole_name(argument: str, name: str | None) -> None:
    """A check character is kept, trackers and the proxy's parameters go; all of it is safe."""
    expected = name or argument.partition("doi.org/")[2]
    assert fix_markdown(f"{{doi}}`{argument}`") == f"{{doi}}`{expected}`"


@pytest.mark.parametrize("tail", ["#sec2", "?x=1", "#", "?17", "?utm_source=x#789", "#page=2"])
def test_roles_lose_nothing_unasked(tail: str) -> None:
    """What may be a part of the name is taken away only on request."""
    text = f"{{doi}}`https://doi.org/10.1000/456{tail}`"
    assert fix_markdown(text) == text
    fixes = [one.fix for one in check_markdown(text) if one.code == "DOI204"]
    assert [fix.safety for fix in fixes if fix] == [Safety.UNSAFE]


@pytest.mark.parametrize("glued", ["_ next", "* next", "~ x", "__", "- x", "(see", "=", "&x", "_."])
def test_nothing_is_glued_to_the_name(glued: str) -> None:
    """One program ends the address before the mark, the next behind it: no fix."""
    text = f"https://doi.org/10.1000/182?fbclid=IwAR0{glued}"
    fixed = fix_markdown(text)
    assert not fixed.startswith(f"https://doi.org/10.1000/182{glued[0]}")
    assert "DOI206" in {one.code for one in check_markdown(text)}


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("", " next"),
        ("", ". Next"),
        ("", ", x"),
        ("(", ")"),
        ("_", "_"),
        ("**", "**"),
        ("~~", "~~"),
    ],
)
def test_ordinary_ends_of_a_link(before: str, behind: str) -> None:
    """Punctuation of the sentence and emphasis around the link are no part of it."""
    text = f"{before}https://doi.org/10.1000/182?fbclid=IwAR0-{behind}"
    assert fix_markdown(text) == f"{before}https://doi.org/10.1000/182{behind}"
