"""The Markdown inside blocks of HTML, and the directives that contain reStructuredText.

The Markdown in an element with the attribute `markdown` (`<div markdown="1">`) is read, as
kramdown and Python-Markdown do. So is the Markdown in a component of MDX, whose name begins with a
capital (`<Aside>`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from mdlint_doi.commonmark.model import Block, ParserOptions
from mdlint_doi.commonmark.parse import parse
from mdlint_doi.formats.markdown.regions import COMPONENT, code_regions
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import is_inside

_OPENING: Final = pattern(r"<(?P<name>[A-Za-z][A-Za-z0-9-]*+)(?P<attributes>.*)>", re.DOTALL)
_SAYS_SO: Final = pattern(r"\smarkdown(?:=[\"']?(?:1|block|span|true)[\"']?)?(?=[\s/]|\Z)")
RST_BODIES: Final = frozenset({"eval-rst"})
"""Directives whose body is reStructuredText."""
RAW_BODIES: Final = frozenset({"raw"})
"""Directives whose body is in an output format, such as HTML."""
DEEPEST: Final = 4
"""The most nested HTML blocks whose Markdown is read; each level reads the text once more."""


def markdown_inside(block: Block, *, mdx: bool = False) -> tuple[int, int] | None:
    """Return the range of the Markdown in an HTML block, but not in scripts and code; or None.

    In MDX, each element may contain Markdown.
    """
    text, tags = block.content.text, block.inline.atoms
    code = [(region.start, region.end) for region in code_regions(text, tags)]
    for tag in tags:
        is_opening = tag.kind == "tag" and text[tag.start + 1].isalpha()
        if not is_opening or is_inside(tag.start, code):
            continue
        opening = _OPENING.fullmatch(text, tag.start, tag.end)
        if opening is None or opening["attributes"].endswith("/"):
            continue
        is_component = mdx or COMPONENT.fullmatch(opening["name"])
        if is_component or _SAYS_SO.search(opening["attributes"]):
            end = text.rfind(f"</{opening['name']}", tag.end)
            return tag.end, end if end >= 0 else len(text)
    return None


def inner_blocks(
    block: Block,
    inner: tuple[int, int],
    places: Callable[[str], Sequence[int]],
    options: ParserOptions,
) -> Iterator[Block]:
    """Yield the blocks of the Markdown in an HTML block, with places in the document.

    `inner` is the range of the Markdown in the block's text; `places` returns the wanted offsets in
    a text.
    """
    content = block.content.part(*inner)
    for inner_block in parse(content.text, places(content.text), options=options):
        placed = inner_block.content.within(content)
        yield inner_block.replace(content=placed, number=placed.whole.start)
