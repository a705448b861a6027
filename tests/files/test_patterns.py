"""Patterns of `.gitignore` and `exclude`: those of pathspec, but never slow, and never a crash."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from mdlint_doi.files.discover import discover
from mdlint_doi.files.ignored import Excluded
from mdlint_doi.lint.settings import SettingsError

LINES = st.lists(
    st.sampled_from(["*", "**", "/", "**/", "/**/", "a", "b", "ab", "?", "[ab]", "[!c]", "c", "!"]),
    min_size=1,
    max_size=10,
).map("".join)
PATHS = st.lists(st.text("abc", min_size=1, max_size=5), min_size=1, max_size=5).map("/".join)


@given(st.lists(LINES, min_size=1, max_size=3), PATHS)
def test_patterns_mean_what_pathspec_says(lines: list[str], path: str) -> None:
    """Made safe, they match the same paths."""
    try:
        theirs = GitIgnoreSpec.from_lines(lines)
    except (ValueError, re.error):
        return
    assert Excluded(lines, "/top").covers(f"/top/{path}", is_dir=False) == theirs.match_file(path)


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("*a" * 25 + "*b", "a" * 240 + ".md"),
        ("**/a/" * 20 + "b", "a/" * 500 + "c.md"),
        ("**/*a*a/" * 20 + "b", ("a" * 50 + "/") * 50 + "c.md"),
        ("*?" * 60 + "b", "a" * 240 + ".md"),
        ("*[a-z]" * 60 + "[!a-z]", "a" * 240),
        ("**a" * 25 + "**b", "a" * 240 + ".md"),
    ],
)
def test_no_pattern_is_slow(line: str, path: str) -> None:
    """A stranger writes both the pattern and the name."""
    began = process_time()
    assert not Excluded([line], "/top").covers(f"/top/{path}", is_dir=False)
    assert process_time() - began < 1


@pytest.mark.parametrize("line", ["[z-a]", "!", "\\", "[", "[!", "a[", "//", "[[:alpha:]-a]"])
def test_what_is_no_pattern(tmp_path: Path, line: str) -> None:
    """In a `.gitignore` it matches nothing, as in git; in the settings it may be an error."""
    (tmp_path / ".gitignore").write_text(f"{line}\nb.md\n")
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("text\n")
    assert list(discover([str(tmp_path)])) == [str(tmp_path / "a.md")]
    with suppress(SettingsError):
        assert not Excluded([line], tmp_path).covers(str(tmp_path / "a.md"), is_dir=False)
