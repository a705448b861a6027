"""Another name in the place of a written one: what changes, and what stays as it is written."""

from __future__ import annotations

import pytest
from lint.world import findings, fixed, read


@pytest.mark.parametrize(
    ("text", "name", "after"),
    [
        # What both names begin and end with stays as it is written.
        ("[t](https://doi.org/10.1000/%61-1-%7A)", "10.1000/a-22-z", "10.1000/%61-22-%7A"),
        ("[t](https://doi.org/10.1000%2Fabc)", "10.1000/abcd", "10.1000%2Fabcd"),
        ("[t](https://doi.org/10.1000/abc%2E)", "10.1000/abc", "10.1000/abc"),
        ("[t](https://doi.org/10.1000/aa)", "10.1000/aaa", "10.1000/aaa"),
        ("[t](https://doi.org/10.1000/aaa)", "10.1000/aa", "10.1000/aa"),
        ("[t](https://doi.org/10.1000/a)", "10.1001/b", "10.1001/b"),
        # Markdown reads the parentheses of a destination, and of nothing else.
        ("[t](https://doi.org/10.1000/a)", "10.1000/(b)", "10.1000/(b)"),
        ("[t](<https://doi.org/10.1000/a>)", "10.1000/(b", "10.1000/(b"),
    ],
)
def test_alias_changes_little(text: str, name: str, after: str) -> None:
    """The primary name takes the place of the alias, and the rest of the link stays."""
    (mention,) = read(text).mentions
    outcomes = ((str(mention.doi), f"alias:{name}"),)
    old = mention.spelling.name.cut(mention.spelling.text)
    assert fixed(text, "DOI904", outcomes=outcomes) == text.replace(old, after)


@pytest.mark.parametrize(
    ("text", "name", "after"),
    [
        ("[t](https://doi.org/10.1000/a)", "10.1000/(b", "[t](<https://doi.org/10.1000/(b>)"),
        ("[t](https://doi.org/10.1000/a)", "10.1000/)b(", "[t](<https://doi.org/10.1000/)b(>)"),
        ("[t](https://doi.org/10.1000/(a)#x)", "10.1000/(b", "[t](<https://doi.org/10.1000/(b#x>)"),
        ("![t](doi:10.1000/a 'b')", "10.1000/(b", "![t](<doi:10.1000/(b> 'b')"),
        ("[t]: https://doi.org/10.1000/a", "10.1000/(b", "[t]: <https://doi.org/10.1000/(b>"),
        # Brackets around what holds one would end too early.
        ("[t](https://doi.org/10.1000/a#>)", "10.1000/(b", "[t](https://doi.org/10.1000/a#>)"),
    ],
)
def test_alias_that_upsets_a_destination(text: str, name: str, after: str) -> None:
    """Where the new name's parentheses do not pair off, the destination goes in brackets."""
    assert (
        fixed(
            text,
            "DOI904",
            outcomes=(("10.1000/(a)", f"alias:{name}"), ("10.1000/a", f"alias:{name}")),
        )
        == after
    )


@pytest.mark.parametrize(
    "text",
    ["[t](urn:doi:10.1000:a)", "<https://doi.org/urn:doi:10.1000:a%2Fb>"],
)
def test_alias_in_a_urn_has_no_fix(text: str) -> None:
    """A URN writes its slashes otherwise, so that no part of it can be exchanged."""
    (mention,) = read(text).mentions
    (finding,) = findings(text, "DOI904", outcomes=((str(mention.doi), "alias:10.1000/b"),))
    assert finding.fix is None


def test_name_in_the_text_is_escaped() -> None:
    """A name that is put into running text has Markdown's escapes there, and nowhere else."""
    outcomes = (("10.1000/1", "alias:10.1000/X_<b>*"),)
    text = "As 10.1000/1 says, [t](https://doi.org/10.1000/1), {doi}`10.1000/1`."
    assert fixed(text, "DOI904", outcomes=outcomes) == (
        "As 10.1000/X\\_\\<b\\>\\* says, [t](https://doi.org/10.1000/X_%3Cb%3E*),"
        " {doi}`10.1000/X_<b>*`."
    )


def test_alias_that_is_no_name() -> None:
    """An alias to a handle of another kind is reported, without a fix."""
    outcomes = (("10.1000/182", "alias:0.NA/10.1000"),)
    (finding,) = findings("<https://doi.org/10.1000/182>", "DOI904", outcomes=outcomes)
    assert finding.fix is None
    assert "0.NA/10.1000" in finding.message


def test_alias_of_itself_has_no_fix() -> None:
    """There is nothing to change where the primary name is written already."""
    outcomes = (("10.1000/182", "alias:10.1000/182"),)
    (finding,) = findings("<https://doi.org/10.1000/182>", "DOI904", outcomes=outcomes)
    assert finding.fix is None
