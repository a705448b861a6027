"""Patterns of `.gitignore` and `exclude`: those of git, but never slow, and never a crash."""

from __future__ import annotations

import re
import subprocess
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from linear import is_within

from mdlint_doi.files.discover import Skipped, discover
from mdlint_doi.files.ignored import TOO_MANY, Excluded, Ignored
from mdlint_doi.lint.settings import SettingsError

PIECES = [
    *("*", "**", "/", "**/", "/**/", "/**", "a", "b", "ab", "?", "c", "!", "#", " ", "\\", "\\ "),
    *("[ab]", "[!c]", "[a-c]", "[^a]", "[]a]", "[c-a]", "[[:alpha:]]", "[", "]", "-"),
]
ODD = re.compile(r"[^/*]\*\*+/|\*\*\\/")
"""gitignore(5) takes these asterisks for one; git does not if no wildcard stands before them, or
an escaped slash behind them."""
NAMES = ["a", "b", "c", "ab", "abc", "cab", "]", "#a", "a ", "!b", "-"]


def test_patterns_mean_what_git_says(tmp_path: Path) -> None:
    """Each of many lists of patterns ignores the paths that git ignores, and no other."""
    chance = Random(20250101)
    paths: list[str] = []
    for folder in map(str, range(1000)):
        lines = ["".join(chance.choices(PIECES, k=chance.randint(1, 6))) for _ in range(3)]
        lines = [line for line in lines if not ODD.search(line)]
        (tmp_path / folder).mkdir()
        (tmp_path / folder / ".gitignore").write_text("\n".join(lines), encoding="utf-8")
        paths += [
            f"{folder}/{'/'.join(chance.choices(NAMES, k=chance.randint(1, 4)))}" for _ in range(9)
        ]
    git = ["git", "-c", "core.excludesFile=", "-C", str(tmp_path)]
    subprocess.run([*git, "init", "--quiet"], check=True)
    asked = subprocess.run(
        [*git, "check-ignore", "--no-index", "--stdin", "-z"],
        input="\0".join(paths), capture_output=True, text=True, check=True,
    )  # fmt: skip
    theirs = {path for path in asked.stdout.split("\0") if path}
    ours = set()
    for path in paths:
        top = tmp_path / path.partition("/")[0]
        ignored = Ignored.read(str(top / ".gitignore"), str(top), None)
        above = [parent for parent in (tmp_path / path).parents if top in parent.parents]
        is_below = any(ignored.covers(str(parent), is_dir=True) for parent in above)
        if is_below or ignored.covers(str(tmp_path / path), is_dir=False):
            ours.add(path)
    assert 1000 < len(theirs) < len(set(paths)) - 1000
    assert ours == theirs


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
    assert not Excluded([line], "/top").covers(f"/top/{path}", is_dir=False)
    assert is_within(lambda: Excluded([line], "/top").covers(f"/top/{path}", is_dir=False), 150)


@pytest.mark.parametrize("line", ["[z-a]", "!", "\\", "[", "[!", "a[", "//", "[[:alpha:]-a]"])
def test_what_is_no_pattern(tmp_path: Path, line: str) -> None:
    """In a `.gitignore` it matches nothing, as in git; in the settings it may be an error."""
    (tmp_path / ".gitignore").write_text(f"{line}\nb.md\n")
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("text\n")
    assert list(discover([str(tmp_path)])) == [str(tmp_path / "a.md")]
    with suppress(SettingsError):
        assert not Excluded([line], tmp_path).covers(str(tmp_path / "a.md"), is_dir=False)


def test_patterns_beyond_the_sum_are_left_out_and_named(tmp_path: Path) -> None:
    """A list that would take long for every file is used in part, and the user is told."""
    (tmp_path / ".git").mkdir()
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / ".gitignore").write_text("*a*b*c*d*e*f\n" * 4000 + "x.md\n")
    (inner / ".gitignore").write_text("z.md\n" * 100_000 + "*q.md\n" * 1000 + "*y.md\n")
    for name in ("x.md", "y.md", "z.md"):
        (inner / name).write_text("text\n")
    found = list(discover([str(inner)]))
    assert found == [
        Skipped(str(inner / ".gitignore"), TOO_MANY),
        str(inner / "y.md"),
    ]


def test_a_list_of_more_than_a_mebibyte_is_not_used_and_named(tmp_path: Path) -> None:
    """A list of just that size is used."""
    path = tmp_path / ".gitignore"
    (tmp_path / "x.md").write_text("text\n")
    path.write_text("x.md\n#".ljust(2**20, "#"))
    assert list(discover([str(tmp_path)])) == []
    path.write_text("x.md\n#".ljust(2**20 + 1, "#"))
    (note, *rest) = discover([str(tmp_path)])
    assert isinstance(note, Skipped)
    assert note.path == str(path)
    assert rest == [str(tmp_path / "x.md")]
