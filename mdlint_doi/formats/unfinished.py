"""Names in running text that a program or a reader is to complete.

Nothing is said of what a site's generator fills in (`10.5281/{{ page.id }}`). What stands on the
page as it is (`10.5281/zenodo.{ID}`) is a placeholder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.placeholders import holds_template
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_GENERATED: Final = (
    r"\{\{[^{}]*[A-Za-z][^{}]*\}\}|\{%[^{}]*%\}|\$\{[A-Za-z_][^{}]*\}"
    r"|`(?:r|\{(?:r|python|julia)\})[ ][^`\n]+`"
)
_EXPRESSION: Final = pattern(_GENERATED)
_GOES_ON: Final = pattern(
    rf"""
      [._/-]* (?: {_GENERATED}
        | ["'] [ ]?(?: [~+] | \|[ ]?append: ) [^{{}}%\n]{{1,80}} [}}%]\}} )
    | [._/-]+ (?: \{{[A-Za-z_] | <(?!(?:BR|SUP|SUB)>)[A-Z]{{2}}[A-Z\ _-]*>
                | \[[A-Z]{{2}}[A-Z\ _-]*\](?!\() | %[sd] )
    """,
    re.VERBOSE,
)
"""A link behind the name (`10.1000/182.[PDF](…)`) is none of it. In an expression, a string may end
behind the name, and be put before what follows: `{{ "https://doi.org/10.1000/" ~ page.id }}`."""
_GOING_ON: Final = frozenset("._/-{$`\"'")
"""What that can begin with."""
_UNFINISHED: Final = pattern(
    r"""
    (?<![0-9A-Za-z.])
    (?: (?:https?://)? (?:dx\.|www\.)? doi\.org/ | doi:[ ]? )?
    (?P<name>
      10\.5281/zenodo\. (?: \\?\[[^\s\[\]][^\[\]\n]{0,60}\] (?![(\[:]) | <[^\s<>/][^<>\n]{0,60}> )
    | 10\.[0-9]{4,9} / [0-9A-Za-z._/-]{0,60} (?<=[._/-])
      (?: [\#@]?\\?\{ [A-Za-z_][^\s{}\\]{0,80} \\?\}
        | \$\( [A-Za-z_]\w{0,40} \) | %[A-Za-z_]\w{1,40}%
        | << [A-Za-z_][\w\ .-]{0,40} >> | \[\[ [A-Za-z_][\w\ .-]{0,40} \]\] (?![(\[:])
        | <% [^%<>\n]{1,80} %>
        | (?<! [0-9][._/-])
          (?: <(?!(?:BR|SUP|SUB)>) [A-Za-z][A-Za-z\ _-]{1,40} >
            | \\?\[ [A-Za-z][A-Za-z\ _-]{1,40} \\?\] (?![(\[:]) ) )
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Brackets behind a number may be a remark: `10.1000/182.[PDF]`."""
_TOKENS: Final = ("{", "<", "[", "$(", "%")
_REACH: Final = 200


def is_generated(text: str) -> bool:
    """Return whether a text holds an expression of Jinja, Liquid, JavaScript, knitr or Quarto."""
    return ("{" in text or "`" in text) and _EXPRESSION.search(text) is not None


def goes_on(text: str, end: int) -> bool:
    """Return whether the name that ends at `text[end]` goes on with what is to be filled in."""
    return text[end : end + 1] in _GOING_ON and _GOES_ON.match(text, end) is not None


def unfinished(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the placeholders that begin in `text[start:end]`, each with what introduces it."""
    reach = min(len(text), end + _REACH)
    has_number = text.find("10.", start, reach) >= 0
    if not (has_number and any(text.find(token, start, reach) >= 0 for token in _TOKENS)):
        return
    for match in _UNFINISHED.finditer(text, start, reach):
        if match.start() >= end:
            return
        if holds_template(match["name"].replace("\\", "")):
            yield Span(*match.span())
