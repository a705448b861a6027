from __future__ import annotations

import pytest

from mdlint_doi.lint.document import with_links_noted
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.scan.find import find
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_LINKS = [Form.DESTINATION, Form.DEFINITION, Form.AUTOLINK, Form.BARE_LINK, Form.ROLE]
_NO_LINKS = [Form.FRONT_MATTER, Form.LINK_TEXT, Form.BROKEN]


def mention(form: Form, name: str = "10.1000/182") -> Mention:
    """A mention of which only form and name matter."""
    candidate = find(name)[0]
    source, span = Source("page.md", name), Span(0, len(name))
    return Mention(source, span, PlacedText(name, 0), form, candidate.spelling)


def noted(*mentions: tuple[int, Mention]) -> list[bool]:
    """Which of the mentions have a link to their DOI in their block."""
    return [name.linked_in_block for name in with_links_noted(mentions)]


@pytest.mark.parametrize("form", _LINKS)
def test_a_name_that_its_block_links(form: Form) -> None:
    """A link to the same DOI is enough, before the name or behind it."""
    name, link = mention(Form.TEXT), mention(form, "10.1000/182")
    assert noted((1, link), (1, name)) == [False, True]
    assert noted((1, name), (1, link)) == [True, False]


@pytest.mark.parametrize("form", _NO_LINKS)
def test_what_is_no_link(form: Form) -> None:
    """A name in the text of another link, in front matter or in broken markup is none."""
    assert noted((1, mention(form)), (1, mention(Form.TEXT))) == [False, False]


def test_the_second_of_two_names() -> None:
    """Of one bare DOI that a block has twice the first is the one to link."""
    name = mention(Form.TEXT)
    assert noted((1, name), (1, name), (1, name)) == [False, True, True]


def test_another_block_or_name() -> None:
    """What another block links, or another DOI, does not count."""
    link, name = mention(Form.DESTINATION), mention(Form.TEXT)
    assert noted((1, link), (2, name)) == [False, False]
    assert noted((1, link), (1, mention(Form.TEXT, "10.1000/183"))) == [False, False]
