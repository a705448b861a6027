r"""The markdown-it rule: links to DOIs lead to the right handle, however they are written.

`MarkdownIt().use(doi_plugin)`. Links, autolinks, reference definitions and images that point at
a resolver get the canonical encoded address; `<doi:…>` and `[t](doi:…)` become links; with
`autolink`, so do DOIs in running text. Code, HTML and every other link stay as they are.

Ordinary `link_open`, `link_close` and `image` tokens are kept, which every renderer knows; what
the source says stands in `token.meta["doi"]` as `{"name": …, "written": …}`. Tokens have lost
their source, so the inline rules that make links are wrapped, and a link to a DOI has its label
parsed a second time to find where its destination begins. That is the price, and only such links
pay it. A resolver's bare address ends where the name ends, not where linkify takes it to
end. Links that others make afterwards are changed by a core rule at the end.

The rules that make links of DOIs in Markdown that is not marked as one.

`<doi:…>`: CommonMark makes any `<scheme:…>` without `<`, `>` and space a link (section 6.5), so
that most of this is there already. What it cannot take is a SICI name, whose own `<…>` ends the
link: `<doi:10.1002/(SICI)1097-0258(19980815)17:15<1661::AID-SIM968>3.0.CO;2-2>`. Here one pair of
inner brackets is read as part of the name if it holds what a SICI has there (ANSI/NISO Z39.56
section 6.2: location and title code, with two colons), or nothing.

A resolver's address in running text: the rule stands before markdown-it's own `linkify`, which ends
an address at `<` and so makes a link to another DOI out of every SICI name, and it takes the
address before `_` and `*` in it can become emphasis. It works where DOIs in text are to be links,
and where linkify is on, since the address becomes a link then in any case.

DOIs in running text: a core rule between `inline` and `linkify`, after emphasis and links are
known, before any other rule changes the text or links a part of a name. Neighbouring text tokens
are joined for the search as the source has them, since `\_` and `&lt;` stand in tokens of their
own. An inline rule would know the position, but DOIs begin with no character that ends ordinary
text, and each further character of that kind slows down every parse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from mdlint_doi.names.encode import Profile
from mdlint_doi.names.link import (
    Link,
    canonical_at_start,
    canonical_in_text,
    canonical_of,
    may_name_doi,
)
from mdlint_doi.names.notations import Notations
from mdlint_doi.names.scan.find import find, unescaped
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_ATTRIBUTES: Final = {"link_open": "href", "image": "src"}

Written = Callable[["StateInline", int, str], str | None]
"""From a state behind a link, where it began and its address: the destination as written."""


def doi_plugin(
    md: MarkdownIt,
    *,
    autolink: bool = False,
    servers: Collection[str] = (),
    profile: Profile = "handbook",
) -> None:
    """Make links to DOIs canonical: `https://doi.org/` and the encoded DOI.

    Args:
        md: the parser.
        autolink: make links of DOIs in running text: `doi:10.…`, `10.…`, `https://doi.org/10.…`.
        servers: hosts (`localhost:8000`) that are resolvers, too; they keep their host.
        profile: `handbook` encodes what the DOI Handbook says, `strict` all but unreserved
            characters and the slash.

    """
    notations = Notations(tuple(servers))
    rewrite = _rewriter(md, notations, profile)
    md.inline.ruler.before("autolink", "doi_angle", angle_rule(notations, profile))
    url = url_rule(notations, profile, autolink=autolink)
    md.inline.ruler.before("linkify", "doi_url", url)
    _wrap(md, "autolink", rewrite, _in_angles)
    _wrap(md, "link", rewrite, _in_parentheses)
    _wrap(md, "image", rewrite, lambda state, start, src: _in_parentheses(state, start + 1, src))
    if autolink:
        md.core.ruler.after("inline", "doi_bare", bare_rule(notations, profile))

    def doi_links(state: StateCore) -> None:
        """Change the links that other rules made."""
        for block in state.tokens:
            for token in block.children or ():
                rewrite(token, str)

    md.core.ruler.push("doi_links", doi_links)


def _rewriter(
    md: MarkdownIt, notations: Notations, profile: Profile
) -> Callable[[Token, Callable[[str], str | None]], None]:
    """Return what changes a token's address if it leads to a DOI."""

    def rewrite(token: Token, written: Callable[[str], str | None]) -> None:
        """Give a token the canonical address of the DOI that it leads to."""
        attribute = _ATTRIBUTES.get(token.type)
        if attribute is None or META in token.meta:
            return
        address = str(token.attrs.get(attribute, ""))
        target = canonical_of(address, notations, profile)
        if target is None or not md.validateLink(target.href):
            return
        token.attrs[attribute] = target.href
        token.meta[META] = {"name": target.name, "written": written(address) or address}

    return rewrite


def _wrap(
    md: MarkdownIt,
    name: str,
    rewrite: Callable[[Token, Callable[[str], str | None]], None],
    written: Written,
) -> None:
    """Let an inline rule's link be changed as soon as it is made."""
    rules = md.inline.ruler
    rule: Any = next(one.fn for one in rules.__rules__ if one.name == name)

    def wrapped(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - its signature
        """Run the rule, and change the link that it made."""
        start, count = state.pos, len(state.tokens)
        done: bool = rule(state, silent)
        if done and not silent:
            for token in state.tokens[count : count + 2]:  # text before the link may come first
                rewrite(token, lambda address: written(state, start, address))
        return done

    rules.at(name, wrapped)


def _in_angles(state: StateInline, start: int, _: str) -> str:
    return state.src[start + 1 : state.pos - 1]


def _in_parentheses(state: StateInline, start: int, address: str) -> str | None:
    """Return the destination behind the label that begins at `start`; None for a reference."""
    helpers = state.md.helpers
    at = helpers.parseLinkLabel(state, start) + 1
    if state.src[at : at + 1] != "(":
        return None
    at += 1
    while state.src[at : at + 1] in {" ", "\t", "\n"}:
        at += 1
    found = helpers.parseLinkDestination(state.src, at, state.posMax)
    if not found.ok or state.md.normalizeLink(found.str) != address:
        return None
    return state.src[at : found.pos]


META: Final = "doi"
"""The key of `token.meta` that says what a link was made of."""
MARKUP: Final = "doi"
"""`token.markup` of links made of running text."""

_ANGLE: Final = pattern(
    r"""<(?P<written>
        doi:[^<>\x00-\x20]+
        (?:<(?:[^<>\x00-\x20]*:[^<>\x00-\x20]*:[^<>\x00-\x20]*)?>[^<>\x00-\x20]+)?
    )>""",
    re.VERBOSE | re.IGNORECASE,
)


def _push(state: StateInline, target: Link, written: str, shown: str, markup: str) -> None:
    """Add the tokens of a link that was made of a text."""
    link = state.push("link_open", "a", 1)
    link.attrs = {"href": target.href}
    link.meta[META] = {"name": target.name, "written": written}
    state.push("text", "", 0).content = shown
    close = state.push("link_close", "a", -1)
    link.markup = close.markup = markup
    link.info = close.info = "auto"


def angle_rule(notations: Notations, profile: Profile) -> Callable[[StateInline, bool], bool]:
    """Return the rule, to be put before `autolink`."""

    def doi_angle(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - its signature
        """Make a link of `<…>` that holds a DOI."""
        found = _ANGLE.match(state.src, state.pos, state.posMax)
        if found is None:
            return False
        written = found["written"]
        target = canonical_of(written, notations, profile)
        if target is None or not state.md.validateLink(target.href):
            return False
        if not silent:
            _push(state, target, written, state.md.normalizeLinkText(written), "autolink")
        state.pos = found.end()
        return True

    return doi_angle


# An address in another one's path or query belongs to that one.
_SCHEME: Final = pattern(r"(?:^|[^A-Za-z0-9.+\-/=?&%#@:])(?P<scheme>https?)\Z", re.IGNORECASE)
_LONGEST: Final = 2048
"""Code points of an address; what is longer is none of a DOI."""
_WORD: Final = pattern(rf"\S{{1,{_LONGEST}}}")
_LINK: Final = pattern(r"\][(\[]")


def url_rule(
    notations: Notations, profile: Profile, *, autolink: bool
) -> Callable[[StateInline, bool], bool]:
    """Return the rule, to be put before `linkify`."""

    def doi_url(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - its signature
        """Make a link of a bare URL that leads to a DOI."""
        if not state.src.startswith("://", state.pos) or state.linkLevel:
            return False
        if not (autolink or state.md.options.get("linkify")):
            return False
        scheme = _SCHEME.search(state.src[max(0, state.pos - 6) : state.pos])
        if scheme is None or not (silent or state.pending.endswith(scheme["scheme"])):
            return False
        start = state.pos - len(scheme["scheme"])
        word = _WORD.match(state.src, start, state.posMax)
        found = canonical_at_start(word[0], notations, profile) if word else None
        if found is None or not state.md.validateLink(found[0].href):
            return False
        target, written = found
        end = start + len(written)
        # A link may stand right behind the address: it is not for us to swallow.
        if len(written) == _LONGEST or _LINK.search(state.src, start, end + 1):
            return False
        if not silent:
            state.pending = state.pending[: -len(scheme["scheme"])]
            _push(state, target, written, unescaped(written).text, MARKUP)
        state.pos = end
        return True

    return doi_url


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
