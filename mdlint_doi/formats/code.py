"""Code in a document: data, for example under "please cite", and links in strings and comments.

BibTeX is read, judged and fixed like a bibliography, at its position in the document, because
readers copy it. The stated language decides whether code is BibTeX; without a language, all of its
text must consist of entries. A whole `CITATION.cff` and CSL JSON are read and judged, not fixed;
if they cannot be read, they are code like any other.

In other code, which is checked only on request, DOIs are treated as text, except for a link that is
complete in a string or a comment.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.formats.data.formats import DataFormat

_PERHAPS: Final = frozenset({"", "latex", "text", "none", "md"})
"""Languages of blocks that are BibTeX only if their whole text consists of entries."""
_BIBTEX: Final = _PERHAPS | {"bibtex", "bib", "biblatex"}
_CFF: Final = frozenset({"", "text", "none", "yaml", "yml", "cff"})
_CSL: Final = frozenset({"", "text", "none", "json"})
LANGUAGES: Final = _BIBTEX | _CFF | _CSL
"""Languages of blocks that may be data."""
DataName = Literal["BIBTEX", "CFF", "CSL_JSON"]
"""The name of a format in `data.formats`."""

_REACH: Final = 400
"""Code points before a link in which the beginning of a comment is searched for."""
OF_CODE: Final = frozenset({"code", "code-block", "sourcecode"})
"""Directives of docutils and Sphinx whose argument is the language of a block."""

_CFF_VERSION: Final = pattern(r"^cff-version[ \t]*:", re.MULTILINE)
"""The field that each `CITATION.cff` has (Citation File Format 1.2.0)."""
_COMMENT: Final = pattern(r"(?:^|\s)(?:\#|//|/\*|<!--|%|--\s|;\s|\*\s)")
"""The beginning of a comment, or of a line in a comment, in common languages."""
_BEFORE: Final = frozenset(" \t(<[")
_BEHIND: Final = frozenset(" \t\r\n)>].,;:")


def in_code(mention: Mention) -> Mention:
    """Return a mention in code other than BibTeX, where it is not reported as unlinked."""
    form = Form.BARE_LINK if _is_whole_link(mention) else Form.TEXT
    return mention.replace(form=form, linked_in_block=True)


def _is_whole_link(mention: Mention) -> bool:
    """Return whether a link is a complete string, or a word of a comment."""
    spelling, text, span = mention.spelling, mention.source.text, mention.written.whole
    if spelling.kind is not Kind.LINK or not spelling.scheme.cut(spelling.text) or not mention.doi:
        return False
    before = text[text.rfind("\n", 0, span.start) + 1 : span.start][-_REACH:]
    behind = text[span.end : span.end + 1]
    if before[-1:] in {'"', "'"}:
        return behind == before[-1]
    ends = before[-1:] in _BEFORE and (not behind or behind in _BEHIND)
    return ends and _COMMENT.search(before) is not None


def is_bibtex(language: str, text: str) -> bool:
    """Return whether a block of code is BibTeX, by its stated language and its text."""
    if language.lower() not in _PERHAPS:
        return language.lower() in _BIBTEX
    if not text.lstrip().startswith("@"):
        return False
    from mdlint_doi.formats.data.bibtex_block import BibEntry
    from mdlint_doi.formats.data.bibtex_syntax import read_blocks

    return all(
        isinstance(block, BibEntry) and block.fields and not block.problem
        for block in read_blocks(text)
    )


def data_name(language: str, text: str) -> DataName | None:
    """Return the format of the data in a block of code, by its stated language and its text."""
    if is_bibtex(language, text):
        return "BIBTEX"
    if language.lower() in _CFF and _CFF_VERSION.search(text):
        return "CFF"
    if language.lower() in _CSL and '"DOI"' in text and text.lstrip()[:1] in {"[", "{"}:
        from mdlint_doi.formats.data.json_kinds import json_kind

        return "CSL_JSON" if json_kind(text) == "csl" else None
    return None


def read_block(source: Source, content: PlacedText, settings: Settings, name: DataName) -> Document:
    """Return the content of a block of data, with places in the document.

    No fix adds a field to its entries, and only BibTeX is fixed.
    """
    found = read_entries(source, content, settings, name)
    is_fixed = name == "BIBTEX"
    if found.unread and not is_fixed:
        return Document(source)
    mentions = []
    for mention in found.mentions:
        container = mention.container and mention.container.replace(insertion=None)
        if container and not is_fixed:
            container = container.replace(write=_never)
        mentions.append(mention.replace(container=container, in_example=True))
    return found.replace(mentions=tuple(mentions))


def _never(_text: str, _around: str) -> None:
    """Return None instead of the written form of a text, where nothing is fixed."""


def read_entries(
    source: Source,
    content: PlacedText,
    settings: Settings,
    name: DataName | Literal["REFERENCES"],
) -> Document:
    """Return the entries in a part of a document, with places in the document.

    `name` is that of a format in `data.formats`.
    """
    from mdlint_doi.formats.data import formats

    format_of_part: DataFormat = getattr(formats, name)
    part = Source(source.name, content.text)
    return format_of_part.read(part, settings).within(source, content)
