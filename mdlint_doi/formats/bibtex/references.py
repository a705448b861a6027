"""The entries of a BibTeX file that have no DOI, in `doi` or in any other field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mdlint_doi.formats.bibtex.claims import WANTED, claim_of_entry, fields_of, note_macro
from mdlint_doi.formats.bibtex.entries import NAME_FIELD, insertion_behind, is_plain_name
from mdlint_doi.formats.bibtex.model import Entry, Field, Macros
from mdlint_doi.formats.bibtex.syntax import read_blocks
from mdlint_doi.formats.named_places import NamedPlaces
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Edit
from mdlint_doi.lint.reference import Insert, LeftOut, Reference, never
from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.works.candidates import Cited
from mdlint_doi.works.query import query_of

_KINDS: Final = {
    **dict.fromkeys(
        ("article", "inproceedings", "conference", "incollection", "suppperiodical"), "part"
    ),
    **dict.fromkeys(("inbook", "inreference", "bookinbook", "suppbook"), "either"),
    **dict.fromkeys(
        (
            *("book", "mvbook", "collection", "mvcollection", "proceedings", "mvproceedings"),
            *("reference", "mvreference"),
        ),
        "whole",
    ),
    **dict.fromkeys(("phdthesis", "mastersthesis", "thesis"), "thesis"),
    **dict.fromkeys(("techreport", "report"), "report"),
}
"""What a type of entry cites; what is not here has no DOI as a rule."""
_ARXIV: Final = pattern(r"(?i)arxiv[:./\s]{0,3}(?:abs/)?(?:\d{4}\.\d{4,5}|[a-z-]{2,9}/\d{7})")
_NUMBER: Final = pattern(r"(?:\d{4}\.\d{4,5}|[a-z.-]{2,12}/\d{7})(?:v\d+)?")
_EPRINT: Final = frozenset({"eprint", "archiveprefix", "eprinttype", "url", "howpublished"})
_INHERITED: Final = frozenset({"year", "date", "editor", "booktitle", "volume"})
"""What an entry has from the one that its `crossref` names (BibTeXing, section 3.3)."""


def references_in(document: Document) -> Iterator[Reference]:
    """Yield the entries without a DOI."""
    source = document.source
    text = source.text
    named = NamedPlaces(document.mentions)
    macros: dict[str, str] = {}
    entries: list[tuple[Entry, dict[str, str]]] = []
    for block in read_blocks(text):
        if isinstance(block, Macros):
            for field in block.fields:
                note_macro(text, field, macros)
        elif isinstance(block, Entry):
            wanted = WANTED | _EPRINT | {"crossref"}
            entries.append((block, fields_of(text, block, macros, wanted)))
    parents = {one.key.cut(text).lower(): fields for one, fields in entries}
    for entry, fields in entries:
        if not (named.any_in(entry.span) or _is_named_by_macro(text, entry)):
            yield _reference(source, entry, _with_inherited(fields, parents))


def _is_named_by_macro(text: str, entry: Entry) -> bool:
    """Return whether the DOI of an entry is made with a macro, so that it is no mention."""
    fields = (one for one in entry.fields if one.name.cut(text).lower() == NAME_FIELD)
    return any(not one.literal for one in fields)


def _with_inherited(
    fields: Mapping[str, str], parents: Mapping[str, Mapping[str, str]]
) -> Mapping[str, str]:
    key = fields.get("crossref", "").strip().lower()
    parent = parents.get(key) if key else None
    if parent is None:
        return fields
    taken = {name: parent[name] for name in _INHERITED if parent.get(name)}
    if "title" in parent:
        taken.setdefault("booktitle", parent["title"])
    return {**taken, **fields}


def _reference(source: Source, entry: Entry, fields: Mapping[str, str]) -> Reference:
    text = source.text
    kind = entry.type.cut(text).lower()
    span = entry.key if entry.key.end > entry.key.start else entry.type
    cited = Cited(claim_of_entry(None, span, kind, fields), _KINDS.get(kind, "either"))
    return Reference(
        source,
        span,
        cited,
        _insert(source, entry),
        where=shown(entry.key.cut(text) or f"@{kind}"),
        left_out=_left_out(kind, cited, fields),
    )


def _left_out(kind: str, cited: Cited, fields: Mapping[str, str]) -> LeftOut:
    if _is_on_arxiv_alone(fields):
        return LeftOut.ARXIV
    if kind not in _KINDS:
        return LeftOut.KIND
    return LeftOut.NO if query_of(cited.claim) else LeftOut.LITTLE


def _is_on_arxiv_alone(fields: Mapping[str, str]) -> bool:
    """Return whether an entry has an arXiv number and names no other place of publication."""
    place = " ".join(fields.get(name, "") for name in ("journal", "journaltitle", "booktitle"))
    is_arxiv = not place.strip() or "arxiv" in place.lower() or "corr" in place.lower().split()
    told = " ".join([place, *(fields.get(name, "") for name in (*sorted(_EPRINT), "note"))])
    number = _NUMBER.fullmatch(fields.get("eprint", "").strip())
    return is_arxiv and (number is not None or _ARXIV.search(told) is not None)


def _insert(source: Source, entry: Entry) -> Insert:
    """Return how an entry gets the field: an empty one is filled, else it comes last."""
    text = source.text
    empty = next((one for one in entry.fields if one.name.cut(text).lower() == NAME_FIELD), None)
    if empty is not None:
        return _filled(empty, source)
    if entry.problem is not None or not entry.fields:
        return never
    added = insertion_behind(source, entry.fields[-1])

    def insert(doi: Doi) -> Edit | None:
        """Return what adds the field; None for a name that BibTeX would take amiss."""
        if not is_plain_name(str(doi), source.encoding):
            return None
        return Edit(added.place, f"{added.before}{doi}{added.behind}")

    return insert


def _filled(field: Field, source: Source) -> Insert:
    """Return how an empty field is filled; never where it is not empty."""
    if len(field.parts) != 1 or field.parts[0].span.cut(source.text).strip():
        return never
    span = field.parts[0].span
    return lambda doi: Edit(span, str(doi)) if is_plain_name(str(doi), source.encoding) else None
