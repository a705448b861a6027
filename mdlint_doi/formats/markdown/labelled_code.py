"""Recognize a code span that is the DOI of a reference: alone in its cell, or after its label.

Code shows how something is written, so it is not searched for DOIs. But in a table or a list that
also states titles, authors or years, only the look of the DOI is meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mdlint_doi.commonmark.model import Atom
from mdlint_doi.commonmark.parse import cells
from mdlint_doi.formats.markdown.running import BlockText
from mdlint_doi.names.scan.find import read
from mdlint_doi.names.spelling import STANDARD
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.labels import Label, label_of

_HEADER: Final = pattern(
    r"[\s*_]*(?:(?:paper|article)\s)?doi(?:\s(?:link|url))?[\s*_:]*", re.IGNORECASE
)
_LABEL: Final = pattern(r"[\s*_+-]*doi[\s*_]*[:：][\s*_]*", re.IGNORECASE)
_SCHEME: Final = pattern(r"doi\s?:\s?", re.IGNORECASE)
_END: Final = pattern(r"[ \t*_.]*(?:\n|\Z)")
_MARKS: Final = pattern(r"^[\s>*+_-]+|[*_]+")
_LINES: Final = 4  # lines before and after a code span
_NEAR: Final = 1200  # code points of these lines
_LONGEST: Final = 300
_REACH: Final = 30


def is_labelled(source: str, block: BlockText, code: Atom) -> bool:
    """Return whether a code span is a DOI that a label or the header of its column announces.

    Args:
        source: the text of the document.
        block: the block that contains the code span.
        code: the code span.
    """
    text = block.content.text
    inner = text[slice(*code.inner)].strip()
    words = _SCHEME.sub("", inner[:_LONGEST]).split()
    if (
        len(inner) > _LONGEST
        or len(words) != 1
        or read(inner, STANDARD.of_names, presented=True) is None
    ):
        return False
    if block.cell and not (text[: code.start] + text[code.end :]).strip(" \t*_"):
        return _is_header(source, block)
    line = text.rfind("\n", 0, code.start) + 1
    is_near = code.start - line <= _REACH
    if not is_near or _LABEL.fullmatch(text, line, code.start) is None:
        return False
    return _END.match(text, code.end) is not None and _is_among_labels(source, block, code)


def _is_header(source: str, block: BlockText) -> bool:
    """Return whether the header of the cell's column is DOI, and others describe a work."""
    end = source.find("\n", block.head)
    header = [
        source[slice(*cell)] for cell in cells(source, block.head, end if end >= 0 else len(source))
    ]
    if block.column >= len(header) or not _HEADER.fullmatch(header[block.column]):
        return False
    return _describe_work(header)


def _is_among_labels(source: str, block: BlockText, code: Atom) -> bool:
    """Return whether one of the lines next to a code span begins with a label of a reference."""
    at = block.content.at(code.start)
    before = source[max(0, at - _NEAR) : at].split("\n")[-_LINES - 1 : -1]
    after = source[at : at + _NEAR].split("\n")[1 : _LINES + 1]
    lines = (_MARKS.sub("", line) for line in (*before, *after))
    return _describe_work([line.replace("：", ":").partition(":")[0] for line in lines])


def _describe_work(labels: Sequence[str]) -> bool:
    """Return whether one of the labels states a title, authors or a year."""
    return any(label_of(label) in {Label.TITLE, Label.AUTHORS, Label.YEAR} for label in labels)
