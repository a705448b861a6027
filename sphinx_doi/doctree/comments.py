"""`.. mdlint-doi-disable DOI201` and its kin: rST comments that switch rules off."""

from __future__ import annotations

import re
from typing import Final

from docutils import nodes

from mdlint_doi.lint.directives import Directive, Suppression, read_directive
from mdlint_doi.text.span import Span
from sphinx_doi.doctree.source_files import File, search

_WORD: Final = "mdlint-doi-"
_BLANK: Final = re.compile(r"\s*\n(?=[^\n]*\S)")
"""What stands between the end of a comment and the next line with text in it."""


def is_ours(comment: nodes.comment) -> bool:
    """Return whether a comment may be meant for the checks."""
    return _WORD in comment.astext()


def read_comment(
    comment: nodes.comment,
    file: File,
    line: int | None,
    part: str,
) -> Suppression | None:
    """Return what a comment asks for; None if it is not for us, or not to be found.

    Args:
        comment: the comment's node.
        file: the file that it was written in.
        line: where docutils saw it.
        part: of the file, see `search`.

    """
    text = comment.astext()
    hit = search(file, text, line, part)
    found = read_directive(text, hit.span.start) if hit and not hit.again else None
    if found is None or found.directive is not Directive.NEXT_LINE:
        return found
    # A comment needs an empty line behind it: the next line is the next that holds something.
    blank = _BLANK.match(file.source.text, found.span.end)
    return found._replace(span=Span(found.span.start, blank.end())) if blank else found
