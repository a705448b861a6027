"""The names of the files of a run: few as they are, and those of a large tree packed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice
from marshal import dumps, loads
from typing import Final, overload
from zlib import compress, decompress

_TOGETHER: Final = 1_024
"""Names that are packed together; fewer stay as they are."""
_LEVEL: Final = 1
"""Of zlib: the fastest. Neighbours in a tree share most of their names at any level."""


class FileNames(Sequence[str]):
    """Names in order: a tree of 100,000 files takes one megabyte or two, and not ten.

    They are equal to any sequence of the same names.
    """

    __slots__ = ("_last", "_packed")

    def __init__(self, names: Iterable[str] = ()) -> None:
        """Take some names."""
        self._packed: list[bytes] = []
        self._last: list[str] = []
        self.extend(names)

    def append(self, name: str) -> None:
        """Take one more name."""
        self._last.append(name)
        if len(self._last) == _TOGETHER:
            self._packed.append(_packed(self._last))
            self._last = []

    def extend(self, names: Iterable[str]) -> None:
        """Take further names."""
        for name in names:
            self.append(name)

    def without(self, others: Collection[str]) -> FileNames:
        """Return the names that are not among others, as they are now."""
        if others:
            return FileNames(name for name in self if name not in others)
        copy = FileNames(self._last)
        copy._packed = [*self._packed]
        return copy

    def __iter__(self) -> Iterator[str]:
        """Yield them in order, as they are now."""
        packed, last = tuple(self._packed), tuple(self._last)
        return chain(chain.from_iterable(map(_unpacked, packed)), last)

    def __len__(self) -> int:
        return len(self._packed) * _TOGETHER + len(self._last)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...

    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return tuple(self)[index]
        part, at = divmod(range(len(self))[index], _TOGETHER)
        return _unpacked(self._packed[part])[at] if part < len(self._packed) else self._last[at]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(self) != len(other):
            return False
        return all(one == another for one, another in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        names = ", ".join(map(repr, islice(self, 3)))
        return f"FileNames([{names}{', …' if len(self) > 3 else ''}])"


def _packed(names: list[str]) -> bytes:
    return compress(dumps(names), _LEVEL)


def _unpacked(packed: bytes) -> list[str]:
    names: list[str] = loads(decompress(packed))  # noqa: S302 - what `_packed` made here
    return names
