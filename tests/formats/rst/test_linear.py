"""No text makes reading slower than its length."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from linear import is_linear

from mdlint_doi.formats.rst.blocks import outline
from mdlint_doi.formats.rst.explicit import read_target
from mdlint_doi.formats.rst.inline import parse_inline

pytestmark = pytest.mark.slow

INLINE = (
    *("*", "**", "*a ", "**a ", "`", "`a ", "``a ", "_`a ", "|a ", ":a:", ":a", "a:", "a-", "-a:"),
    *("a_", "a-b_", "[", "[a", "[1]_", "\\", "<", "`a <b ", "`a <b>`_ ", "a@", "a.b@", "@", ":"),
    *("http://", "http:((", "a:(", "a:-b:(", "-a:(((", "a/", "/a:", "a?", "a#", " <", "` ", "\n"),
)
BLOCKS = (
    *("a\n", "\n", " ", "a\n\n", "- ", "- a\n", "1. a\n", ":a: b\n", "| a\n", "..\n", ".. a\n"),
    *(
        ".. _a: b\n",
        ".. _a\n",
        ".. _a\n   b\n",
        ".. |a| b::\n",
        ".. [1] a\n",
        ".. note::\n",
        "::\n\n",
    ),
    *("=\n", "==== ===\n", "==== ===\na    b\n", "==== ===\n\n", "+-+-+\n", "+---+\n| a |\n", "\\"),
    *("+---+\n", "+---+---+\n|   +---+\n", "a\n b\n", "-a\n", "--a=b  c\n", ">>> a\n", "a\n----\n"),
    *(
        "----\n",
        "\t",
        "\r\n",
        "\r",
        "a::\n\n> b\n",
        "   a\n\n   -- b\n\n",
        "* a\n\n  b\n",
        "   - a\n",
    ),
    *('.. csv-table::\n\n   a,"b\n', '   "a,""b\n', ".. a::\n   :b: c\n", "日\n", "a\xa0\n"),
)


def _grows(function: Callable[[str], object], unit: str, size: int) -> bool:
    """Return whether eight times the text takes about eight times the work."""
    small, large = (unit * (length // len(unit)) for length in (size // 8, size))
    return is_linear(function, small, large)


def _outline(text: str) -> object:
    return outline(text, range(len(text)))


@pytest.mark.parametrize("unit", INLINE, ids=ascii)
def test_inline(unit: str) -> None:
    """Eight times the text of a block takes eight times the work, and not 64 times."""
    for function in (parse_inline, read_target):
        assert _grows(function, unit, 40_000), function


@pytest.mark.parametrize("unit", BLOCKS, ids=ascii)
def test_blocks(unit: str) -> None:
    """Eight times the page takes eight times the work, and not 64 times."""
    assert _grows(_outline, unit, 120_000)


def test_nested_quotes() -> None:
    """Each line more indented than the one before is read as deep as docutils can."""
    assert _grows(
        lambda text: _outline("\n\n".join(" " * i + "a" for i in range(len(text)))), "a", 640
    )
