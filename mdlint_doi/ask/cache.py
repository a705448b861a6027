"""What was learned before: one SQLite file in the user's cache folder, shared by all projects.

The key is server and folded name, so that thirty spellings of one DOI are one entry; works and
searches stand under the addresses of their services, apart from every server of look-ups. An entry
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
from itertools import islice
from os import PathLike
from time import time
from typing import Final, Generic, Self, TypeVar

from mdlint_doi.ask import cache_file
from mdlint_doi.ask.kind import DAY, A, AnswerKind, K
from mdlint_doi.ask.services.names_json import NAMES, Stored
from mdlint_doi.names.doi import Doi

L = TypeVar("L")
B = TypeVar("B")

KEPT_DAYS: Final = 400.0
"""After these an entry is removed, whatever `max_age` says."""
MOST_TEXT: Final = 8_000_000
"""Characters of an entry that is read; a stranger's file could hold some that fill the memory."""

_SKEW: Final = 300.0
_SELECT: Final = """
SELECT key, outcome, answered FROM answers
WHERE server = ? AND key IN (SELECT value FROM json_each(?)) AND length(outcome) <= ?"""
_INSERT: Final = "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)"
_REMOVE: Final = "DELETE FROM answers WHERE server = ? AND answered < ?"
_PRUNE: Final = "DELETE FROM answers WHERE answered < ?"
_PRUNE_AT: Final = 200_000
_PART: Final = 10_000
"""Names that one query is about, so that it holds few rows at a time."""


class CachedAnswers(Generic[K, A]):
    """The answers of one kind under one name; a context that opens the file at first use."""

    def __init__(
        self,
        kind: AnswerKind[K, A],
        folder: str | PathLike[str] | None,
        server: str,
        max_age: float | None = None,
        clock: Callable[[], float] = time,
    ) -> None:
        """Open nothing yet.

        Args:
            kind: of the answers.
            folder: where the file is; None: the user's cache folder.
            server: whom the answers are from; they are apart from those of others.
            max_age: days for which an answer is believed; None: as its kind says.
            clock: gives Unix time.

        """
        self._kind = kind
        self._folder = folder
        self._server = server
        self._max_age = max_age
        self._clock = clock
        self._file: cache_file.CacheFile | None = None
        self._tidy = kind.removed is None

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def read(self, asked: Iterable[K]) -> dict[K, A]:
        """Return what is known and needs no question; a query for some of them each."""
        return self.look_up(asked)[0]

    def look_up(self, asked: Iterable[K]) -> tuple[dict[K, A], dict[K, A]]:
        """Return what needs no question, and what is believed only if nobody can be asked."""
        fresh: dict[K, A] = {}
        old: dict[K, A] = {}
        rest = iter(asked)
        while by_key := {self._kind.key(one): one for one in islice(rest, _PART)}:
            for key, _, answer, is_fresh in self._believed(list(by_key)):
                (fresh if is_fresh else old)[by_key[key]] = answer
        return fresh, old

    def texts(self, keys: Iterable[str]) -> dict[str, str]:
        """Return what needs no question as it is stored, by key; one query."""
        return {key: text for key, text, _, is_fresh in self._believed(list(keys)) if is_fresh}

    def write(self, answers: Mapping[K, A]) -> None:
        """Keep answers, all in one transaction."""
        if not answers:
            return
        kind, now = self._kind, self._clock()
        if not self._tidy and kind.removed is not None:
            self._tidy = True
            remove_old(self.open(), self._server, now - kind.removed * DAY)
        rows = [
            (self._server, kind.key(one), kind.write(answer), kind.since(answer) or now)
            for one, answer in answers.items()
        ]
        insert(self.open(), rows, now)

    def about(self, kind: AnswerKind[L, B]) -> CachedAnswers[L, B]:
        """Return the entries of another kind that stand under the same name, in the same file."""
        others = CachedAnswers(kind, self._folder, self._server, self._max_age, self._clock)
        others._file = self.open()
        return others

    def open(self) -> cache_file.CacheFile:
        """Return the file, which makes its connection at first use."""
        if self._file is None:
            self._file = cache_file.CacheFile(self._folder or default_folder())
        return self._file

    def _believed(self, keys: list[str]) -> Iterator[tuple[str, str, A, bool]]:
        """Yield key, text, answer and whether it is fresh, of what is believed.

        No entry is too old or, by a clock that jumped, of tomorrow.
        """
        now = self._clock()
        for key, entry, answered in select(self.open(), self._server, keys):
            answer = self._kind.read(entry, answered)
            if answer is None:
                continue
            days, age = self._kind.days(answer, key, self._max_age), now - answered
            if -_SKEW <= age < max(days) * DAY:
                yield key, entry, answer, age < days.fresh * DAY


class Cache(CachedAnswers[Doi, Stored]):
    """The outcomes of look-ups at one server."""

    def __init__(
        self,
        folder: str | PathLike[str] | None,
        server: str,
        max_age: float | None = None,
        clock: Callable[[], float] = time,
    ) -> None:
        """Open nothing yet; see `CachedAnswers`. `server` is its base address."""
        super().__init__(NAMES, folder, server, max_age, clock)


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
        return [row for row in rows if isinstance(row[1], str) and isinstance(row[2], float)]

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

    On Linux that is found out here, since to import `platformdirs` takes as long as to start Python
    (XDG Base Directory Specification: `XDG_CACHE_HOME`, if it is an absolute path).
    """
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        base = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):  # noqa: PTH117
            base = os.path.expanduser("~/.cache")  # noqa: PTH111
        return os.path.join(base, "sphinx-doi")  # noqa: PTH118
    from platformdirs import user_cache_dir

    return user_cache_dir("sphinx-doi", appauthor=False)


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
