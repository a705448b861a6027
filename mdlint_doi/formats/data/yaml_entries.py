"""The entries of YAML data files: parts of a CITATION.cff or a project's settings, or CSL's items.

Sources: the Citation File Format 1.2.0, whose schema allows only a bare DOI in `doi`,
`collection-doi` and the value of an identifier of type `doi`; Pandoc's manual, "Specifying
bibliographic data": a list of items, or one under the key `references`, with the variables of CSL
JSON.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from json import dumps
from typing import Final, NamedTuple

from mdlint_doi.formats.data.entry import Entry, Field, Path, SearchedEntry, dotted, numbered
from mdlint_doi.formats.data.meanings import CFF, CSL_YAML, QUARTO
from mdlint_doi.formats.yaml_reader import read_scalars
from mdlint_doi.formats.yaml_text import ScalarStyle, YamlScalar
from mdlint_doi.lint.document import Insert, Suppression, never, read_directive
from mdlint_doi.lint.model import Edit, Write, as_it_stands
from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_COMMENT: Final = pattern(r"#[ \t]*+(mdlint[^\r\n]*+)")
_CFF_HOLDERS: Final = CFF.holders
_CSL_HOLDERS: Final = {name.lower(): name for name in CSL_YAML.holders}
"""Names by their form in lower case, because Pandoc accepts `DOI` and `doi`."""
_HOLDERS_OF_PROJECT: Final[Mapping[Path, str]] = {(name,): name for name in QUARTO.holders}
_DEEPEST: Final = 4
"""The most steps from an entry to a value that is read: `issued`, `date-parts`, two indices."""
_ONE_LINE: Final = ("title", "year", "type", "journal", "volume", "date-released")
"""Fields after which `doi` may be added, if they are on a line of their own."""
_BEFORE_KEY: Final = pattern(r"[ ]*(?:-[ ]+)*")
_REST: Final = pattern(r"[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|\Z)")
_BLOCK_HEAD: Final = pattern(r"[|>][^\r\n\x85\u2028\u2029]*+")
_PLAIN: Final = pattern(r"10\.[0-9.]+/[A-Za-z0-9_./()-]*[A-Za-z0-9_/)]")


class _Part(NamedTuple):
    """An entry and its scalars.

    Attributes:
        document: the number of the YAML document in the file, from 0.
        owner: the path to the entry; empty for the whole document.
        members: the keys and values of the entry, without aliases.
    """

    document: int
    owner: Path
    members: list[YamlScalar]

    @property
    def values(self) -> list[YamlScalar]:
        """The values of keys, and the items of lists."""
        return [scalar for scalar in self.members if not scalar.is_key]

    def direct(self, name: str) -> str:
        """Return the value of a field if it is a scalar, and otherwise an empty text.

        If the field is repeated, the last value counts.
        """
        depth = len(self.owner) + 1
        values = [scalar for scalar in self.values if len(scalar.path) == depth]
        return next(
            (scalar.value for scalar in reversed(values) if str(scalar.path[-1]) == name), ""
        )

    def stated(self, full: bool) -> tuple[tuple[Path, str], ...]:  # noqa: FBT001
        """Return the values that describe its work, each with its path; none without `full`."""
        depth = len(self.owner)
        values = [scalar for scalar in self.values if full and len(scalar.path) <= depth + _DEEPEST]
        return tuple((scalar.path[depth:], scalar.value) for scalar in values)

    def fields(self, text: str, name_of: Callable[[Path], str | None]) -> tuple[Field, ...]:
        """Return the values that are fields: those for whose path `name_of` returns a name."""
        named = ((name_of(scalar.path), scalar) for scalar in self.values if not scalar.is_null)
        return tuple(
            _field(text, name, self.owner, scalar) for name, scalar in named if name is not None
        )


def of_citation(source: Source, *, full: bool) -> Iterator[Entry | Suppression]:
    """Yield a CITATION.cff, its preferred citation and its references, as in `Entries`.

    The DOI of the software itself is not searched for, because its archive creates this DOI.
    """
    scalars = list(read_scalars(source.text))
    yield from _suppressions(source.text, scalars)
    yield from () if full else _without_text(scalars)
    parts = [*_parts(scalars, _owner_in_citation)]
    values = {scalar.path: scalar.value for part in parts for scalar in part.values}
    name_of = partial(_name_in_citation, values)
    for part in parts:
        fields = part.fields(source.text, name_of)
        is_searched = full and part.owner and not part.document
        if fields or full:
            yield Entry(
                dotted(part.owner),
                fields,
                part.owner,
                part.direct("type"),
                stated=part.stated(full),
                searched=_searched(source, part) if is_searched else None,
            )


def _without_text(scalars: Iterable[YamlScalar]) -> Iterator[Entry]:
    """Yield, for each value of a field `doi` that is a list, a mapping or an alias, its problem."""
    seen: set[Path] = set()
    for scalar in scalars:
        is_alias = scalar.style is ScalarStyle.ALIAS and not scalar.is_key
        path = scalar.path if is_alias else scalar.path[:-1]
        if path and str(path[-1]).lower() == CFF.name and path not in seen:
            seen.add(path)
            yield Entry("", (), problem=(scalar.span.start, f"the value of {path[-1]} is not text"))


def _owner_in_citation(path: Path) -> Path:
    if path[:1] == ("preferred-citation",) and len(path) > 1:
        return path[:1]
    is_listed = path[:1] == ("references",) and len(path) > 2 and isinstance(path[1], int)
    return path[:2] if is_listed else ()


def _name_in_citation(values: Mapping[Path, str], path: Path) -> str | None:
    name = path[-1] if path else None
    if name == "value" and values.get((*path[:-1], "type")) == "doi":
        return CFF.name
    return str(name) if name in _CFF_HOLDERS else None


def of_items(source: Source, *, full: bool) -> Iterator[Entry | Suppression]:
    """Yield the items of a list in CSL YAML, as in `Entries`."""
    scalars = list(read_scalars(source.text))
    yield from _suppressions(source.text, scalars)
    yield from () if full else _without_text(scalars)
    for part in _parts(scalars, _owner_of_item):
        fields = part.fields(source.text, partial(_name_in_item, len(part.owner) + 1))
        if part.owner and fields:
            yield Entry(
                part.direct("id") or numbered(part.owner),
                fields,
                part.owner,
                has_name=any(field.name == CSL_YAML.name for field in fields),
                stated=part.stated(full),
            )


def of_references(source: Source, *, full: bool) -> Iterator[Entry | Suppression]:
    """Yield the items under the key `references` of front matter, as in `Entries`."""
    for entry in of_items(source, full=full):
        if isinstance(entry, Entry) and entry.path[:1] == ("references",):
            yield entry


def _owner_of_item(path: Path) -> Path:
    return path[:2] if path[:1] == ("references",) and len(path) > 2 else path[:1]


def _name_in_item(depth: int, path: Path) -> str | None:
    name = path[-1] if len(path) == depth else None  # a text that is not a list has no path
    if not isinstance(name, str):
        return None
    return _CSL_HOLDERS.get(name.lower()) or (name if CSL_YAML.counted_in(name) else None)


def of_project(source: Source, *, full: bool) -> Iterator[Entry | Suppression]:
    """Yield the mappings in the settings of a MyST or Quarto project, as in `Entries`."""
    scalars = list(read_scalars(source.text))
    yield from _suppressions(source.text, scalars)
    yield from () if full else _without_text(scalars)
    for part in _parts(scalars, lambda path: path[:-1]):
        fields = part.fields(source.text, lambda path: _HOLDERS_OF_PROJECT.get(path[-1:]))
        if fields:
            yield Entry(dotted(part.owner), fields, part.owner)


def _parts(scalars: Sequence[YamlScalar], owner_of: Callable[[Path], Path]) -> Iterator[_Part]:
    parts: dict[tuple[int, Path], list[YamlScalar]] = {}
    for scalar in scalars:
        if scalar.style is not ScalarStyle.ALIAS:
            parts.setdefault((scalar.document, owner_of(scalar.path)), []).append(scalar)
    return (_Part(*key, members) for key, members in parts.items())


def _field(text: str, name: str, owner: Path, scalar: YamlScalar) -> Field:
    """Return a scalar as a field; a quoted one with escapes has a single place and is not written.

    Text on several lines is read unchanged, without the line of `|` or `>`, because a DOI is on one
    line.
    """
    write: Write = as_it_stands
    if scalar.placed is not None:
        written = scalar.placed
    elif scalar.style in (ScalarStyle.SINGLE, ScalarStyle.DOUBLE):
        written = PlacedText.coarse(scalar.value.strip(), scalar.span)
        write = _never
    else:
        head = _BLOCK_HEAD.match(text, scalar.span.start, scalar.span.end)
        start = head.end() if head else scalar.span.start
        written = PlacedText.as_it_stands(text, Span(start, scalar.span.end))
    return Field(name, scalar.path[len(owner) :], written, scalar.span, write)


def _never(_text: str, _around: str) -> None:
    """Return None: nothing is written, because the places of the characters are not known."""


def _searched(source: Source, part: _Part) -> SearchedEntry:
    """Return how to search for a reference; its DOI is added after a field on its own line."""
    members = part.members
    values = {scalar.path: scalar for scalar in part.values}
    keys = {scalar.path: scalar for scalar in members if scalar.is_key}
    named = [(*part.owner, name) for name in _ONE_LINE]
    paths = [path for path in named if path in values]
    lines = (_line_behind(source, keys[path], values[path]) for path in paths)
    title = next(
        (scalar for scalar in part.values if scalar.path == (*part.owner, "title")), members[0]
    )
    return SearchedEntry(
        Span(members[0].span.start, max(scalar.span.end for scalar in members)),
        title.placed.whole if title.placed is not None else title.span,
        next((insert for insert in lines if insert is not None), never),
    )


def _line_behind(source: Source, key: YamlScalar, value: YamlScalar) -> Insert | None:
    """Return the function that adds a DOI in a line after a field; None if there is no place."""
    line = source.line_span(key.span.start)
    before = _BEFORE_KEY.fullmatch(source.text, line.start, key.span.start)
    rest = _REST.match(source.text, value.span.end)
    if before is None or rest is None or value.placed is None or value.span.end > line.end:
        return None
    indent = " " * (key.span.start - line.start)
    return partial(_inserted, rest.end(), f"{source.newline}{indent}doi: ")


def _inserted(at: int, begin: str, doi: Doi) -> Edit:
    """Return the edit that adds the line, with the DOI in quotes if YAML needs them."""
    name = str(doi)
    return Edit(Span(at, at), f"{begin}{name if _PLAIN.fullmatch(name) else dumps(name)}")


def _suppressions(text: str, scalars: Sequence[YamlScalar]) -> Iterator[Suppression]:
    """Yield the suppressions in comments (`# mdlint-doi-disable DOI201`), but not in scalars."""
    spans = [scalar.span for scalar in scalars]
    for comment in _COMMENT.finditer(text):
        at = bisect_right(spans, comment.start(), key=lambda span: span.start) - 1
        if at < 0 or comment.start() >= spans[at].end:
            found = read_directive(comment[1].rstrip(), comment.start(1))
            if found is not None:
                yield found
