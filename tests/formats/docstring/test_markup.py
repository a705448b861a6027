"""Docstrings whose markup nobody knows: no fix writes markup of a language that may be another."""

from __future__ import annotations

import pytest

from mdlint_doi import check_text, fix_text
from mdlint_doi.lint.settings import Settings

_LINKING = Settings(offline=True, select=("DOI209", "DOI401"))
_NAME = '"""Of 10.1000/182 here."""\n'
_LINK = '"""Of `10.1000/182 <https://doi.org/10.1000/182>`__ here."""\n'
_SHOWN = (
    "See :class:`x.Y`.",
    "See :py:meth:`.y`.",
    "A `link <https://example.org>`_.",
    ".. note:: Beware.",
    ".. [1] A work.",
    ".. _target: https://example.org",
)
_HIDDEN = (
    "",
    "Of `x` and ``y``.",
    "Args:\n    x: a number.",
    "Parameters\n----------\nx : int",
    ":param x: a number",
    "A [link](https://example.org).",
    "See :class:`x.Y` and [it](https://example.org).",
    "See :class:`x.Y`.\n\n```python\nx\n```",
    "See [`x.Y`][] and :class:`x.Y`, and [`x`][y].",
)


@pytest.mark.parametrize("words", _SHOWN)
def test_markup_of_rst_shows_how_docstrings_are_rendered(words: str) -> None:
    """In a module that uses reStructuredText a name becomes a link of it."""
    function = f'def f():\n    """F.\n\n    {words}\n    """\n'
    assert fix_text(_NAME + function, "python", _LINKING) == _LINK + function


@pytest.mark.parametrize("words", _HIDDEN)
def test_without_such_markup_no_link_is_written(words: str) -> None:
    """A docstring that may be Markdown stays as it is; that the name is no link is reported."""
    text = f'{_NAME}def f():\n    """{words}"""\n'
    (found,) = check_text(text, "python", _LINKING)
    assert (found.code, found.fix) == ("DOI209", None)
    assert fix_text(text, "python", _LINKING, unsafe=True) == text


def test_a_block_of_a_script_may_be_no_gallery() -> None:
    """`# %%` begins a cell of an editor, too, whose comments nobody renders."""
    cell = "# %%\n# Of 10.1000/182 here.\n"
    title = '"""\nTides\n=====\n\nSee :func:`f`.\n"""\n'
    assert fix_text(cell, "python", _LINKING) == cell
    assert "10.1000/182>`__ here" in fix_text(title + cell, "python", _LINKING)


def test_role_of_myst_is_one_where_docstrings_may_be_markdown() -> None:
    """It is not called broken, and its name is checked; a role without backticks has no fix."""
    text = '"""Of {doi}`10.5072/abc` and {doi}10.1000/182 here."""\n'
    found = check_text(text, "python", Settings(offline=True))
    assert [(finding.code, finding.fix) for finding in found] == [
        ("DOI105", None),
        ("DOI401", None),
    ]
    in_rst = text + 'x = 1\n""":func:`f`"""\n'
    codes = [finding.code for finding in check_text(in_rst, "python", Settings(offline=True))]
    assert codes == ["DOI401", "DOI401"]


@pytest.mark.parametrize(
    "written",
    ["`A work <https://doi.org/10.1000/182>`", "`A work\n<https://doi.org/10.1000/182>`"],
)
def test_incomplete_link_is_no_link_where_docstrings_may_be_markdown(written: str) -> None:
    """In both languages the name is not a link, which is reported without a fix."""
    text = f'"""Of {written} here."""\n'
    (found,) = check_text(text, "python", _LINKING)
    assert (found.code, found.fix) == ("DOI209", None)
    assert fix_text(text, "python", _LINKING, unsafe=True) == text


def test_link_with_its_address_as_text_is_none_too_long_in_markdown() -> None:
    """ReStructuredText would link both addresses as one; the link of Markdown is not reported."""
    address = "https://doi.org/10.1000/182"
    text = f'"""Of [{address}]({address}), and :func:`f`."""\n'
    assert check_text(text, "python", _LINKING) == []
