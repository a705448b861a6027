"""Rows in any number -> files, one for each range of a key, in bounded memory.

This is a range partition. A file is a series of Arrow streams, each appended when it has some
rows, so that no file stays open and nothing that describes a file grows. Many ranges are divided
in two steps or more, so that what is appended is never a few rows only.
"""

from __future__ import annotations

import math
import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from mdlint_doi.corpora.parquet import naming
from mdlint_doi.files.reading import FileProblem, in_words

ROWS: Final = 1 << 15
"""Rows that are held at a time."""
_BYTES: Final = 16 << 20
"""Bytes that they may have: long ones are held in smaller numbers."""
_FILES: Final = 256
"""Files that rows are divided into in one step."""
_PACKED: Final = pa.ipc.IpcWriteOptions(compression="lz4")


def divide(
    tables: Iterable[pa.Table], key: str, bounds: Sequence[Any], files: Sequence[Path]
) -> None:
    """Append each row to the file of its range; a range without rows gets no file.

    Args:
        tables: of one schema, with some rows.
        key: the column that decides.
        bounds: the first key of each range but the first one, in ascending order.
        files: one for each range.

    Raises:
        FileProblem: if a file cannot be written.

    """
    if len(files) > _FILES:
        _divide_in_steps(tables, key, bounds, files)
        return
    for table in _pieces(tables):
        rows = table.sort_by(key)
        keys = rows[key].combine_chunks()
        ends = [_first(keys, bound) for bound in bounds] + [len(keys)]
        for start, end, file in zip([0, *ends], ends, files, strict=False):
            if start < end:
                append(file, rows.slice(start, end - start))
        pa.default_memory_pool().release_unused()  # or it grows while other tables come and go


def _divide_in_steps(
    tables: Iterable[pa.Table], key: str, bounds: Sequence[Any], files: Sequence[Path]
) -> None:
    """Divide into runs of ranges first, about as many as each has ranges."""
    count = len(files)
    size = math.isqrt(count - 1) + 1
    starts = range(0, count, size)
    # The count tells them from the runs that one of them is divided into.
    runs = [files[start].with_name(f"{files[start].name}.{count}") for start in starts]
    divide(tables, key, [bounds[start - 1] for start in starts[1:]], runs)
    for start, run in zip(starts, runs, strict=True):
        inner = bounds[start : start + size - 1]
        divide(read(run), key, inner, files[start : start + size])
        run.unlink(missing_ok=True)


def _pieces(tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """Yield the rows in larger tables, as large as may be held at a time."""
    held: list[pa.Table] = []
    rows = size = 0
    for table in tables:
        held.append(table)
        rows, size = rows + table.num_rows, size + table.nbytes
        if rows >= ROWS or size >= _BYTES:
            yield pa.concat_tables(held)
            held, rows, size = [], 0, 0
    if held:
        yield pa.concat_tables(held)


def _first(keys: pa.Array, bound: Any) -> int:  # noqa: ANN401 - text or a number, as the column
    """Return where the first key lies that is not below a bound."""
    return bisect_left(range(len(keys)), bound, key=lambda at: keys[at].as_py())


def append(path: Path, table: pa.Table) -> None:
    """Append rows to a file.

    Raises:
        FileProblem: if it cannot be written.

    """
    try:
        with (
            path.open("ab") as file,
            pa.ipc.new_stream(file, table.schema, options=_PACKED) as stream,
        ):
            stream.write_table(table)
    except OSError as error:
        raise FileProblem(str(path), f"not written: {in_words(error)}") from None


def read(path: Path) -> Iterator[pa.Table]:
    """Yield the rows of a file as they were appended; none if there is no file.

    Raises:
        FileProblem: if it is cut or damaged.

    """
    if not path.exists():
        return
    with naming(path, "Arrow"), pa.OSFile(os.fspath(path)) as file:
        size = file.size()
        while file.tell() < size:
            with pa.ipc.open_stream(file) as stream:
                yield stream.read_all()
