"""What a hover shows of what strangers wrote."""

from __future__ import annotations

from html import escape
from unicodedata import category

from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mdlint_doi import parse
from mdlint_doi.lint.rule import Facts
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.report.safe import line
from mdlint_doi.server.features import as_markdown, as_plain_text, escaped
from mdlint_doi.works.work import KnownWork, Person, Titles, Work

_RENDERED = MarkdownIt("gfm-like")
DOI = parse("10.1000/182")


@given(st.text())
@example(
    "[x](https://evil.example) <img src=x> ![](//evil) `b` **c** https://a.example www.b.example"
)
@example("1. # - + > | --- &amp; &#x202e; \\ a_b_ ~~c~~ me@example.org {{x}} $y$")
def test_escaped_text_is_text(text: str) -> None:
    """A renderer with links for bare addresses shows the text itself, and nothing else."""
    shown = line(text).strip()
    rendered = _RENDERED.render(f"a{escaped(shown)}b")
    assert rendered == f"<p>a{escape(shown, quote=True).replace('&#x27;', chr(39))}b</p>\n"


@settings(max_examples=25)
@given(st.text(min_size=1), st.text(), st.lists(st.text(), max_size=9), st.text())
def test_whole_hover(title: str, container: str, people: list[str], agency: str) -> None:
    """A hover is short, has one link, which leads to the resolver, and hides nothing."""
    work = Work(
        Titles((title * 50,)),
        tuple(Person(family * 50) for family in people),
        years=(2011,),
        containers=(container * 50,),
        agency=agency,
    )
    told = as_markdown(DOI, Facts(outcomes={DOI: Found()}, works={DOI: KnownWork(work)}))
    rendered = _RENDERED.render(told)
    assert rendered.count("<a ") == 1
    assert '<a href="https://doi.org/10.1000/182">' in rendered
    assert "<img" not in rendered
    hidden = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert not any(category(letter) in hidden for letter in told.replace("\n", ""))
    assert len(told) < 5000


def test_plain_text() -> None:
    """An editor that renders no Markdown gets plain words."""
    facts = Facts(outcomes={DOI: Missing()}, suggestions={DOI: (parse("10.1000/183"),)})
    assert as_plain_text(DOI, facts) == ("10.1000/182\nNot registered\nDid you mean 10.1000/183?")
