"""DOIs in blocks of HTML: Markdown's brackets make no link there."""

from __future__ import annotations

import pytest
from offline import check_markdown, fix_markdown
from stated_fixes import stated

from mdlint_doi import check_text, fix_text
from mdlint_doi.formats.markdown.same_page import SameMarkdown
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.model import Edit
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.span import Span

UNLINKED = Settings(select=("DOI209",))
OFFLINE = Settings(offline=True)


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
    assert [finding.code for finding in check_markdown(text, UNLINKED)] == ["DOI209"]
    assert fix_markdown(text, UNLINKED, unsafe=True) == text


@pytest.mark.parametrize("tail", ["", "?utm_source=x"])
@pytest.mark.parametrize("blank", ["\r\n", "\n", " ", "\t", " \r\n  "])
def test_blanks_around_an_attribute_stay(blank: str, tail: str) -> None:
    """HTML strips them off a URL: the link is read without them, and they are left as they are."""
    text = '<p><a href="{0}{1}{2}{0}">t</a></p>\r\n'
    expected = text.format(blank, "https://doi.org/10.1000/182", "")
    assert fix_markdown(text.format(blank, "http://dx.doi.org/10.1000/182", tail)) == expected


PAGES = [
    ("markdown", "Text, <a href='{}'>t</a>.\n", ""),
    ("markdown", '<div>\n<a href="{}">t</a>\n</div>\n', ""),
    ("markdown", "> <img src='{}'>\n", "> "),
    ("markdown", "```{{eval-rst}}\n.. raw:: html\n\n   <a href='{}'>t</a>\n```\n", "   "),
    ("rst", ".. raw:: html\n\n   <a href='{}'>t</a>\n", "   "),
    ("html", "<p><img class=x src='{}'></p>\n", ""),
]


@pytest.mark.parametrize(
    "dropped", ["\n", "\r\n", "\t", "&Tab;", "&NewLine;", "&#10;", "&#xD;", "\n&#9;"]
)
@pytest.mark.parametrize(("kind", "page", "indent"), PAGES)
def test_browsers_drop_tabs_and_line_ends(kind: str, page: str, indent: str, dropped: str) -> None:
    """In an attribute they are no part of the name: the link works, and a fix keeps them."""
    if dropped == "\t" and indent == "   ":  # docutils makes spaces of it
        dropped = "&Tab;"
    dropped = dropped.replace("\n", f"\n{indent}")
    before = page.format(f"http://dx.doi.org/10.15397/{dropped}jkbc.2014.14.132")
    found = check_text(before, kind, OFFLINE)
    assert [finding.code for finding in found] == ["DOI201"]
    assert {str(finding.doi) for finding in found} == {"10.15397/jkbc.2014.14.132"}
    after = page.format(f"https://doi.org/10.15397/{dropped}jkbc.2014.14.132")
    assert fix_text(before, kind, OFFLINE) == after


@pytest.mark.parametrize("kind", ["markdown", "html"])
def test_a_line_end_stands_anywhere_in_an_attribute(kind: str) -> None:
    """Also in the scheme, which a fix writes anew, and around the address."""
    text = '<p><a href="&#10;ht\ntp://doi.org/10.1000/182&Tab;">t</a></p>\n'
    fixed = '<p><a href="&#10;https://doi.org/10.1000/182&Tab;">t</a></p>\n'
    assert fix_text(text, kind, OFFLINE) == fixed


def test_html_in_a_line_of_text() -> None:
    """A paragraph that begins with a tag is Markdown all the same."""
    fixed = fix_markdown("<b>See</b> 10.1000/182\n", UNLINKED)
    assert fixed == "<b>See</b> [10.1000/182](https://doi.org/10.1000/182)\n"


def test_brackets_that_make_no_link_change_the_page() -> None:
    """Were a rule to make a link where none can be, the fix would be refused."""
    text = "<div>10.1000/182</div>"
    edits = [Edit(Span(5, 5), "["), Edit(Span(16, 16), "](https://doi.org/10.1000/182)")]
    assert not SameMarkdown()(
        text, apply_edits(text, edits), stated(*edits, was="10.1000/182", doi="10.1000/182")
    )
