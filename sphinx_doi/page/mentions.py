"""The mentions of a page or of the BibTeX files, grouped by origin, for the checks.

The text of a bibliography is checked once, in its entry, as in `mdlint-doi check`, because
sphinxcontrib-bibtex keeps neither file nor line.
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
from sphinx_doi.page.origins import Origin, shown_path


class PageMention(NamedTuple):
    """One mention of a page.

    Attributes:
        mention: the mention; its spans are in its file, or in a separate text if no file contains
            it.
        origin: the file or docstring where it was written.
    """

    mention: Mention
    origin: Origin


class PageMentions(NamedTuple):
    """The documents of a page, by origin.

    Attributes:
        documents: each file, each docstring and each text without a file; those from files are
            stored without their text.
    """

    documents: tuple[tuple[Origin, Document], ...] = ()

    @classmethod
    def of(
        cls, mentions: Iterable[PageMention], suppressions: Mapping[Origin, tuple[Suppression, ...]]
    ) -> PageMentions:
        """Return the documents of a page.

        Args:
            mentions: the mentions of the page.
            suppressions: the suppression comments in each file or docstring.
        """
        documents = []
        for (_, origin, *_), group in groupby(sorted(mentions, key=_document_key), _document_key):
            found = sorted(
                (page_mention.mention for page_mention in group), key=lambda mention: mention.span
            )
            comments = suppressions.get(origin, ()) if origin.in_file else ()
            source = found[0].source
            if origin.in_file:
                source = Source(shown_path(origin.path), "")
                found = [
                    mention.replace(source=source, container=None, shown=()) for mention in found
                ]
            documents.append((origin, Document(source, tuple(found), comments)))
        known = {origin for origin, _ in documents}
        for origin in [origin for origin in suppressions if origin not in known]:
            source = Source(shown_path(origin.path), "")
            documents.append((origin, Document(source, (), suppressions[origin])))
        return cls(tuple(documents))

    @classmethod
    def unpacked(cls, packed: bytes) -> PageMentions:
        """Return the documents from the bytes of `packed`."""
        # Sphinx also unpickles its environment from this folder, which it trusts.
        return cls(pickle.loads(packed))  # noqa: S301

    def packed(self) -> bytes:
        """Return the documents as bytes, which a build loads faster than objects.

        With findings on 300 pages, Sphinx loads its environment in 16 ms instead of 49 ms, and
        saves it as much faster, because most builds need the mentions of few pages.
        """
        return pickle.dumps(self.documents, pickle.HIGHEST_PROTOCOL)

    @classmethod
    def merged(cls, pages: Iterable[PageMentions]) -> PageMentions:
        """Return several pages as one, without repeated mentions."""
        documents = [pair for page in pages for pair in page.documents]
        mentions = [
            PageMention(mention, origin)
            for origin, document in documents
            for mention in document.mentions
        ]
        suppressions: dict[Origin, dict[Span, Suppression]] = {}
        for origin, document in documents:
            found = suppressions.setdefault(origin, {})
            found.update({suppression.span: suppression for suppression in document.suppressions})
        comments = {
            origin: tuple(found[span] for span in sorted(found))
            for origin, found in sorted(suppressions.items())
            if origin.in_file
        }
        return cls.of(_distinct(mentions), comments)

    def with_texts(self, files: PageFiles) -> Iterator[tuple[Origin, Document]]:
        """Yield the documents to check, with their texts; excluded ones are left out."""
        for origin, document in self.documents:
            if files.leaves_out(origin.path):
                continue
            file = files.get(origin.path) if origin.in_file else None
            if file is None:
                yield origin, document
                continue
            mentions = tuple(_read_again(mention, file) for mention in document.mentions)
            # All else that rules use, such as the descriptions of works, is as the format reads it.
            yield (
                origin,
                file.document.replace(
                    mentions=mentions, suppressions=document.suppressions, unread=()
                ),
            )


def _document_key(page_mention: PageMention) -> tuple[bool, Origin, int, str]:
    source = page_mention.mention.source
    line, text = (0, "") if page_mention.origin.in_file else (source.first_line, source.text)
    return page_mention.origin.in_file, page_mention.origin, line, text


def _read_again(mention: Mention, file: PageFile) -> Mention:
    """Return a mention with the text of its file, and with the details that its format reads."""
    found = file.by_place.get((mention.span, mention.form))
    is_same = found and found.spelling == mention.spelling
    return found if found and is_same else mention.replace(source=file.source)


def _distinct(mentions: Iterable[PageMention]) -> Iterator[PageMention]:
    """Yield each mention of a file once, although pages may share files and docstrings."""
    known: set[tuple[object, ...]] = set()
    for page_mention in sorted(mentions, key=_document_key):
        in_file, origin, line, text = _document_key(page_mention)
        part = bool(origin.part) if in_file else origin.part
        key = origin.path, part, line, text, page_mention.mention.span, page_mention.mention.form
        if key not in known:
            known.add(key)
            yield page_mention


def entries_of(files: PageFiles) -> PageMentions:
    """Return the DOIs in the BibTeX files of the project, and the comments in these files."""
    mentions: list[PageMention] = []
    comments = {}
    for path, file in files.bibliographies():
        origin = Origin(path)
        mentions += (PageMention(mention, origin) for mention in file.document.mentions)
        if file.document.suppressions:
            comments[origin] = file.document.suppressions
    return PageMentions.of(mentions, comments)
