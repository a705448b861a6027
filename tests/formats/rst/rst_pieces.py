"""Pieces of which texts are put together that are hard to read."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

INLINE: Final = (
    *("*", "**", "`", "``", "_", "__", "|", "\\", "<", ">", "(", ")", "[", "]", ":", "-", ".", "+"),
    *("[1]_", "[#a]_", "[*]_", "[Key2000]_", ":doi:", ":a:b:", "a", "b", "foo", "1", " ", "  "),
    *("\n", "'", '"', "“", "”", "«", "»", ",", ";", "!", "?", "/", "//", "#", "@", "{", "}", "="),
    *("http://", "https://doi.org/10.1016/0031", "(1972)", "90<1:2>", "doi:10.1/a", "10.1000/182"),
    *("x.y", "a@b.c", "`a <http://b.c>`_", "`a <b_>`_", "`x`", "``l``", "_`t`", "|s|", "*e*"),
    *(
        "**s**",
        "a_",
        "a__",
        "\\ ",
        "\\*",
        "\\_",
        "\\<",
        "\\>",
        "\\`",
        "é",
        "—",
        "日",
        "\xa0",
        "%20",
    ),
    *("&", "~", "$", "^", "http:", "mailto:", "urn:", "foo:", "’", "„", "`"),
)
LINES: Final = (
    *("", "", "", "", "foo", "bar baz", "https://doi.org/10.1/a", "*em* `t <http://u>`_", "a::"),
    *("::", "----", "====", "--", "==", "+---+---+", "| a | b |", "|   | c |", "+===+===+"),
    *("=== ===", "a   b", "===== ==", "- item", "* item", "-", "1. one", "2. two", "#. auto"),
    *("a) x", "i. rom", "(1) p", ":field: val", ":f:", "-o  opt", "--long=x  desc", "-a, --b  d"),
    *(">>> code", ">>>", "| line", "|", ".. comment", "..", ".. [1] note", ".. [Cit] c"),
    *(".. _t: http://x.y", "__ http://z", "__ ref_", ".. _u:", ".. _`q: r`: v", ".. note:: text"),
    *(".. note::", ".. unknown:: arg", ".. code-block:: py", ".. parsed-literal::", "\tx", "a\tb"),
    *(".. figure:: f.png", ".. admonition:: Title", ".. epigraph::", ":opt: v", "-- who", "> q"),
    *("日本", "é́", "\xa0b", "word ::", "A. upper"),
)


def inline_texts() -> st.SearchStrategy[str]:
    """Return texts of a block."""
    return st.lists(st.sampled_from(INLINE), max_size=18).map("".join).map(str.strip)


def pages() -> st.SearchStrategy[str]:
    """Return texts of many indented lines."""
    line = st.tuples(st.sampled_from((0, 0, 0, 1, 2, 3, 3, 4, 8)), st.sampled_from(LINES))
    lines = st.lists(line.map(lambda part: " " * part[0] + part[1]), max_size=16)
    return st.tuples(st.sampled_from(("\n", "\r\n", "\r")), lines).map(lambda p: p[0].join(p[1]))
