"""The inline rule for `<doi:…>`.

CommonMark makes any `<scheme:…>` without `<`, `>` and space a link (section 6.5), so that most of
this is there already. What it cannot take is a SICI name, whose own `<…>` ends the link:
`<doi:10.1002/(SICI)1097-0258(19980815)17:15<1661::AID-SIM968>3.0.CO;2-2>`. Here one pair of
inner brackets is read as part of the name if it holds what a SICI has there (ANSI/NISO Z39.56
section 6.2: location and title code, with two colons), or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from mdlint_doi.names.encode import Profile
from mdlint_doi.names.link import canonical_of
from mdlint_doi.names.notations import Notations
from mdlint_doi.text.pattern import pattern

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline


META: Final = "doi"
"""The key of `token.meta` that says what a link was made of."""

_ANGLE: Final = pattern(
    r"""<(?P<written>
        doi:[^<>\x00-\x20]+
        (?:<(?:[^<>\x00-\x20]*:[^<>\x00-\x20]*:[^<>\x00-\x20]*)?>[^<>\x00-\x20]+)?
    )>""",
    re.VERBOSE | re.IGNORECASE,
)


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
            link = state.push("link_open", "a", 1)
            link.attrs = {"href": target.href}
            link.markup, link.info = "autolink", "auto"
            link.meta[META] = {"name": target.name, "written": written}
            state.push("text", "", 0).content = state.md.normalizeLinkText(written)
            end = state.push("link_close", "a", -1)
            end.markup, end.info = "autolink", "auto"
        state.pos = found.end()
        return True

    return doi_angle
