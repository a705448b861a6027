"""What can be done with the cache as a whole: count it, empty it."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mdlint_doi.ask.cache import default_folder
from mdlint_doi.ask.cache_file import DAMAGED, CacheFile

_COUNT: Final = """
SELECT server, json_extract(outcome, '$.outcome'), count(*), min(answered), max(answered)
FROM answers
WHERE typeof(server) = 'text' AND typeof(answered) = 'real' AND typeof(outcome) = 'text'
    AND json_valid(outcome) AND json_extract(outcome, '$.outcome') IN
        ('found', 'missing', 'work', 'not-held', 'no-record', 'searched')
GROUP BY 1, 2 ORDER BY 1, 2"""
"""Only what is ours: a stranger's file may hold other types than the table says."""


@dataclass(frozen=True, slots=True)
class Group:
    """Entries of one server and outcome; Unix times of the oldest and the newest."""

    server: str
    outcome: str
    count: int
    oldest: float
    newest: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a cache holds: its file, the bytes on disk, the entries."""

    path: Path
    size: int
    groups: tuple[Group, ...]


def folder_of(chosen: Path | None) -> Path:
    """Return the cache's folder."""
    return chosen or Path(default_folder())


def statistics(folder: Path) -> Statistics:
    """Count the entries; a cache that is not there is empty."""
    file = CacheFile(folder)
    path = Path(file.path)
    if not path.exists():
        return Statistics(path, 0, ())

    def count(connection: sqlite3.Connection) -> tuple[Group, ...]:
        return tuple(Group(*row) for row in connection.execute(_COUNT))

    nothing: tuple[Group, ...] = ()
    groups = file.use(count, nothing)
    file.close()
    return Statistics(path, sum(Path(one).stat().st_size for one in file.parts()), groups)


def clear(folder: Path) -> int | None:
    """Remove all entries, and what was set aside; return their number, None if that failed.

    The file stays: another process may have it open.
    """
    file = CacheFile(folder)
    if not (Path(file.path).exists() or (folder / DAMAGED).exists()):
        return 0

    def delete(connection: sqlite3.Connection) -> int | None:
        count = connection.execute("DELETE FROM answers").rowcount
        connection.execute("DELETE FROM clean")
        connection.execute("VACUUM")
        return count

    removed = file.use(delete, None, writes=True)
    file.close()
    try:
        (folder / DAMAGED).unlink(missing_ok=True)
    except OSError:
        return None
    return removed
