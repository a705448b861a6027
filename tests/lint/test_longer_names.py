"""Longer DOIs, white space and typos in the rules alone, without a run."""

from __future__ import annotations

import pytest
from lint.world import facts_for, findings, read

from mdlint_doi.lint.mistyped import meant_by
from mdlint_doi.lint.running_names import longer
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.names.scan.name_end import longer_names


@pytest.mark.parametrize(
    ("text", "file", "code"),
    [
        ("See https://doi.org/10.1000/a] now.", "page.md", None),
        ("See https://doi.org/10.1000/a. Now.", "page.md", "DOI401"),
        ("See https://doi.org/10.1000/a. Now.", "page.mdx", "DOI401"),
        ("See https://doi.org/10.1000/a.", "page.rst", "DOI401"),
        ("See https://doi.org/10.1000/a.\uff09 now.", "page.md", "DOI401"),
        ("See 10.1000/a. Now.", "page.md", None),
    ],
)
def test_the_page_decides_where_a_longer_doi_ends(text: str, file: str, code: str | None) -> None:
    """A DOI that is registered with its mark is broken where the page links a different one."""
    found = "10.1000/a]" if "a]" in text else "10.1000/a."
    outcomes = (("10.1000/a", "missing"), (found, "found"))
    codes = {
        finding.code for finding in findings(text, "DOI4", "DOI9", outcomes=outcomes, file=file)
    }
    assert codes == ({code} if code else set())


def test_no_longer_doi_is_meant() -> None:
    """None is, if the DOI itself was not looked up, or if it is a shortDOI."""
    (mention,) = read("See 10.1000/a. Now.").mentions
    assert longer(mention, {}) is None
    assert longer_names(parse("10/abc"), ".") == ()


def test_a_text_without_a_doi_means_none() -> None:
    """A text that only looks like a DOI has no similar DOIs."""
    (mention,) = read("{doi}`nothing`").mentions
    assert meant_by(mention, facts_for((mention,), Settings(), ())) is None


def test_a_backslash_before_the_end_of_a_link() -> None:
    """The address in the fix is encoded where the written one has a backslash."""
    (finding,) = findings("\u89c1\uff08https://doi.org/10.1000/a\\_b\uff09\u3002", "DOI401")
    assert "<https://doi.org/10.1000/a_b>" in finding.message


def test_a_paper_of_a_future_month() -> None:
    """Only the rule on impossible numbers reports it, not the rule on registration."""
    outcomes = (("10.48550/arXiv.3001.00001", "missing"),)
    codes = {finding.code for finding in findings("See arXiv:3001.00001.", outcomes=outcomes)}
    assert codes == {"DOI106"}
