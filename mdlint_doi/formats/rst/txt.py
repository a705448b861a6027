"""`.txt` as a format: reStructuredText if its markup shows this, and plain text otherwise.

Most `.txt` files are lists, exports and licences, which have no links: in these, no DOI is reported
as unlinked, and no role as mistyped. Addresses are read and fixed in both.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.formats.rst.format import same_page
from mdlint_doi.formats.rst.translate import read_rst
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.needles import may_hold_doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source

__all__ = ["may_hold_doi", "read", "same_page"]

_MARKUP: Final = pattern(
    r"""
    ^[ \t]*\.\.[ \t]+ (?:
        [\w:+.-]+[ ]?::(?!\S)                     # a directive
      | _[^\n]*:(?!\S) | __(?!\S)                 # a target
      | \[[^\]\n]+\](?!\S) | \|[^|\n]+\|(?!\S) )  # a footnote, a citation, a substitution
    | (?<![\w:`]):[A-Za-z][\w:+.-]*:`[^`\s]       # a role
    | `[^`<>]*<[^`<>\s]+>`__?(?!\w)               # a link
    """,
    re.VERBOSE | re.MULTILINE,
)
"""Markup that occurs in no other language; words with a final `_`, underlined titles and backticks
also occur in plain text and Markdown."""


def read(source: Source, settings: Settings) -> Document:
    """Return a document's mentions and suppressions."""
    return read_rst(source, settings, links=_MARKUP.search(source.text) is not None)
