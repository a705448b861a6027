"""The DOIs that the references of a text lack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mdlint_doi.ask.search import search
from mdlint_doi.formats.references import references_in
from mdlint_doi.formats.table import format_of
from mdlint_doi.lint.document import Reference
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.asking import registry_settings
from mdlint_doi.run.search import bounded, chosen, registered
from mdlint_doi.text.source import Source
from mdlint_doi.works.candidates import MeantWork, identity
from mdlint_doi.works.work import UnknownWork


class FoundDois(NamedTuple):
    """What a search of references came to.

    Attributes:
        found: each reference without a DOI, and the registered work that it means, if one is sure.
        notes: what could not be searched, and why; often none.

    """

    found: Sequence[tuple[Reference, MeantWork | None]]
    notes: Sequence[str]


def search_text(references: str, settings: Settings, *, most: int) -> FoundDois:
    """Search the DOIs of references: the cache first, then Crossref.

    Args:
        references: one a line, or entries of BibTeX; those with a DOI are left out.
        settings: where and how to ask.
        most: searches at most; what the cache answers is none.

    Raises:
        LookupSettingsError: for a server that can't be used.
        RuntimeError: if somebody has to be asked within a running event loop.

    """
    source = _source(references)
    given = references_in(format_of(source.name).read(source, settings))
    cited = {key: one.cited for one in given if (key := _identity(one))}
    part = bounded(cited.values(), most, settings, everywhere=False)
    searched = search(part.wanted, registry_settings(settings), everywhere=False)
    works = registered(dict(chosen(cited, searched.answers)), settings)
    lost = {one.cause for one in searched.answers.values() if isinstance(one, UnknownWork)}
    notes = [*searched.messages, *(f"not searched: {one}" for one in sorted(lost))]
    notes += [f"{part.left} more than are searched at a time; ask again"] * bool(part.left)
    notes += [f"{works.unchecked} found, but not looked up"] * bool(works.unchecked)
    return FoundDois([(one, works.works.get(_identity(one) or "")) for one in given], notes)


def _source(references: str) -> Source:
    """Return a document with the references: BibTeX, or Markdown with an item for each line."""
    if references.lstrip().startswith("@"):
        return Source("references.bib", references)
    lines = (one.strip().lstrip("-*").lstrip() for one in references.splitlines())
    return Source("references.md", "".join(f"- {one}\n" if one else "\n" for one in lines))


def _identity(reference: Reference) -> str | None:
    return None if reference.left_out else identity(reference.cited)
