"""What was meant as a `doi` role, and is none, in a doctree; see `formats.rst.mistyped_roles`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from docutils import nodes

from mdlint_doi.formats.rst.role_argument import (
    BACKTICKS,
    FIELD,
    WORD_AND_BACKTICKS,
    introduction,
)
from mdlint_doi.text.span import Span
from sphinx_doi.role import MARK


class MistypedRole(NamedTuple):
    """One of them.

    Attributes:
        text: the whole as written.
        inner: what stands between the backticks.
        span: which part of the text node it is, or is introduced by.
        element: what docutils made of the backticks; None if nothing.

    """

    text: str
    inner: str
    span: Span
    element: nodes.Element | None = None


def mistyped_roles(node: nodes.Text) -> list[MistypedRole]:
    """Return what in a text, or behind it, was meant as a role."""
    if isinstance(node.parent, nodes.field_name):
        return _in_field(node)
    found = [
        MistypedRole(match[0], match["inner"], Span(*match.span()))
        for match in (WORD_AND_BACKTICKS.finditer(node) if "`" in node else ())
    ]
    if introduction(node, len(node), "`") is None:
        return found
    after = _following(node)
    ticked = _ticked(after)
    start = introduction(node, len(node), ticked["ticks"]) if ticked else None
    if ticked and start is not None:
        word = Span(start, len(node))
        text = word.cut(node) + ticked[0]
        found.append(MistypedRole(text, ticked["inner"], word, _element(after)))
    return found


def _following(node: nodes.Text) -> nodes.Node | None:
    """Return what comes next below the same parent.

    docutils (`Node.next_node`) goes through all children for it, each time.
    """
    children = node.parent.children
    places = _places(node.parent)
    at = places.get(id(node), len(children))
    if at >= len(children) or children[at] is not node:  # changed meanwhile
        _places.cache_clear()
        at = _places(node.parent)[id(node)]
    return children[at + 1] if at + 1 < len(children) else None


@lru_cache(maxsize=1)
def _places(parent: nodes.Element) -> dict[int, int]:
    """Return where each child stands; kept, since the texts of a parent follow each other."""
    return {id(child): at for at, child in enumerate(parent.children)}


def _in_field(name: nodes.Text) -> list[MistypedRole]:
    """Return the interpreted text of a field: at the begin of a line `:DOI: ` is its name."""
    field = name.parent.parent
    body = field.next_node(nodes.field_body) if name.strip().lower() == FIELD else None
    paragraph = body.next_node(nodes.paragraph) if body is not None else None
    first = paragraph.children[0] if paragraph is not None and paragraph.children else None
    ticked = _ticked(first)
    if ticked is None or ticked["ticks"] != "`":
        return []
    return [MistypedRole(ticked[0], ticked["inner"], Span(0, len(name)), _element(first))]


def _ticked(node: nodes.Node | None) -> re.Match[str] | None:
    """Return the backticks that an element was made from; None for roles and links."""
    element = _element(node)
    if element is None or MARK in element or isinstance(element, nodes.reference):
        return None
    return BACKTICKS.fullmatch(element.rawsource)


def _element(node: nodes.Node | None) -> nodes.Element | None:
    return node if isinstance(node, nodes.Element) else None
