"""Places of a document inside a file: no field is left at its place in the inner text."""

from __future__ import annotations

import enum
import types
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.formats.docstring.extract import InDocstring
from mdlint_doi.lint import document
from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.model import Container, Edit, Finding, Fix, Form, Mention, Safety, as_it_stands
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.scan.find import read
from mdlint_doi.text.placed_text import Piece, PlacedText, moved
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value
from mdlint_doi.works import claim
from mdlint_doi.works.claim import Claim

FILE = Source("a.ipynb", "0123456789" * 30)
PLACES = PlacedText("x" * 100, 40, (Piece(0, 40, 60), Piece(20, 100, 180)))
WITHOUT_PLACES = (str, bool, type(None), enum.Enum, Doi, Exception)
"""What a field may hold beside places, values and tuples of these. Numbers are not among them: they
may be places, and nobody could tell."""
CALLED = {
    "Container.write": "takes and returns texts",
    "InDocstring.write": "likewise",
    "_Inside.write": "likewise",
    "Claim.years": "years",
    "Document.latest_year": "a year",
    "Claim.leading_people": "a number of people",
    "Characters.starts": "of a module, which stands inside no other document",
    "Characters.ends": "likewise",
    "Literal.start": "likewise",
    "Literal.end": "likewise",
}
"""Fields of other types, each with the reason why it has no place."""


def parts(kind: object) -> Iterator[Any]:
    """Yield the types that a type is made of: members of unions, elements of tuples, literals."""
    if get_origin(kind) in (Union, types.UnionType, tuple):
        for member in get_args(kind):
            yield from parts(member)
    elif get_origin(kind) is Literal:
        yield from map(type, get_args(kind))
    elif kind is not Ellipsis:
        yield kind


def fields_of(kind: type) -> dict[str, Any]:
    """Return the fields of a value or a named tuple, with their types."""
    names = vars(document) | vars(claim)  # not imported where they are named
    return get_type_hints(kind, localns=names)


def reached(kind: type, seen: dict[str, object]) -> None:
    """Note each field that a document can hold, by class and name, down to places and texts."""
    subclasses: list[type] = kind.__subclasses__()
    for other in subclasses:
        reached(other, seen)
    for name, hint in fields_of(kind).items():
        for part in parts(hint):
            if part in (Span, PlacedText, Source, Claims):
                continue
            is_value = isinstance(part, type) and (
                issubclass(part, Value) or hasattr(part, "_fields")
            )
            if not is_value:
                seen[f"{kind.__name__}.{name}"] = part
            elif not getattr(part, "keeps_places", False) and part.__name__ not in seen:
                seen[part.__name__] = part
                reached(part, seen)


def test_every_field_with_a_place_is_moved() -> None:
    """What a document holds is a place that is moved, or of a type that is none; also next year."""
    seen: dict[str, object] = {}
    for kind in (Document, Finding, Claim):
        reached(kind, seen)
    assert {"Mention", "Suppression", "Container", "Insertion", "Edit"} <= seen.keys()
    assert f"{InDocstring.__name__}.write" in seen
    unknown = {
        name: kind
        for name, kind in seen.items()
        if "." in name
        and name not in CALLED
        and not (isinstance(kind, type) and issubclass(kind, WITHOUT_PLACES))
    }
    assert unknown == {}


class _Deep(NamedTuple):
    """A named tuple that holds a place."""

    spans: tuple[Span, ...]
    name: str


class _New(Value):
    """A value as somebody may write it next year."""

    inside: _Deep
    mention: Mention | None = None


def mention(start: int, end: int, *shown: Mention) -> Mention:
    """Return a mention in a text of 100 letters."""
    spelling = read("10.1000/182")
    assert spelling is not None
    written = PlacedText("10.1000/182", start)
    return Mention(
        Source("", "x" * 100), Span(start, end), written, Form.TEXT, spelling, shown=shown
    )


def test_places_are_moved_wherever_they_are_held() -> None:
    """In tuples, named tuples, values in values; what has none is the same object."""
    value = _New(_Deep((Span(1, 3), Span(19, 21)), "a"), mention(25, 36, mention(2, 13)))
    found = moved(value, PLACES, FILE)
    assert found.inside == _Deep((Span(41, 43), Span(59, 101)), "a")
    assert found.mention is not None
    assert found.mention.span == Span(105, 116)
    assert found.mention.written.whole == Span(105, 116)
    assert found.mention.source is FILE
    assert found.mention.shown[0].written.whole == Span(42, 53)
    assert found.mention.spelling is value.mention.spelling  # type: ignore[union-attr]
    plain = _Deep((), "b")
    assert moved(plain, PLACES, FILE) is plain


def test_what_several_hold_is_moved_once() -> None:
    """The text of a field is one object for all mentions in it, before and after."""
    field = Container("a, note", PlacedText("x" * 90, 5), as_it_stands)
    first, second = (mention(at, at + 11).replace(container=field) for at in (20, 40))
    found = moved((first, second), PLACES, FILE)
    assert found[0].container is found[1].container
    assert found[0].container == field.replace(text=field.text.within(PLACES))


@given(st.integers(0, 100), st.integers(0, 100))
def test_a_finding_and_its_fix_stay_together(start: int, size: int) -> None:
    """What an edit would replace is moved as the finding is."""
    span = Span(start, min(start + size, 100))
    fix = Fix((Edit(span, "y"),), Safety.SAFE)
    finding = Finding("DOI999", "x", Severity.HINT, "m", Source("", "x" * 100), span, None, fix)
    found = moved(finding, PLACES, FILE)
    assert found.span == PLACES.span(span.start, span.end)
    assert found.fix is not None
    assert found.fix.edits[0].span == found.span


def test_a_named_tuple_stays_one() -> None:
    """What is moved has the type that it had: its fields keep their names."""

    class Pair(NamedTuple):
        """A word and where it stands."""

        word: str
        span: Span

    found = moved(Pair("x", Span(0, 1)), PLACES, FILE)
    assert type(found) is Pair
    assert found == Pair("x", Span(40, 41))
