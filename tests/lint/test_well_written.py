"""What is written as it should be is not given to the rules that look at writing alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lint.world import read

from mdlint_doi.lint.engine import is_plain, is_usual
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.placeholders import is_to_be_filled_in
from mdlint_doi.lint.rule import Facts, Trait
from mdlint_doi.lint.rules import RULES
from mdlint_doi.names.parse_spelling import read as spelling_of
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_PIECES = (
    *"aZ09._();:/-%<>\\&#?+ _é",
    "//",
    "/./",
    "..",
    "doi:",
    "10.1000/",
    "xxx",
    "%2F",
    "zenodo.",
)
_RESOLVERS = ("", "https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "doi:")
_ADDRESSES = (
    *_RESOLVERS,
    *("//www.doi.org/", "doi.org//", "https://doi.org/doi:", "https://doi.org/https://doi.org/"),
    *("hdl:", "info:doi/", "urn:doi:", "https://hdl.handle.net/", "https://doi-org.proxy.a.edu/"),
    *("https://example.org/openurl?id=doi:", "https://a.edu/login?url=https://doi.org/"),
)

_OF_PLAIN = frozenset({Trait.PLAIN, Trait.WELL_WRITTEN})


def _mention(text: str, form: Form) -> Mention | None:
    spelling = spelling_of(text, presented=True)
    written = PlacedText(text, 0)
    if spelling is None:
        return None
    return Mention(Source("a.md", text), Span(0, len(text)), written, form, spelling)


@given(st.sampled_from(_RESOLVERS), st.lists(st.sampled_from(_PIECES)), st.sampled_from([*Form]))
def test_rules_on_writing_say_nothing_of_it(resolver: str, pieces: list[str], form: Form) -> None:
    """What the shortcut leaves out would have been silent, whatever the name and the construct."""
    mention = _mention(f"{resolver}10.1016/{''.join(pieces)}", form)
    if mention is not None and is_plain(mention) and is_usual(mention):
        rules = [rule for rule in RULES if not rule.looks_at >= _OF_PLAIN]
        rules = [rule for rule in rules if form in rule.forms]
        assert not [problem for rule in rules for problem in rule.check(mention, Facts())]


@given(st.sampled_from(_ADDRESSES), st.lists(st.sampled_from(_PIECES)), st.sampled_from([*Form]))
def test_rules_on_letters_say_nothing_of_plain_names(
    address: str, pieces: list[str], form: Form
) -> None:
    """Whatever stands before a plain name and around it; nor is such a name to be filled in."""
    mention = _mention(f"{address}10.1016/{''.join(pieces)}", form)
    if mention is not None and is_plain(mention):
        rules = [rule for rule in RULES if Trait.PLAIN not in rule.looks_at and form in rule.forms]
        assert not [problem for rule in rules for problem in rule.check(mention, Facts())]
        assert not is_to_be_filled_in(mention.spelling)


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        ("10.1016/j.a-b(1)2:3;4_5/c.6", Form.DESTINATION, True),
        ("http://dx.doi.org/10.1016/182", Form.DESTINATION, True),
        ("http://dx.doi.org/10.1016/182", Form.BROKEN, False),
        ("http://dx.doi.org/10.1016/182#a", Form.DESTINATION, False),
        ("http://dx.doi.org/10.1016%2F182", Form.DESTINATION, False),
        ("http://dx.doi.org/10.5555/182", Form.DESTINATION, False),
        ("http://dx.doi.org/10.1016", Form.DESTINATION, False),
    ],
)
def test_what_is_plain(text: str, form: Form, expected: bool) -> None:  # noqa: FBT001
    """A whole name of plain letters behind any address, and nothing behind it; no sample."""
    mention = _mention(text, form)
    assert mention is not None
    assert is_plain(mention) is expected


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        ("10.1016/j.a-b(1)2:3;4_5/c.6", Form.FIELD, True),
        ("10.1016/182", Form.DESTINATION, False),
        ("10.1016/182", Form.VALUE, True),
        ("https://doi.org/10.1016/182", Form.DESTINATION, True),
        ("https://doi.org/10.1016/182", Form.VALUE, True),
        ("https://doi.org/10.1016/182", Form.FIELD, False),
        ("https://doi.org/10.1016/182", Form.BROKEN, False),
        ("http://doi.org/10.1016/182", Form.DESTINATION, False),
        ("10.1016/182.", Form.FIELD, False),
        ("10.1016/a/../b", Form.FIELD, False),
        ("10.1016", Form.FIELD, False),
        ("10.5555/182", Form.FIELD, False),
    ],
)
def test_what_is_well_written(text: str, form: Form, expected: bool) -> None:  # noqa: FBT001
    """A plain name where a name may stand, the usual link elsewhere; no sample of a name."""
    mention = _mention(text, form)
    assert mention is not None
    assert (is_plain(mention) and is_usual(mention)) is expected


def test_a_link_that_shows_another_address_is_looked_at() -> None:
    """The address in its text is a part of the mention, and may be written in another way."""
    (mention,) = read("[http://dx.doi.org/10.1016/1](https://doi.org/10.1016/1)").mentions
    assert not is_plain(mention)
    assert not (is_plain(mention) and is_usual(mention))
