"""Runs of whole blocks that hold nothing wanted, passed over with one expression.

Most of a document is plain: paragraphs, headings, fences, flat lists, tables, each with a blank
line behind it. Outside of containers, such a block says nothing about the blocks behind it, so
that it can be passed over at the speed of `re`. A list counts only where a line without indent
follows, since that closes all that may be open in it. What is not certain (comments, definitions,
a setext underline) does not match, and is read line by line. All repetitions are possessive:
nothing is tried twice.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.text.pattern import pattern

_TEXT_LINE: Final = r"""(?:
    [A-Za-z("'@,;/&\\] | [^\x00-\x7f] | \*{1,2}[A-Za-z] | `{1,2}[^`\r\n] | !\[
  | \[[^\]\^\r\n]*+\][^:\r\n] | [0-9]++[^0-9.)\r\n]
  | </?(?!(?i:script|pre|style|textarea))[A-Za-z]
) [^\n]*+ \n"""
_BLANK: Final = r"(?:\r?\n)"
_REST: Final = r"(?![>\ \t]*+\[[^\]\n]*+\]:)[^\n]*+\n"
"""The rest of a line that does not begin a definition."""
BLOCKS: Final = pattern(
    rf"""(?:
        {_BLANK}
      | (?:{_TEXT_LINE})++ {_BLANK}++
      | \#{{1,6}}[ \t][^\n]*+\n
      | (?:\|[^\n]*+\n)++ {_BLANK}++
      | (?:>{_REST})++ {_BLANK}++
      | (?:(?:[-*+]|[0-9]{{1,9}}[.)])[ \t]{_REST} (?:[ \t]++{_REST})*+)++ {_BLANK}++ (?=\S)
      | (?P<fence>`{{3,}}) (?!`) (?![ \t]*\{{) [^`\n]*+\n
            (?:(?![ ]{{0,3}}(?P=fence))[^\n]*+\n)*+ [ ]{{0,3}}(?P=fence)`*+[ \t]*+\r?\n
    )*+""",
    re.VERBOSE,
)
