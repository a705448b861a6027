r"""The markdown-it rules, which make links lead to the correct DOI in any spelling.

Use `MarkdownIt().use(doi_plugin)`. Links, autolinks, reference definitions and images that point to
a resolver get the canonical encoded address. `<doi:…>` and `[t](doi:…)` become links; with
`autolink`, DOIs in running text do as well. Code, HTML and all other links stay unchanged.

The tokens are ordinary ones, with the source text in `token.meta["doi"]` as `{"name": …, "written":
…}`. Because tokens do not contain their source, the inline rules that make links are wrapped, and
the label of a link to a DOI is parsed a second time to find its destination. A core rule at the end
changes links that other plugins make.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Any, Final

from markdown_it.token import Token

from mdlint_doi.names.doi import Profile, link_path
from mdlint_doi.names.link import (
    Link,
    canonical_at_start,
    canonical_in_text,
    canonical_of,
    may_name_doi,
)
from mdlint_doi.names.scan.find import find, unescaped
from mdlint_doi.names.spelling import Notations
from mdlint_doi.text.pattern import pattern

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
_ATTRIBUTES: Final = {"link_open": "href", "image": "src"}
META: Final = "doi"  # the key of `token.meta` for the DOI and the source text of a link
MARKUP: Final = "doi"  # `token.markup` of links made from running text

ANGLE: Final = pattern(
    r"""<(?P<written>
        doi:[^<>\x00-\x20]+
        (?:<(?:[^<>\x00-\x20]*:[^<>\x00-\x20]*:[^<>\x00-\x20]*)?>[^<>\x00-\x20]+)?
    )>""",
    re.VERBOSE | re.IGNORECASE,
)
# An address in the path or query of another address belongs to that address.
_SCHEME: Final = pattern(r"(?:^|[^A-Za-z0-9.+\-/=?&%#@:])(?P<scheme>https?)\Z", re.IGNORECASE)
_LONGEST: Final = 2048  # code points of an address; a longer one is not linked to a DOI
_WORD: Final = pattern(rf"\S{{1,{_LONGEST}}}")
_LINK: Final = pattern(r"\][(\[]")
_TEXT: Final = frozenset({"text", "text_special"})
IN_ADDRESS: Final = frozenset("/=?&%#@")
"""After one of these characters, an address is a part of another one."""
_HOST: Final = pattern(r"(?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::\d{1,5})?")
_EMPHASIS: Final = frozenset({"em_open", "strong_open", "s_open"})

_Written = Callable[["StateInline", int, str], str | None]
"""A function that receives the state after a link, its start and its address, and returns the
destination as written; None if it cannot be found."""


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
        autolink: whether to link DOIs in running text: `doi:10.…`, `10.…`, `https://doi.org/10.…`.
        servers: further hosts (`localhost:8000`) that are resolvers; links keep these hosts.
        profile: `handbook` encodes as the older page of the DOI Handbook, `handbook-2025` as the
            edition of September 2025; `strict` encodes all characters except unreserved ones and
            slashes.

    Raises:
        ValueError: for a profile that does not exist, or a server that is not a host.
        TypeError: for a single server instead of a collection.
    """
    _check_servers(servers)
    link_path("", profile)  # raises the error now, and not at the first link
    rules = _Rules(md, Notations(tuple(servers)), profile, autolink=autolink)
    md.inline.ruler.before("autolink", "doi_angle", rules.angle)
    md.inline.ruler.before("linkify", "doi_url", rules.url)
    rules.wrap("autolink", lambda state, start, _: state.src[start + 1 : state.pos - 1])
    rules.wrap("link", _in_parentheses)
    rules.wrap("image", lambda state, start, src: _in_parentheses(state, start + 1, src))
    if autolink:
        md.core.ruler.after("inline", "doi_bare", rules.bare)
    md.core.ruler.push("doi_links", rules.links)


def _check_servers(servers: Collection[str]) -> None:
    if isinstance(servers, str):
        message = f"servers takes a collection of hosts, not a text; write servers=[{servers!a}]"
        raise TypeError(message)
    for host in servers:
        if not _HOST.fullmatch(host):
            message = f"{host!a} is not a host such as 'localhost:8000'"
            raise ValueError(message)


class _Rules:
    """The rules of one parser."""

    def __init__(
        self, md: MarkdownIt, notations: Notations, profile: Profile, *, autolink: bool
    ) -> None:
        self._md = md
        self._notations = notations
        self._profile = profile
        self._autolink = autolink

    def wrap(self, name: str, written: _Written) -> None:
        """Wrap an inline rule so that its links are changed as soon as they are made.

        `written` returns the destination of a link as written.
        """
        rules = self._md.inline.ruler
        rule: Any = next(registered.fn for registered in rules.__rules__ if registered.name == name)

        def wrapped(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - its signature
            """Run the original rule, and change the link that it made."""
            start, count = state.pos, len(state.tokens)
            done: bool = rule(state, silent)
            if done and not silent:
                for token in state.tokens[count : count + 2]:  # text before the link may come first
                    self._rewrite(token, lambda address: written(state, start, address))
            return done

        rules.at(name, wrapped)

    def links(self, state: StateCore) -> None:
        """Change the links that other rules made."""
        for block in state.tokens:
            for token in block.children or ():
                self._rewrite(token, str)

    def _rewrite(self, token: Token, written: Callable[[str], str | None]) -> None:
        """Set the canonical address of a token that leads to a DOI; change no other token."""
        attribute = _ATTRIBUTES.get(token.type)
        if attribute is None or META in token.meta:
            return
        address = str(token.attrs.get(attribute, ""))
        target = canonical_of(address, self._notations, self._profile)
        if target is not None and self._md.validateLink(target.href):
            token.attrs[attribute] = target.href
            token.meta[META] = {"name": target.name, "written": written(address) or address}

    def angle(self, state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - its signature
        """Make a link from `<doi:…>`; this rule must run before `autolink`.

        CommonMark makes a link from any `<scheme:…>` without `<`, `>` and spaces (section 6.5).
        This fails for a DOI with a SICI, whose own `<…>` ends the link:
        `<doi:10.1002/(SICI)1097-0258(19980815)17:15<1661::AID-SIM968>3.0.CO;2-2>`. Here one pair of
        inner brackets is read as a part of the DOI if it is empty or contains what a SICI has there
        (ANSI/NISO Z39.56 section 6.2: location and title code, with two colons).
        """
        found = ANGLE.match(state.src, state.pos, state.posMax)
        if found is None:
            return False
        written = found["written"]
        target = canonical_of(written, self._notations, self._profile)
        if target is None or not self._md.validateLink(target.href):
            return False
        if not silent:
            _push(state, target, written, self._md.normalizeLinkText(written), "autolink")
        state.pos = found.end()
        return True

    def url(self, state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - its signature
        """Make a link from a resolver's bare address; this rule must run before `linkify`.

        `linkify` ends an address at `<`, so that every DOI with a SICI would lead to a different
        DOI. This rule also reads the address before `_` and `*` in it can become emphasis. It is
        active if DOIs in text become links. It is also active if linkify is on, because the address
        then becomes a link in any case.
        """
        if not state.src.startswith("://", state.pos) or state.linkLevel:
            return False
        if not (self._autolink or self._md.options.get("linkify")):
            return False
        scheme = _SCHEME.search(state.src[max(0, state.pos - 6) : state.pos])
        if scheme is None or not (silent or state.pending.endswith(scheme["scheme"])):
            return False
        start = state.pos - len(scheme["scheme"])
        word = _WORD.match(state.src, start, state.posMax)
        found = canonical_at_start(word[0], self._notations, self._profile) if word else None
        if found is None or not self._md.validateLink(found[0].href):
            return False
        target, written = found
        end = start + len(written)
        # A link right after the address must not become a part of the address.
        if len(written) == _LONGEST or _LINK.search(state.src, start, end + 1):
            return False
        if not silent:
            state.pending = state.pending[: -len(scheme["scheme"])]
            _push(state, target, written, unescaped(written).text, MARKUP)
        state.pos = end
        return True

    def bare(self, state: StateCore) -> None:
        r"""Make links from the DOIs in running text; this rule must run after `inline`.

        At this point, emphasis and links are known, and no other rule has changed the text or
        linked a part of a DOI. The source of adjacent text tokens is joined for the search, because
        `\_` and `&lt;` have tokens of their own. An inline rule would slow down every parse,
        because a DOI does not begin with a character that ends ordinary text.
        """
        for block in state.tokens:
            if block.type == "inline" and block.children and self._may_name(block.content):
                block.children = list(self._linked(block.children))

    def _may_name(self, text: str) -> bool:
        return may_name_doi(text, self._notations)

    def _linked(self, tokens: list[Token]) -> Iterator[Token]:
        """Yield the tokens of a block, with new links in the text outside existing links."""
        links = 0
        run: list[Token] = []
        for token in tokens:
            if token.type in _TEXT and not links:
                run.append(token)
                continue
            yield from self._split(run, goes_on=token.type in _EMPHASIS)
            run = []
            links = max(0, links + _opens(token))
            yield token
        yield from self._split(run, goes_on=False)

    def _split(self, run: list[Token], *, goes_on: bool) -> Iterator[Token]:
        """Yield the tokens of a run of text, with links.

        If emphasis follows right after a DOI (`goes_on`), it may contain a part of the DOI. No link
        is then better than a link to a different DOI.
        """
        source = "".join(map(_source, run))
        rest = _Rest(run)
        for candidate in find(source, self._notations) if self._may_name(source) else ():
            span = candidate.span
            target = canonical_in_text(candidate, self._profile)
            before = source[max(0, span.start - 1) : span.start]
            is_inside = before in IN_ADDRESS and "//" in candidate.written
            if target is None or is_inside or not self._md.validateLink(target.href):
                continue
            if goes_on and span.end == len(source):
                break
            yield from rest.until(span.start)
            yield from _link(target, candidate.written, list(rest.until(span.end)))
        yield from rest.until(len(source))


def _in_parentheses(state: StateInline, start: int, address: str) -> str | None:
    """Return the destination after the label that begins at `start`; None for a reference."""
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


def _push(state: StateInline, target: Link, written: str, shown: str, markup: str) -> None:
    """Add the tokens of a link that is made from text."""
    link = state.push("link_open", "a", 1)
    link.attrs = {"href": target.href}
    link.meta[META] = {"name": target.name, "written": written}
    state.push("text", "", 0).content = shown
    close = state.push("link_close", "a", -1)
    link.markup = close.markup = markup
    link.info = close.info = "auto"


def _source(token: Token) -> str:
    """Return the source of a text token, with escapes and entities as written."""
    return token.markup if token.type == "text_special" else token.content


class _Rest:
    """The rest of a run of text tokens, from which pieces are cut off at the front."""

    def __init__(self, run: list[Token]) -> None:
        self._tokens = iter(run)
        self._token: Token | None = None
        self._at = 0

    def until(self, end: int) -> Iterator[Token]:
        """Yield the remaining tokens before the offset `end` of the run's source."""
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
    """Return 1 for a token that begins a link (also in HTML), -1 for one that ends it, else 0."""
    if token.type in {"link_open", "link_close"}:
        return token.nesting
    if token.type != "html_inline":
        return 0
    tag = token.content[:3].lower()
    if tag == "</a":
        return -1
    return int(tag[:2] == "<a" and not tag[2:].isalnum() and not token.content.endswith("/>"))


def _link(target: Link, written: str, parts: list[Token]) -> Iterator[Token]:
    """Yield the tokens of a link around text tokens, which become one token."""
    level = parts[0].level
    meta = {META: {"name": target.name, "written": written}}
    opening = Token("link_open", "a", 1, level=level, markup=MARKUP, info="auto", meta=meta)
    opening.attrs["href"] = target.href
    yield opening
    text = "".join(part.content for part in parts)
    yield Token("text", "", 0, content=text, level=level + 1)
    yield Token("link_close", "a", -1, level=level, markup=MARKUP, info="auto")
