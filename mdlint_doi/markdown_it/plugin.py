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
META: Final = "doi"  # the key of `token.meta` that says what a link was made of
MARKUP: Final = "doi"  # `token.markup` of links made of running text

_ANGLE: Final = pattern(
    r"""<(?P<written>
        doi:[^<>\x00-\x20]+
        (?:<(?:[^<>\x00-\x20]*:[^<>\x00-\x20]*:[^<>\x00-\x20]*)?>[^<>\x00-\x20]+)?
    )>""",
    re.VERBOSE | re.IGNORECASE,
)
# An address in another one's path or query belongs to that one.
_SCHEME: Final = pattern(r"(?:^|[^A-Za-z0-9.+\-/=?&%#@:])(?P<scheme>https?)\Z", re.IGNORECASE)
_LONGEST: Final = 2048  # code points of an address; what is longer is none of a DOI
_WORD: Final = pattern(rf"\S{{1,{_LONGEST}}}")
_LINK: Final = pattern(r"\][(\[]")
_TEXT: Final = frozenset({"text", "text_special"})
_IN_ADDRESS: Final = frozenset("/=?&%#@")
"""Behind one of these, an address is a part of another one."""
_EMPHASIS: Final = frozenset({"em_open", "strong_open", "s_open"})

_Written = Callable[["StateInline", int, str], str | None]
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
        autolink: whether to link DOIs in running text: `doi:10.…`, `10.…`, `https://doi.org/10.…`.
        servers: further hosts (`localhost:8000`) that are resolvers; links keep these hosts.
        profile: `handbook` encodes as the older page of the DOI Handbook, `handbook-2025` as the
            edition of September 2025; `strict` encodes all characters except unreserved ones and
            slashes.

    Raises:
        ValueError: for a profile that does not exist.
    """
    link_path("", profile)  # raises here, and not at the first link
    rules = _Rules(md, Notations(tuple(servers)), profile, autolink=autolink)
    md.inline.ruler.before("autolink", "doi_angle", rules.angle)
    md.inline.ruler.before("linkify", "doi_url", rules.url)
    rules.wrap("autolink", lambda state, start, _: state.src[start + 1 : state.pos - 1])
    rules.wrap("link", _in_parentheses)
    rules.wrap("image", lambda state, start, src: _in_parentheses(state, start + 1, src))
    if autolink:
        md.core.ruler.after("inline", "doi_bare", rules.bare)
    md.core.ruler.push("doi_links", rules.links)


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
        """Let an inline rule's link be changed as soon as it is made."""
        rules = self._md.inline.ruler
        rule: Any = next(one.fn for one in rules.__rules__ if one.name == name)

        def wrapped(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - its signature
            """Run the rule, and change the link that it made."""
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
        """Give a token the canonical address of the DOI that it leads to, if it does."""
        attribute = _ATTRIBUTES.get(token.type)
        if attribute is None or META in token.meta:
            return
        address = str(token.attrs.get(attribute, ""))
        target = canonical_of(address, self._notations, self._profile)
        if target is not None and self._md.validateLink(target.href):
            token.attrs[attribute] = target.href
            token.meta[META] = {"name": target.name, "written": written(address) or address}

    def angle(self, state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - its signature
        """Make a link of `<doi:…>`; to be put before `autolink`.

        CommonMark makes any `<scheme:…>` without `<`, `>` and space a link (section 6.5). What it
        cannot take is a SICI name, whose own `<…>` ends the link:
        `<doi:10.1002/(SICI)1097-0258(19980815)17:15<1661::AID-SIM968>3.0.CO;2-2>`. Here one pair of
        inner brackets is read as part of the name if it holds what a SICI has there (ANSI/NISO
        Z39.56 section 6.2: location and title code, with two colons), or nothing.
        """
        found = _ANGLE.match(state.src, state.pos, state.posMax)
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
        """Make a link of a resolver's bare address; to be put before `linkify`.

        That ends an address at `<` and so makes a link to another DOI out of every SICI name, and
        this takes the address before `_` and `*` in it can become emphasis. It works where DOIs in
        text are to be links, and where linkify is on, since the address becomes a link in any case.
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
        # A link may stand right behind the address: it is not for us to swallow.
        if len(written) == _LONGEST or _LINK.search(state.src, start, end + 1):
            return False
        if not silent:
            state.pending = state.pending[: -len(scheme["scheme"])]
            _push(state, target, written, unescaped(written).text, MARKUP)
        state.pos = end
        return True

    def bare(self, state: StateCore) -> None:
        r"""Make links of the DOIs in running text; to be put after `inline`.

        Emphasis and links are known by then, and no other rule has changed the text or linked a
        part of a name. Neighbouring text tokens are joined for the search as the source has them,
        since `\_` and `&lt;` stand in tokens of their own. An inline rule would slow down every
        parse: DOIs begin with no character that ends ordinary text.
        """
        for block in state.tokens:
            if block.type == "inline" and block.children and self._may_name(block.content):
                block.children = list(self._linked(block.children))

    def _may_name(self, text: str) -> bool:
        return may_name_doi(text, self._notations)

    def _linked(self, tokens: list[Token]) -> Iterator[Token]:
        """Yield the tokens of a block, with links in the text that is in no link yet."""
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

        Where emphasis goes on right after a name, a part of the name may stand in it: no link is
        better than a link to another name.
        """
        source = "".join(map(_source, run))
        rest = _Rest(run)
        for candidate in find(source, self._notations) if self._may_name(source) else ():
            span = candidate.span
            target = canonical_in_text(candidate, self._profile)
            before = source[max(0, span.start - 1) : span.start]
            is_inside = before in _IN_ADDRESS and "//" in candidate.written
            if target is None or is_inside or not self._md.validateLink(target.href):
                continue
            if goes_on and span.end == len(source):
                break
            yield from rest.until(span.start)
            yield from _link(target, candidate.written, list(rest.until(span.end)))
        yield from rest.until(len(source))


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


def _push(state: StateInline, target: Link, written: str, shown: str, markup: str) -> None:
    """Add the tokens of a link that was made of a text."""
    link = state.push("link_open", "a", 1)
    link.attrs = {"href": target.href}
    link.meta[META] = {"name": target.name, "written": written}
    state.push("text", "", 0).content = shown
    close = state.push("link_close", "a", -1)
    link.markup = close.markup = markup
    link.info = close.info = "auto"


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
    level = parts[0].level
    meta = {META: {"name": target.name, "written": written}}
    opening = Token("link_open", "a", 1, level=level, markup=MARKUP, info="auto", meta=meta)
    opening.attrs["href"] = target.href
    yield opening
    text = "".join(part.content for part in parts)
    yield Token("text", "", 0, content=text, level=level + 1)
    yield Token("link_close", "a", -1, level=level, markup=MARKUP, info="auto")
