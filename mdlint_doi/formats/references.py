"""The references of a document that have no DOI, for the formats in which they are looked for."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from mdlint_doi.formats.table import entry_of, list_of

if TYPE_CHECKING:
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.reference import Reference

_MODULES: Final = {
    "bibtex.format": "bibtex.references",
    "cff.format": "cff.references",
    "markdown.format": "markdown.references",
    "rst.format": "rst.references",
    "rst.txt": "rst.references",
}


class _Reader(Protocol):
    def references_in(self, document: Document) -> Iterable[Reference]: ...


def are_read(path: str) -> bool:
    """Return whether references are looked for in a file, by its name."""
    return _module(path) is not None


def references_in(document: Document) -> list[Reference]:
    """Return the references of a document that have no DOI, in order."""
    module = _module(document.source.name)
    if module is None or document.problem:
        return []
    reader = cast("_Reader", import_module(f"mdlint_doi.formats.{module}"))
    return sorted(reader.references_in(document), key=lambda one: one.span)


def _module(path: str) -> str | None:
    entry = list_of(path)
    if entry is None:
        return _MODULES["markdown.format"] if entry_of(path) is None else None
    return _MODULES.get(entry.module)
