"""The mentions of a page or of the BibTeX files, sorted by where they were written, for the checks.

What a bibliography prints is looked at in its entry, once, as `mdlint-doi check` does:
sphinxcontrib-bibtex keeps neither file nor line of it.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from mdlint_doi.lint.document import Document, Suppression
from mdlint_doi.lint.model import Mention
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi.page.files import PageFile, PageFiles
from sphinx_doi.page.walk import Origin, shown_path


class PageMention(NamedTuple):
    """One mention of a page.

    Attributes:
        mention: the mention, with spans in its file, or in a text of its own if no file holds it.
        origin: where it was written.
    """

    mention: Mention
    origin: Origin


class PageMentions(NamedTuple):
    """What a page holds for the checks, by origin.

    Attributes:
        documents: the documents: each file, each docstring and each text that no file holds;
            without the files' texts.
    """

    documents: tuple[tuple[Origin, Document], ...] = ()

    @classmethod
    def of(
        cls, mentions: Iterable[PageMention], suppressions: Mapping[Origin, tuple[Suppression, ...]]
    ) -> PageMentions:
        """Return the mentions and the comments of a page, by what they were written in."""
        documents = []
        for (_, origin, *_), group in groupby(sorted(mentions, key=_document_key), _document_key):
            found = sorted((one.mention for one in group), key=lambda mention: mention.span)
            comments = suppressions.get(origin, ()) if origin.in_file else ()
            source = found[0].source
            if origin.in_file:
                source = Source(shown_path(origin.path), "")
                found = [one.replace(source=source, container=None, shown=()) for one in found]
            documents.append((origin, Document(source, tuple(found), comments)))
        known = {origin for origin, _ in documents}
        for origin in [one for one in suppressions if one not in known]:
            source = Source(shown_path(origin.path), "")
            documents.append((origin, Document(source, (), suppressions[origin])))
        return cls(tuple(documents))

    @classmethod
    def unpacked(cls, packed: bytes) -> PageMentions:
        """Return what `packed` made bytes of."""
        # Sphinx pickles the environment just so, and trusts its own folder.
        return cls(pickle.loads(packed))  # noqa: S301

    def packed(self) -> bytes:
        """Return the whole as bytes: thousands of objects would cost each build that loads them."""
        return pickle.dumps(self.documents, pickle.HIGHEST_PROTOCOL)

    @classmethod
    def merged(cls, pages: Iterable[PageMentions]) -> PageMentions:
        """Return several pages as one: what several of them show is there once."""
        documents = [one for page in pages for one in page.documents]
        mentions = [
            PageMention(mention, origin)
            for origin, document in documents
            for mention in document.mentions
        ]
        suppressions: dict[Origin, dict[Span, Suppression]] = {}
        for origin, document in documents:
            found = suppressions.setdefault(origin, {})
            found.update({one.span: one for one in document.suppressions})
        comments = {
            origin: tuple(found[span] for span in sorted(found))
            for origin, found in sorted(suppressions.items())
            if origin.in_file
        }
        return cls.of(_distinct(mentions), comments)

    def with_texts(self, files: PageFiles) -> Iterator[tuple[Origin, Document]]:
        """Yield the documents that are to be checked, with their texts; not what is excluded."""
        for origin, document in self.documents:
            if files.leaves_out(origin.path):
                continue
            file = files.get(origin.path) if origin.in_file else None
            if file is None:
                yield origin, document
                continue
            mentions = tuple(_read_again(one, file) for one in document.mentions)
            claims = file.document.claims
            yield origin, Document(file.source, mentions, document.suppressions, claims=claims)


def _document_key(one: PageMention) -> tuple[bool, Origin, int, str]:
    source = one.mention.source
    line, text = (0, "") if one.origin.in_file else (source.first_line, source.text)
    return one.origin.in_file, one.origin, line, text


def _read_again(mention: Mention, file: PageFile) -> Mention:
    """Return a mention with the text of its file, and all that its format says of it."""
    found = file.by_place.get((mention.span, mention.form))
    is_same = found and found.spelling == mention.spelling
    return found if found and is_same else mention.replace(source=file.source)


def _distinct(mentions: Iterable[PageMention]) -> Iterator[PageMention]:
    """Yield each mention of a file once: pages include files, and docstrings are inherited."""
    known: set[tuple[object, ...]] = set()
    for one in sorted(mentions, key=_document_key):
        in_file, origin, line, text = _document_key(one)
        part = bool(origin.part) if in_file else origin.part
        key = origin.path, part, line, text, one.mention.span, one.mention.form
        if key not in known:
            known.add(key)
            yield one


def entries_of(files: PageFiles) -> PageMentions:
    """Return the DOIs in the entries of the project's BibTeX files, and our comments in them."""
    mentions: list[PageMention] = []
    comments = {}
    for path, file in files.bibliographies():
        origin = Origin(path)
        mentions += (PageMention(mention, origin) for mention in file.document.mentions)
        if file.document.suppressions:
            comments[origin] = file.document.suppressions
    return PageMentions.of(mentions, comments)
