"""Patterns of paths: what each piece matches."""

from __future__ import annotations

import pytest

from mdlint_doi.lint.glob import Patterns, anywhere, read_glob


def verdict(lines: str, path: str) -> bool | None:
    """Return what the lines of a `.gitignore` say of a path, a folder if it ends in a slash."""
    globs = [glob for line in lines.split("\n") if (glob := read_glob(line))]
    return Patterns(globs).verdict(path.removesuffix("/"), is_dir=path.endswith("/"))


@pytest.mark.parametrize(
    ("lines", "path", "ignored"),
    [
        ("a.md", "a.md", True),
        ("a.md", "x/a.md", True),
        ("a\\\\ ", "a\\", True),  # a backslash; the blank is behind the pattern
        ("/a.md", "x/a.md", None),
        ("/a.md", "a.md", True),
        ("x/a.md", "x/a.md", True),
        ("x/a.md", "y/x/a.md", None),
        ("x", "x/y/a.md", True),
        ("x/", "x", None),
        ("x/", "x/", True),
        ("x/", "x/a.md", True),
        ("*.md", "x/a.md", True),
        ("x/*.md", "x/y/a.md", None),
        ("x*a*.md", "x1a2a.md", True),
        ("**/y/a.md", "y/a.md", True),
        ("**/y/a.md", "x/y/a.md", True),
        ("**/**/a.md", "x/a.md", True),
        ("x/**/a.md", "x/a.md", True),
        ("x/**/y/**/a.md", "x/1/y/2/3/a.md", True),
        ("x/**", "x/a.md", True),
        ("x/**", "x/", None),
        ("x/a**.md", "x/ab.md", True),
        ("a?.md", "ab.md", True),
        ("a?.md", "a.md", None),
        ("[ab].md", "b.md", True),
        ("[a-c].md", "b.md", True),
        ("[!a-c].md", "b.md", None),
        ("[^a-c].md", "d.md", True),
        ("[]a].md", "].md", True),
        ("[]-a].md", "_.md", True),
        ("[a-].md", "-.md", True),
        ("[--0].md", ".", None),
        ("[z-ab].md", "b.md", True),
        ("[z-a].md", "z.md", True),
        ("[\\]a].md", "].md", True),
        ("[[:alpha:]_].md", "_.md", True),
        ("[[:digit:]].md", "b.md", None),
        ("[[:a].md", ":.md", True),
        ("x[/]a", "x/a", None),
        ("x[!b]a", "x/a", None),
        ("\\!a.md", "!a.md", True),
        ("\\#a.md", "#a.md", True),
        ("# a.md", "# a.md", None),
        ("a.md  ", "a.md", True),
        ("a\\ ", "a ", True),
        ("a\\/b", "a/b", True),
        ("!a.md", "a.md", False),
        ("*.md\n!a.md", "a.md", False),
        ("!a.md\n*.md", "a.md", True),
        ("a.md\n!*.md\nb.md", "a.md", False),
        ("a/\n!a", "a/", False),
        ("x\n!x/a.md", "x/a.md", True),
        ("/*\n!/x", "x/a.md", None),
    ],
)
def test_pattern(lines: str, path: str, ignored: bool | None) -> None:  # noqa: FBT001
    """The last pattern that matches decides, and nothing comes back from an ignored folder."""
    assert verdict(lines, path) == ignored


def test_folders_are_judged_once_and_afresh() -> None:
    """What was said of one folder is not said of the next."""
    patterns = Patterns(filter(None, map(read_glob, ["x", "b/y"])))
    paths = ["a/1", "a/x/1", "a/x/z/1", "a/2", "ab/1", "b/y/1", "b/1", "b/y/z/2", "1"]
    said = [patterns.verdict(path, is_dir=False) for path in paths]
    assert said == [None, True, True, None, None, True, None, True, None]


@pytest.mark.parametrize("line", ["[", "[a", "[!", "[]", "[!]", "[[:word:]]", "a\\", "[a\\"])
def test_what_can_match_nothing(line: str) -> None:
    """It is an error, which says what is wrong."""
    with pytest.raises(ValueError, match=r"class|backslash"):
        read_glob(line)


@pytest.mark.parametrize(
    ("glob", "path", "matches"),
    [
        ("a.md", "/home/me/docs/a.md", True),
        ("docs/*.md", "/home/me/docs/a.md", True),
        ("docs/*.md", "docs/x/a.md", False),
        ("./docs/", "docs/x/a.md", True),
        ("**/docs", "./docs/a.md", True),
        ("ocs", "docs/a.md", False),
    ],
)
def test_anywhere(glob: str, path: str, matches: bool) -> None:  # noqa: FBT001
    """A pattern of the settings holds wherever the folder of a path is."""
    assert bool(anywhere(glob).fullmatch(path)) == matches
