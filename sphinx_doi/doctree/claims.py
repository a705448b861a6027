"""What the files of a page say of the works of its mentions.

The doctree has lost the places of words, and what stands beside a DOI is the same in the file: so
the file is read by its format, with the mentions at the places that the doctree's reader found.
Texts that no file holds, such as those of templates, say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.model import Mention
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

MARKDOWN: Final = (".md", ".markdown", ".mdx", ".qmd", ".Rmd", ".rmd")
_PYTHON: Final = ".py"
_BIBLIOGRAPHY: Final = ".bib"
_NOTEBOOK: Final = ".ipynb"


def claims_of(path: str, source: Source, mentions: Sequence[Mention]) -> Iterable[Claim]:
    """Return what a file says of the works of mentions in it.

    Args:
        path: of the file, whose suffix tells its format.
        source: its text.
        mentions: with spans in it.

    """
    lower = path.lower()
    if lower.endswith(_NOTEBOOK):
        return ()
    if lower.endswith(_PYTHON):
        return _of_docstrings(source, mentions)
    if lower.endswith(_BIBLIOGRAPHY):
        from mdlint_doi.formats.data.bibtex_entries import entries
        from mdlint_doi.formats.data.claims import claims_in as of_entries
        from mdlint_doi.formats.data.meanings import BIBTEX

        return of_entries(source, mentions, entries, BIBTEX)
    if path.endswith(MARKDOWN):
        from mdlint_doi.formats.markdown.passages import claims_in as of_markdown

        return of_markdown(source, mentions)
    from mdlint_doi.formats.rst.passages import claims_in as of_rst

    return of_rst(source.text, mentions)


def _of_docstrings(source: Source, mentions: Sequence[Mention]) -> Iterable[Claim]:
    from mdlint_doi.formats.docstring.docstrings import Unreadable, read_docstrings
    from mdlint_doi.formats.rst.passages import claims_in

    wanted = sorted(one.span.start for one in mentions)
    found = read_docstrings(source.text, wanted, attributes=True)
    for docstring in () if isinstance(found, Unreadable) else found:
        yield from claims_in(docstring.text.text, mentions, docstring.text)
