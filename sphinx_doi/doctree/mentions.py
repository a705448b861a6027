"""The mentions of a page, each with where it was written, and sorted by that for the checks."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from mdlint_doi.lint.directives import Suppression
from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.linked_names import with_links_noted
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi.doctree.claims import claims_of
from sphinx_doi.doctree.places import Files
from sphinx_doi.doctree.walk import Origin, shown


class PageMention(NamedTuple):
    """One mention of a page.

    Attributes:
        mention: with spans in its file, or in a text of its own where no file holds it.
        origin: where it was written.

    """

    mention: Mention
    origin: Origin


class PageMentions(NamedTuple):
    """What a page holds for the checks, by origin.

    Attributes:
        documents: the mentions and the comments that switch rules off, of each file, each docstring
            and each text that no file holds; without the files' texts, which come back from the
            files when look-ups or other settings ask for another check.

    """

    documents: tuple[tuple[Origin, Document], ...] = ()

    @classmethod
    def of(
        cls,
        mentions: Iterable[PageMention],
        suppressions: Mapping[Origin, tuple[Suppression, ...]],
    ) -> PageMentions:
        """Return the mentions of a page, and its comments, sorted into what they were written in.

        Args:
            mentions: in any order.
            suppressions: by the origin of the comments.

        """
        documents = []
        for (_, origin, *_), group in groupby(sorted(mentions, key=_document_key), _document_key):
            found = sorted((one.mention for one in group), key=lambda mention: mention.span)
            source = Source(shown(origin.path), "") if origin.in_file else found[0].source
            comments = suppressions.get(origin, ()) if origin.in_file else ()
            without_text = tuple(mention.replace(source=source) for mention in found)
            documents.append((origin, Document(source, without_text, comments)))
        known = {origin for origin, _ in documents}
        for origin, comments in suppressions.items():
            if origin not in known:
                documents.append((origin, Document(Source(shown(origin.path), ""), (), comments)))
        return cls(tuple(documents))

    @classmethod
    def unpacked(cls, packed: bytes) -> PageMentions:
        """Return what `packed` made bytes of."""
        # Sphinx pickles the environment just so, and trusts its own folder.
        return cls(pickle.loads(packed))  # noqa: S301

    def packed(self) -> bytes:
        """Return the whole as bytes, for the environment.

        An ordinary build looks at the mentions once. Thousands of objects more cost each build
        that loads the environment, and each collection of garbage.
        """
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

    def with_texts(self, files: Files) -> Iterator[tuple[Origin, Document]]:
        """Yield the documents that are to be checked, with their texts.

        Args:
            files: of the build; they know which files the setting `exclude` leaves out.

        """
        for origin, document in self.documents:
            if not files.leaves_out(origin.path):
                yield origin, _with_text(origin, document, files)


def _document_key(one: PageMention) -> tuple[bool, Origin, int, str]:
    source = one.mention.source
    line, text = (0, "") if one.origin.in_file else (source.first_line, source.text)
    return one.origin.in_file, one.origin, line, text


def _with_text(origin: Origin, document: Document, files: Files) -> Document:
    file = files.get(origin.path) if origin.in_file else None
    if file is None:
        return document
    mentions = tuple(mention.replace(source=file.source) for mention in document.mentions)
    claims = Claims(lambda: claims_of(origin.path, file.source, mentions))
    return Document(file.source, mentions, document.suppressions, claims=claims)


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


def without_copies(found: list[tuple[int, PageMention]]) -> list[tuple[int, PageMention]]:
    """Leave out what substitutions of `conf.py` put into the pages: the definition is there.

    Args:
        found: each mention with the number of its block.

    """
    defined = {
        (one.mention.form, one.mention.written.text) for _, one in found if one.origin.is_configured
    }
    if not defined:
        return found
    return [
        (block, one)
        for block, one in found
        if (one.origin.in_file or one.origin.is_configured)
        or (one.mention.form, one.mention.written.text) not in defined
    ]


def with_blocks_noted(found: list[tuple[int, PageMention]]) -> list[PageMention]:
    """Return the mentions; bare names know whether their block links or names the DOI, too."""
    if not any(one.mention.form is Form.TEXT for _, one in found):
        return [one for _, one in found]
    noted = with_links_noted([(block, one.mention) for block, one in found])
    return [one._replace(mention=mention) for (_, one), mention in zip(found, noted, strict=True)]
