"""The files that git tracks in a work tree, and therefore never ignores.

The index is read (gitformat-index(5), versions 2 to 4), and no program is started. In a split
index, only its own entries are read, not the shared ones.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from mdlint_doi.files.reading import FileProblem, read_bytes

_MOST_BYTES: Final = 256 * 1024 * 1024
_HEADER: Final = 12  # bytes: `DIRC`, the version, the number of entries
_STAT: Final = 40  # bytes of an entry before the name of its object
_FLAGS: Final = 2
_EXTENDED: Final = 0x4000  # in the flags: two more bytes of them follow
_PADDED: Final = 8  # the length of an entry of versions 2 and 3 is a multiple of this
_PREFIXED: Final = 4  # the version in which names omit the common prefix with the name before


class Tracked:
    """The tracked files of a work tree; the index is read at the first use."""

    def __init__(self, git: str, *, hash_size: int) -> None:
        """Receive the folder of the index, and the number of bytes of an object name."""
        self._index = os.path.join(git, "index")
        self._hash_size = hash_size
        self._names: list[str] | None = None

    def has(self, name: str, *, is_dir: bool) -> bool:
        """Return whether a file is tracked, or a folder contains a tracked file or is a submodule.

        Args:
            name: the path from the top of the work tree, with `/`.
            is_dir: whether it is a folder.
        """
        if self._names is None:
            self._names = sorted(_read(self._index, self._hash_size))
        return _holds(self._names, name) or (is_dir and _holds(self._names, f"{name}/", part=True))


def _holds(names: list[str], wanted: str, *, part: bool = False) -> bool:
    """Return whether a name is in a sorted list; with `part`, whether one begins like it."""
    at = bisect_left(names, wanted)
    if at == len(names):
        return False
    return names[at].startswith(wanted) if part else names[at] == wanted


def _read(path: str, hash_size: int) -> list[str]:
    """Return the names in an index; empty if it cannot be read."""
    try:
        data = read_bytes(path, _MOST_BYTES)
        return [os.fsdecode(name) for name in _entries(data, hash_size)]
    except (FileProblem, ValueError, IndexError):
        return []


def _entries(data: bytes, hash_size: int) -> Iterator[bytes]:
    """Yield the names in an index; raise `ValueError` or `IndexError` if it is damaged."""
    version = int.from_bytes(data[4:8], "big")
    count = int.from_bytes(data[8:12], "big")
    if data[:4] != b"DIRC":
        return
    at, name = _HEADER, b""
    for _ in range(count):
        flags = at + _STAT + hash_size
        begin = flags + _FLAGS
        if int.from_bytes(data[flags:begin], "big") & _EXTENDED:
            begin += _FLAGS
        kept = 0
        if version == _PREFIXED:
            removed, begin = _number(data, begin)
            kept = len(name) - removed
        end = data.index(b"\0", begin)
        name = name[:kept] + data[begin:end]
        yield name
        length = end - at
        at = end + 1 if version == _PREFIXED else at + length + _PADDED - length % _PADDED


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of variable width, and its end (gitformat-pack(5), ofs-delta)."""
    byte = data[at]
    value = byte & 0x7F
    while byte & 0x80:
        at += 1
        byte = data[at]
        value = ((value + 1) << 7) | (byte & 0x7F)
    return value, at + 1
