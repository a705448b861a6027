"""The data formats: for each, the meanings of its fields, its reader and its guard.

Readers and guards are loaded when a file first needs them.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from mdlint_doi.formats import values
from mdlint_doi.formats.data import meanings
from mdlint_doi.formats.data.meanings import Meaning
from mdlint_doi.lint.document import Document, Reference
from mdlint_doi.lint.guard import Guard
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.spelling import STANDARD, Notations
from mdlint_doi.text.source import Source


class DataFormat:
    """A `Format` whose files contain entries."""

    def __init__(self, meaning: Meaning, entries: str, guard: str = "") -> None:
        """Receive the meanings of fields, and the reader and the guard as `module:name`.

        Without a guard, nothing is fixed.
        """
        self._meaning = meaning
        self._entries = entries
        self._guard = guard

    def may_hold_doi(self, data: bytes, notations: Notations = STANDARD) -> bool:
        """Return whether a file may have a field for a DOI, even an empty one, or any DOI."""
        return values.may_hold_doi(data, notations)

    def read(self, source: Source, settings: Settings) -> Document:
        """Return the mentions and suppressions of a file."""
        from mdlint_doi.formats.data.mentions import read

        return read(source, settings, _loaded(self._entries), self._meaning)

    def same_page(self, settings: Settings) -> Guard | None:  # noqa: ARG002 - the protocol
        """Return the guard of fixes; None if nothing is fixed."""
        guard: Guard | None = _loaded(self._guard)() if self._guard else None
        return guard

    def references_in(self, document: Document) -> Iterator[Reference]:
        """Yield the references of a file that have no DOI."""
        from mdlint_doi.formats.data.claims import references_in

        return references_in(document, _loaded(self._entries), self._meaning)


class NamedJson:
    """A `Format` for JSON files whose format is recognized by their members, not their names."""

    def may_hold_doi(self, data: bytes, notations: Notations = STANDARD) -> bool:
        """Return whether a file may have a field for a DOI, even an empty one, or any DOI."""
        return values.may_hold_doi(data, notations)

    def read(self, source: Source, settings: Settings) -> Document:
        """Return the mentions of a file, read as CSL JSON unless it is in a different format."""
        from mdlint_doi.formats.data.json_kinds import json_kind

        kinds = {"codemeta": CODEMETA, "zenodo": ZENODO}
        return kinds.get(json_kind(source.text) or "", CSL_JSON).read(source, settings)

    def same_page(self, settings: Settings) -> Guard | None:
        """Return the guard of fixes, which is the same for all of these formats."""
        return CSL_JSON.same_page(settings)


BIBTEX: Final = DataFormat(meanings.BIBTEX, "bibtex_entries:entries", "bibtex_guard:SameEntries")
CFF: Final = DataFormat(meanings.CFF, "yaml_entries:of_citation", "yaml_guard:SameTree")
CSL_YAML: Final = DataFormat(meanings.CSL_YAML, "yaml_entries:of_items", "yaml_guard:SameTree")
REFERENCES: Final = DataFormat(
    meanings.CSL_YAML, "yaml_entries:of_references", "yaml_guard:SameTree"
)
"""The references in the front matter of a document for Pandoc; its guard is the document's."""
CSL_JSON: Final = DataFormat(meanings.CSL_JSON, "json_entries:of_items", "plain_guards:SameData")
ZENODO: Final = DataFormat(meanings.ZENODO, "json_entries:of_zenodo", "plain_guards:SameData")
CODEMETA: Final = DataFormat(meanings.CODEMETA, "json_entries:of_codemeta", "plain_guards:SameData")
RO_CRATE: Final = DataFormat(meanings.CODEMETA, "json_entries:of_codemeta")
"""In RO-Crate, an address is the name of an entity, to which others refer, so it is not fixed."""
MYST: Final = DataFormat(meanings.MYST, "yaml_entries:of_project", "yaml_guard:SameTree")
QUARTO: Final = DataFormat(meanings.QUARTO, "yaml_entries:of_project", "yaml_guard:SameTree")
NAMED_JSON: Final = NamedJson()
RIS: Final = DataFormat(meanings.RIS, "ris_entries:entries", "plain_guards:SameLines")


def _loaded(place: str) -> Any:  # noqa: ANN401 - a function or a class
    module, _, name = place.partition(":")
    return getattr(import_module(f"mdlint_doi.formats.data.{module}"), name)
