"""Parts of a document that are no page: comments and code of programs that Markdown goes through.

Liquid (Jekyll) takes out `{% comment %}` and shows what stands in `{% raw %}` and `{% highlight %}`
as it is; Hugo's comments are `{{/* … */}}`, and `{{%/* … */%}}` and `{{</* … */>}}` show what calls
a shortcode; MDX's are `{/* … */}`. A `$$` and the next one in the same paragraph hold
mathematics, wherever in a line they stand. What is not closed is nothing of the kind, and neither
is a tag alone in a code span, of which a manual speaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_SIGNS: Final = ("{%", "{/*", "{</*", "$$")
_OPENING: Final = pattern(
    r"""
    \{ (?<!`\{) (?:
        %-?\s*+(?P<liquid>comment|raw|highlight|verbatim)\b[^%}]{0,200}+%\}
      | (?P<hugo>\{[%<]?/\*)
      | (?P<mdx>/\*)
    )
    | \$ (?<![`\\$]\$) (?P<math>\$)(?!\$)
    """,
    re.VERBOSE,
)
"""It begins with one of two characters, so that the search runs from one to the next of them."""
_ENDS: Final = {
    "comment": pattern(r"\{%-?\s*+endcomment\s*+-?%\}"),
    "raw": pattern(r"\{%-?\s*+endraw\s*+-?%\}"),
    "highlight": pattern(r"\{%-?\s*+endhighlight\s*+-?%\}"),
    "verbatim": pattern(r"\{%-?\s*+endverbatim\s*+-?%\}"),
    "hugo": pattern(r"\*/[%>]?\}\}"),
    "mdx": pattern(r"\*/\s*+\}"),
    "math": pattern(r"(?<![\\$])(?P<sign>\$\$)(?!\$)|(?:\r\n?|\n)[ \t]*+(?:\r|\n)"),
}
_LINK: Final = "]("


def left_alone(text: str, start: int = 0) -> list[Span]:
    """Return the parts of `text[start:]` that are no page, in order."""
    if not any(sign in text for sign in _SIGNS):
        return []
    found: list[Span] = []
    absent: set[str] = set()
    at = start
    while opening := _OPENING.search(text, at):
        at = opening.end()
        kind = opening["liquid"] or opening.lastgroup or ""
        if kind in absent:
            continue
        end = _ENDS[kind].search(text, at)
        if end is None:
            absent.add(kind)
        elif kind != "math":
            found.append(Span(opening.start(), end.end()))
            at = end.end()
        elif end["sign"]:
            # Prices stand in pairs, too: "$$" between two names of restaurants.
            if text.find(_LINK, at, end.start()) < 0:
                found.append(Span(opening.start(), end.end()))
            at = end.end()
    return found


def outside(wanted: Iterable[int], parts: list[Span]) -> list[int]:
    """Return the sorted offsets that stand in none of the parts, which are in order."""
    kept = []
    which = 0
    for at in wanted:
        while which < len(parts) and parts[which].end <= at:
            which += 1
        if which == len(parts) or at < parts[which].start:
            kept.append(at)
    return kept
