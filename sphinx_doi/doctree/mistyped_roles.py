"""What was meant as a `doi` role, and is none: a slip in what introduces it.

docutils says nothing of these: it takes ``DOI:`10.1000/182` `` for a word and a text in the
default role, ``:doi:``10.1000/182`` `` for a word and a literal. The word and the backticks stand
together, or have the colons of a role: prose such as ``the DOI: ``10.1000/182`` `` is left alone.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from docutils import nodes

from mdlint_doi.text.span import Span
from sphinx_doi.role import MARK

_INTRODUCTION: Final = re.compile(
    r"(?<![\w:])(?:"
    r"(?P<colon>:)doi ?:?\s?"  # `:DOI: `, `:doi `: the colon says that a role was meant
    r"|doi:)\Z",  # `DOI:`, directly before the backtick
    re.IGNORECASE,
)
_LENGTH: Final = 10
_BACKTICKS: Final = re.compile(r"(?P<ticks>``?)(?P<inner>[^`]+)(?P=ticks)")
_WORD_AND_BACKTICKS: Final = re.compile(
    r"(?<![\w:`]):?doi:?`(?P<inner>[^`]{1,500})`", re.IGNORECASE
)
"""`:doi` or `doi` directly before a backtick: there docutils reads no interpreted text at all."""


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
        for match in (_WORD_AND_BACKTICKS.finditer(node) if "`" in node else ())
    ]
    word = _INTRODUCTION.search(node, max(0, len(node) - _LENGTH))
    after = node.next_node(siblings=True, descend=False) if word else None
    ticked = _ticked(after)
    if word and ticked and (word["colon"] or ticked["ticks"] == "`"):
        found.append(
            MistypedRole(word[0] + ticked[0], ticked["inner"], Span(*word.span()), _element(after))
        )
    return found


def _in_field(name: nodes.Text) -> list[MistypedRole]:
    """Return the interpreted text of a field: at the begin of a line `:DOI: ` is its name."""
    field = name.parent.parent
    body = field.next_node(nodes.field_body) if name.strip().lower() == "doi" else None
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
    return _BACKTICKS.fullmatch(element.rawsource)


def _element(node: nodes.Node | None) -> nodes.Element | None:
    return node if isinstance(node, nodes.Element) else None
