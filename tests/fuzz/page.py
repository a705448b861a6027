"""The bones of a rendered page, which a fix of DOIs must leave as they are."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(front_matter_plugin)
_PARSER.validateLink = bool  # type: ignore[method-assign, assignment]
_FLOWING = {"text", "text_special", "softbreak", "hardbreak"}


def page(text: str) -> list[str]:
    """Return the tokens of a page in order, without the texts, in which DOIs may stand."""
    return list(_bones(_PARSER.parse(text)))


def _bones(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type not in _FLOWING:
            yield f"{token.type} {token.tag} {token.markup}"
        yield from _bones(token.children or [])
