"""DuckDB, with bounds: so much memory, the rest on disk, nothing from a network."""

from __future__ import annotations

import atexit
import gc
import glob
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from mdlint_doi.files.reading import FileProblem

if TYPE_CHECKING:
    from typing import TypeAlias

    from duckdb import DuckDBPyConnection

    Connection: TypeAlias = DuckDBPyConnection

MEMORY: Final = 2 << 30
"""Bytes that a sort may take; the more, the less is written to disk."""


class ScanLimits(NamedTuple):
    """What a sort may take: bytes of memory, and threads."""

    memory: int = MEMORY
    threads: int = 1


@contextmanager
def connected(folder: Path, limits: ScanLimits, where: Path) -> Iterator[Connection]:
    """Open a database in memory that puts what does not fit into a folder.

    Args:
        folder: takes what does not fit.
        limits: what may be taken.
        where: what a problem is reported of.

    Raises:
        FileProblem: if memory or disk are too small, or something could not be read.

    """
    import duckdb

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
    try:
        with duckdb.connect(config=settings) as connection:
            yield connection
    except duckdb.OutOfMemoryException as error:
        problem = f"{_in_words(error)}; give more with --memory"
        raise FileProblem(str(where), problem) from error
    except duckdb.Error as error:
        raise FileProblem(str(where), _in_words(error)) from error


def table(*paths: Path) -> str:
    """Return what stands for the rows of Parquet files in a query; columns go by their names."""
    # `*` and `[` in a path would be patterns, an apostrophe the end of it.
    literals = ", ".join(_quoted(glob.escape(os.fspath(path))) for path in paths)
    return f"read_parquet([{literals}], union_by_name = true)"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _in_words(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]
