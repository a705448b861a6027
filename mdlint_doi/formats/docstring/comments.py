"""Our comments in Python code: `# mdlint-doi-disable DOI201`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.lint.directives import Directive, Suppression, read_directive
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_WORD: Final = "mdlint-doi-"
_LINES: Final = pattern(r"[^\r\n]*(?:\r\n?|\n|\Z)")


def read_comments(source: Source, docstrings: Sequence[Span]) -> Iterator[Suppression]:
    """Yield what comments switch on or off.

    `disable-line` on the last line of a docstring, behind its quotes, holds for all of it.

    Args:
        source: a Python module.
        docstrings: where they stand, with their quotes.

    """
    for start, text in _comments(source.text):
        found = read_directive(text[1:], start + 1)
        if found is None:
            continue
        whole = Span(start, start + len(text))
        if found.directive is Directive.LINE:
            line = source.line_span(start)
            ends = (one.start for one in docstrings if line.start <= one.end <= start)
            whole = Span(next(ends, start), whole.end)
        yield found.replace(span=whole)


def _comments(text: str) -> Iterator[tuple[int, str]]:
    """Yield where the comments begin that may be for us, and the comments."""
    if _WORD not in text:
        return
    from tokenize import COMMENT, TokenError, generate_tokens

    lines = [match[0] for match in _LINES.finditer(text)]
    starts = [match.start() for match in _LINES.finditer(text)]
    try:
        for token in generate_tokens(iter(lines).__next__):
            if token.type == COMMENT and _WORD in token.string:
                row, column = token.start
                yield starts[row - 1] + column, token.string
    except (TokenError, SyntaxError):
        return
