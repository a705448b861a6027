"""Which blocks of a Markdown text an edit changed, as markdown-it-py parses it.

A fix changes a word or two of a document. Where both texts have the same blocks, and the same link
reference definitions, what is rendered of two equal blocks is equal: only the others have to be
looked at. Two things could reach from one block into another, raw HTML of code and of links, so
`reach_further` tells of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mdlint_doi.formats.reached import Reading
from mdlint_doi.text.pattern import pattern

if TYPE_CHECKING:
    from markdown_it.token import Token


_REACHING: Final = pattern(r"</?(?:a|code)\b", re.IGNORECASE)


class Blocks(NamedTuple):
    """The blocks of a text, their paragraphs not yet read.

    Attributes:
        tokens: of the block structure.
        env: of the parser: it has the link reference definitions.
        definitions: these, their DOIs masked.
        shown: what was rendered of some tokens, DOIs masked.

    """

    tokens: Sequence[Token]
    env: dict[str, Any]
    definitions: Reading[str]
    shown: dict[int, Reading[str]]

    def changed(self, other: Blocks) -> set[int] | None:
        """Return which tokens hold another text there; None where more than that differs."""
        if (
            len(self.tokens) != len(other.tokens)
            or self.definitions.content != other.definitions.content
        ):
            return None
        found = set()
        for at, (one, two) in enumerate(zip(self.tokens, other.tokens, strict=True)):
            if _frame(one) != _frame(two):
                return None
            if one.content != two.content:
                found.add(at)
        return found


def reach_further(text: str) -> bool:
    """Return whether raw HTML may make of a block what another block makes of it, too."""
    return _REACHING.search(text) is not None


def _frame(token: Token) -> tuple[object, ...]:
    """Return all of a token that is rendered but its text."""
    kind = token.type, token.tag, token.nesting, token.hidden, token.block
    return *kind, token.attrs, token.info, token.markup, token.meta
