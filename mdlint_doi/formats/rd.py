r"""R documentation as a format: `.Rd`, roxygen2's comments in `.R`, and `DESCRIPTION`.

Source: Writing R Extensions, sections 1.1.1 and 2.3: `\doi{…}` and `<doi:…>` hold the bare name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.formats.latex import RD, ROXYGEN, Tex, comments_of, mentions_of, read_tex
from mdlint_doi.formats.markdown.format import may_hold_doi
from mdlint_doi.lint.directives import Suppression, read_directive
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source, line_spans

__all__ = ["may_hold_doi", "read", "same_page"]


def read(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a file, and our comments; its name tells which of the three it is."""
    name = source.name.lower()
    if name.endswith(".r"):
        return read_code(source, settings)
    return (read_help if name.endswith(".rd") else read_description)(source, settings)


def same_page(settings: Settings) -> None:
    """Nothing is fixed: no library that could guard a fix is at hand in Python."""


_ROXYGEN: Final = pattern(r"[ \t]*+\#+'[ \t]?+")
_TAG: Final = pattern(r"@(examples\w*+|usage|rawRd|eval\w*+)?")
_SPAN: Final = pattern(r"`[^`\r\n]*+`")
_FENCE: Final = pattern(r"[ \t]*+(?:```|~~~)")
_COMMENT: Final = pattern(r"#+'?[ \t]*+(mdlint-doi-[^\r\n]*+)")


def read_help(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a help page, `.Rd`, and the comments behind `%`."""
    found = read_tex(source.text, RD)
    mentions = sorted(mentions_of(source, found, settings.notations), key=lambda one: one.span)
    return Document(source, tuple(mentions), tuple(comments_of(source.text, found.comments)))


def read_description(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a package's DESCRIPTION, which has no macros and no comments."""
    whole = Tex(PlacedText(source.text, 0), (), ())
    return Document(source, tuple(mentions_of(source, whole, settings.notations)))


def read_code(source: Source, settings: Settings) -> Document:
    """Return the DOIs in the roxygen2 comments of R code, and what our comments say."""
    mentions: list[Mention] = []
    for block in _blocks(source.text):
        text = _SPAN.sub(lambda span: " " * len(span[0]), block.text)
        found = mentions_of(source, read_tex(text, ROXYGEN), settings.notations, block)
        mentions += sorted(found, key=lambda one: one.span)
    return Document(source, tuple(mentions), tuple(_comments(source.text)))


def _blocks(text: str) -> Iterator[PlacedText]:
    """Yield the comments that belong together, without what is code in them."""
    block = _Block()
    for start, end in line_spans(text):
        head = _ROXYGEN.match(text, start, end)
        if head is not None:
            block.add(text, head.end(), end)
            continue
        if block.spans:
            yield PlacedText.of_lines(text, block.spans)
        block = _Block()
    if block.spans:
        yield PlacedText.of_lines(text, block.spans)


class _Block:
    """Lines of roxygen2 without a gap; `spans` are those that are text."""

    def __init__(self) -> None:
        self.spans: list[tuple[int, int]] = []
        self._is_code = False
        self._is_fenced = False

    def add(self, text: str, start: int, end: int) -> None:
        """Take a line, without its mark."""
        tag = _TAG.match(text, start, end)
        if tag:
            self._is_code, self._is_fenced = tag[1] is not None, False
        elif _FENCE.match(text, start, end):
            self._is_fenced = not self._is_fenced
            return
        if not (self._is_code or self._is_fenced):
            self.spans.append((start, end))


def _comments(text: str) -> Iterator[Suppression]:
    for comment in _COMMENT.finditer(text):
        found = read_directive(comment[1].rstrip(), comment.start(1))
        if found is not None:
            yield found
