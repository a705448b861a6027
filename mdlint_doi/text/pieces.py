"""Where the characters of a text stand, piece by piece: one, and very many of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, overload


class Piece(NamedTuple):
    """Where the characters of a text stand, from the index `first` on up to the next piece.

    If `start` to `end` is as wide as they are many, they stand there one for one. Otherwise it
    stands for all of them together: the escape of one character, a reference to two.
    """

    first: int
    start: int
    end: int


class PackedPieces(Sequence[Piece]):
    """Pieces as bare numbers: a megabyte of escapes has half a million of them."""

    __slots__ = ("_numbers",)

    def __init__(self) -> None:
        """Begin with none."""
        from array import array

        self._numbers = array("i")

    def add(self, pieces: Iterable[Piece]) -> None:
        """Take further pieces."""
        self._numbers.extend(chain.from_iterable(pieces))

    def __iter__(self) -> Iterator[Piece]:
        """Yield them in order, at the speed of a tuple."""
        numbers = iter(self._numbers)
        return map(Piece, numbers, numbers, numbers)

    def __len__(self) -> int:
        return len(self._numbers) // 3

    @overload
    def __getitem__(self, index: int) -> Piece: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Piece]: ...

    def __getitem__(self, index: int | slice) -> Piece | Sequence[Piece]:
        if isinstance(index, slice):
            return tuple([self[at] for at in range(*index.indices(len(self)))])
        at = range(len(self))[index] * 3
        return Piece(*self._numbers[at : at + 3])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PackedPieces) and self._numbers == other._numbers

    def __hash__(self) -> int:
        return hash(self._numbers.tobytes())
