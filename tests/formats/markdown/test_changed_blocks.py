"""The guard of fixes renders the blocks that changed; what that accepts, whole pages accept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stated_fixes import stated

from mdlint_doi.formats.markdown.same_page import SameMarkdown
from mdlint_doi.formats.reached import Reading, SamePage, with_inert_edits
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.model import Edit
from mdlint_doi.text.span import Span

LINK = "https://doi.org/10.1000/182"
BLOCKS = (
    f"See [it]({LINK}) and *more*.",
    f"It is <{LINK}>.",
    f"- {LINK}\n- two\n\n  three",
    f"# {LINK}",
    "Read 10.1000/182 [k].",
    f"[k]: {LINK}",
    f"| a | b |\n|---|---|\n| {LINK} | c |",
    f"<code>\n\n{LINK}\n\n</code>",
    f'<a href="{LINK}">\n\n{LINK}\n\n</a>',
    f"```\n{LINK}\n```",
    f"> {LINK}\n> four",
    f"```{{note}}\n{LINK}\n```",
)
REPLACEMENTS = (
    *("http://dx.doi.org/10.1000/182", "10.1000/183", f"<{LINK}>", f"[t]({LINK})", "", ")"),
    *("`", "\n", "\n\n# ", "</code>", "<code>", "*", "[", "](", "<a>", "word", "[k]: 10.1000/5"),
)
DOIS = st.sampled_from(["10.1000/182", "10.1000/183"])
TEXTS = st.lists(st.sampled_from(BLOCKS), min_size=1, max_size=4).map("\n\n".join)


@given(TEXTS, st.data())
def test_what_is_the_same_by_block_is_the_same_page(text: str, data: st.DataObject) -> None:
    """No edit is accepted that a look at the whole page would refuse."""
    start = data.draw(st.sampled_from([at for at in range(len(text)) if text[at] in "hH1["] or [0]))
    end = start + data.draw(st.sampled_from([0, 1, 5, 11, len(LINK)]))
    edit = Edit(Span(start, min(end, len(text))), data.draw(st.sampled_from(REPLACEMENTS)))
    after, inert = apply_edits(text, [edit]), with_inert_edits(text, [edit])
    fixes = stated(edit, was="10.1000/182", doi=data.draw(DOIS))
    as_a_whole = SamePage.compare(SameMarkdown(), text, after, inert, fixes)
    assert SameMarkdown().compare(text, after, inert, fixes) is as_a_whole


class Counting(SameMarkdown):
    """A guard that counts what it renders."""

    rendered = 0

    def masked(self, html: str) -> Reading[str]:
        """Count characters of HTML."""
        self.rendered += len(html)
        return super().masked(html)


@pytest.mark.parametrize(
    ("old", "new"), [(LINK, f"<{LINK}>"), (LINK, "http://doi.org/10.1000/182")]
)
def test_blocks_that_do_not_change_are_not_rendered(old: str, new: str) -> None:
    """The work follows the blocks that a fix is in, not the document."""
    guard = Counting()
    text = "More *words* here.\n\n" * 500 + f"It is {old}.\n"
    fixes = stated(
        Edit(Span(text.index(old), len(text) - 2), new), was="10.1000/182", doi="10.1000/182"
    )
    assert guard(text, text.replace(old, new), fixes)
    assert guard.rendered < 500
