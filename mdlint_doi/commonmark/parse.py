"""Markdown -> the blocks that may hold something wanted, with their inline markup, at exact places.

The one door of this room: what else it holds is called from here, and its values are those of
`model`. It knows CommonMark 0.31 with GitHub's tables, bare URLs and footnotes, MyST's roles,
directives and comments, Material's admonitions and tabs, and math; it is told offsets that are
wanted, and not why.

markdown-it-py reads the same, and columns, which it lacks, could be had from it in forty lines
that wrap its inline rules. It is not used for two reasons. The start-up: a reader on top of it,
which the tests have as their oracle, takes 10.7 times a bare interpreter's time for one file in a
hook, where this one takes 6.8, and 0.29 against 0.16 of its own full parse on 20 MB. And the
depth: it stops at a nesting of 20, or dies where that is raised and a stranger's document nests a
thousand quotes; here nothing recurses. The price is this room. The oracle finds the same mentions
at the same places in real documents, in generated ones and in random ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from mdlint_doi.commonmark.blocks import outline
from mdlint_doi.commonmark.destination import read_definition
from mdlint_doi.commonmark.inline import parse_html, parse_inline
from mdlint_doi.commonmark.model import Block, Inline, ParserOptions
from mdlint_doi.commonmark.patterns import cell_content, language_of
from mdlint_doi.commonmark.state import Leaf
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import line_spans

__all__ = ["html_block", "language_of", "parse"]

_INLINE: Final = frozenset({"text", "cell"})


def parse(
    text: str,
    wanted: Sequence[int],
    *,
    start: int = 0,
    options: ParserOptions = ParserOptions(),  # noqa: B008 - it does not change
) -> Iterator[Block]:
    """Yield the blocks that hold something wanted: definitions first, then the others in order.

    Args:
        text: the whole document; line ends as they are.
        wanted: sorted offsets; a block that holds none of them is left out.
        start: where Markdown begins, behind what a format puts before it.
        options: how to read it.

    """
    found = outline(text, start, wanted, options)
    for leaf in found.leaves:
        if leaf.kind == "definition":
            yield _block(text, leaf, found.labels)
    for leaf in found.leaves:
        if leaf.kind != "definition":
            yield _block(text, leaf, found.labels)


def html_block(text: str) -> Block:
    """Return a text that is HTML from its begin to its end, as one block."""
    content = PlacedText(text, 0)
    if "\r" in text:
        content = PlacedText.of_lines(text, list(line_spans(text)))
    return Block("html", content, parse_html(content.text), 0)


def _block(text: str, leaf: Leaf, labels: Collection[str]) -> Block:
    kind = leaf.kind
    if kind == "cell":
        content = cell_content(text, leaf.pieces[0])
    else:
        content = PlacedText.of_lines(text, leaf.pieces)
    if kind in _INLINE:
        inline = parse_inline(content.text, labels)
    else:
        inline = parse_html(content.text) if kind == "html" else Inline()
    definition = read_definition(content.text, 0) if kind == "definition" else None
    return Block(kind, content, inline, leaf.block, definition, leaf.language)
