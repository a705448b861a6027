"""Whether two paragraphs differ by where their links to DOIs lead alone, told without a parser.

Most fixes are of `[text](https://dx.doi.org/10.1000/182)`, and to render the paragraph twice takes
longer than to find what is wrong in it. A run of letters, digits and `.:/-` between `](` and `)` is
a link's destination or a piece of text, whatever the run is, where two things hold: each `](` of
the paragraph begins such a run, so that none stands in another destination or in a title; and there
is no mark of code, HTML, roles, escapes, entities and images (CommonMark 0.31.2, section 6.3).
Which DOIs these are is compared as everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from mdlint_doi.formats.reached import Mask, is_as_stated
from mdlint_doi.lint.model import Fix
from mdlint_doi.text.pattern import pattern

_DESTINATION: Final = pattern(r"\]\(([A-Za-z0-9.:/-]+)\)")
_OTHER_MARK: Final = pattern(r"[`<{\\&]|!\[")
"""Of code; HTML and autolinks; roles; escapes; entities; images."""


def same_but_links(old: str, new: str, servers: Collection[str], fixes: Sequence[Fix]) -> bool:
    """Return whether that is all that they differ by; no where it takes a parser to tell.

    Args:
        old: the text of a paragraph.
        new: that of another one.
        servers: further hosts that resolve.
        fixes: that were made.

    """
    if _OTHER_MARK.search(old):
        return False
    before, after = _DESTINATION.split(old), _DESTINATION.split(new)
    if before[::2] != after[::2] or old.count("](") != len(before) // 2:
        return False
    was, now = Mask(servers), Mask(servers)
    if [was.address(one) for one in before[1::2]] != [now.address(one) for one in after[1::2]]:
        return False
    return is_as_stated(was.reached, now.reached, fixes)
