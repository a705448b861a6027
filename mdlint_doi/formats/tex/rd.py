r"""R documentation as a format: `.Rd`, roxygen2's comments in `.R`, and `DESCRIPTION`.

Source: Writing R Extensions, sections 1.1.1 and 2.3: `\doi{…}` and `<doi:…>` hold the bare name.
"""

from __future__ import annotations

from mdlint_doi.formats.markdown.needles import may_hold_doi
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source

__all__ = ["may_hold_doi", "read", "same_page"]


def read(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a file, and our comments; its name tells which of the three it is."""
    from mdlint_doi.formats.tex.r_files import read_code, read_description, read_help

    name = source.name.lower()
    if name.endswith(".r"):
        return read_code(source, settings)
    return (read_help if name.endswith(".rd") else read_description)(source, settings)


def same_page(settings: Settings) -> None:
    """Nothing is fixed: no library that could guard a fix is at hand in Python."""
