"""What the settings, the file's name and the caller change about what is read."""

from __future__ import annotations

import pytest
from markdown_mentions import extracted, shown

from mdlint_doi.formats.markdown.translate import extract
from mdlint_doi.lint.model import Break, Form
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.spelling import PUBLISHERS, Notations
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_CODE = "`10.1000/181`\n\n```\nhttps://doi.org/10.1000/182\n```\n\n> \t    10.1000/183\n"


def test_code_is_read_when_asked_for() -> None:
    """With `check_code` each name in code is text, at its place, and never left unlinked."""
    assert extracted(_CODE).mentions == ()
    found = extracted(_CODE, code=True).mentions
    assert [shown(mention) for mention in found] == [
        "1:2 text 1:2 10.1000/181 -> 10.1000/181 linked",
        "4:1 text 4:1 https://doi.org/10.1000/182 -> 10.1000/182 linked",
        "7:8 text 7:8 10.1000/183 -> 10.1000/183 linked",
    ]


@pytest.mark.parametrize(("name", "count"), [("a.md", 1), ("a.qmd", 0), ("A.Rmd", 0)])
def test_braces_mean_a_program_in_knitted_documents(name: str, count: int) -> None:
    """A fence with a name in braces is a directive in MyST, and a program in Quarto."""
    text = "```{unknown}\n10.1000/182\n```\n"
    assert len(extracted(text, name).mentions) == count


def test_a_configured_server_is_a_resolver() -> None:
    """Its links are read like those to doi.org, in every construct."""
    text = (
        "[a](http://localhost:8410/10.1000/182) <http://localhost:8410/10.1000/183>\n"
        "http://localhost:8410/10.1000/184 and [b](http://localhost:8410/dvr36h)\n"
    )
    source = Source("a.md", text)
    assert extract(source, Settings()).mentions == ()
    found = extract(source, Settings(), Notations(("localhost:8410",))).mentions
    assert [str(mention.doi) for mention in found] == [
        "10.1000/182",
        "10.1000/183",
        "10.1000/184",
        "10/dvr36h",
    ]


def test_publishers_pages_count_only_when_asked_for() -> None:
    """A page without `10.` in its address is no reason to look closer, unless it is wanted."""
    text = "[a](https://www.nature.com/articles/nature12373)"
    source = Source("a.md", text)
    assert extract(source, Settings()).mentions == ()
    (found,) = extract(source, Settings(), PUBLISHERS).mentions
    assert (found.form, str(found.doi)) == (Form.DESTINATION, "10.1038/nature12373")


def test_a_comment_tells_where_its_selectors_stand() -> None:
    """The comment's span takes in its delimiters; each selector has its own place."""
    text = "> - a <!-- mdlint-doi-disable-line DOI201 http --> 10.1000/182\n"
    (found,) = extracted(text).suppressions
    assert found.span.cut(text) == "<!-- mdlint-doi-disable-line DOI201 http -->"
    assert [(word, span.cut(text)) for word, span in found.selectors] == [
        ("DOI201", "DOI201"),
        ("http", "http"),
    ]


def test_a_name_over_two_lines_has_the_place_of_each_character() -> None:
    """What is written leaves out the line end and the quote mark; the span takes them in."""
    text = "> doi:10.5194/\n> nhess-15-1407-2015 x"
    (found,) = extracted(text).mentions
    assert found.broken is Break.LINE_BREAK
    assert found.written.span(4, 11) == Span(6, 13)
    assert found.written.at(12) == text.index("nhess")
    assert found.span.cut(text) == text[2:-1]
    assert text[:2] + (found.repair or "") + "x" == "> doi:10.5194/nhess-15-1407-2015\n> x"


def test_escapes_have_their_places() -> None:
    """A character that was escaped stands where its escape begins."""
    text = "[a](https://doi.org/10.1000/\\(1\\)&lt;2)"
    (found,) = extracted(text).mentions
    assert found.written.text == "https://doi.org/10.1000/(1)<2"
    places = [found.written.at(index) for index in range(24, 30)]
    assert [text[at] for at in places] == ["\\", "1", "\\", "&", "2", ")"]
