"""Jupyter notebooks as a format: their Markdown cells are read as Markdown, outputs never."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from mdlint_doi.formats.markdown import needles

if TYPE_CHECKING:
    from mdlint_doi.formats.protocol import Guard
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.text.source import Source

_ESCAPED_LETTER: Final = re.compile(rb"\\u00(?:5[fF]|[67])")
"""A letter of ASCII, or an underscore, as JSON need not write it. Who does, does it everywhere."""
_MARKDOWN: Final = b'"markdown"'
_TYPE: Final = b'"cell_type"'
_HEAD: Final = re.compile(rb'\{[ \t\r\n]*+"cell_type"[ \t\r\n]*+:[ \t\r\n]*+')
_BLANKS: Final = 200
"""Characters at most between the brace of a cell and the word for its kind."""


def may_hold_doi(data: bytes, *, servers: Collection[str] = (), urls: bool = False) -> bool:
    """Return whether a Markdown cell of a notebook may hold a DOI, or one of our comments.

    Outputs are most of a notebook: only what begins as a Markdown cell is decoded. Where that does
    not tell where the cells are, all of the file is searched; `read` says what is wrong with it.
    """
    if _MARKDOWN not in data and _ESCAPED_LETTER.search(data):
        return True
    if b"markdown" not in data:
        return False
    text = _markdown(data) if _MARKDOWN in data else None
    if text is not None:
        return bool(needles.places(text, servers=servers, urls=urls))
    return needles.may_hold_doi(data.replace(b"\\\\", b"\\"), servers=servers, urls=urls)


def _markdown(data: bytes) -> str | None:
    """Return the text of all Markdown cells, and what looks like one.

    None where a cell does not begin with its type, or does not end before the next one.
    """
    decode, found = _decoder(), []
    at = data.find(_MARKDOWN)
    try:
        while at >= 0:
            start = data.rindex(b"{", max(0, at - _BLANKS), at)
            end = data.find(_TYPE, at)
            if not _HEAD.fullmatch(data, start, at):
                return None
            part = data[start : end if end >= 0 else len(data)].decode()
            cell, _ = decode(part)
            found.append("".join(cell.get("source", "")))
            at = data.find(_MARKDOWN, end) if end >= 0 else -1
    except (ValueError, TypeError, RecursionError):
        return None
    return "\n\n".join(found)


@cache
def _decoder() -> Callable[[str], tuple[Any, int]]:
    from json import JSONDecoder

    return JSONDecoder().raw_decode


def read(source: Source, settings: Settings) -> Document:
    """Return the DOIs and our comments in the Markdown cells of a notebook."""
    from mdlint_doi.formats.notebook.markdown_cells import read_notebook

    return read_notebook(source, settings)


def same_page(settings: Settings) -> Guard:
    """Return the guard: `json` reads the same but for Markdown cells, of which each is one page."""
    from mdlint_doi.formats.notebook.guard import SameNotebook

    return SameNotebook(settings.servers, check_code=settings.check_code)
