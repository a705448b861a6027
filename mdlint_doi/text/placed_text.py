"""Text after unescaping, with the place of each character in the document.

In a document, `&lt;` stands for one character, and the `>` before each line of a quotation is not
part of its text. A `PlacedText` contains the text without such markup; its places show what an edit
has to change in the document. A text that is unchanged has no pieces; in any other text, a place is
found by binary search. `moved` converts the places of values from a notebook cell or a docstring to
places in the file.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from operator import is_
from typing import Any, Final, TypeVar

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Piece, Span
from mdlint_doi.text.value import Value

__all__ = ["Piece", "PlacedText", "moved", "undo"]

URL_BLANKS: Final = " \t\n\f\r"
_DROPPED: Final = pattern(r"[\t\n\r]+")
_MANY: Final = 100_000  # pieces of one text; more are stored as plain integers
_T = TypeVar("_T")


class PlacedText(Value):
    """A text with its places in an outer text: the document, or a part of it.

    Attributes:
        text: the text without its escapes.
        start: the offset of its first character in the outer text.
        pieces: the places of its characters, in order and without a gap; empty if the outer text
            contains the text unchanged.
    """

    text: str
    start: int
    pieces: Sequence[Piece] = ()

    @classmethod
    def of_lines(cls, source: str, spans: Sequence[tuple[int, int]]) -> PlacedText:
        r"""Return the parts of lines in `spans`, joined with `\n` whatever their line ends are."""
        pieces = list(_contiguous(spans))
        start, end = spans[0][0], spans[-1][1]
        if len(pieces) == 1 and source.find("\r", start, end) < 0:
            return cls(source[start:end], start)
        text = "\n".join([source[first:last] for first, last in spans])
        return cls(text, start, tuple(pieces) if len(pieces) > 1 else ())

    @classmethod
    def as_it_stands(cls, source: str, span: Span) -> PlacedText:
        """Return the unchanged text of a span."""
        return cls(span.cut(source), span.start)

    @classmethod
    def of_pieces(cls, text: str, start: int, pieces: Iterable[Piece]) -> PlacedText:
        """Return a text from its pieces, in order; `start` is its place if there are none."""
        kept = _kept(pieces, len(text))
        literal = len(kept) == 1 and kept[0].end - kept[0].start == len(text)
        return cls(text, kept[0].start if kept else start, () if literal else tuple(kept))

    @classmethod
    def of_offsets(cls, text: str, offsets: Sequence[int]) -> PlacedText:
        """Return a text from the offset of each character and, last, the offset after the text."""
        start = offsets[0]
        if [*offsets] == [*range(start, start + len(text) + 1)]:
            return cls(text, start)
        found = [Piece(at, offsets[at], offsets[at + 1]) for at in range(len(text))]
        return PlacedText.of_pieces(text, start, found)

    @classmethod
    def coarse(cls, text: str, span: Span) -> PlacedText:
        """Return a text with one place for all characters, so that no part can be replaced."""
        last = max(0, len(text) - 1)
        pieces = (Piece(0, span.start, span.start), Piece(last, span.start, span.end))
        return cls(text, span.start, pieces[last == 0 :])

    @classmethod
    def joined(cls, parts: Sequence[PlacedText]) -> PlacedText:
        """Return the texts, at least one, joined into one text."""
        pieces: list[Piece] = []
        size = 0
        for part in parts:
            pieces += (piece._replace(first=size + piece.first) for piece in part.all_pieces)
            size += len(part.text)
        return PlacedText.of_pieces("".join([part.text for part in parts]), parts[0].start, pieces)

    @property
    def all_pieces(self) -> Sequence[Piece]:
        """The pieces, at least one."""
        return self.pieces or (Piece(0, self.start, self.start + len(self.text)),)

    @property
    def is_coarse(self) -> bool:
        """Whether all characters share one place."""
        return len(self.pieces) > 1 and self.pieces[0].start == self.pieces[0].end

    def at(self, index: int) -> int:
        """Return the offset where `text[index]` begins; `index` may be `len(text)`."""
        if not self.pieces:
            return self.start + index
        if index >= len(self.text):
            return self.pieces[-1].end
        number = self._number_at(index)
        piece = self.pieces[number]
        return piece.start + index - piece.first if self._is_literal(number) else piece.start

    def end(self, index: int) -> int:
        """Return the offset where the character before `index` ends."""
        if not self.pieces:
            return self.start + index
        if not index:
            return self.start
        number = self._number_at(index - 1)
        piece = self.pieces[number]
        return piece.start + index - piece.first if self._is_literal(number) else piece.end

    def span(self, start: int, end: int) -> Span:
        """Return the span of `text[start:end]`."""
        if not self.pieces:
            return Span(self.start + start, self.start + max(start, end))
        first = self.at(start)
        return Span(first, self.end(end) if end > start else first)

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        """Return the spans of `text[start:end]`; an edit must not change the text between them."""
        found: list[Span] = []
        for piece in self.part(start, end).all_pieces if start < end else ():
            if found and found[-1].end == piece.start:
                found[-1] = Span(found[-1].start, piece.end)
            else:
                found.append(Span(piece.start, piece.end))
        return tuple(found)

    def index(self, offset: int) -> int:
        """Return the index of the character at or after an offset in the outer text."""
        if not self.pieces:
            return offset - self.start
        number = max(bisect_right(self.pieces, offset, key=lambda piece: piece.start) - 1, 0)
        first, start, _ = self.pieces[number]
        stop = self._stop(number)
        if self._is_literal(number):
            return min(first + offset - start, stop)
        return first if offset <= start else stop

    @property
    def whole(self) -> Span:
        """The span of the whole text."""
        return self.span(0, len(self.text))

    def part(self, start: int, end: int) -> PlacedText:
        """Return `text[start:end]` with its places."""
        if not self.pieces:
            return PlacedText(self.text[start:end], self.start + start)
        found: list[Piece] = []
        for number in range(self._number_at(start), len(self.pieces)):
            piece = self.pieces[number]
            if piece.first >= end:
                break
            if self._is_literal(number):
                first, behind = max(start, piece.first), min(end, self._stop(number))
                moved_by = piece.start - piece.first
                piece = Piece(first, first + moved_by, behind + moved_by)
            found.append(Piece(max(0, piece.first - start), piece.start, piece.end))
        return PlacedText.of_pieces(self.text[start:end], self.at(start), found)

    def within(self, outer: PlacedText) -> PlacedText:
        """Return this text, whose places are in `outer.text`, with places in the text of `outer`.

        If `outer` was made from a document, the places become offsets in the document.
        """
        if not self.pieces:
            if not outer.pieces:
                return PlacedText(self.text, outer.start + self.start)
            return outer.part(self.start, self.start + len(self.text))
        found: list[Piece] = []
        stops = chain((piece.first for piece in islice(self.pieces, 1, None)), (len(self.text),))
        for (first, start, end), stop in zip(self.pieces, stops, strict=True):
            if stop - first == end - start:
                inner = outer.part(start, end).all_pieces
                found += (piece._replace(first=first + piece.first) for piece in inner)
            else:
                found.append(Piece(first, outer.at(start), outer.end(end)))
        return PlacedText.of_pieces(self.text, outer.at(self.start), found)

    def _number_at(self, index: int) -> int:
        """Return the number of the piece that contains the character at an index."""
        return bisect_left(self.pieces, (index + 1,)) - 1

    def _stop(self, number: int) -> int:
        """Return the index after the last character of a piece."""
        following = number + 1
        return self.pieces[following].first if following < len(self.pieces) else len(self.text)

    def _is_literal(self, number: int) -> bool:
        """Return whether a piece is as long as its place, so that each character has its own."""
        first, start, end = self.pieces[number]
        return self._stop(number) - first == end - start


def undo(
    text: str,
    span: tuple[int, int],
    escape: re.Pattern[str],
    meaning: Callable[[re.Match[str]], str | None],
) -> PlacedText:
    """Return the part of a text in `span`, with each match of `escape` replaced by its meaning.

    `meaning` returns the meaning of a match; None leaves the match unchanged.
    """
    start, end = span
    done: list[str] = []
    parts: list[str] = []
    pieces: list[Piece] = []
    packed: PackedPieces | None = None
    at, size = start, 0
    for found in escape.finditer(text, start, end):
        begin, behind = found.span()
        meant = meaning(found)
        if meant is None:
            continue
        if begin > at:
            parts.append(text[at:begin])
            pieces.append(Piece(size, at, begin))
            size += begin - at
        parts.append(meant)
        pieces.append(Piece(size, begin, behind))
        size += len(meant)
        at = behind
        if len(pieces) > _MANY:
            packed = packed or PackedPieces()
            packed.add(_kept(pieces, size))
            done.append("".join(parts))
            parts, pieces = [], []
    if not (pieces or packed):
        return PlacedText(text[start:end], start)
    parts.append(text[at:end])
    pieces.append(Piece(size, at, end))
    if not packed:
        return PlacedText.of_pieces("".join(parts), start, pieces)
    packed.add(_kept(pieces, size + end - at))
    return PlacedText("".join([*done, *parts]), start, packed)


def _kept(pieces: Iterable[Piece], size: int) -> list[Piece]:
    """Return the pieces without empty ones, and with adjacent literal ones merged."""
    kept: list[Piece] = []
    following = iter([*pieces, Piece(size, -1, -1)])
    piece = next(following)
    for other in following:
        if other.first > piece.first:
            before = kept[-1] if kept else None
            if before and _goes_on(before, piece, other.first):
                kept[-1] = Piece(before.first, before.start, piece.end)
            else:
                kept.append(piece)
        piece = other
    return kept


def _goes_on(before: Piece, piece: Piece, stop: int) -> bool:
    is_literal = stop - piece.first == piece.end - piece.start
    was_literal = piece.first - before.first == before.end - before.start
    return is_literal and was_literal and before.end == piece.start


def _contiguous(spans: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    """Yield the pieces of a text that consists of parts of lines, joined with line feeds."""
    first = at = 0
    begin = behind = spans[0][0]
    for start, end in spans:
        if start != behind:
            yield Piece(first, begin, behind)
            first, begin = at, start
        at += end - start + 1
        behind = end + 1
    yield Piece(first, begin, behind - 1)


class PackedPieces(Sequence[Piece]):
    """Pieces stored as plain integers, because a megabyte of escapes has half a million pieces."""

    __slots__ = ("_numbers",)

    def __init__(self) -> None:
        self._numbers = array("i")

    def add(self, pieces: Iterable[Piece]) -> None:
        """Add further pieces."""
        self._numbers.extend(chain.from_iterable(pieces))

    def __iter__(self) -> Iterator[Piece]:
        """Yield the pieces in order, as fast as a tuple does."""
        numbers = iter(self._numbers)
        return map(Piece, numbers, numbers, numbers)

    def __len__(self) -> int:
        return len(self._numbers) // 3

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401 - the signature of `Sequence`
        if isinstance(index, slice):
            return tuple([self[at] for at in range(*index.indices(len(self)))])
        at = range(len(self))[index] * 3
        return Piece(*self._numbers[at : at + 3])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PackedPieces) and self._numbers == other._numbers

    def __hash__(self) -> int:
        return hash(self._numbers.tobytes())


def moved(value: _T, places: PlacedText, source: Source) -> _T:
    """Return a value with its places converted from offsets in `places.text` to those in `source`.

    Each `Source` in it is replaced by `source`. Values in fields are converted as well, except the
    fields of a value with places in its own text (`keeps_places`). An object that occurs several
    times is converted once, because all mentions in a field share the text of the field.
    """
    return _Move(places, source).of(value)


class _Move:
    """Converts a value and the values in its fields."""

    def __init__(self, places: PlacedText, source: Source) -> None:
        self._places = places
        self._source = source
        # The keys are the `id` of old values. The value that is moved keeps these alive.
        self._done: dict[int, Value] = {}

    def of(self, value: _T) -> _T:
        """Return a value with places in the file."""
        found: object = value
        if isinstance(value, Span):
            found = self._places.span(value.start, value.end)
        elif isinstance(value, Source):
            found = self._source
        elif isinstance(value, tuple):
            new = [self.of(member) for member in value]
            if not all(map(is_, new, value)):
                found = getattr(type(value), "_make", tuple)(new)  # `_make` of a named tuple
        elif isinstance(value, Value) and not value.keeps_places:
            if id(value) not in self._done:
                self._done[id(value)] = self._once(value)
            found = self._done[id(value)]
        return found  # type: ignore[return-value] # of the type that was given

    def _once(self, value: Value) -> Value:
        if isinstance(value, PlacedText):
            return value.within(self._places)
        old = [getattr(value, field) for field in value.__match_args__]
        new = [self.of(content) for content in old]
        return value if all(map(is_, new, old)) else type(value)(*new)


def url_text(value: str) -> str:
    """Return the URL that a browser reads from an attribute; its references are already decoded.

    Blanks around the URL, and tabs and line ends in it, are dropped (WHATWG URL, section 4.4, steps
    1 to 3).
    """
    return _DROPPED.sub("", value.strip(URL_BLANKS))


def placed_url(value: PlacedText) -> PlacedText:
    """Return the URL of an attribute as in `url_text`, with its places."""
    stripped = value.text.strip(URL_BLANKS)
    start = value.text.find(stripped)
    url = value.part(start, start + len(stripped))
    if not _DROPPED.search(stripped):
        return url
    return undo(url.text, (0, len(url.text)), _DROPPED, lambda _: "").within(url)
