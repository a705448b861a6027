"""The guard of fixes reads a paragraph once, though it stands in a document and its copies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.formats.markdown.same_page import SameMarkdown

PARTS = ("a\\&b", "&amp;", "*x*", "![i](j)", "[k]", "<b>", "`c`", "{doi}`10.1000/182`", "\n\n", " ")
DEFINED = ("", "\n\n[k]: /one\n", "\n\n[k]: /two\n")


@given(st.lists(st.lists(st.sampled_from(PARTS), max_size=8).map("".join), min_size=2, max_size=5))
def test_a_known_paragraph_is_what_a_new_one_is(texts: list[str]) -> None:
    """What was read before says the same as what is read for the first time."""
    guard = SameMarkdown()
    for text in (*texts, *texts):
        assert guard.html(text) == SameMarkdown().html(text)


@pytest.mark.parametrize("first", DEFINED)
@pytest.mark.parametrize("second", DEFINED)
def test_a_definition_changes_what_refers_to_it(first: str, second: str) -> None:
    """A paragraph is read anew where the definitions are others."""
    guard = SameMarkdown()
    guard.html(f"[k] and more{first}")
    assert guard.html(f"[k] and more{second}") == SameMarkdown().html(f"[k] and more{second}")
