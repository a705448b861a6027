"""Connections to DuckDB, which joins and sorts with limited memory and uses the disk beyond it."""

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

MEMORY: Final = 2 << 30  # the default memory of a sort, in bytes; with more, it needs less disk


class DatabaseLimits(NamedTuple):
    """The limits of a sort or join.

    Attributes:
        memory: the memory that it may use, in bytes.
        threads: the number of threads.
    """

    memory: int = MEMORY
    threads: int = 1


@contextmanager
def connected(
    folder: Path, limits: DatabaseLimits, where: Path
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a database in memory that uses files in a folder beyond its limit.

    Args:
        folder: the folder for temporary files.
        limits: the limits of memory and threads.
        where: the path to name in an error.

    Raises:
        FileProblem: about `where`, if a statement fails.
    """
    # At its end, the command freezes living objects, and DuckDB would print a warning about its
    # own; so they are unfrozen first.
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
        connection.execute("SET enable_progress_bar = false")  # it would go to standard output
        yield connection


@contextmanager
def naming(path: Path, what: str = "") -> Iterator[None]:
    """Convert errors of DuckDB to problems with a file.

    Args:
        path: the file to name.
        what: a text before the message of DuckDB.

    Raises:
        FileProblem: if a statement in the context fails.
    """
    try:
        yield
    except duckdb.OutOfMemoryException as error:
        problem = f"{parquet.first_line(error)}; allow more memory with --memory"
        raise FileProblem(str(path), problem) from error
    except duckdb.Error as error:
        raise FileProblem(str(path), f"{what}{parquet.first_line(error)}") from error


def rows_of(paths: Iterable[Path], options: str = "") -> str:
    """Return the SQL for the rows of Parquet files, with columns matched by name.

    Args:
        paths: the files.
        options: further options of `read_parquet`, beginning with a comma.
    """
    return f"read_parquet([{', '.join(map(_pattern, paths))}], union_by_name = true{options})"


def _pattern(path: Path) -> str:
    # DuckDB would read `*` and `[` in a path as patterns.
    return quoted(glob.escape(os.fspath(path)))


def quoted(text: str | os.PathLike[str]) -> str:
    """Return a text as a string literal of SQL."""
    return "'" + os.fspath(text).replace("'", "''") + "'"
