"""Jupyter notebooks as a format: their Markdown cells are read, but not their outputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mdlint_doi.names.needles import may_hold_doi as may_hold_name
from mdlint_doi.names.needles import places
from mdlint_doi.names.spelling import STANDARD, Notations
from mdlint_doi.text.pattern import bytes_pattern

if TYPE_CHECKING:
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.guard import Guard
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.text.source import Source

_ESCAPED_LETTER: Final = bytes_pattern(rb"\\u00(?:5[fF]|[67])")
"""An unnecessary escape for an ASCII letter or `_`. Programs that write one write it everywhere."""
_ESCAPED: Final = bytes_pattern(rb"\\u00[2-7]")
"""An escape for any ASCII character, which is usually unnecessary but frequent in HTML outputs."""
_MARKDOWN: Final = b'"markdown"'
_TYPE: Final = b'"cell_type"'
_IS_MARKDOWN: Final = bytes_pattern(rb'[ \t\r\n]*+:[ \t\r\n]*+"markdown"')


def may_hold_doi(data: bytes, notations: Notations = STANDARD) -> bool:
    """Return whether a Markdown cell of a notebook may contain a DOI or a suppression.

    Only parts that begin like a Markdown cell are decoded, because most of a notebook consists of
    outputs. If it is not certain that this finds all Markdown cells, the whole file is searched.
    So is a file without any: it may be broken, which only its reader finds out.
    """
    if _MARKDOWN not in data and _ESCAPED_LETTER.search(data):
        return True
    if b"markdown" not in data:
        return may_hold_name(data, notations)
    text = _markdown(data) if _MARKDOWN in data else None
    if text is not None:
        return bool(places(text, notations))
    if _ESCAPED.search(data):
        return True
    return may_hold_name(data.replace(b"\\\\", b"\\"), notations)


def _markdown(data: bytes) -> str | None:
    """Return the text of all Markdown cells; None if it is not certain that these are all.

    The file is split at each `"cell_type"`. If all cells begin with it, each part ends after the
    opening brace of the next cell; with closing braces, the parts of Markdown cells then form an
    array, which is decoded as a whole. If a cell begins differently or contains another
    `cell_type`, the parts do not form an array, or it has a different length, or a text is missing:
    the result is None.
    """
    parts = [part for part in data.split(_TYPE) if _IS_MARKDOWN.match(part)]
    array = b'[{"cell_type"' + b'}, {"cell_type"'.join(parts) + b"}]"
    from json import JSONDecoder

    try:
        found, _ = JSONDecoder().raw_decode(array.decode())
        texts = [_joined(cell["source"]) for cell in found[::2]]
    except (ValueError, TypeError, LookupError, RecursionError):
        return None
    return "\n\n".join(texts) if len(texts) == len(parts) else None


def _joined(source: object) -> str:
    """Return the text of a cell, which is a text or a list of lines; raise TypeError for others."""
    if isinstance(source, list):
        return "".join(source)
    if isinstance(source, str):
        return source
    raise TypeError


def read(source: Source, settings: Settings) -> Document:
    """Return the mentions and suppressions in the Markdown cells of a notebook."""
    from mdlint_doi.formats.notebook.cells import read_notebook

    return read_notebook(source, settings)


def same_page(settings: Settings) -> Guard:
    """Return the guard of fixes: `json` must read the same except for DOIs in Markdown cells."""
    from mdlint_doi.formats.notebook.guard import SameNotebook

    return SameNotebook(settings.notations, check_code=settings.check_code)
