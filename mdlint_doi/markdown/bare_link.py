r"""The core rule that makes links of DOIs in running text.

It runs between `inline` and `linkify`: after emphasis and links are known, before any other rule
changes the text or links a part of a name. Neighbouring text tokens are joined for the search,
since `\_` and `&lt;` stand in tokens of their own; the new link keeps the source of each. An
inline rule would know the position, but DOIs begin with no character that ends ordinary text, and
more such characters slow every parser down.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Final

from mdlint_doi.markdown.angle_link import META
from mdlint_doi.markdown.link_target import Target, target_in_text
from mdlint_doi.names.encode import Profile
from mdlint_doi.names.scan import find
from mdlint_doi.names.span import Span

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

MARKUP: Final = "doi"
"""`token.markup` of the links that are made here."""

_TEXT: Final = frozenset({"text", "text_special"})
_EMPHASIS: Final = frozenset({"em_open", "strong_open", "s_open"})

_Targets = Callable[[str], Iterator[tuple[Span, Target]]]


def bare_rule(servers: Collection[str], profile: Profile) -> Callable[[StateCore], None]:
    """Return the rule, to be put after `inline`."""

    def doi_bare(state: StateCore) -> None:
        for block in state.tokens:
            if block.type == "inline" and block.children and _may_hold_doi(block.content):
                block.children = list(_linked(block.children, targets))

    def targets(text: str) -> Iterator[tuple[Span, Target]]:
        if not _may_hold_doi(text):
            return
        for candidate in find(text, servers=servers, publishers=False):
            target = target_in_text(candidate.spelling, profile)
            if target is not None:
                yield candidate.span, target

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
    text = "".join(token.content for token in run)
    rest = _Rest(run)
    for span, target in targets(text):
        if goes_on and span.end == len(text):
            break
        yield from rest.until(span.start)
        yield from _link(target, list(rest.until(span.end)), run[0].level)
    yield from rest.until(len(text))


class _Rest:
    """A run of text tokens, cut off piece by piece from the front."""

    def __init__(self, run: list[Token]) -> None:
        self._tokens = iter(run)
        self._token: Token | None = None
        self._at = 0

    def until(self, end: int) -> Iterator[Token]:
        """Yield what stands before offset `end` of the run's text and was not yielded before."""
        while self._at < end:
            token = self._token or next(self._tokens)
            left = end - self._at
            head, tail = token.content[:left], token.content[left:]
            self._at += len(head)
            self._token = (
                token.copy(type="text", content=tail, markup="", info="") if tail else None
            )
            # Half an entity of two characters is plain text.
            yield token.copy(type="text", content=head, markup="", info="") if tail else token


def _may_hold_doi(text: str) -> bool:
    return "10." in text or "doi" in text.lower()


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


def _link(target: Target, parts: list[Token], level: int) -> Iterator[Token]:
    from markdown_it.token import Token

    text = "".join(part.content for part in parts)
    written = "".join(
        part.markup if part.type == "text_special" else part.content for part in parts
    )
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
    yield Token("text", "", 0, content=text, level=level + 1)
    yield Token("link_close", "a", -1, level=level, markup=MARKUP, info="auto")
