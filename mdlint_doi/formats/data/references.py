"""Entries -> the references without a DOI, in their field for it or in any other one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mdlint_doi.formats.data.claims import Values, claim_of, texts_of, values_of
from mdlint_doi.formats.data.entry import Entries, Entry, Path, SearchedEntry
from mdlint_doi.formats.data.meanings import Meaning
from mdlint_doi.formats.named_places import NamedPlaces
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.reference import LeftOut, Reference
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.candidates import Cited
from mdlint_doi.works.query import query_of

_ARXIV: Final = pattern(r"(?i)arxiv[:./\s]{0,3}(?:abs/)?(?:\d{4}\.\d{4,5}|[a-z-]{2,9}/\d{7})")
_NUMBER: Final = pattern(r"(?:\d{4}\.\d{4,5}|[a-z.-]{2,12}/\d{7})(?:v\d+)?")
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
            yield _reference(document, entry, searched, whole, meaning)


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
    if _is_on_arxiv_alone(values, meaning):
        left_out = LeftOut.ARXIV
    elif entry.kind not in kinds:
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


def _is_on_arxiv_alone(values: Values, meaning: Meaning) -> bool:
    """Return whether an entry has an arXiv number and names no other place of publication."""
    if not meaning.eprints:
        return False
    place = " ".join(texts_of(values, _PLACES))
    is_arxiv = not place.strip() or "arxiv" in place.lower() or "corr" in place.lower().split()
    stated = " ".join([place, *texts_of(values, meaning.eprints)])
    number = _NUMBER.fullmatch("".join(texts_of(values, ("eprint",))).strip())
    return is_arxiv and (number is not None or _ARXIV.search(stated) is not None)
