"""A Python module -> the mentions in its docstrings, and suppressions."""

from __future__ import annotations

import sys

from mdlint_doi.formats.docstring.comments import read_comments
from mdlint_doi.formats.docstring.docstrings import Docstring, Unreadable, read_docstrings
from mdlint_doi.formats.docstring.edits import replacement
from mdlint_doi.formats.docstring.literals import Characters
from mdlint_doi.formats.markdown.needles import places
from mdlint_doi.formats.rst.extract import read_rst
from mdlint_doi.lint.container import Container, as_it_stands
from mdlint_doi.lint.document import Document, joined
from mdlint_doi.lint.needs import Need, is_needed
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span


class InDocstring(Container):
    """A docstring that a mention stands in.

    Attributes:
        characters: how it is written.

    """

    characters: Characters = Characters("", (), (), ())

    def written(self, source: str, span: Span, text: str) -> str | None:
        """Return how a text is written in place of a span of the file; None if it cannot be."""
        del source
        return replacement(self.characters, span.start, span.end, text)


def read_module(source: Source, settings: Settings) -> Document:
    """Return the DOIs in docstrings, and our comments in them and beside them."""
    return read_objects(source, settings)[0]


def read_objects(source: Source, settings: Settings) -> tuple[Document, tuple[Docstring, ...]]:
    """Return what `read_module` does, and the docstrings that may hold something of it."""
    publishers = is_needed(Need.PUBLISHERS, settings, source.name)
    wanted = places(source.text, servers=settings.servers, urls=publishers)
    found = read_docstrings(source.text, wanted, attributes=True)
    if isinstance(found, Unreadable):
        return Document(source, problem=_unreadable(found)), ()
    document = joined(source, [_read(one, source, settings) for one in found])
    comments = read_comments(source, [docstring.span for docstring in found])
    suppressions = sorted([*document.suppressions, *comments], key=lambda one: one.span)
    return document.replace(suppressions=tuple(suppressions)), found


def _unreadable(found: Unreadable) -> str:
    """Return what to tell: the file may be written for a later Python than runs here."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return (
        f"line {found.line}: Python {version}, which runs here, cannot read it: {found.message};"
        " a file for a later Python needs mdlint-doi under that Python"
    )


def _read(docstring: Docstring, source: Source, settings: Settings) -> Document:
    document = read_rst(Source(source.name, docstring.text.text), settings)
    return document.within(source, docstring.text, _container(docstring))


def _container(docstring: Docstring) -> InDocstring:
    label = f"docstring of {docstring.name or 'the module'}"
    return InDocstring(label, docstring.text, as_it_stands, characters=docstring.literals)
