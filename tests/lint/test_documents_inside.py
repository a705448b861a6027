"""A document inside a file: its comments, and what stands around its mentions."""

from __future__ import annotations

import json

import pytest

from mdlint_doi.api.texts import check_text
from mdlint_doi.lint.document import Directive, Document, Suppression, joined
from mdlint_doi.lint.model import Container, Form, Mention, as_it_stands
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.scan.find import find
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

FILE = Source("a.ipynb", "0123456789" * 30)


@pytest.mark.parametrize(
    ("directive", "lines"),
    [
        (Directive.LINE, [Span(2, 4)]),
        (Directive.NEXT_LINE, [Span(5, 7)]),
        (Directive.DISABLE, []),
    ],
)
def test_comments_hold_for_the_lines_of_their_document(
    directive: Directive, lines: list[Span]
) -> None:
    """The file may have its line ends elsewhere: those of the inner text count."""
    inner = Source("", "a\nbc\nde")
    comment = Suppression(directive, (), Span(2, 3))
    within = Document(inner, suppressions=(comment,)).within(FILE, PlacedText(inner.text, 50))
    assert within.suppressions[0].lines == tuple(line.shift(50) for line in lines)
    assert within.suppressions[0].span == Span(52, 53)


def test_the_last_line_has_none_behind_it() -> None:
    """A comment for the next line holds for nothing there; its lines are found once."""
    inner = Source("", "a\nbc")
    comment = Suppression(Directive.NEXT_LINE, (), Span(2, 3))
    once = comment.with_lines_of(inner)
    assert once.lines == ()
    assert once.with_lines_of(inner) is once


def document(text: str) -> Document:
    """Return a text with its DOIs, the second shown by the first."""
    source = Source("a.md", text)
    found = [
        Mention(
            source,
            candidate.span,
            PlacedText.as_it_stands(text, candidate.span),
            Form.TEXT,
            candidate.spelling,
        )
        for candidate in find(text)
    ]
    return Document(source, (found[0].replace(shown=tuple(found[1:])),))


def test_what_stands_around_a_mention_is_that_of_its_document() -> None:
    """In the file there may be escapes, or the end of a string."""
    inner = document('see "10.1000/182" and (10.1000/183) too')
    (mention,) = inner.mentions
    assert mention.around == ('"', '" ')
    places = PlacedText(inner.source.text, 7)
    container = Container("cell 1", places, as_it_stands)
    (within,) = inner.within(FILE, places, container).mentions
    assert (within.span, within.around) == (mention.span.shift(7), ('"', '" '))
    assert within.container is container
    assert within.shown[0].container is container
    (plain,) = inner.within(FILE, places).mentions
    assert plain.container is None


def test_a_file_of_documents_is_one() -> None:
    """Mentions, comments and claims of all of them, in order."""
    first, second = document("10.1000/1"), document("10.1000/2")
    parts = [first.within(FILE, PlacedText("x", 0)), second.within(FILE, PlacedText("x", 50))]
    whole = joined(FILE, parts)
    assert [str(mention.doi) for mention in whole.mentions] == ["10.1000/1", "10.1000/2"]
    assert whole.claims() == ()
    assert whole.source is FILE


@pytest.mark.parametrize("last", ["disable-line DOI201", "disable-line\nDOI201"])
def test_the_first_of_two_comments_for_a_line_counts(last: str) -> None:
    """The other one is reported, in a cell as in a file."""
    text = f"<!-- mdlint-doi-disable-next-line DOI201 -->\n<http://dx.doi.org/10.1000/182> <!--\
mdlint-doi-{last} -->\n"
    cell = {"cell_type": "markdown", "metadata": {}, "source": text}
    notebook = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4})
    for name, written in (("markdown", text), ("notebook", notebook)):
        found = check_text(written, name, Settings(offline=True))
        (unused,) = [finding for finding in found if finding.code == "DOI002"]
        assert unused.span.start > written.index("dx.doi.org")
