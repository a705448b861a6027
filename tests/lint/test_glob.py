"""Expressions of globs, made so that they do not hang."""

from __future__ import annotations

import re

import pytest

from mdlint_doi.lint.glob import linear


@pytest.mark.parametrize(
    ("regex", "path", "matches"),
    [
        (r"[^/]*\.md", "a.md", True),
        (r"[^/]*\.md", "docs/a.md", False),
        (r"docs/[^/]*a[^/]*\.md", "docs/bab.md", True),
        (r"(?:.+/)?a\.md", "docs/x/a.md", True),
        (r"(?:.+/)?a\.md", "docs/xa.md", False),
    ],
)
def test_matches_the_same(regex: str, path: str, matches: bool) -> None:  # noqa: FBT001
    """With folders in front or without, the same paths match as before."""
    assert bool(re.fullmatch(regex, path)) == matches
    assert bool(re.fullmatch(linear(regex), path)) == matches
