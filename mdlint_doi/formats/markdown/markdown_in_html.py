"""Markdown inside of an HTML block, where an element says that there is some.

To CommonMark an HTML block goes on to the next blank line. kramdown and Python-Markdown read what
stands in an element with the attribute `markdown` (`<div markdown="1">`), and MDX what stands in a
component, whose name begins with a capital (`<Aside>`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from mdlint_doi.commonmark.model import Block, Options
from mdlint_doi.commonmark.parse import parse
from mdlint_doi.formats.markdown.ranges import is_inside
from mdlint_doi.formats.markdown.regions import code_regions
from mdlint_doi.text.pattern import pattern

_OPENING: Final = pattern(r"<(?P<name>[A-Za-z][A-Za-z0-9-]*+)(?P<attributes>.*)>", re.DOTALL)
_SAYS_SO: Final = pattern(r"\smarkdown(?:=[\"']?(?:1|block|span|true)[\"']?)?(?=[\s/]|\Z)")
_COMPONENT: Final = pattern(r"[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*")


def markdown_inside(block: Block) -> tuple[int, int] | None:
    """Return the start and end of the Markdown in an HTML block's text; None without any.

    Comments, scripts and code hold none.
    """
    text, tags = block.content.text, block.inline.atoms
    code = [(region.start, region.end) for region in code_regions(text, tags)]
    for tag in tags:
        if tag.kind != "tag" or not text[tag.start + 1].isalpha():
            continue
        if is_inside(tag.start, code):
            continue
        opening = _OPENING.fullmatch(text, tag.start, tag.end)
        if opening and _holds_markdown(opening["name"], opening["attributes"]):
            end = text.rfind(f"</{opening['name']}", tag.end)
            return tag.end, end if end >= 0 else len(text)
    return None


def _holds_markdown(name: str, attributes: str) -> bool:
    says_so = "markdown" in attributes and _SAYS_SO.search(attributes)
    is_component = name[0].isupper() and _COMPONENT.fullmatch(name)
    return bool(says_so or is_component) and not attributes.endswith("/")


def inner_blocks(
    block: Block,
    inner: tuple[int, int],
    places: Callable[[str], Sequence[int]],
    options: Options,
) -> Iterator[Block]:
    """Yield the blocks of the Markdown in an HTML block, at their places in the document.

    Args:
        block: the HTML block.
        inner: where in its text the Markdown stands.
        places: returns what is wanted in a text.
        options: how Markdown is read.

    """
    content = block.content.part(*inner)
    for one in parse(content.text, places(content.text), options=options):
        placed = one.content.within(content)
        yield one.replace(content=placed, number=placed.whole.start)
