r"""Find the claims in LaTeX, R documentation, AsciiDoc, Org and Typst, which are only taken apart.

A passage ends at a blank line, at the next item of a list or of a bibliography (`\bibitem`), and at
a heading.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from mdlint_doi.formats.references import Cover, passages_of, run_of
from mdlint_doi.lint.model import Mention
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.folding import plain_tex
from mdlint_doi.works.passage import claims

_BORDER: Final = pattern(
    r"""
      \n[ \t]*\r?\n
    | \\(?:bibitem|item|begin|end|part|chapter|(?:sub){0,2}section|paragraph|title|author)
      (?![A-Za-z])\*?(?>(?:\[[^\]\n]{0,200}\])?)(?>(?:\{[^{}\n]{0,200}\})?)
    | ^[ \t]*(?:[-*+•]{1,6}|\.{1,6}|\d{1,3}[.)]|\[{1,3}[^\[\]\n]{1,60}\]{1,3})[ \t]
      (?>(?:\[{3}[^\[\]\n]{1,60}\]{3})?)
    | ^(?:={1,6}|\*{1,6})[ \t][^\n]*$
    """,
    re.VERBOSE | re.MULTILINE,
)
"""Matches what stands between two passages: the mark of an item belongs to neither."""
_COMMENT: Final = pattern(r"(?<!\\)%[^\n]*+")
_EMPHASIS: Final = pattern(r"(?<![\w:/])[*_/~]{1,2}(?=\w)|(?<=[\w.,;:!?)])[*_/~]{1,2}(?![\w/])")
_LABEL: Final = pattern(r"\\doi(?![A-Za-z])")
_QUOTES: Final = (("``", "“"), ("''", "”"))


def claims_in(text: str, mentions: Sequence[Mention], said: Callable[[str], str]) -> list[Claim]:
    """Return the claims of a text.

    Args:
        text: the text of the document.
        mentions: its mentions, in order.
        said: returns what readers see of a piece of the text.
    """
    starts = [mention.span.start for mention in mentions]
    borders = [border.span() for border in _BORDER.finditer(text)]
    ends = [*(start for start, _ in borders), len(text)]
    blocks = zip([0, *(end for _, end in borders)], ends, strict=True)
    found: list[Claim] = []
    for start, end in blocks:
        inside = mentions[bisect_left(starts, start) : bisect_left(starts, end)]
        if not inside:
            continue
        covers = [
            Cover(mention.span.start - start, mention.span.end - start, run_of(mention))
            for mention in inside
        ]
        block = text[start:end]
        for passage in passages_of(len(block), covers, (), partial(_shown, block, said)):
            found += claims(passage)
    return found


def _shown(block: str, said: Callable[[str], str], start: int, end: int) -> str:
    return said(block[start:end])


def without_marks(text: str) -> str:
    """Return what readers see of a piece of AsciiDoc, Org or Typst: it has no marks of emphasis."""
    return _EMPHASIS.sub("", text)


def plain_latex(text: str) -> str:
    """Return what readers see of a piece of LaTeX, with a blank around it."""
    plain = _LABEL.sub(" doi ", _COMMENT.sub("", text))
    for written, mark in _QUOTES:
        plain = plain.replace(written, mark)
    return f" {plain_tex(plain.replace('~', ' '))} "
