"""DuckDB, which joins and sorts with limited memory and uses the disk for the rest."""

from __future__ import annotations

import atexit
import gc
import glob
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import duckdb

from mdlint_doi.corpora import parquet
from mdlint_doi.files.reading import FileProblem

MEMORY: Final = 2 << 30  # bytes that a sort may take; the more, the less is written to disk


class DatabaseLimits(NamedTuple):
    """The limits of a sort.

    Attributes:
        memory: the memory that a sort may use, in bytes.
        threads: the number of threads.
    """

    memory: int = MEMORY
    threads: int = 1


@contextmanager
def connected(
    folder: Path, limits: DatabaseLimits, where: Path
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a database in memory that stores the rest in a folder.

    Raises:
        FileProblem: about `where`, if a statement fails.
    """
    # The command leaves what is alive at its end uncollected, which DuckDB would complain of.
    atexit.unregister(gc.unfreeze)
    atexit.register(gc.unfreeze)
    settings: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": f"{limits.memory >> 20}MiB",
        "threads": limits.threads,
        "temp_directory": str(folder / "spilled"),
        "preserve_insertion_order": False,
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
    }
    with naming(where), duckdb.connect(config=settings) as connection:
        connection.execute("SET enable_progress_bar = false")  # which would go to standard output
        yield connection


@contextmanager
def naming(path: Path, what: str = "") -> Iterator[None]:
    """Name the file if a statement fails.

    Raises:
        FileProblem: if it fails.
    """
    try:
        yield
    except duckdb.OutOfMemoryException as error:
        problem = f"{parquet.first_line(error)}; allow more memory with --memory"
        raise FileProblem(str(path), problem) from error
    except duckdb.Error as error:
        raise FileProblem(str(path), f"{what}{parquet.first_line(error)}") from error


def rows_of(paths: Iterable[Path], options: str = "") -> str:
    """Return the SQL for the rows of Parquet files, with columns by name."""
    return f"read_parquet([{', '.join(map(_pattern, paths))}], union_by_name = true{options})"


def _pattern(path: Path) -> str:
    # `*` and `[` in a path would be patterns.
    return quoted(glob.escape(os.fspath(path)))


def quoted(text: str | os.PathLike[str]) -> str:
    """Return text as a literal of SQL."""
    return "'" + os.fspath(text).replace("'", "''") + "'"
