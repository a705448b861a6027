"""What entries say of their works is read once for each entry."""

from __future__ import annotations

from linear import is_linear

from mdlint_doi.formats.bibtex.claims import claims_in
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.settings import Settings
from mdlint_doi.project.documents import read_document
from mdlint_doi.text.source import Source


def _document(links: int) -> Document:
    fields = "".join(f"  url = {{https://doi.org/10.1000/{at}}},\n" for at in range(links))
    return read_document(Source("a.bib", f"@misc{{a,\n{fields}}}\n"), Settings())


def test_an_entry_of_very_many_links_is_read_once() -> None:
    """An entry without a field that tells of a work is not read anew for each of its links."""

    def claims(document: Document) -> int:
        return len([*claims_in(document.source, document.mentions)])

    assert claims(_document(3)) == 3
    assert is_linear(claims, _document(1_000), _document(8_000))
