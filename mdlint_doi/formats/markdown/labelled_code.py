"""Recognize a code span that is the DOI of a reference: alone in its cell, or after its label.

Code shows how something is written, so it is not searched for DOIs. But in a table with a column
"DOI", and after "DOI:" on a line of its own, only the look of the DOI is meant.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.commonmark.model import Atom
from mdlint_doi.commonmark.state import cells
from mdlint_doi.formats.markdown.running import BlockText
from mdlint_doi.names.scan.find import read
from mdlint_doi.names.spelling import STANDARD
from mdlint_doi.text.pattern import pattern

_HEADER: Final = pattern(
    r"[\s*_]*(?:(?:paper|article)\s)?doi(?:\s(?:link|url))?[\s*_:]*", re.IGNORECASE
)
_LABEL: Final = pattern(r"[\s*_+-]*doi[\s*_]*[:：][\s*_]*", re.IGNORECASE)
_SCHEME: Final = pattern(r"doi\s?:\s?", re.IGNORECASE)
_END: Final = pattern(r"[ \t*_.]*(?:\n|\Z)")
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
    is_after = is_near and _LABEL.fullmatch(text, line, code.start) is not None
    return is_after and _END.match(text, code.end) is not None


def _is_header(source: str, block: BlockText) -> bool:
    """Return whether the header of the cell's column is the label of a DOI."""
    end = source.find("\n", block.head)
    header = cells(source, block.head, end if end >= 0 else len(source))
    if block.column >= len(header):
        return False
    return _HEADER.fullmatch(source, *header[block.column]) is not None
