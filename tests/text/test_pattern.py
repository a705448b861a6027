"""Expressions that are compiled when they are first used, and rightly in each Python."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import mdlint_doi
from mdlint_doi.formats.rst.inline import NAME
from mdlint_doi.text.pattern import pattern

PACKAGES = ("mdlint_doi", "sphinx_doi")
POSSESSIVE_GROUP = re.compile(
    r"""
    (?: (?<! [(\\] ) \)  # the end of a group; what stands behind "(" is a set of characters
      | \\ [1-9] )        # a group once more
    (?: [*+?] | \{{1,2} [0-9]* ,? [0-9]* \}{1,2} ) \+
    """,
    re.VERBOSE,
)


def test_groups_are_not_repeated_possessively() -> None:
    """Nowhere in the program: Python before 3.11.5 matches that wrongly; `(?>(?:X)*)` is right.

    Where a group is put into an expression by its name, `test_expressions` sees it.
    """
    found = [
        f"{path.name}:{node.lineno}: {match[0]}"
        for package in PACKAGES
        for path in (Path(str(mdlint_doi.__file__)).parents[1] / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        for match in POSSESSIVE_GROUP.finditer(str(node.value))
    ]
    assert found == []


def test_a_possessive_group_is_seen() -> None:
    """The measure itself: groups and what repeats them; not a class, and no set of characters."""
    for wrong in ("(?:a)*+", "(a|b)++", "(?:a)?+", "(a){2,}+", "(a){{1,3}}+", r"(a)\1++"):
        assert POSSESSIVE_GROUP.search(wrong)
    for right in ("(?>(?:a)*)", "[a-z]*+", "a{2,}+", "!'()*+,-", r"\)*+"):
        assert POSSESSIVE_GROUP.search(right) is None


def test_possessive_repetition_is_right() -> None:
    """A case in which Python 3.11.2 was wrong: the name of a role."""
    assert pattern(rf":{NAME}:").match(":doi:") is not None


def test_pattern_says_how_it_was_written() -> None:
    """`pattern` is what was given, also before the expression is compiled."""
    assert pattern("a+b").pattern == "a+b"
