"""The references of a document that have no DOI, for the formats in which they are looked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Protocol, cast

from mdlint_doi.formats.table import entry_of, list_of, load

if TYPE_CHECKING:
    from mdlint_doi.lint.document import Document, Reference

_READERS: Final = {
    "data.formats:BIBTEX": "data.formats:BIBTEX",
    "data.formats:CFF": "data.formats:CFF",
    "markdown.format": "markdown.references",
    "rst.format": "rst.passages",
    "rst.txt": "rst.passages",
}
"""By the `module` of a format: what finds its references, named likewise."""


class _Reader(Protocol):
    def references_in(self, document: Document) -> Iterable[Reference]: ...


def are_read(path: str) -> bool:
    """Return whether references are looked for in a file, by its name."""
    return _reader(path) is not None


def references_in(document: Document) -> list[Reference]:
    """Return the references of a document that have no DOI, in order."""
    place = _reader(document.source.name)
    if place is None or document.problem:
        return []
    reader = cast("_Reader", load(place))
    return sorted(reader.references_in(document), key=lambda one: one.span)


def _reader(path: str) -> str | None:
    entry = list_of(path)
    if entry is None:
        return _READERS["markdown.format"] if entry_of(path) is None else None
    return _READERS.get(entry.module)
