"""What was learned before: one SQLite file in the user's cache folder, shared by all projects.

The key is server and folded name, so that thirty spellings of one DOI are one entry. An entry
is JSON text and the time of the answer; how long it is believed is decided when it is read.
Write-ahead logging makes it safe for parallel processes, and for the death of one of them.

A cache is never a reason to fail: what cannot be opened, read or written is left alone, what is
damaged is set aside, and the log of `mdlint_doi` says so. The price: names are asked once more.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from os import PathLike
from time import time
from types import TracebackType
from typing import Final, Self
from zlib import crc32

from mdlint_doi.lookup import cache_file
from mdlint_doi.lookup.stored import Stored, load, text
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found

DAY: Final = 86_400.0
FOUND_DAYS: Final = 30.0
MISSING_DAYS: Final = 1.0
KEPT_DAYS: Final = 400.0
"""After these an entry is removed, whatever `max_age` says."""
MOST_TEXT: Final = 8_000_000
"""Characters of an entry that is read; a stranger's file could hold some that fill the memory."""

_SKEW: Final = 300.0
_JITTER: Final = 0.2
_SELECT: Final = """
SELECT key, outcome, answered FROM answers
WHERE server = ? AND key IN (SELECT value FROM json_each(?)) AND length(outcome) <= ?"""
_INSERT: Final = "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)"
_REMOVE: Final = "DELETE FROM answers WHERE server = ? AND answered < ?"
_PRUNE: Final = "DELETE FROM answers WHERE answered < ?"
_PRUNE_AT: Final = 200_000
_PART: Final = 10_000
"""Names that one query is about, so that it holds few rows at a time."""


class Cache:
    """The entries of one server; a context that opens the file at first use and closes it."""

    def __init__(
        self,
        folder: str | PathLike[str] | None,
        server: str,
        max_age: float | None = None,
        clock: Callable[[], float] = time,
    ) -> None:
        """Open nothing yet.

        Args:
            folder: where the file is; None: the user's cache folder.
            server: base address; its entries are apart from those of other servers.
            max_age: days for which Found is believed; None: 30, less up to a fifth, so that
                entries of one day do not all grow old on one day.
            clock: gives Unix time.

        """
        self._folder = folder
        self._server = server
        self._max_age = max_age
        self._clock = clock
        self._file: cache_file.CacheFile | None = None

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def read(self, names: Iterable[Doi]) -> dict[Doi, Stored]:
        """Return what is known and still believed of `names`; a query for some of them each."""
        known: dict[Doi, Stored] = {}
        rest = iter(names)
        while by_key := {doi.key: doi for doi in islice(rest, _PART)}:
            for key, _, outcome in self._believed(list(by_key)):
                known[by_key[key]] = outcome
        return known

    def texts(self, keys: Iterable[str]) -> dict[str, str]:
        """Return what is still believed of names as it is stored, by key; one query."""
        return {key: text for key, text, _ in self._believed(list(keys))}

    def write(self, outcomes: Mapping[Doi, Stored]) -> None:
        """Keep outcomes, all in one transaction."""
        if not outcomes:
            return
        now = self._clock()
        rows = [(self._server, doi.key, text(outcome), now) for doi, outcome in outcomes.items()]
        insert(self.open(), rows, now)

    def _believed(self, keys: list[str]) -> Iterator[tuple[str, str, Stored]]:
        now = self._clock()
        for key, entry, answered in select(self.open(), self._server, keys):
            outcome = _outcome(entry)
            if outcome is not None and self._is_believed(key, outcome, now - answered):
                yield key, entry, outcome

    def open(self) -> cache_file.CacheFile:
        """Return the file, which makes its connection at first use."""
        if self._file is None:
            self._file = cache_file.CacheFile(self._folder or default_folder())
        return self._file

    def _is_believed(self, key: str, outcome: Stored, age: float) -> bool:
        """Return whether an entry is neither too old nor, by a clock that jumped, of tomorrow."""
        if not isinstance(outcome, Found):
            days = min(MISSING_DAYS, MISSING_DAYS if self._max_age is None else self._max_age)
        elif self._max_age is not None:
            days = self._max_age
        else:
            days = FOUND_DAYS * (1.0 - _JITTER * crc32(key.encode()) / 2**32)
        return -_SKEW <= age < days * DAY


def select(
    file: cache_file.CacheFile, server: str, keys: list[str]
) -> list[tuple[str, str, float]]:
    """Return key, text and time of the entries of a server that there are; one query."""
    asked = frozenset(keys)

    def read(connection: sqlite3.Connection) -> list[tuple[str, str, float]]:
        rows = connection.execute(_SELECT, (server, json.dumps(keys), MOST_TEXT)).fetchall()
        if not asked.issuperset(row[0] for row in rows):
            # In a damaged index a search for one key ends at another.
            message = "an entry has another key than the one that was asked for"
            raise cache_file.DamageError(message)
        return [row for row in rows if isinstance(row[2], float)]

    return file.use(read, [])


def insert(
    file: cache_file.CacheFile, rows: Sequence[tuple[str, str, str, float]], now: float
) -> None:
    """Keep entries (server, key, text, time), all in one transaction."""

    def write(connection: sqlite3.Connection) -> None:
        with transaction(connection):
            connection.executemany(_INSERT, rows)
            # All entries are looked at: once in a run, or a large cache would be walked for ever.
            if len(rows) > 1 and not file.is_pruned and _count(connection) > _PRUNE_AT:
                connection.execute(_PRUNE, (now - KEPT_DAYS * DAY,))
                file.is_pruned = True

    file.use(write, None, writes=True)


def remove_old(file: cache_file.CacheFile, server: str, before: float) -> None:
    """Remove the entries of a server that are older than a Unix time."""

    def delete(connection: sqlite3.Connection) -> None:
        connection.execute(_REMOVE, (server, before))

    file.use(delete, None, writes=True)


def default_folder() -> str:
    """Return the user's cache folder, as `platformdirs` has it.

    On Linux that is told here, since to import `platformdirs` takes as long as to start Python (XDG
    Base Directory Specification: `XDG_CACHE_HOME`, if it is an absolute path).
    """
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        base = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):  # noqa: PTH117
            base = os.path.expanduser("~/.cache")  # noqa: PTH111
        return os.path.join(base, "sphinx-doi")  # noqa: PTH118
    from platformdirs import user_cache_dir

    return user_cache_dir("sphinx-doi", appauthor=False)


@lru_cache(maxsize=256)
def _outcome(entry: object) -> Stored | None:
    """Return the outcome of an entry, one for all that are alike; None if it is none of ours."""
    try:
        return load(json.loads(entry)) if isinstance(entry, str) else None
    except (ValueError, RecursionError):
        return None


def _count(connection: sqlite3.Connection) -> int:
    """Return about how many entries there are."""
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    return int(pages) * 40


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Do all that follows, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
