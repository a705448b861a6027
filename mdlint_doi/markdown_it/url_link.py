"""The inline rule for a resolver's address in running text.

It stands before markdown-it's own `linkify`, which ends an address at `<` and so makes a link to
another DOI out of every SICI name, and it takes the address before `_` and `*` in it can become
emphasis. It works where DOIs in text are to be links, and where linkify is on, since the address
becomes a link then in any case.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from mdlint_doi.markdown_it.angle_link import META
from mdlint_doi.names.encode import Profile
from mdlint_doi.names.link import canonical_at_start
from mdlint_doi.names.notations import Notations
from mdlint_doi.names.scan.find import unescaped
from mdlint_doi.text.pattern import pattern

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline


MARKUP: Final = "doi"
"""`token.markup` of links made of running text."""

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
            link = state.push("link_open", "a", 1)
            link.attrs = {"href": target.href}
            link.markup, link.info = MARKUP, "auto"
            link.meta[META] = {"name": target.name, "written": written}
            state.push("text", "", 0).content = unescaped(written).text
            close = state.push("link_close", "a", -1)
            close.markup, close.info = MARKUP, "auto"
        state.pos = end
        return True

    return doi_url
