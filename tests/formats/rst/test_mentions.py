"""Each construct of reStructuredText with the mentions that it holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_it.utils import read_fixture_file
from markdown_mentions import all_shown

from mdlint_doi.formats.rst.format import read
from mdlint_doi.formats.rst.passages import passages_in
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Form
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.works.runs import RunKind

_CASES = [
    pytest.param(text, expected, id=f"{path.stem}-{title}")
    for path in sorted((Path(__file__).parent / "mentions").glob("*.txt"))
    for _, title, text, expected in read_fixture_file(path)
]


def _read(text: str, *, check_code: bool = False) -> Document:
    return read(Source("page.rst", text), Settings(check_code=check_code))


@pytest.mark.parametrize(("text", "expected"), _CASES)
def test_a_construct_gives_its_mentions(text: str, expected: str) -> None:
    """Place, form, text, name and title are those of the fixture, and nothing else is found."""
    document = _read(text)
    shown = all_shown(document)
    assert shown == expected.lstrip("\n")


def test_tabs_and_line_ends_of_windows() -> None:
    """Places are those of the file, whatever docutils makes of tabs and line ends."""
    text = "-\tdoi:10.1000/1\r\n\r\n\t`x <https://doi.org/10.1000/\r\n\t2>`_\r\n"
    first, second = _read(text).mentions
    assert first.written.whole.cut(text) == "doi:10.1000/1"
    assert second.written.text == "https://doi.org/10.1000/2"
    assert second.written.whole.cut(text) == "https://doi.org/10.1000/\r\n\t2"


def test_code_is_looked_at_where_that_is_asked() -> None:
    """With `check-code` a DOI in a literal is text, and none of them is left unlinked."""
    found = _read("``10.1000/1``::\n\n   10.1000/2\n", check_code=True).mentions
    assert [(mention.form, mention.linked_in_block) for mention in found] == [(Form.TEXT, True)] * 2
    assert [str(mention.doi) for mention in found] == ["10.1000/1", "10.1000/2"]


def test_a_comment_holds_for_the_next_line_with_text() -> None:
    """Behind a comment an empty line is needed, so that is not the next one."""
    text = ".. mdlint-doi-disable-next-line DOI201\n\n\nhttp://doi.org/10.1000/1\n"
    (suppression,) = _read(text).suppressions
    assert text[suppression.span.end :] == "http://doi.org/10.1000/1\n"
    ((selector, span),) = suppression.selectors
    assert span.cut(text) == selector == "DOI201"


@pytest.mark.parametrize(("word", "sign"), [("tab", "\t"), ("space", " "), (";", ";")])
def test_what_parts_the_cells_of_a_table(word: str, sign: str) -> None:
    """The words for a tab and a blank are no letters of a name (docutils, "csv-table")."""
    row = sign.join(("10.1000/tulips", "10.1000/spades"))
    found = _read(f".. csv-table::\n   :delim: {word}\n\n   {row}\n").mentions
    assert [str(mention.doi) for mention in found] == ["10.1000/tulips", "10.1000/spades"]


@pytest.mark.parametrize("role", ["title-reference", "title", "t", "emphasis", "strong"])
def test_a_title_in_a_role(role: str) -> None:
    """The role of titles has three names in docutils."""
    text = f"Doe. :{role}:`Roots`. 2017. https://doi.org/10.1000/1"
    [passage] = passages_in(PlacedText(text, 0), _read(text).mentions)
    assert [run.text for run in passage.runs if run.kind is RunKind.EMPHASIS] == ["Roots"]


def test_a_link_without_a_name_leads_to_no_named_target() -> None:
    """Its text may be the name of one; two underscores mean the target that comes next."""
    targets = "\n\n.. _roots: https://doi.org/10.1000/2\n\n__ https://example.org/\n"
    for end, expected in (("_", ["10.1000/1", "10.1000/2"]), ("__", ["10.1000/1"])):
        text = f"10.1000/1 and `Roots`{end}{targets}"
        [passage] = passages_in(PlacedText(text, 0), _read(text).mentions)
        assert [str(run.doi) for run in passage.runs if run.doi] == expected


def test_an_anonymous_link_leads_to_no_target_with_a_name() -> None:
    """Two underscores mean the next anonymous target, whatever other targets are called."""
    text = """\
See `10.1000/182`__.

.. _10.1000/182: https://doi.org/10.1000/183
__ https://example.org/
"""
    anonymous = _read(text).mentions
    assert [(mention.form, mention.title) for mention in anonymous] == [
        (Form.LINK_TEXT, None),
        (Form.DEFINITION, None),
    ]
    (named,) = _read(text.replace("`__", "`_")).mentions
    assert (named.form, named.title) == (Form.DEFINITION, "10.1000/182")
