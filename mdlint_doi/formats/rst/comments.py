"""Our comments in a document: `.. mdlint-doi-disable DOI201`."""

from __future__ import annotations

from typing import Final

from mdlint_doi.lint.directives import Directive, Suppression, read_directive
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_WORD: Final = "mdlint-doi-"
_BLANK: Final = pattern(r"\s*[\r\n](?=[^\r\n]*\S)")
"""What stands between the end of a comment and the next line with text in it."""


def read_comment(content: PlacedText, source: Source) -> Suppression | None:
    """Return what a comment switches on or off; None if it is not for us.

    Args:
        content: the comment's text, with its places in the file.
        source: the file.

    """
    found = read_directive(content.text, 0) if _WORD in content.text else None
    if found is None:
        return None
    selectors = tuple((selector, content.span(*span)) for selector, span in found.selectors)
    whole = content.whole
    if found.directive is Directive.NEXT_LINE:
        # A comment needs an empty line behind it: the next line is the next that holds something.
        blank = _BLANK.match(source.text, whole.end)
        whole = Span(whole.start, blank.end()) if blank else whole
    return found.replace(selectors=selectors, span=whole)
