"""Texts as editors change them: positions in all encodings, changes, edits, frames."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linear import is_linear

from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.server.actions import edits_between
from mdlint_doi.server.documents import (
    Encoding,
    OpenDocument,
    Position,
    Positions,
    TextChange,
    path_of,
    units,
    without_surrogates,
)
from mdlint_doi.server.streams import Framing, TooLong
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_ENCODINGS: dict[Encoding, tuple[str, int]] = {
    "utf-8": ("utf-8", 1),
    "utf-16": ("utf-16-le", 2),
    "utf-32": ("utf-32-le", 4),
}
_LETTERS = st.text(st.sampled_from("ab\n\r\x0b\u2028éß漢\U0001d54f\U0001f600"), max_size=40)
_PLACE = st.builds(Position, st.integers(-2, 9), st.integers(-2, 30))
_ENCODING = st.sampled_from(list(_ENCODINGS))


@given(_LETTERS, _ENCODING)
def test_positions(text: str, encoding: Encoding) -> None:
    """Each offset has the position that the protocol says, and leads back from there."""
    source = Source("a.md", text)
    positions = Positions(source, encoding)
    codec, size = _ENCODINGS[encoding]
    for offset in range(len(text) + 1):
        row = text.count("\n", 0, offset) + text[:offset].replace("\r\n", "\n").count("\r")
        row -= text[offset - 1 : offset + 1] == "\r\n"  # between the two no line begins
        place = positions.place(offset)
        start = source.line_starts[place.line]
        assert place.line == row
        assert place.character == len(text[start:offset].encode(codec)) // size
        if offset <= source.line_span(start).end:
            assert positions.offset(*place) == offset


@given(_LETTERS, _ENCODING, st.integers(-5, 50), st.integers(-5, 99))
def test_any_position(text: str, encoding: Encoding, line: int, character: int) -> None:
    """Whatever a client says is a place in the text, and never in a character or a line end."""
    positions = Positions(Source("a.md", text), encoding)
    offset = positions.offset(line, character)
    assert 0 <= offset <= len(text)
    assert text[offset - 1 : offset + 1] != "\r\n"


@given(_LETTERS, st.lists(st.tuples(_LETTERS, st.integers(0, 40), st.integers(0, 40)), max_size=5))
def test_changes(text: str, changes: list[tuple[str, int, int]]) -> None:
    """Changes of parts give the text that the editor has, and its size."""
    document = OpenDocument("untitled:a", "markdown", 1, text, "utf-16")
    first, made = text, []
    for new, offset, other in changes:
        start, end = sorted((min(offset, len(text)), min(other, len(text))))
        places = map(document.positions.place, (start, end))
        span = document.positions.span(*places)
        text = text[: span.start] + new + text[span.end :]
        start_place, end_place = map(document.positions.place, (span.start, span.end))
        made.append(TextChange(new, start_place, end_place))
        document.change(made[-1:], 2)
        assert document.source.text == text
        assert document.size == len(text)
    together = OpenDocument("untitled:a", "markdown", 1, first, "utf-16")
    together.change(made, 2)
    assert together.source.text == text


@given(_LETTERS, _LETTERS, _ENCODING, _PLACE, _PLACE)
def test_any_change(
    text: str, new: str, encoding: Encoding, start: Position, end: Position
) -> None:
    """A change between any two positions changes what `Positions` says stands there."""
    document = OpenDocument("untitled:a", "markdown", 1, text, encoding)
    span = document.positions.span(start, end)
    document.change([TextChange(new, start, end)], 2)
    assert document.source.text == text[: span.start] + new + text[span.end :]


def test_a_new_text_among_changes() -> None:
    """What comes before it is gone, and what comes after it is a change of it."""
    document = OpenDocument("untitled:a", "markdown", 1, "same", "utf-16")
    document.change(
        [
            TextChange("x", Position(0, 0), Position(0, 0)),
            TextChange("sam"),
            TextChange("e", Position(0, 3), Position(0, 3)),
        ],
        2,
    )
    assert document.source.text == "same"


def test_many_changes_at_once() -> None:
    """To replace all in a long text takes time in proportion to it."""

    def replace_all(lines: int) -> None:
        document = OpenDocument("untitled:a", "markdown", 1, "a b\n" * lines, "utf-16")
        changes = [
            TextChange("c", Position(at, 2), Position(at, 3)) for at in reversed(range(lines))
        ]
        document.change(changes, 2)
        assert document.source.text == "a c\n" * lines

    assert is_linear(replace_all, 1_000, 8_000)


def test_one_long_line() -> None:
    """A text without a line end takes time in proportion to it, too."""

    def edit(text: str) -> None:
        document = OpenDocument("untitled:a", "markdown", 1, text, "utf-16")
        document.change([TextChange("c", Position(0, 2), Position(0, 3))], 2)
        assert document.source.text == f"xxc{text[3:]}"

    assert is_linear(edit, "x" * 2_000, "x" * 16_000)


def test_lone_surrogates() -> None:
    """A half of a character, which no encoding can write, is U+FFFD and counts as much."""
    text = json.loads('"a\\ud83d\\ude00b\\ud83dc"')
    assert without_surrogates(text) == "a\U0001f600b\ufffdc"
    assert units("a\U0001f600b\ufffdc", "utf-16") == 6


@given(_LETTERS, _LETTERS, _LETTERS)
def test_edits_between(before: str, shared: str, after: str) -> None:
    """The edits make one text of the other, do not overlap, and split no line end."""
    old, new = before + shared + before, after + shared + before
    edits = edits_between(old, new)
    assert apply_edits(old, edits) == new
    for edit in edits:
        for offset in (edit.span.start, edit.span.end):
            assert old[offset - 1 : offset + 1] != "\r\n"


def test_edits_are_small() -> None:
    """What stays is not in an edit, however many lines a fix joins."""
    (edit,) = edits_between("a\nhttp://doi.org/\nc\n", "a\nhttps://doi.org/\nc\n")
    assert edit.span == Span(6, 6)
    lines = "".join(f"line {at}\n" for at in range(5000))
    edits = edits_between(f"x\ny\n{lines}z\n", f"xy\n{lines}z\n")
    assert sum(edit.span.end - edit.span.start for edit in edits) <= 4


def test_paths() -> None:
    """Addresses of files are paths; others are none."""
    assert path_of("file:///a%20b/%C3%A9.md") == "/a b/é.md"
    assert path_of("file:///a/%00.md") is None
    for other in ("untitled:a.md", "https://a.example/b.md", "file://host/a.md", "file:", "[::"):
        assert path_of(other) is None


def _frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


@given(st.lists(st.binary(max_size=30), max_size=5), st.integers(1, 20))
def test_frames(bodies: list[bytes], size: int) -> None:
    """Messages come out as they went in, however they are cut on the way."""
    data = b"".join(map(_frame, bodies))
    framing = Framing()
    parts = [data[at : at + size] for at in range(0, len(data), size)]
    assert [body for part in parts for body in framing.feed(part)] == bodies


@given(st.lists(st.binary(max_size=80) | st.sampled_from([b"\r\n\r\n", b"Content-Length: 7"])))
def test_nonsense_frames(parts: list[bytes]) -> None:
    """After any nonsense and an end of a header, the next message is read; other bytes are none."""
    framing = Framing(limit=1000)
    for part in parts:
        list(framing.feed(part.replace(b"-Length", b"")))
    *nonsense, message = framing.feed(b"\r\n\r\n" + _frame(b"{}"))
    assert message == b"{}"
    assert set(nonsense) <= {b""}


@pytest.mark.parametrize("text", [b"{}", b"Content-Type: a\r\n\r\n{}", b"{" * 99_000])
def test_messages_without_a_header(text: bytes) -> None:
    """What has no header comes as an empty message; blank lines are nothing."""
    framing = Framing()
    found = [body for part in (text, b"\r\n\r\n", _frame(b"{}")) for body in framing.feed(part)]
    assert found[-1] == b"{}"
    assert b"" in found[:-1]
    assert next(Framing().feed(text + _frame(b"{}"))) == b""
    assert list(Framing().feed(b"\r\n\r\n  \r\n\r\n" + _frame(b"{}"))) == [b"{}"]


def test_long_messages() -> None:
    """A message beyond the bound is passed over and told; an endless header is not kept."""
    framing = Framing(limit=10)
    found = [body for _ in range(3) for body in framing.feed(_frame(b"x" * 5000) + _frame(b"{}"))]
    assert [body.size if isinstance(body, TooLong) else body for body in found] == [
        5000,
        b"{}",
    ] * 3
    for _ in range(1000):
        assert not list(framing.feed(b"x" * 1000))
    assert len(framing._held) < 10_000
    huge = b"Content-Length: 99999999999999999\r\n\r\n" + b"x" * 10_000
    assert not list(Framing().feed(b"x" * 10 + huge))
