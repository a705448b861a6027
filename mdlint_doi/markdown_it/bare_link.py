r"""The core rule that makes links of DOIs in running text.

It runs between `inline` and `linkify`: after emphasis and links are known, before any other rule
changes the text or links a part of a name. Neighbouring text tokens are joined for the search as
the source has them, since `\_` and `&lt;` stand in tokens of their own. An inline rule would know
the position, but DOIs begin with no character that ends ordinary text, and each further character
of that kind slows down every parse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from mdlint_doi.markdown_it.angle_link import META
from mdlint_doi.markdown_it.url_link import MARKUP
from mdlint_doi.names.encode import Profile
from mdlint_doi.names.link import Link, canonical_in_text, may_name_doi
from mdlint_doi.names.notations import Notations
from mdlint_doi.names.scan.find import find
from mdlint_doi.text.span import Span

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token


_TEXT: Final = frozenset({"text", "text_special"})
_IN_ADDRESS: Final = frozenset("/=?&%#@")
"""Behind one of these, an address is a part of another one."""
_EMPHASIS: Final = frozenset({"em_open", "strong_open", "s_open"})

_Targets = Callable[[str], Iterator[tuple[Span, Link]]]


def bare_rule(notations: Notations, profile: Profile) -> Callable[[StateCore], None]:
    """Return the rule, to be put after `inline`."""

    def targets(md: MarkdownIt, text: str) -> Iterator[tuple[Span, Link]]:
        """Yield the DOIs of a text that become links, and where these lead."""
        if not may_name_doi(text, notations):
            return
        for candidate in find(text, notations):
            target = canonical_in_text(candidate, profile)
            before = text[max(0, candidate.span.start - 1) : candidate.span.start]
            inside = before in _IN_ADDRESS and "//" in candidate.written
            if target is not None and not inside and md.validateLink(target.href):
                yield candidate.span, target

    def doi_bare(state: StateCore) -> None:
        """Make links of the DOIs in running text."""
        for block in state.tokens:
            if block.type == "inline" and block.children and may_name_doi(block.content, notations):
                block.children = list(_linked(block.children, partial(targets, state.md)))

    return doi_bare


def _linked(tokens: list[Token], targets: _Targets) -> Iterator[Token]:
    """Yield the tokens of a block, with links in the text that is in no link yet."""
    links = 0
    run: list[Token] = []
    for token in tokens:
        if token.type in _TEXT and not links:
            run.append(token)
            continue
        yield from _split(run, targets, goes_on=token.type in _EMPHASIS)
        run = []
        links = max(0, links + _opens(token))
        yield token
    yield from _split(run, targets, goes_on=False)


def _split(run: list[Token], targets: _Targets, *, goes_on: bool) -> Iterator[Token]:
    """Yield the tokens of a run of text, with links.

    Where emphasis goes on right after a name, a part of the name may stand in it: no link is
    better than a link to another name.
    """
    source = "".join(map(_source, run))
    rest = _Rest(run)
    for span, target in targets(source):
        if goes_on and span.end == len(source):
            break
        yield from rest.until(span.start)
        yield from _link(target, span.cut(source), list(rest.until(span.end)))
    yield from rest.until(len(source))


def _source(token: Token) -> str:
    """Return what the document says for a text token: escapes and entities as written."""
    return token.markup if token.type == "text_special" else token.content


class _Rest:
    """A run of text tokens, cut off piece by piece from the front."""

    def __init__(self, run: list[Token]) -> None:
        self._tokens = iter(run)
        self._token: Token | None = None
        self._at = 0

    def until(self, end: int) -> Iterator[Token]:
        """Yield what stands before offset `end` of the source and was not yielded before."""
        while self._at < end:
            token = self._token or next(self._tokens)
            self._token = None
            left = end - self._at
            if token.type == "text" and len(token.content) > left:
                self._token = token.copy(content=token.content[left:])
                token = token.copy(content=token.content[:left])
            self._at += len(_source(token))
            yield token


def _opens(token: Token) -> int:
    """Return 1 where a link begins, -1 where one ends, HTML's included, else 0."""
    if token.type in {"link_open", "link_close"}:
        return token.nesting
    if token.type != "html_inline":
        return 0
    tag = token.content[:3].lower()
    if tag == "</a":
        return -1
    return int(tag[:2] == "<a" and not tag[2:].isalnum() and not token.content.endswith("/>"))


def _link(target: Link, written: str, parts: list[Token]) -> Iterator[Token]:
    """Yield a link around text tokens, which become one."""
    from markdown_it.token import Token

    level = parts[0].level
    yield Token(
        "link_open",
        "a",
        1,
        attrs={"href": target.href},
        level=level,
        markup=MARKUP,
        info="auto",
        meta={META: {"name": target.name, "written": written}},
    )
    text = "".join(part.content for part in parts)
    yield Token("text", "", 0, content=text, level=level + 1)
    yield Token("link_close", "a", -1, level=level, markup=MARKUP, info="auto")
