"""Jupyter notebooks as a format: their Markdown cells are read as Markdown, outputs never."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from mdlint_doi.formats.markdown import needles

if TYPE_CHECKING:
    from mdlint_doi.formats.protocol import Guard
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.text.source import Source

_ESCAPED_ASCII: Final = re.compile(rb"\\u00[2-7]")
"""A letter of ASCII as JSON need not write it."""


def may_hold_doi(data: bytes, *, servers: Collection[str] = (), urls: bool = False) -> bool:
    """Return whether a notebook may hold a DOI, or one of our comments, anywhere.

    A backslash of Markdown's stands twice in JSON.
    """
    if b"markdown" not in data and not _ESCAPED_ASCII.search(data):
        return False
    if b"\\\\" in data:
        data = data.replace(b"\\\\", b"\\")
    if needles.may_hold_doi(data, servers=servers, urls=urls):
        return True
    return _ESCAPED_ASCII.search(data) is not None


def read(source: Source, settings: Settings) -> Document:
    """Return the DOIs and our comments in the Markdown cells of a notebook."""
    from mdlint_doi.formats.notebook.markdown_cells import read_notebook

    return read_notebook(source, settings)


def same_page(settings: Settings) -> Guard:
    """Return the guard: `json` reads the same but for Markdown cells, of which each is one page."""
    from mdlint_doi.formats.notebook.guard import SameNotebook

    return SameNotebook(settings.servers, check_code=settings.check_code)
