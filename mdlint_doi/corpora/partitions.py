"""The partitions of a corpus: a row group of a Parquet file, or some files of a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow.parquet as pq

from mdlint_doi.corpora import parquet
from mdlint_doi.corpora.batches import MOST_BYTES, Row, rows_of
from mdlint_doi.files.discover import discover
from mdlint_doi.files.reading import FileProblem, as_reported, read_bytes
from mdlint_doi.lint.settings import Settings

FILES: Final = 1000  # the most files of a folder in one partition
HELD: Final = 16 << 20  # bytes of files after which these are processed before others are read
_NO_FILES: Final = "contains no documents; to read Parquet files, name the files, not the folder"


class Partition(NamedTuple):
    """The documents that a worker processes in one task.

    Attributes:
        number: the number of the partition, from 0.
        path: the path of the Parquet file, or of the folder.
        rows: the number of documents.
        group: the number of the row group in the Parquet file, from 0.
        files: the paths of the files in the folder; empty for a row group.
    """

    number: int
    path: str
    rows: int
    group: int = 0
    files: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name in messages."""
        if not self.files:
            return f"{self.path}: row group {self.group}"
        return f"{self.files[0]} to {self.files[-1]}"


def partitions_of(
    inputs: Sequence[str], settings: Settings, root: Path | None
) -> Iterator[Partition]:
    """Yield the partitions of Parquet files and folders, in order.

    Args:
        inputs: the paths of files and folders.
        settings: the formats to find in folders, and the excluded files.
        root: the folder to which `exclude` of the settings is relative; None: the current one.

    Raises:
        FileProblem: if a file or folder cannot be read, has no documents, or lacks a column.
    """
    number = 0
    for path in inputs:
        some = _of_folder(path, settings, root) if os.path.isdir(path) else _of_table(path)
        for partition in some:
            yield partition._replace(number=number)
            number += 1


def _of_table(path: str) -> Iterator[Partition]:
    with parquet.reading(path) as file:
        check_columns(path, file.schema_arrow.names, ("path", "text"), ("format",))
        for group in range(file.num_row_groups):
            yield Partition(0, path, file.metadata.row_group(group).num_rows, group)


def check_columns(
    path: str, there: Sequence[str], needed: Sequence[str], others: Sequence[str]
) -> None:
    """Check the columns of a file.

    Args:
        path: the file to name in an error.
        there: the names of its columns.
        needed: the required columns.
        others: the optional columns.

    Raises:
        FileProblem: if a required column is missing, or one of both kinds occurs twice.
    """
    for name in needed:
        if name not in there:
            raise FileProblem(path, f"has no column {name!a}; it has {', '.join(there)[:200]}")
    for name in (*needed, *others):
        if there.count(name) > 1:
            raise FileProblem(
                path, f"has {there.count(name)} columns named {name!a}; keep only one"
            )


def _of_folder(path: str, settings: Settings, root: Path | None) -> Iterator[Partition]:
    files: list[str] = []
    for found in discover([path], settings.exclude, root, wanted=settings.wanted):
        if isinstance(found, FileProblem) and found.path == as_reported(path):
            raise found
        if isinstance(found, str | FileProblem):  # a broken link becomes a row with a problem
            files.append(found if isinstance(found, str) else found.path)
    if not files:
        raise FileProblem(path, _NO_FILES)
    for start in range(0, len(files), FILES):
        some = tuple(files[start : start + FILES])
        yield Partition(0, path, len(some), files=some)


def rows_in(partition: Partition, root: str) -> Iterator[list[Row]]:
    """Yield the rows of a partition, a few at a time.

    Args:
        partition: the partition to read.
        root: the folder to which its paths are relative.

    Raises:
        FileProblem: if a Parquet file cannot be read. An unreadable file of a folder becomes a row
            with a problem.
    """
    if partition.files:
        yield from _rows_of_files(partition.files, root)
        return
    with parquet.reading(os.path.join(root, partition.path)) as file:
        yield from _rows_of_group(file, partition)


def _rows_of_group(file: pq.ParquetFile, partition: Partition) -> Iterator[list[Row]]:
    columns = [column for column in ("path", "text", "format") if column in file.schema_arrow.names]
    with parquet.naming(partition.path):  # otherwise the error would name the output file
        for batch in file.iter_batches(parquet.ROWS, row_groups=[partition.group], columns=columns):
            yield list(rows_of(batch))


def _rows_of_files(paths: Sequence[str], root: str) -> Iterator[list[Row]]:
    rows: list[Row] = []
    size = 0
    for path in paths:
        row = _row_of_file(path, root)
        rows.append(row)
        size += len(row.data or b"")
        if size >= HELD or len(rows) >= parquet.ROWS:
            yield rows
            rows, size = [], 0
    if rows:
        yield rows


def _row_of_file(path: str, root: str) -> Row:
    try:
        data = read_bytes(os.path.join(root, path), MOST_BYTES)
    except FileProblem as problem:
        return Row(path, None, None, is_text=False, problem=problem.problem)
    return Row(path, None, data, is_text=False)
