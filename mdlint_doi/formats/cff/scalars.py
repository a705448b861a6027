"""The scalars of a CITATION.cff -> mentions; its comments -> suppressions.

Source: the Citation File Format 1.2.0. `doi`, `collection-doi` and the value of an identifier of
type `doi` hold the bare name; its schema allows nothing else.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mdlint_doi.formats.json_data.values import dotted
from mdlint_doi.formats.values import name_mention, value_mentions
from mdlint_doi.formats.yaml_text import Path, Style, YamlScalar, YamlSyntaxError, read_scalars
from mdlint_doi.lint.container import Container, as_it_stands
from mdlint_doi.lint.directives import Suppression, read_directive
from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

_NAMES: Final = frozenset({"doi", "collection-doi"})
_VALUES: Final = frozenset(
    {
        "url",
        "repository",
        "repository-code",
        "repository-artifact",
        "license-url",
        "message",
        "notes",
        "value",
    }
)
_COMMENT: Final = pattern(r"#[ \t]*+(mdlint-doi-[^\r\n]*+)")


def read_citation(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a CITATION.cff, and our comments."""
    try:
        scalars = list(read_scalars(source.text))
    except YamlSyntaxError as error:
        line = source.location(min(error.offset, len(source.text))).line
        return Document(source, problem=f"no YAML: {error.reason} (line {line})")
    types = {one.path[:-1]: one.value for one in scalars if _is_type(one)}
    mentions = [
        mention
        for one in scalars
        if not one.is_key and one.style is not Style.ALIAS
        for mention in _mentions(source, settings, one, types)
    ]
    comments = tuple(_suppressions(source.text, scalars))
    claims = Claims(lambda: _claims(source, mentions))
    return Document(source, tuple(mentions), comments, claims=claims)


def _claims(source: Source, mentions: Sequence[Mention]) -> Iterator[Claim]:
    from mdlint_doi.formats.cff.claims import claims_in

    return claims_in(source, mentions)


def _is_type(scalar: YamlScalar) -> bool:
    return not scalar.is_key and scalar.path[-1:] == ("type",)


def _mentions(
    source: Source, settings: Settings, scalar: YamlScalar, types: dict[Path, str]
) -> Iterator[Mention]:
    form = _form(scalar.path, types)
    if form is None:
        return
    written, exact = _written(source.text, scalar)
    write = as_it_stands if exact else _never
    container = Container(dotted(scalar.path), written, write)
    if form is Form.FIELD:
        mention = name_mention(source, scalar.span, written, container)
        if mention is not None and mention.span.end > mention.span.start:
            yield mention
    else:
        yield from value_mentions(source, written, container, settings.servers)


def _form(path: Path, types: dict[Path, str]) -> Form | None:
    last = path[-1] if path else None
    if last in _NAMES:
        return Form.FIELD
    if last == "value":
        return Form.FIELD if types.get(path[:-1]) == "doi" else Form.VALUE
    return Form.VALUE if last in _VALUES else None


def _written(text: str, scalar: YamlScalar) -> tuple[PlacedText, bool]:
    """Return a scalar's text, and whether each of its characters has a place.

    Text over several lines is taken as it stands: a DOI is on one of them. Of a quoted scalar with
    escapes only the whole's place is known.
    """
    if scalar.placed is not None:
        return scalar.placed, True
    if scalar.style in (Style.SINGLE, Style.DOUBLE):
        return PlacedText.coarse(scalar.value, scalar.span), False
    return PlacedText.as_it_stands(text, scalar.span), True


def _never(_text: str, _around: str) -> None:
    """Write nothing: what stands there is not known letter by letter."""


def _suppressions(text: str, scalars: Sequence[YamlScalar]) -> Iterator[Suppression]:
    spans = [one.span for one in scalars]
    for comment in _COMMENT.finditer(text):
        if not _is_inside(comment.start(), spans):
            found = read_directive(comment[1].rstrip(), comment.start(1))
            if found is not None:
                yield found


def _is_inside(offset: int, spans: Sequence[Span]) -> bool:
    at = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return at >= 0 and offset < spans[at].end
