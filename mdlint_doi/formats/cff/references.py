"""The `references` and the `preferred-citation` of a CITATION.cff that have no DOI.

Source: the Citation File Format 1.2.0, `definitions.reference`. The software itself is not
searched: its DOI is made by whoever archives it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from json import dumps
from typing import Final

from mdlint_doi.formats.cff.claims import claim_of_part
from mdlint_doi.formats.json_data.values import dotted
from mdlint_doi.formats.named_places import NamedPlaces
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.yaml_text import Path, Style, YamlScalar, read_scalars
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Edit
from mdlint_doi.lint.reference import Insert, LeftOut, Reference, never
from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.works.candidates import Cited
from mdlint_doi.works.query import query_of

_KINDS: Final = {
    **dict.fromkeys(("article", "conference-paper", "magazine-article", "generic"), "part"),
    **dict.fromkeys(("book", "edited-work", "proceedings", "dictionary", "encyclopedia"), "whole"),
    "thesis": "thesis",
    "report": "report",
}
_ONE_LINE: Final = ("title", "year", "type", "journal", "volume", "date-released")
"""Fields behind which `doi` may be written, where they stand on a line of their own."""
_BEFORE_KEY: Final = pattern(r"[ ]*(?:-[ ]+)*")
_REST: Final = pattern(r"[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|\Z)")
_PLAIN: Final = pattern(r"10\.[0-9.]+/[A-Za-z0-9_./()-]*[A-Za-z0-9_/)]")


def references_in(document: Document) -> Iterator[Reference]:
    """Yield the references without a DOI."""
    source = document.source
    try:
        scalars = [one for one in read_scalars(source.text) if one.style is not Style.ALIAS]
    except FormatSyntaxError:
        return
    parts: dict[Path, list[YamlScalar]] = {}
    for one in scalars:
        owner = _owner(one.path)
        if owner and one.document == 0:
            parts.setdefault(owner, []).append(one)
    named = NamedPlaces(document.mentions)
    for owner, members in parts.items():
        whole = Span(members[0].span.start, max(one.span.end for one in members))
        if not named.any_in(whole):
            yield _reference(source, owner, members)


def _owner(path: Path) -> Path:
    if path[:1] == ("preferred-citation",) and len(path) > 1:
        return path[:1]
    is_listed = path[:1] == ("references",) and len(path) > 2 and isinstance(path[1], int)
    return path[:2] if is_listed else ()


def _reference(source: Source, owner: Path, members: Sequence[YamlScalar]) -> Reference:
    values = [one for one in members if not one.is_key]
    fields = {str(one.path[-1]): one for one in values if len(one.path) == len(owner) + 1}
    kind = fields["type"].value if "type" in fields else ""
    title = fields.get("title", members[0])
    span = title.placed.whole if title.placed is not None else title.span
    cited = Cited(claim_of_part(None, span, owner, values), _KINDS.get(kind, "either"))
    left_out = LeftOut.NO if query_of(cited.claim) else LeftOut.LITTLE
    return Reference(
        source,
        span,
        cited,
        _insert(source, owner, members),
        where=dotted(owner),
        left_out=left_out if kind in _KINDS else LeftOut.KIND,
    )


def _insert(source: Source, owner: Path, members: Sequence[YamlScalar]) -> Insert:
    """Return how a reference gets the field: on a line behind one that stands alone on its own."""
    keys = {one.path: one for one in members if one.is_key}
    values = {one.path: one for one in members if not one.is_key}
    for name in _ONE_LINE:
        path = (*owner, name)
        if path in keys and path in values:
            place = _line_behind(source, keys[path], values[path])
            if place is not None:
                return _inserter(*place)
    return never


def _line_behind(source: Source, key: YamlScalar, value: YamlScalar) -> tuple[int, str] | None:
    """Return where a line can be put behind a field, and what begins it; None if it cannot."""
    line = source.line_span(key.span.start)
    before = _BEFORE_KEY.fullmatch(source.text, line.start, key.span.start)
    rest = _REST.match(source.text, value.span.end)
    if before is None or rest is None or value.placed is None or value.span.end > line.end:
        return None
    return rest.end(), f"{source.newline}{' ' * (key.span.start - line.start)}doi: "


def _inserter(at: int, begin: str) -> Insert:
    def insert(doi: Doi) -> Edit:
        """Return what adds the line, the name in quotes where YAML needs them."""
        name = str(doi)
        written = name if _PLAIN.fullmatch(name) else dumps(name)
        return Edit(Span(at, at), f"{begin}{written}")

    return insert
