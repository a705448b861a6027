"""Our comments, read: `mdlint-doi-disable DOI201 -- a reason`.

A front end finds the comments of its language; what stands in them is the same in all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import islice
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value


class Directive(StrEnum):
    """The words behind `mdlint-doi-`."""

    DISABLE = "disable"
    ENABLE = "enable"
    LINE = "disable-line"
    NEXT_LINE = "disable-next-line"
    FILE = "disable-file"
    UNKNOWN = "unknown"
    """Another word, a slip most likely; it is reported."""


class Suppression(Value):
    """One comment as it stands in a document."""

    directive: Directive  # which word
    # Codes, names or families as written, each with its span; empty: all rules. Of an unknown
    # directive, the word itself.
    selectors: tuple[tuple[str, Span], ...]
    span: Span  # the whole comment
    # For `-line` and `-next-line`, the lines that it holds for, where these are none of the file:
    # those of a text that a string holds.
    lines: tuple[Span, ...] | None = None

    def with_lines_of(self, source: Source) -> Suppression:
        """Return the comment with the lines that it holds for, in the document that it is of."""
        if self.lines is not None:
            return self
        return self.replace(lines=tuple(_lines(self, source)))


def _lines(one: Suppression, source: Source) -> Iterator[Span]:
    if one.directive not in {Directive.LINE, Directive.NEXT_LINE}:
        return
    starts = source.line_starts
    first, last = (
        source.location(at).line - source.first_line
        for at in (one.span.start, max(one.span.start, one.span.end - 1))
    )
    lines = range(first, last + 1) if one.directive is Directive.LINE else (last + 1,)
    yield from (source.line_span(starts[line]) for line in lines if line < len(starts))


_DIRECTIVE: Final = pattern(r"\s*mdlint-doi-(?P<word>[\w-]+):?(?P<rest>(?:[\s,].*)?)\Z", re.DOTALL)
_REASON: Final = pattern(r"(?:\A|\s)--(?:\s|\Z)")
_SELECTOR: Final = pattern(r"[^\s,]+")
_MOST: Final = 200
"""Selectors of one comment; there are fewer rules."""


def read_directive(text: str, offset: int) -> Suppression | None:
    """Return what a comment asks for, by its inside and where that begins; None: it is not for us.

    Selectors stand behind the word, with commas or blanks between them; what follows ` -- ` is a
    reason and not read.
    """
    match = _DIRECTIVE.match(text)
    if match is None:
        return None
    span = Span(offset, offset + len(text))
    word = match["word"]
    if word not in set(Directive) - {Directive.UNKNOWN}:
        at = Span(*match.span("word")).shift(offset)
        return Suppression(Directive.UNKNOWN, ((word, at),), span)
    reason = _REASON.search(text, match.start("rest"))
    end = reason.start() if reason else len(text)
    selectors = tuple(
        (one[0], Span(*one.span()).shift(offset))
        for one in islice(_SELECTOR.finditer(text, match.start("rest"), end), _MOST)
    )
    return Suppression(Directive(word), selectors, span)
