"""Entries -> the references without a DOI, in their field for it or in any other one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mdlint_doi.formats.data.claims import Values, claim_of, texts_of, values_of
from mdlint_doi.formats.data.entry import Entries, Entry, Path, SearchedEntry
from mdlint_doi.formats.data.meanings import Meaning
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.references import NamedPlaces
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.reference import LeftOut, Reference
from mdlint_doi.works.candidates import Cited
from mdlint_doi.works.query import query_of

_PLACES: Final = ("journal", "journaltitle", "booktitle")
_TITLE: Final[Path] = ("title",)


def references_in(document: Document, entries: Entries, meaning: Meaning) -> Iterator[Reference]:
    """Yield the references without a DOI.

    Args:
        document: as it was read.
        entries: how its format finds entries.
        meaning: of their fields.

    """
    named = NamedPlaces(document.mentions)
    numbered = NamedPlaces(document.mentions, identifiers=True)
    try:
        found = [one for one in entries(document.source, full=True) if isinstance(one, Entry)]
    except FormatSyntaxError:
        return
    stated = [values_of(one, meaning) for one in found]
    parents = {one.key.lower(): values for one, values in zip(found, stated, strict=True)}
    for entry, values in zip(found, stated, strict=True):
        searched = entry.searched
        if searched is not None and not named.any_in(searched.whole):
            whole = _with_inherited(values, parents.get(entry.parent.lower(), {}), meaning)
            on_arxiv = numbered.any_in(searched.whole) and _names_no_place(whole)
            reference = _reference(document, entry, searched, whole, meaning)
            yield reference.replace(left_out=LeftOut.ARXIV) if on_arxiv else reference


def _with_inherited(values: Values, parent: Values, meaning: Meaning) -> Values:
    inherited: dict[Path, Sequence[str]] = {
        path: parent[path] for name in meaning.inherited if parent.get(path := (name,))
    }
    if meaning.inherited_title and _TITLE in parent:
        inherited.setdefault((meaning.inherited_title,), parent[_TITLE])
    return {**inherited, **values}


def _reference(
    document: Document, entry: Entry, searched: SearchedEntry, values: Values, meaning: Meaning
) -> Reference:
    kinds: Mapping[str, str] = meaning.kinds or {}
    cited = Cited(claim_of(entry, values, meaning, searched.span), kinds.get(entry.kind, "either"))
    if entry.kind not in kinds:
        left_out = LeftOut.KIND
    else:
        left_out = LeftOut.NO if query_of(cited.claim) else LeftOut.LITTLE
    return Reference(
        document.source,
        searched.span,
        cited,
        searched.insert,
        where=shown(entry.key),
        left_out=left_out,
    )


def _names_no_place(values: Values) -> bool:
    """Return whether an entry names no other place of publication than arXiv."""
    place = " ".join(texts_of(values, _PLACES)).lower()
    return not place.strip() or "arxiv" in place or "corr" in place.split()
