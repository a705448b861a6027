"""DOIs in blocks of HTML: Markdown's brackets make no link there."""

from __future__ import annotations

import pytest
from stated_fixes import stated

from mdlint_doi import check_markdown, fix_markdown
from mdlint_doi.formats.markdown.same_page import SamePage
from mdlint_doi.lint.applying import apply_edits
from mdlint_doi.lint.model import Edit
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.span import Span

UNLINKED = Settings(select=("DOI209",))


@pytest.mark.parametrize(
    "text",
    [
        "- <?x 10.1000/182\n",
        "1. <? ?> 10.1000/182\n",
        "> <div>10.1000/182</div>\n",
        "- a\n\n  <p>10.1000/182\n",
        "    - <!A> 10.1000/182\n"[4:],
        "<table>\n<tr><td>x</td>\n<td>10.1000/182</td></tr>\n</table>\n",
        "<ul>\n" + "<li>a</li>\n" * 500 + "<li>10.1000/182</li>\n</ul>\n",
    ],
)
def test_no_brackets_are_put_into_html(text: str) -> None:
    """The name is reported, and left as it is, wherever the HTML stands."""
    assert [one.code for one in check_markdown(text, UNLINKED)] == ["DOI209"]
    assert fix_markdown(text, UNLINKED, unsafe=True) == text


@pytest.mark.parametrize("tail", ["", "?utm_source=x"])
@pytest.mark.parametrize("blank", ["\r\n", "\n", " ", "\t", " \r\n  "])
def test_blanks_around_an_attribute_stay(blank: str, tail: str) -> None:
    """HTML strips them off a URL: the link is read without them, and they are left as they are."""
    text = '<p><a href="{0}{1}{2}{0}">t</a></p>\r\n'
    expected = text.format(blank, "https://doi.org/10.1000/182", "")
    assert fix_markdown(text.format(blank, "http://dx.doi.org/10.1000/182", tail)) == expected


def test_html_in_a_line_of_text() -> None:
    """A paragraph that begins with a tag is Markdown all the same."""
    fixed = fix_markdown("<b>See</b> 10.1000/182\n", UNLINKED)
    assert fixed == "<b>See</b> [10.1000/182](https://doi.org/10.1000/182)\n"


def test_brackets_that_make_no_link_change_the_page() -> None:
    """Were a rule to make a link where none can be, the fix would be refused."""
    text = "<div>10.1000/182</div>"
    edits = [Edit(Span(5, 5), "["), Edit(Span(16, 16), "](https://doi.org/10.1000/182)")]
    assert not SamePage()(
        text, apply_edits(text, edits), stated(*edits, was="10.1000/182", doi="10.1000/182")
    )
