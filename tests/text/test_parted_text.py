"""Texts between whose pieces something stands that is not theirs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.text.placed_text import Piece, PlacedText
from mdlint_doi.text.span import Span

SOURCE = r'["a\"b\n", "cd"]'
"""Two strings; as one text: a"b, a line end, cd."""


def both() -> PlacedText:
    """Return both strings as one text."""
    pieces = [Piece(0, 2, 3), Piece(1, 3, 5), Piece(2, 5, 6), Piece(3, 6, 8)]
    first = PlacedText.of_pieces('a"b\n', 2, pieces)
    return PlacedText.joined([first, PlacedText.as_it_stands(SOURCE, Span(12, 14))])


def test_a_part_in_one_string_stands_in_one_span() -> None:
    """Escapes and what stands between them make one span of the file."""
    assert [span.cut(SOURCE) for span in both().spans(0, 3)] == [r"a\"b"]


def test_a_part_over_two_strings_stands_in_two_spans() -> None:
    """What stands between two strings is in no span: an edit must not touch it."""
    assert [span.cut(SOURCE) for span in both().spans(2, 6)] == [r"b\n", "cd"]


def test_nothing_stands_nowhere() -> None:
    """An empty part has no span."""
    assert both().spans(2, 2) == ()
    assert PlacedText.as_it_stands(SOURCE, Span(3, 3)).spans(0, 0) == ()


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))
def test_a_part_of_a_part_keeps_its_places(start: int, end: int, first: int, last: int) -> None:
    """A part says the same of its characters as the whole text."""
    whole = both()
    start, end = sorted((start, end))
    part = whole.part(start, end)
    first, last = sorted((min(first, end - start), min(last, end - start)))
    assert part.text == whole.text[start:end]
    assert part.spans(first, last) == whole.spans(start + first, start + last)
