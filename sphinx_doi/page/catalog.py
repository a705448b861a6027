"""Message catalogues: the translations of a page, at their places in a `.po` file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from mdlint_doi.file_formats import by_name
from mdlint_doi.formats import load
from mdlint_doi.formats.catalog import texts
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.selection import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.scan.find import find
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from sphinx_doi.page.files import PageFile


class Message(NamedTuple):
    """A message with a translation.

    Attributes:
        original: the text in the page.
        translation: the text that a build shows instead, with its place in the catalogue.
    """

    original: str
    translation: PlacedText


class Catalog(PageFile):
    """A catalogue whose translations are read like the page."""

    def __init__(self, file: PageFile, settings: Settings, language: str) -> None:
        """Receive the `.po` file, and the format of the page."""
        super().__init__(file.source.name, file.source.text, settings)
        self._settings = settings
        self._language = language

    @cached_property
    def messages(self) -> tuple[Message, ...]:
        """The messages with a translation."""
        return tuple(_messages(self.source.text))

    @cached_property
    def document(self) -> Document:
        """The mentions in the translations."""
        entry, name = by_name(self._language), self.source.name
        documents = (
            load(entry.module)
            .read(Source(name, placed.text), self._settings)
            .within(self.source, placed)
            for _, placed in self.messages
            if entry
        )
        found = (mention for document in documents for mention in document.mentions)
        return Document(self.source, tuple(sorted(found, key=lambda mention: mention.span)))

    def may_contain(self, texts: Sequence[str]) -> bool:
        """Return whether a translation contains one of some written forms."""
        return any(text in self._shown for text in texts)

    @cached_property
    def _shown(self) -> str:
        return "\n".join(placed.text for _, placed in self.messages)

    @cached_property
    def replaced(self) -> frozenset[Doi]:
        """The DOIs in the texts that translations replace."""
        notations = notations_of(self._settings)
        found = (candidate.doi for text, _ in self.messages for candidate in find(text, notations))
        return frozenset(doi for doi in found if doi is not None)


def _messages(catalog: str) -> Iterator[Message]:
    original = ""
    for word, text in texts(catalog):
        if word == "msgid":
            original = text.text
        elif word.startswith("msgstr") and original and text.text:
            yield Message(original, text)
