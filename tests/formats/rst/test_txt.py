"""Files named `.txt`: markup is written only into those whose own markup is reStructuredText."""

from __future__ import annotations

import pytest

from mdlint_doi import check_text, fix_text
from mdlint_doi.lint.settings import Settings

ALL = Settings(offline=True, select=("all",))
NAME = "10.1007/s00180-020-01045-4"
LINK = f"`{NAME} <https://doi.org/{NAME}>`__"
PLAIN = [
    f"TY  - JOUR\nDO  - {NAME}\nER  - \n",
    f"%0 Journal Article\n%R {NAME}\n",
    f"PMID- 1\nAID - {NAME} [doi]\n",
    f"A title\n=======\n\n* {NAME}, see ``x`` and *y*, a_ and |b|.\n",
    f"Roles that are none: DOI:`{NAME}`, :doi:{NAME}, {{doi}}`{NAME}`.\n",
    f"# Markdown\n\n- [x][y] {NAME}\n\n[y]: <https://example.org>\n",
    f"... and so on, .. see {NAME}::\n",
    f":Author: A. Writer\n:doi: {NAME}\n",
    f"At 12:30:00 and a::b:`c`, {NAME}.\n",
]
MARKUP = [
    ".. note:: x",
    ".. code-block::",
    "   .. py:function:: f",
    ".. _target:",
    ".. _target: https://example.org",
    "__ https://example.org\n.. __: https://example.org",
    ".. [1] Text.",
    ".. [Writer2019] Text.",
    ".. |s| image:: x.png",
    "See :ref:`x`.",
    "See :py:func:`x`.",
    "See `x <https://example.org>`_.",
    "See `x y\n<https://example.org>`__.",
]


@pytest.mark.parametrize("text", PLAIN)
def test_no_markup_in_plain_text(text: str) -> None:
    """Where nothing shows that a text is reStructuredText, no name lacks a link, or a role."""
    assert check_text(text, "txt", ALL) == []
    assert fix_text(text, "txt", ALL, unsafe=True) == text


@pytest.mark.parametrize("markup", MARKUP)
def test_markup_of_its_own_says_what_a_text_is(markup: str) -> None:
    """One directive, target, footnote, role or link is enough: markup is written as in `.rst`."""
    text = f"Text {NAME}.\n\n{markup}\n"
    assert fix_text(text, "txt", ALL) == fix_text(text, "rst", ALL)
    assert LINK in fix_text(text, "txt", ALL)


@pytest.mark.parametrize("text", ["See {}\n", "- {}, x\n", "DO  - {}\n"])
def test_addresses_in_plain_text(text: str) -> None:
    """An address is read in both, and only its own letters are changed."""
    fixed = fix_text(text.format("http://dx.doi.org/10.1000/182"), "txt", ALL)
    assert fixed == text.format("https://doi.org/10.1000/182")
