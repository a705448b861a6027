"""Texts with their places: undone, cut, joined, put into another, none is lost."""

from __future__ import annotations

import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.text.placed_text import PlacedText, undo
from mdlint_doi.text.span import Span

_ESCAPE = re.compile(r"\\(.)|&(\w);", re.DOTALL)
_TEXTS = st.lists(st.sampled_from(["a", "b", "\\\\", "\\a", "&c;", "&2;", "\n"]), max_size=9).map(
    "".join
)


def undone(text: str, start: int = 0, end: int | None = None) -> PlacedText:
    """Undo a backslash and `&…;`, of which `&2;` stands for two characters."""
    whole = start, len(text) if end is None else end
    return undo(text, whole, _ESCAPE, lambda found: found[1] or {"2": "xy"}.get(found[2], found[2]))


def ends(placed: PlacedText) -> list[tuple[int, int]]:
    """Return where each character begins and ends."""
    return [(placed.at(index), placed.end(index + 1)) for index in range(len(placed.text))]


@given(_TEXTS)
def test_each_character_stands_where_its_escape_stands(text: str) -> None:
    """What a character's span cuts out means that character, or two of which it is one."""
    placed = undone(text)
    for character, (start, end) in zip(placed.text, ends(placed), strict=True):
        assert character in undone(text[start:end]).text
    assert placed.whole == Span(0, len(text)) or not placed.text


@given(_TEXTS, st.data())
def test_a_part_has_the_places_that_it_had_in_the_whole(text: str, data: st.DataObject) -> None:
    """Cut anywhere, characters stay where they are; a text as it stands has no pieces."""
    placed = undone(text)
    start = data.draw(st.integers(0, len(placed.text)))
    end = data.draw(st.integers(start, len(placed.text)))
    part = placed.part(start, end)
    assert part.text == placed.text[start:end]
    assert ends(part) == ends(placed)[start:end]
    assert part.start == placed.at(start)
    is_literal = part.text == text[part.start : part.start + len(part.text)]
    assert is_literal or part.pieces


@given(st.lists(_TEXTS, min_size=1, max_size=4))
def test_lines_are_joined_where_they_stand(lines: list[str]) -> None:
    """Each character of a block stands in its line; a line feed stands at the line's end."""
    rows = [line.replace("\n", "") for line in lines]
    source = "> " + "\r\n> ".join(rows)
    spans, at = [], 0
    for row in rows:
        spans.append((at + 2, at + 2 + len(row)))
        at += 2 + len(row) + 2
    block = PlacedText.of_lines(source, spans)
    assert block.text == "\n".join(rows)
    assert [source[start] for start, _ in ends(block)] == list(block.text.replace("\n", "\r"))


@given(_TEXTS, st.data())
def test_places_go_through_the_text_around(text: str, data: st.DataObject) -> None:
    """A name in a block in a document: each step's places are taken one after the other."""
    outer = PlacedText.of_offsets(text, [3 * at for at in range(len(text) + 1)])
    start = data.draw(st.integers(0, len(text)))
    inner = undone(text, start)
    found = inner.within(outer)
    assert found.text == inner.text
    assert ends(found) == [(outer.at(first), outer.end(last)) for first, last in ends(inner)]


@given(st.lists(_TEXTS, min_size=1, max_size=3))
def test_parts_are_joined_where_they_stand(texts: list[str]) -> None:
    """Parts keep their places in a text made of them."""
    whole = "|".join(texts)
    parts, at = [], 0
    for text in texts:
        parts.append(undone(whole, at, at + len(text)))
        at += len(text) + 1
    joined = PlacedText.joined(parts)
    assert joined.text == "".join(part.text for part in parts)
    assert ends(joined) == [pair for part in parts for pair in ends(part)]


@pytest.mark.parametrize("text", ["", "a", "ab", "abc"])
def test_of_a_coarse_text_only_the_whole_is_known(text: str) -> None:
    """Its span is the whole's, even where that is as long as the text."""
    placed = PlacedText.coarse(text, Span(5, 7))
    assert placed.is_coarse == (len(text) > 1)
    assert placed.whole == Span(5, 7) or not text
    assert not PlacedText(text, 5).is_coarse


def test_it_can_be_kept() -> None:
    """An environment of Sphinx pickles it."""
    placed = undone("a&2;b")
    assert pickle.loads(pickle.dumps(placed)) == placed


def test_a_text_as_long_as_its_place_may_stand_otherwise() -> None:
    """Where each character begins holds, even if all are as wide as they are many."""
    placed = PlacedText.of_offsets("ab", (5, 5, 7))
    assert (placed.span(0, 1), placed.span(1, 2)) == (Span(5, 5), Span(5, 7))
    assert PlacedText.of_offsets("ab", (5, 6, 7)) == PlacedText("ab", 5)
