"""The markdown-it rule: links to DOIs lead to the right handle, however they are written.

`MarkdownIt().use(doi_plugin)`. Links, autolinks, reference definitions and images that point at
a resolver get the canonical encoded address; `<doi:…>` and `[t](doi:…)` become links; with
`autolink`, so do DOIs in running text. Code, HTML and every other link stay as they are.

Ordinary `link_open`, `link_close` and `image` tokens are kept, which every renderer knows; what
the source says stands in `token.meta["doi"]` as `{"name": …, "written": …}`. Tokens have lost
their source, so the inline rules that make links are wrapped, and a link to a DOI has its label
parsed a second time to find where its destination begins. That is the price, and only such links
pay it. A resolver's bare address ends where the name ends, not where linkify takes it to
end. Links that others make afterwards are changed by a core rule at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, Final

from mdlint_doi.markdown_it.links import META, angle_rule, bare_rule, url_rule
from mdlint_doi.names.doi import Profile
from mdlint_doi.names.link import canonical_of
from mdlint_doi.names.notations import Notations

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
