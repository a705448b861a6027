"""Expressions that are compiled when they are first used, and rightly in each Python."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.commonmark.destination import _RAW
from mdlint_doi.formats.markdown.front_matter import _INSIDE
from mdlint_doi.formats.rst.inline import NAME
from mdlint_doi.names.link import _PARAMETERS
from mdlint_doi.text import pattern as module
from mdlint_doi.text.pattern import compiled, pattern

EXPRESSIONS = (
    NAME,
    _RAW.pattern,
    _PARAMETERS.pattern,
    _INSIDE['"'].pattern,
    r"(a|b(?=c))*+(?:d)?+",
)


@pytest.fixture(scope="module")
def atomic() -> dict[str, re.Pattern[str]]:
    """The expressions as an old Python gets them."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "_IS_WRONG", True)
        return {one: compiled(one) for one in EXPRESSIONS}


@pytest.mark.skipif(module._IS_WRONG, reason="here they find something else")
@given(st.sampled_from(EXPRESSIONS), st.text('abcd.-_:=&#;%"\\() '))
def test_atomic_groups_are_the_same(
    atomic: dict[str, re.Pattern[str]], expression: str, text: str
) -> None:
    """What an old Python gets in place of possessive repetitions finds what these find."""
    usual = re.compile(expression)
    assert [one.span() for one in atomic[expression].finditer(text)] == [
        one.span() for one in usual.finditer(text)
    ]


def test_possessive_repetition_is_right() -> None:
    """A case in which Python 3.11.2 matches wrongly: the name of a role."""
    assert pattern(rf":{NAME}:").match(":doi:") is not None


def test_pattern_says_how_it_was_written() -> None:
    """`pattern` is what was given, also before the expression is compiled."""
    assert pattern("a+b").pattern == "a+b"
