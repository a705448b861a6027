"""Jupyter notebooks as a format: their Markdown cells are read as Markdown, outputs never."""

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
"""A letter of ASCII, or an underscore, as JSON need not write it. Who does, does it everywhere."""
_ESCAPED: Final = bytes_pattern(rb"\\u00[2-7]")
"""Any character of ASCII as JSON need not write it; often in outputs that are HTML."""
_MARKDOWN: Final = b'"markdown"'
_TYPE: Final = b'"cell_type"'
_IS_MARKDOWN: Final = bytes_pattern(rb'[ \t\r\n]*+:[ \t\r\n]*+"markdown"')


def may_hold_doi(data: bytes, notations: Notations = STANDARD) -> bool:
    """Return whether a Markdown cell of a notebook may hold a DOI, or one of our comments.

    Outputs are most of a notebook: only what begins as a Markdown cell is decoded. Where that does
    not tell where the cells are, all of the file is searched; `read` finds the problem.
    """
    if _MARKDOWN not in data and _ESCAPED_LETTER.search(data):
        return True
    if b"markdown" not in data:
        return False
    text = _markdown(data) if _MARKDOWN in data else None
    if text is not None:
        return bool(places(text, notations))
    if _ESCAPED.search(data):
        return True
    return may_hold_name(data.replace(b"\\\\", b"\\"), notations)


def _markdown(data: bytes) -> str | None:
    """Return the text of all Markdown cells; None where it is not certain that these are all.

    A cell that begins with its type goes on to the next one's type, and that one's brace is open by
    then: the Markdown cells, each with a brace more, are an array, decoded as a whole. If a cell
    begins otherwise, or has a `cell_type` within, that is none, has another length or lacks a text.
    """
    parts = [part for part in data.split(_TYPE) if _IS_MARKDOWN.match(part)]
    array = b'[{"cell_type"' + b'}, {"cell_type"'.join(parts) + b"}]"
    from json import JSONDecoder

    try:
        found, _ = JSONDecoder().raw_decode(array.decode())
        texts = ["".join(cell["source"]) for cell in found[::2]]
    except (ValueError, TypeError, LookupError, RecursionError):
        return None
    return "\n\n".join(texts) if len(texts) == len(parts) else None


def read(source: Source, settings: Settings) -> Document:
    """Return the DOIs and our comments in the Markdown cells of a notebook."""
    from mdlint_doi.formats.notebook.cells import read_notebook

    return read_notebook(source, settings)


def same_page(settings: Settings) -> Guard:
    """Return the guard: `json` reads the same but for Markdown cells, of which each is one page."""
    from mdlint_doi.formats.notebook.guard import SameNotebook

    return SameNotebook(settings.notations, check_code=settings.check_code)
