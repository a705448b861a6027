"""The public data files of registration agencies: find their parts, and unpack them with limits.

| agency   | download                                                                          |
|----------|-----------------------------------------------------------------------------------|
| Crossref | a tar, or a folder, of `0.json.gz` with `{"items": […]}`, 5,000 records each; since |
|          | 2025 `….jsonl.gz`, one record a line; for Metadata Plus `all.json.tar.gz`           |
| DataCite | a tar, or a folder, of `dois/updated_2025-01/part_0000.jsonl.gz`, 10,000 records a  |
|          | file, and in each of these folders a CSV of DOIs and their states                 |

Sources: support.datacite.org, "DataCite Public Data File"; crossref.org, "Tips for working with
Crossref public data files and Plus snapshots"; the samples that alexandria3k is tested with.
"""

from __future__ import annotations

import gzip
import io
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NamedTuple, NoReturn, cast

from mdlint_doi.files.reading import FileProblem, in_words

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

PACKED_TARS: Final = (".tar.gz", ".tgz")
KINDS: Final = (*PACKED_TARS, ".jsonl.gz", ".json.gz", ".csv.gz", ".jsonl", ".json", ".csv")
_NONE: Final = f"contains no record file ({', '.join(KINDS)} or .tar)"
_MOST_RATIO: Final = 200  # the most unpacked bytes for a packed byte; JSON: 5 to 30, a bomb: 1,000
_FREE: Final = 64 << 20  # unpacked bytes up to which the ratio is not checked
_MOST_HEADER: Final = 1 << 20  # the most bytes of a tar's header
_BUFFER: Final = 1 << 20  # bytes
_BLOCK: Final = 512  # the size of a tar's block, in bytes
_REGULAR: Final = (tarfile.REGTYPE, tarfile.AREGTYPE)
_DAMAGE: Final = (tarfile.TarError, EOFError, RecursionError, ValueError, OverflowError, zlib.error)


class Part(NamedTuple):
    """A file of records, on disk or within a tar.

    Attributes:
        path: the path of the file or tar on disk.
        member: its name in the tar; empty for a file on disk.
        offset: its start in the file on disk, in bytes.
        size: its size in bytes.
    """

    path: str
    member: str
    offset: int
    size: int

    @property
    def name(self) -> str:
        """The name in messages."""
        return f"{self.path}: {self.member}" if self.member else self.path

    @property
    def kind(self) -> str:
        """The kind, one of `KINDS`; empty if it is not a file of records."""
        return kind_of(self.member or self.path)

    @property
    def folder(self) -> str:
        """The folder of the file, on disk or in the tar."""
        return (self.member or self.path).replace("\\", "/").rpartition("/")[0]


def kind_of(name: str) -> str:
    """Return the kind of a file by its name, one of `KINDS`; empty if it is none of them."""
    return next((kind for kind in KINDS if name.lower().endswith(kind)), "")


def parts_of(path: Path) -> tuple[list[Part], list[str]]:
    """Return the parts of a folder, tar or file, and the names of files without records.

    Raises:
        FileProblem: if it cannot be read, is not a regular file, or has no part.
    """
    try:
        if path.exists() and not (path.is_dir() or path.is_file()):
            raise FileProblem(str(path), "not a regular file; save its content to a file first")
        files = [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else [path]
        parts = sorted(part for file in sorted(files) for part in _opened(file))
    except OSError as error:
        raise FileProblem(str(path), in_words(error)) from None
    known = [part for part in parts if part.kind]
    if not known:
        raise FileProblem(str(path), _NONE)
    return known, [part.name for part in parts if not part.kind]


def _opened(path: Path) -> Iterator[Part]:
    """Yield a file as a part, or the files within a tar without unpacking it."""
    if path.suffix.lower() != ".tar":
        yield Part(str(path), "", 0, path.stat().st_size)
        return
    with path.open("rb") as file:
        try:
            for member in _members(_Forward(file)):
                yield Part(str(path), member.name, member.offset_data, member.size)
        except _DAMAGE as error:
            problem = f"damaged or truncated at byte {file.tell()}: {error}"
            raise FileProblem(str(path), problem) from None


def _members(file: _Forward) -> Iterator[tarfile.TarInfo]:
    """Yield the regular files of a tar; a complete one ends with zeros (POSIX, ustar).

    Raises:
        tarfile.ReadError: if the tar is truncated.
    """
    with tarfile.open(fileobj=cast("IO[bytes]", file), mode="r:") as archive:
        while (member := archive.next()) is not None:
            archive.members.clear()  # type: ignore[attr-defined]
            if member.type in _REGULAR:
                yield member
        file.seek(archive.offset)
        if len(file.read(_BLOCK)) < _BLOCK:
            message = "its end is missing"
            raise tarfile.ReadError(message)


class _Forward:
    """A file for `tarfile` that is only read forward, with a limit on the size of a header."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._at = 0
        self._can_seek = file.seekable()

    def tell(self) -> int:
        return self._at

    def seek(self, to: int) -> None:
        if self._can_seek:
            self._file.seek(to)
            self._at = to
        while self._at < to and self.read(min(to - self._at, _BUFFER)):
            pass

    def read(self, size: int) -> bytes:
        """Return the next `size` bytes; raise an error if this is too large for a header."""
        if size > _MOST_HEADER:
            message = f"a header has {size} bytes, which is too many"
            raise tarfile.ReadError(message)
        data = self._file.read(size)
        self._at += len(data)
        return data


@contextmanager
def streams(part: Part) -> Iterator[Iterator[tuple[str, IO[bytes]]]]:
    """Open a part as unpacked streams, each with its name: several for a packed tar, otherwise one.

    Read each stream before you request the next one.

    Raises:
        FileProblem: if the part is damaged, truncated, or too large when unpacked.
    """
    try:
        with open(part.path, "rb") as file:
            file.seek(part.offset)
            yield _streams(part, _buffered(_Piece(file, part.size)))
    except (OSError, *_DAMAGE) as error:
        why = str(error) or type(error).__name__
        raise FileProblem(part.name, f"damaged or truncated: {why}; download it again") from None


def _streams(part: Part, piece: IO[bytes]) -> Iterator[tuple[str, IO[bytes]]]:
    if part.kind not in PACKED_TARS:
        yield part.member or part.path, _unpacked(piece) if part.kind.endswith(".gz") else piece
        return
    forward = _Forward(_unpacked(piece))
    known = 0
    for member in _members(forward):
        known += bool(kind_of(member.name))
        forward.seek(member.offset_data)
        inner = _buffered(_Piece(forward, member.size))
        yield member.name, _unpacked(inner) if kind_of(member.name).endswith(".gz") else inner
    if not known:
        raise FileProblem(part.name, _NONE)


def _buffered(raw: io.RawIOBase) -> IO[bytes]:
    return cast("IO[bytes]", io.BufferedReader(raw, _BUFFER))


def _unpacked(packed: IO[bytes]) -> IO[bytes]:
    return _buffered(_Unpacked(packed))


class _Piece(io.RawIOBase):
    """The next `size` bytes of a file, as a stream."""

    def __init__(self, file: IO[bytes] | _Forward, size: int) -> None:
        self._file = file
        self._left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read at most the remaining bytes; raise EOFError if the file ends before them."""
        view = memoryview(buffer)[: min(self._left, _BUFFER)]
        data = self._file.read(len(view))
        if view and not data:
            message = f"it ends {self._left} bytes too early"
            raise EOFError(message)
        view[: len(data)] = data
        self._left -= len(data)
        return len(data)


class _Unpacked(io.RawIOBase):
    """An unpacked gzip stream with a limit on the ratio of the sizes."""

    def __init__(self, packed: IO[bytes]) -> None:
        self._counted = _Counted(packed)
        self._file = gzip.GzipFile(mode="rb", fileobj=self._counted)
        self._size = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read the next bytes; raise EOFError if the file is empty, ValueError above the limit."""
        view = memoryview(buffer)
        data = self._file.read(len(view))
        if not self._counted.size:
            message = "it is empty"  # `gzip` would accept it as a file without content
            raise EOFError(message)
        self._size += len(data)
        if self._size > max(_FREE, _MOST_RATIO * self._counted.size):
            message = f"it unpacks to more than {_MOST_RATIO} times its size"
            raise ValueError(message)
        view[: len(data)] = data
        return len(data)


class _Counted:
    """A file that counts the bytes that were read from it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.size = 0

    def read(self, size: int, /) -> bytes:
        data = self._file.read(size)
        self.size += len(data)
        return data

    def seek(self, _: int, /) -> NoReturn:
        """Refuse to seek, because the count would be wrong."""
        raise io.UnsupportedOperation

    def tell(self) -> int:
        return self.size
