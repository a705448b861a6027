"""The scalars of a YAML data file -> mentions; its comments -> suppressions.

Which scalars are looked at, the format says: CITATION.cff, CSL's items.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.values import name_mention, value_mentions
from mdlint_doi.formats.yaml_text import Style, YamlScalar, read_scalars
from mdlint_doi.lint.container import Container, as_it_stands
from mdlint_doi.lint.directives import Suppression, read_directive
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_COMMENT: Final = pattern(r"#[ \t]*+(mdlint-doi-[^\r\n]*+)")


class Wanted(NamedTuple):
    """What a format says of a scalar that it looks at.

    Attributes:
        form: FIELD or VALUE.
        label: how messages call it.
        lacks_doi: whether it belongs to an entry that has no field for the DOI.

    """

    form: Form
    label: str
    lacks_doi: bool = False


def scalars_of(source: Source) -> list[YamlScalar] | Document:
    """Return the scalars of a file; where it is no YAML, the document that says so."""
    try:
        return list(read_scalars(source.text))
    except FormatSyntaxError as error:
        line = source.location(min(error.offset, len(source.text))).line
        return Document(source, problem=f"no YAML: {error.reason} (line {line})")


def scalar_mentions(
    source: Source, settings: Settings, scalar: YamlScalar, wanted: Wanted
) -> Iterator[Mention]:
    """Yield the DOIs of a scalar that is no key and no alias.

    Args:
        source: the file.
        settings: `servers` is looked at.
        scalar: which one.
        wanted: what the format says of it.

    """
    written, exact = _written(source.text, scalar)
    write = as_it_stands if exact else _never
    container = Container(wanted.label, written, write, lacks_doi=wanted.lacks_doi)
    if wanted.form is Form.FIELD:
        mention = name_mention(source, scalar.span, written, container)
        if mention is not None and mention.span.end > mention.span.start:
            yield mention
    else:
        yield from value_mentions(source, written, container, settings.servers)


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


def suppressions_of(text: str, scalars: Sequence[YamlScalar]) -> Iterator[Suppression]:
    """Yield our comments: `# mdlint-doi-disable DOI201`.

    Args:
        text: of the file.
        scalars: all of it; what looks like a comment in one of them is none.

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
