"""Hostile documents: time in proportion to size, no recursion, whatever is repeated."""

from __future__ import annotations

import pytest
from linear import is_linear
from markdown_mentions import extracted

from mdlint_doi.names.needles import may_hold_doi

_SIZE = 12_000
_LINK = "https://doi.org/10.1000/182"
_REPEATED = [
    *"[](){}<>*_~`$!\\&\"'|#-+=:%.,;/@0\t",
    *("[a](", "![a](", "](", "[a](<b", "<!--", "<?", "<![CDATA[", "<a ", "<a b='", "<!A", "`a"),
    *("``a`", "*a_", "a**b", "**a*", "_a*", "[[a]", "[a]: b\n", "[a]\n", "$a", "$a ", "$$\n"),
    *("{doi}`", "&lt;", "&#", "|a", "| a | b |\n|-|-|\n", "- ", "1. ", "> - ", "```\n"),
    *("````{note}\n", ":::{note}\n", "!!! n\n    ", "[^a]: ", "[^a]", "<div>\n", "<pre>\n"),
    *("<code>", "<a href=x>", "http://", "www.", "https://doi.org/", "doi:", "10.1000/"),
    *("10.1000/(", "10.1000/<1::", "10.1000/_a_b", "[x](https://doi.org/10.1/"),
    *("[x](https://doi.org/10.1000/a(b ", "<https://doi.org/10.1000/a<1", "10.1000/\n"),
    *("10.1016/\nabc.1234567 ", "[x](https://doi.org/10.1000/182)b)", "\r", "\u2028", "\n", "* "),
]


@pytest.mark.parametrize("piece", _REPEATED, ids=ascii)
@pytest.mark.parametrize(
    "text",
    [
        "{piece} 10.1000/1",
        *(pytest.param(text, marks=pytest.mark.slow) for text in ("{piece}", "{piece}\n")),
    ],
)
def test_any_repetition_takes_time_in_proportion(piece: str, text: str) -> None:
    """Eight times the text takes about eight times the work, not 64 times."""
    unit = text.format(piece=piece)
    count = _SIZE // len(unit) // (10 if "10.1000" in text else 1)
    small = f"{unit * (count // 2)} {_LINK}\n\n{_LINK}\n"
    large = f"{unit * 4 * count} {_LINK}\n\n{_LINK}\n"
    assert is_linear(extracted, small, large)


@pytest.mark.parametrize("last", ["https://x.org $", "a](b) $", "$"])
def test_signs_before_a_link_take_time_in_proportion(last: str) -> None:
    """A link that stands behind many dollar signs is not searched from each of them."""
    small, large = (f"{'$a ' * size}{last} {_LINK}$" for size in (300, 2_400))
    assert is_linear(extracted, small, large)


def test_five_megabytes_on_one_line() -> None:
    """A file of one line is read like any other."""
    text = "lorem ipsum dolor " * (5_000_000 // 18) + _LINK
    (mention,) = extracted(text).mentions
    assert mention.span.start == len(text) - len(_LINK)
    assert may_hold_doi(text.encode())


@pytest.mark.slow
def test_a_hundred_thousand_links() -> None:
    """Every one of them is found, each at its place."""
    link = "[x](https://doi.org/10.1000/182)"
    found = extracted(" ".join([link] * 100_000)).mentions
    assert len(found) == 100_000
    assert all(mention.span.start == at * (len(link) + 1) for at, mention in enumerate(found))


def test_quotes_nested_a_thousand_deep() -> None:
    """No recursion, and nothing is left out below some depth."""
    text = "> " * 1000 + _LINK + "\n" + ("> " * 1000 + "x\n") * 20
    (mention,) = extracted(text).mentions
    assert mention.span.cut(text) == _LINK


def test_lists_nested_three_hundred_deep() -> None:
    """Each item is in the one before, and the last one's text is no code."""
    text = "".join(f"{'  ' * depth}- a\n" for depth in range(300))
    (mention,) = extracted(f"{text}{'  ' * 300}{_LINK}\n").mentions
    assert mention.form == "bare-link"


def test_directives_nested_too_deep_are_code() -> None:
    """Fences in fences cost every line; below twenty of them nothing is looked at."""
    text = "".join(f"{'`' * (40 - depth)}{{note}}\n" for depth in range(25)) + _LINK
    assert extracted(text).mentions == ()
    shallow = "".join(f"{'`' * (40 - depth)}{{note}}\n" for depth in range(19)) + _LINK
    assert len(extracted(shallow).mentions) == 1
