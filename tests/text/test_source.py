"""Documents: lines, columns, parts."""

from __future__ import annotations

import pickle

import pytest

from mdlint_doi.text.source import Location, Source
from mdlint_doi.text.span import Span


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("ab", ["ab"]),
        ("ab\n", ["ab", ""]),
        ("a\nbc\n\nd", ["a", "bc", "", "d"]),
        ("a\r\nbc\r\n", ["a", "bc", ""]),
        ("a\rbc\r", ["a", "bc", ""]),
        ("a\r\rb\n\r\nc", ["a", "", "b", "", "c"]),
        ("a\u2028b\x0cc\x85d", ["a\u2028b\x0cc\x85d"]),
    ],
)
def test_lines(text: str, lines: list[str]) -> None:
    r"""`\n`, `\r\n` and `\r` end a line and nothing else does; a line is without its end."""
    source = Source("a.md", text)
    assert [source.line_span(at).cut(text) for at in source.line_starts] == lines
    assert [source.location(at) for at in source.line_starts] == [
        Location(line, 1) for line in range(1, len(lines) + 1)
    ]


def test_a_location_counts_code_points() -> None:
    """Line and column are counted from 1, on behind a part's first line."""
    source = Source("a.md", "\U0001f600b\ncd", first_line=7)
    found = [source.location(at) for at in (0, 1, 3, 5)]
    assert found == [Location(7, 1), Location(7, 2), Location(8, 1), Location(8, 3)]


@pytest.mark.parametrize("text", ["", "ab\ncd\n\ne", "a\r\nb\r\n", "a\r\rb"])
def test_where_a_span_begins_and_ends(text: str) -> None:
    """Both ends are where each alone would be, in one line or in several."""
    source = Source("a.md", text, first_line=7)
    for start in range(len(text) + 1):
        for end in range(start, len(text) + 1):
            ends = source.location(start), source.location(end)
            assert source.locations(Span(start, end)) == ends


def test_part_of_a_document() -> None:
    """The lines that a range touches stand for themselves, at their place in the file."""
    source = Source("a.md", "ab\r\ncd\r\nef\r\ngh", "\r\n", bom=True, first_line=3, first_offset=50)
    part = source.lines(5, 9)
    assert part == Source("a.md", "cd\r\nef", "\r\n", bom=True, first_line=4, first_offset=54)
    assert part.location(4) == source.location(8)


@pytest.mark.parametrize(("size", "cut"), [(4000, True), (4001, False)])
def test_long_lines_are_not_cut_out(size: int, cut: bool) -> None:  # noqa: FBT001
    """Of long lines no copies are made: the document stays their source."""
    source = Source("a.md", f"first\n{'x' * size}\nlast")
    assert (source.lines(10, 11) is not source) == cut


def test_book_is_not_printed() -> None:
    """What shows a source shows its name and size."""
    assert repr(Source("a.md", "x" * 10_000)) == "Source('a.md', 10000 code points)"


def test_lines_are_kept_and_are_no_part_of_the_value() -> None:
    """They are looked for once; a source that knows its lines equals one that does not."""
    source = Source("a.md", "a\nb")
    assert source.line_starts is source.line_starts
    assert source == Source("a.md", "a\nb")
    assert pickle.loads(pickle.dumps(source)).location(2) == Location(2, 1)
