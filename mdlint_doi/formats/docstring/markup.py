"""Whether a module shows that its docstrings are reStructuredText.

Python does not say how docstrings are rendered: Sphinx reads them as reStructuredText, mkdocstrings
and others as Markdown. What a fix writes may be markup of one of the two only where the module
itself uses it, and none of the other.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.text.pattern import pattern

_RST: Final = pattern(
    r"""
      :[A-Za-z][\w.+:-]{0,40}:`                     # a role, also a mistyped one
    | `[^`<>\n]+<[^`<>\s]+>`_                        # a link
    | ^[ \t]*\.\.[ ](?: [A-Za-z][\w.+:-]{0,40}::     # a directive
        | \[ [^\]\n]{1,40} \]                        # a footnote, a citation
        | _[^\n:]{1,80}: )                           # a target
    """,
    re.VERBOSE | re.MULTILINE,
)
_MARKDOWN: Final = pattern(
    r"""
      \]\( (?: https?: | mailto: | doi: | \.{0,2}/ | [\#<] )   # a link
    | `\]\[                                          # a reference of mkdocstrings
    | ^[ \t]*(?: ``` | ~~~[^~] | !!![ ] )            # a block of code, an admonition
    """,
    re.VERBOSE | re.MULTILINE,
)


def shows_rst(source: str) -> bool:
    """Return whether a module has markup of reStructuredText, and none of Markdown."""
    return _RST.search(source) is not None and _MARKDOWN.search(source) is None
