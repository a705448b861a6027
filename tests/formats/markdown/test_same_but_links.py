"""Paragraphs that differ by the destinations of links alone: what is told without a parser."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.formats.markdown.same_page import SameMarkdown, links_alone
from mdlint_doi.formats.reached import SamePage, is_as_stated
from mdlint_doi.names.spelling import PUBLISHERS, Notations

NEW, OLD = "https://doi.org/10.1000/182", "http://dx.doi.org/10.1000/182"
MARKS = (
    *("[", "]", "(", ")", "!", "*", "_", "~~", "|", '"', "'", " ", "\n", "\n> ", "\n- ", "\n---"),
    *("[k]", "\n[k]: /x ", "](/x)", "a", "#", "-", ":", "10.1000/182", NEW, "$", "^", "[^k]"),
)
DESTINATION = st.sampled_from([f"]({OLD})", f"[a]({OLD})", f"[[a]({OLD})", f"[a]({OLD})]"])
PARAGRAPHS = (
    st.lists(st.one_of(DESTINATION, st.sampled_from(MARKS)), max_size=14)
    .map("".join)
    .filter(lambda text: "![" not in text)
)


def is_same_but_links(old: str, new: str, notations: Notations = PUBLISHERS) -> bool:
    """Return whether nothing else differs, and no DOI."""
    links = links_alone(old, new, notations)
    return links is not None and is_as_stated(*links, ())


@given(PARAGRAPHS)
def test_what_is_told_is_the_same_page(paragraph: str) -> None:
    """Whatever stands around a link, the parser sees no other page."""
    old = f"x {paragraph}"
    new = old.replace(f"]({OLD})", f"]({NEW})")
    # Else it is left to the parser, or the blocks differ, too.
    if is_same_but_links(old, new) and SameMarkdown().compare(old, new, old, ()):
        assert SamePage.compare(SameMarkdown(), old, new, old, ())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f"`[a]({OLD})`", f"`[a]({NEW})`"),
        (f"<b title='[a]({OLD})'>", f"<b title='[a]({NEW})'>"),
        (f"{{a}}[a]({OLD})", f"{{a}}[a]({NEW})"),
        (f"\\[a]({OLD})", f"\\[a]({NEW})"),
        (f"&#91;a]({OLD})", f"&#91;a]({NEW})"),
        (f"![[[a]({OLD})](/x)](/y)", f"![[[a]({NEW})](/x)](/y)"),
        (f"[](]({OLD}))", f"[](]({NEW}))"),
        (f"[a](/x ']({OLD})')", f"[a](/x ']({NEW})')"),
        (f"[a]({OLD})", f"[b]({NEW})"),
        (f"[a]({OLD} 't')", f"[a]({NEW} 't')"),
        (f"[a]({OLD})", "[a](https://example.org)"),
        ("[a](https://example.com)", f"[a]({NEW})"),
        (f"[a]({OLD})", f"[a]({NEW}) [b]({NEW})"),
        (f"[a]({OLD})", "[a](https://doi.org/10.1000/1(82))"),
        (f"{OLD}", f"{NEW}"),
    ],
)
def test_what_is_left_to_the_parser(old: str, new: str) -> None:
    """Other marks, other text, other targets: nothing is told of them."""
    assert not is_same_but_links(old, new)


def test_targets_on_a_server_of_ones_own() -> None:
    """A link to a resolver that the settings name leads to a DOI, too."""
    mine = "[a](https://doi.example.org/10.1000/182)"
    assert is_same_but_links(mine, f"[a]({NEW})", Notations(("doi.example.org",), publishers=True))
    assert not is_same_but_links(mine, f"[a]({NEW})")


def test_such_a_paragraph_is_not_rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard asks before it renders."""
    monkeypatch.setattr(SameMarkdown, "_block", None)
    assert SameMarkdown().compare(f"# A\n\n[a]({OLD})\n", f"# A\n\n[a]({NEW})\n", "", ())
