"""Whether two paragraphs differ by where their links to DOIs lead alone, told without a parser.

Most fixes are of `[text](https://dx.doi.org/10.1000/182)`, and to render the paragraph twice takes
longer than to find what is wrong in it. A run of letters, digits and `.:/-` between `](` and `)` is
a link's destination or a piece of text, whatever the run is, where two things hold: each `](` of
the paragraph begins such a run, so that none stands in another destination or in a title; and there
is no mark of code, HTML, roles, escapes, entities and images (CommonMark 0.31.2, section 6.3).
Where such a run is all that stands between `[` and the `](` before it, too, it is the link's text.
Which DOIs these are is compared as everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from mdlint_doi.formats.reached import Mask, Reached
from mdlint_doi.text.pattern import pattern

_LINK: Final = pattern(r"(?:(?<=\[)([A-Za-z0-9.:/-]++))?\]\(([A-Za-z0-9.:/-]++)\)")
"""The end of a link: its text, if that is such a run, and its destination."""
_GROUPS: Final = 2
_OTHER_MARK: Final = pattern(r"[`<{\\&]|!\[")
"""Of code; HTML and autolinks; roles; escapes; entities; images."""


def links_alone(
    old: str, new: str, servers: Collection[str]
) -> tuple[Sequence[Reached], Sequence[Reached]] | None:
    """Return which DOIs the links of two paragraphs lead to.

    Args:
        old: the text of a paragraph.
        new: that of another one.
        servers: further hosts that resolve.

    Returns:
        Those of both, in order; None if more may differ than these: it takes a parser to tell.

    """
    if _OTHER_MARK.search(old):
        return None
    before, after = _LINK.split(old), _LINK.split(new)
    each = _GROUPS + 1
    if before[::each] != after[::each] or old.count("](") != len(before) // each:
        return None
    # What stands around is equal by now.
    was, now = Mask(servers), Mask(servers)
    if [was.address(one or "") for one in before] != [now.address(one or "") for one in after]:
        return None
    return was.reached, now.reached
