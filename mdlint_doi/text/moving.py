"""Values with places in a text that stands inside another one -> the same, placed in that one.

A cell of a notebook, a docstring, the body of a directive is a document of its own. What was found
in it is moved to where it stands in the file by this one function. It looks at every field, so
that a field with a place cannot be forgotten.
"""

from __future__ import annotations

from typing import TypeVar

from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

_T = TypeVar("_T")


def moved(value: _T, places: PlacedText, source: Source) -> _T:
    """Return a value with its places in the file.

    Every `Span`, `PlacedText` and `Source` in it is replaced, in fields of values and in tuples.
    What has places in a text of its own (`Value.keeps_places`) stays as it is.

    Args:
        value: its places are those in `places.text`.
        places: the inner text, with its places in the file.
        source: the file.

    """
    found: object = value
    if isinstance(value, Span):
        found = places.span(*value)
    elif isinstance(value, PlacedText):
        found = value.within(places)
    elif isinstance(value, Source):
        found = source
    elif isinstance(value, tuple):
        found = _moved_tuple(value, places, source)
    elif isinstance(value, Value) and not value.keeps_places:
        found = _moved_fields(value, places, source)
    return found  # type: ignore[return-value] # of the type that was given


def _moved_tuple(
    values: tuple[object, ...], places: PlacedText, source: Source
) -> tuple[object, ...]:
    found = [moved(one, places, source) for one in values]
    if all(map(_is_same, found, values)):
        return values
    make = getattr(type(values), "_make", tuple)  # of a named tuple
    result: tuple[object, ...] = make(found)
    return result


def _moved_fields(value: Value, places: PlacedText, source: Source) -> Value:
    fields = value.__match_args__
    old = [getattr(value, field) for field in fields]
    new = [moved(one, places, source) for one in old]
    return value if all(map(_is_same, old, new)) else type(value)(*new)


def _is_same(one: object, other: object) -> bool:
    return one is other
