"""Expressions that are compiled when they are first used."""

from __future__ import annotations

import copy
import re

from mdlint_doi.text.pattern import pattern


def test_looks_like_the_compiled_one() -> None:
    """It answers as the compiled expression does, before and after its first use."""
    late = pattern("a(b)", re.IGNORECASE)
    for _ in range(2):
        found = late.match("AB")
        assert found is not None
        assert found[1] == "B"
    assert (late.groups, late.pattern) == (1, "a(b)")


def test_is_compiled_once() -> None:
    """What was looked up once is kept, so that each further use costs nothing."""
    late = pattern("a")
    assert late.search is late.search


def test_survives_a_copy() -> None:
    """What asks for special methods before anything else gets an answer, not an endless search."""
    assert copy.copy(pattern("a")).match("a")
    assert copy.deepcopy(pattern("a")).fullmatch("b") is None
