"""The entries of YAML data files: the parts of a CITATION.cff or a project's settings, CSL's items.

Sources: the Citation File Format 1.2.0, whose schema allows nothing but the bare name in `doi`,
`collection-doi` and the value of an identifier of type `doi`; Pandoc's manual, "Specifying
bibliographic data": a list of items, or one under the key `references`, with the variables of CSL
JSON.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from json import dumps
from typing import Final

from mdlint_doi.formats.data.entry import Entry, Field, Path, SearchedEntry, dotted, numbered
from mdlint_doi.formats.data.meanings import CFF, CSL_YAML, QUARTO
from mdlint_doi.formats.yaml_text import ScalarStyle, YamlScalar, read_scalars
from mdlint_doi.lint.directives import Suppression, read_directive
from mdlint_doi.lint.document import Insert, Write, as_it_stands, never
from mdlint_doi.lint.model import Edit
from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_COMMENT: Final = pattern(r"#[ \t]*+(mdlint-doi-[^\r\n]*+)")
_CFF_HOLDERS: Final = CFF.holders
_CSL_HOLDERS: Final = {name.lower(): name for name in CSL_YAML.holders}
"""Pandoc reads `DOI` and `doi` alike."""
_DEEPEST: Final = 4
"""Steps from an entry to what it states: `issued`, `date-parts`, two indices."""
_ONE_LINE: Final = ("title", "year", "type", "journal", "volume", "date-released")
"""Fields behind which `doi` may be written, where they stand on a line of their own."""
_BEFORE_KEY: Final = pattern(r"[ ]*(?:-[ ]+)*")
_REST: Final = pattern(r"[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|\Z)")
_PLAIN: Final = pattern(r"10\.[0-9.]+/[A-Za-z0-9_./()-]*[A-Za-z0-9_/)]")

Part = tuple[int, Path]
"""The number of a document in the file, and the way to an entry in it."""


def of_citation(source: Source, *, full: bool) -> Iterator[Entry | Suppression]:
    """Yield a CITATION.cff, its preferred citation and its references: see `Entries`.

    The software itself is not searched: its DOI is made by whoever archives it.
    """
    scalars = list(read_scalars(source.text))
    yield from _suppressions(source.text, scalars)
    types = {one.path[:-1]: one.value for one in _values(scalars) if one.path[-1:] == ("type",)}
    for (document, owner), members in _parts(scalars, _owner_in_citation).items():
        values = [*_values(members)]
        fields = [
            _field(source.text, name, owner, one)
            for one in values
            if (name := _name_in_citation(one.path, types)) is not None
        ]
        if fields or full:
            yield Entry(
                dotted(owner),
                tuple(fields),
                owner,
                _direct(values, owner).get("type", ""),
                stated=_stated(values, owner) if full else (),
                searched=_searched(source, owner, members) if owner and not document else None,
            )


def _owner_in_citation(path: Path) -> Path:
    if path[:1] == ("preferred-citation",) and len(path) > 1:
        return path[:1]
    is_listed = path[:1] == ("references",) and len(path) > 2 and isinstance(path[1], int)
    return path[:2] if is_listed else ()


def _name_in_citation(path: Path, types: Mapping[Path, str]) -> str | None:
    name = path[-1] if path else None
    if name == "value" and types.get(path[:-1]) == "doi":
        return CFF.name
    return str(name) if name in _CFF_HOLDERS else None


def of_items(source: Source, *, full: bool) -> Iterator[Entry | Suppression]:
    """Yield the items of a list in CSL YAML: see `Entries`."""
    scalars = list(read_scalars(source.text))
    yield from _suppressions(source.text, scalars)
    for (_, owner), members in _parts(scalars, _owner_of_item).items():
        values = [*_values(members)]
        fields = [
            _field(source.text, name, owner, one)
            for one in values
            if len(one.path) == len(owner) + 1
            and (name := _CSL_HOLDERS.get(str(one.path[-1]).lower())) is not None
        ]
        if owner and fields:
            yield Entry(
                _direct(values, owner).get("id") or numbered(owner),
                tuple(fields),
                owner,
                has_name=any(one.name == CSL_YAML.name for one in fields),
                stated=_stated(values, owner) if full else (),
            )


def _owner_of_item(path: Path) -> Path:
    return path[:2] if path[:1] == ("references",) and len(path) > 2 else path[:1]


def of_project(source: Source, *, full: bool) -> Iterator[Entry | Suppression]:  # noqa: ARG001
    """Yield the mappings in the settings of a MyST or Quarto project: see `Entries`."""
    scalars = list(read_scalars(source.text))
    yield from _suppressions(source.text, scalars)
    for (_, owner), members in _parts(scalars, lambda path: path[:-1]).items():
        fields = [
            _field(source.text, str(one.path[-1]), owner, one)
            for one in _values(members)
            if one.path and one.path[-1] in QUARTO.holders
        ]
        if fields:
            yield Entry(dotted(owner), tuple(fields), owner)


def _parts(
    scalars: Sequence[YamlScalar], owner_of: Callable[[Path], Path]
) -> dict[Part, list[YamlScalar]]:
    """Return the scalars of each entry, its keys with them; aliases are left out."""
    parts: dict[Part, list[YamlScalar]] = {}
    for one in scalars:
        if one.style is not ScalarStyle.ALIAS:
            parts.setdefault((one.document, owner_of(one.path)), []).append(one)
    return parts


def _values(scalars: Sequence[YamlScalar]) -> Iterator[YamlScalar]:
    return (one for one in scalars if not one.is_key and one.style is not ScalarStyle.ALIAS)


def _direct(values: Sequence[YamlScalar], owner: Path) -> dict[str, str]:
    """Return the fields of an entry that are no lists or mappings; the last of a name holds."""
    depth = len(owner) + 1
    return {str(one.path[-1]): one.value for one in values if len(one.path) == depth}


def _stated(values: Sequence[YamlScalar], owner: Path) -> tuple[tuple[Path, str], ...]:
    depth = len(owner)
    return tuple(
        (one.path[depth:], one.value) for one in values if len(one.path) <= depth + _DEEPEST
    )


def _field(text: str, name: str, owner: Path, scalar: YamlScalar) -> Field:
    """Return a scalar as a field; one whose letters have no places cannot be written.

    Text over several lines is read as it stands: a DOI is on one of them. Of a quoted scalar with
    escapes only the whole's place is known.
    """
    write: Write = as_it_stands
    if scalar.placed is not None:
        written = scalar.placed
    elif scalar.style in (ScalarStyle.SINGLE, ScalarStyle.DOUBLE):
        written, write = PlacedText.coarse(scalar.value, scalar.span), _write_nothing
    else:
        written = PlacedText.as_it_stands(text, scalar.span)
    return Field(name, scalar.path[len(owner) :], written, scalar.span, write)


def _write_nothing(_text: str, _around: str) -> str | None:
    return None


def _searched(source: Source, owner: Path, members: Sequence[YamlScalar]) -> SearchedEntry:
    title = next((one for one in _values(members) if one.path == (*owner, "title")), members[0])
    return SearchedEntry(
        Span(members[0].span.start, max(one.span.end for one in members)),
        title.placed.whole if title.placed is not None else title.span,
        _insert(source, owner, members),
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


def _suppressions(text: str, scalars: Sequence[YamlScalar]) -> Iterator[Suppression]:
    """Yield our comments: `# mdlint-doi-disable DOI201`.

    What looks like a comment in one of the scalars is none.
    """
    spans = [one.span for one in scalars]
    for comment in _COMMENT.finditer(text):
        if not _is_inside(comment.start(), spans):
            found = read_directive(comment[1].rstrip(), comment.start(1))
            if found is not None:
                yield found


def _is_inside(offset: int, spans: Sequence[Span]) -> bool:
    at = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return at >= 0 and offset < spans[at].end
