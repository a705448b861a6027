r"""R documentation as a format: `.Rd`, roxygen2's comments in `.R`, and `DESCRIPTION`.

Source: Writing R Extensions, sections 1.1.1 and 2.3: `\doi{…}` and `<doi:…>` contain only the DOI;
R also accepts `\doi{doi:…}`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.formats.latex import (
    RD,
    ROXYGEN,
    may_hold_doi,
    read_macros,
    read_tex,
)
from mdlint_doi.formats.parts import Parts, mentions_of
from mdlint_doi.lint.document import Document, read_directive
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source, line_spans

__all__ = ["may_hold_doi", "read", "same_page"]

_ROXYGEN: Final = pattern(r"[ \t]*+\#+'[ \t]?+")
_TAG: Final = pattern(r"@(examples\w*+|usage|rawRd|eval\w*+)?")
_SPAN: Final = pattern(r"`[^`\r\n]*+`")
_FENCE: Final = pattern(r"[ \t]*+(?:```|~~~)")
_COMMENT: Final = pattern(r"(?<!#)#++'?[ \t]*+(mdlint[^\r\n]*+)")


def read(source: Source, settings: Settings) -> Document:
    """Return the mentions and suppressions of a file; its name shows which of the three it is."""
    name = source.name.lower()
    if name.endswith(".r"):
        return _read_code(source, settings)
    if name.rpartition("/")[2] == "description":  # it has no macros and no comments
        whole = Parts(PlacedText(source.text, 0))
        return Document(source, mentions_of(source, whole, settings.notations))
    return read_macros(source, settings, RD)  # comments begin with `%`


def same_page(settings: Settings) -> None:
    """Return no guard: nothing is fixed, because no library in Python could check a fix."""


def _read_code(source: Source, settings: Settings) -> Document:
    """Return the mentions in the roxygen2 comments of R code, and its suppressions."""
    mentions: list[Mention] = []
    for block in _blocks(source.text):
        text = _SPAN.sub(lambda span: " " * len(span[0]), block.text)
        mentions += mentions_of(source, read_tex(text, ROXYGEN), settings.notations, block)
    comments = _COMMENT.finditer(source.text)
    said = (read_directive(comment[1].rstrip(), comment.start(1)) for comment in comments)
    return Document(
        source,
        tuple(mentions),
        tuple(suppression for suppression in said if suppression is not None),
    )


def _blocks(text: str) -> Iterator[PlacedText]:
    """Yield each block of roxygen2 comments, without the code in it."""
    spans: list[tuple[int, int]] = []
    is_code = is_fenced = False
    for start, end in (*line_spans(text), (len(text), len(text))):
        head = _ROXYGEN.match(text, start, end)
        if head is None:
            if spans:
                yield PlacedText.of_lines(text, spans)
            spans = []
            is_code = False
            is_fenced = False
            continue
        if tag := _TAG.match(text, head.end(), end):
            is_code = tag[1] is not None
            is_fenced = False
        elif _FENCE.match(text, head.end(), end):
            is_fenced = not is_fenced
            continue
        if not (is_code or is_fenced):
            spans.append((head.end(), end))
