"""The names of a run, counted once each: some thousands in memory, a million on the disk."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping

from mdlint_doi.names.outcome import Cause, Found, Missing
from mdlint_doi.report.model import LookupCounts

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from typing import Final

    from mdlint_doi.lookup.answer import Answer
    from mdlint_doi.names.doi import Doi
    from mdlint_doi.names.outcome import Outcome

_FEW: Final = 10_000
"""Strings that are held before they are written: a megabyte."""
_CACHE: Final = "PRAGMA cache_size = -1000"
"""Kilobytes that SQLite holds."""
_CREATE: Final = "CREATE TABLE strings (hash INTEGER PRIMARY KEY, kind INTEGER)"
_INSERT: Final = "INSERT OR IGNORE INTO strings VALUES (?, ?)"
_ALL: Final = "SELECT hash, kind FROM strings"
_KINDS: Final = "SELECT kind, COUNT(*) FROM strings GROUP BY kind"


class Distinct:
    """Strings by kind, of which each counts once: as what it was first.

    Many are written to a nameless file, which is gone with the process; where that cannot be, they
    are held. Two of one hash, of 64 bits, count as one: among a million, once in 37 million runs.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self._held: dict[int, int] = {}
        self._most = _FEW
        self._file: sqlite3.Connection | None = None
        self._written = 0

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
        if self._file is not None:
            return dict(self._file.execute(_KINDS))
        return Counter(self._held.values())

    def __len__(self) -> int:
        """Return how many there are, or a few more: what is not written yet may be known."""
        return self._written + len(self._held)

    def _write(self) -> None:
        """Write what is held; from now on hold all if that fails."""
        import sqlite3

        from mdlint_doi.lookup.cache import transaction

        try:
            if self._file is None:
                self._file = _nameless_file()
            with transaction(self._file):
                # In order, since neighbours are on the same page of the file.
                self._file.executemany(_INSERT, sorted(self._held.items()))
        except sqlite3.Error:
            self._hold_all()
        else:
            self._held.clear()
            self._written = self._file.total_changes

    def _hold_all(self) -> None:
        if self._file is not None:
            self._held.update(self._file.execute(_ALL))
            self._file.close()
        self._file, self._written, self._most = None, 0, sys.maxsize


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
