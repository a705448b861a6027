"""The names of a run, counted once each: some thousands in memory, a million on the disk."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Found, Missing, Outcome
from mdlint_doi.report.model import LookupCounts

if TYPE_CHECKING:
    import sqlite3

    from mdlint_doi.ask.store import Answer


_FEW: Final = 10_000
"""Strings that are held before they are written: a megabyte."""
_CACHE: Final = "PRAGMA cache_size = -1000"
"""Kilobytes that SQLite holds."""
_CREATE: Final = "CREATE TABLE strings (hash INTEGER PRIMARY KEY, kind INTEGER)"
_INSERT: Final = "INSERT OR IGNORE INTO strings VALUES (?, ?)"
_ALL: Final = "SELECT hash, kind FROM strings"


class Distinct:
    """Strings by kind, of which each counts once: as what it was first.

    Many are written to a nameless file, which is gone with the process; where that cannot be, they
    are held. Two of one hash, of 64 bits, count as one: among a million, once in 37 million runs.
    Where the disk fails later on, what was written may be lost: it stays counted, and what of it
    comes again counts once more.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self._held: dict[int, int] = {}
        self._most = _FEW
        self._file: sqlite3.Connection | None = None
        self._written = Counter[int]()

    def __del__(self) -> None:
        """Close the file: Python 3.13 warns of what is left open."""
        if self._file is not None:
            self._file.close()

    def add(self, text: str, kind: int) -> None:
        """Take a string."""
        self._held.setdefault(hash(text), kind)
        if len(self._held) >= self._most:
            self._write()

    def kinds(self) -> Mapping[int, int]:
        """Return how many there are of each kind."""
        if self._file is not None:
            self._write()
        return self._written + Counter(self._held.values())

    def __len__(self) -> int:
        """Return how many there are, or a few more: what is not written yet may be known."""
        return self._written.total() + len(self._held)

    def _write(self) -> None:
        """Write what is held; from now on hold all if that fails."""
        import sqlite3

        from mdlint_doi.ask.cache import transaction

        try:
            if self._file is None:
                self._file = _nameless_file()
            with transaction(self._file):
                fresh = _insert(self._file, self._held)
        except sqlite3.Error:
            self._hold_all()
        else:
            self._held.clear()
            self._written += fresh

    def _hold_all(self) -> None:
        """Hold what was written, too, where a file that could not be written can be read."""
        import sqlite3

        file, self._file, self._most = self._file, None, sys.maxsize
        if file is not None:
            with suppress(sqlite3.Error):
                self._held |= dict(file.execute(_ALL))
                self._written.clear()
            with suppress(sqlite3.Error):
                file.close()


def _insert(file: sqlite3.Connection, strings: Mapping[int, int]) -> Counter[int]:
    """Write strings, and return how many of each kind were not there yet."""
    fresh = Counter[int]()
    for kind in set(strings.values()):
        before = file.total_changes
        # In order, since neighbours are on the same page of the file.
        rows = sorted(item for item in strings.items() if item[1] == kind)
        file.executemany(_INSERT, rows)
        fresh[kind] = file.total_changes - before
    return fresh


def _nameless_file() -> sqlite3.Connection:
    """Return a table without strings, that SQLite keeps in its cache and a temporary file."""
    import sqlite3

    connection = sqlite3.connect("", isolation_level=None)
    connection.execute(_CACHE)
    connection.execute(_CREATE)
    return connection


_FOUND, _READ, _MISSING, _UNKNOWN = range(4)
"""What a name is counted as: registered, registered with its record read, not registered, and from
here on the causes for which it could not be checked."""
_CAUSES: Final = tuple(Cause)


class Count:
    """What the look-ups of a run came to, so far; candidates are not counted."""

    def __init__(self) -> None:
        """Begin without names."""
        self._names = Distinct()
        self._not_checked: dict[Doi, None] = {}

    def __len__(self) -> int:
        """Return about how many names were counted."""
        return len(self._names)

    def take(self, answers: Mapping[Doi, Answer]) -> None:
        """Count the names that were not counted yet."""
        for doi, answer in answers.items():
            kind = _kind(answer.outcome)
            self._names.add(doi.key, kind)
            if kind >= _UNKNOWN:
                self._not_checked[doi] = None

    def take_registered(self, key: str, *, is_read: bool) -> None:
        """Count a name that is registered, and whether its handle record was read."""
        self._names.add(key, _READ if is_read else _FOUND)

    def counts(self, lock_file: str | None) -> LookupCounts:
        """Return what was counted; `lock_file`: the records file that alone answered, offline."""
        kinds = self._names.kinds()
        read, missing = kinds.get(_READ, 0), kinds.get(_MISSING, 0)
        causes = enumerate(_CAUSES, _UNKNOWN)
        return LookupCounts(
            asked=sum(kinds.values()),
            found=kinds.get(_FOUND, 0) + read,
            missing=missing,
            unknown=tuple(sorted((cause, kinds[at]) for at, cause in causes if at in kinds)),
            records_read=read,
            not_checked=tuple(self._not_checked),
            lock_file=lock_file,
        )


def _kind(outcome: Outcome) -> int:
    match outcome:
        case Found():
            return _FOUND if outcome.record is None else _READ
        case Missing():
            return _MISSING
    return _UNKNOWN + _CAUSES.index(outcome.cause)
