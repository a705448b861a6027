"""The file of the cache: open, prepare, count and empty it, and set it aside if it is damaged.

The file is not changed if it cannot be opened, or if it belongs to a different version or program.
All errors of SQLite become a note in the log and an empty answer. Paths are strings, because
importing `pathlib` would slow down each run with look-ups.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import Final, TypeVar

from mdlint_doi.text.value import Value

T = TypeVar("T")

FILE_NAME: Final = "answers-1.sqlite3"
"""The name has the number of the format, so that two versions can share a folder."""
DAMAGED: Final = "answers-1.damaged"  # the new name of a damaged file
VERSION: Final = 1

_BUSY_SECONDS: Final = 5.0
_BUSY_AGAIN: Final = 0.2  # seconds, for a file that was still locked after the first wait
_BUSY: Final[set[str]] = set()  # paths of such files; a run opens each file several times
_DAMAGE: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_READ_ONLY: Final = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_PERM")
_SIDE_FILES: Final = ("-wal", "-shm", "-journal")
_TABLE: Final = """answers (
    server TEXT NOT NULL, key TEXT NOT NULL, outcome TEXT NOT NULL, answered REAL NOT NULL,
    PRIMARY KEY (server, key)
) WITHOUT ROWID"""
_CREATE: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS {_TABLE};
PRAGMA user_version = {VERSION};
COMMIT;"""
_COUNT: Final = """
SELECT server, json_extract(outcome, '$.outcome'), count(*), min(answered), max(answered)
FROM answers
WHERE typeof(server) = 'text' AND typeof(answered) = 'real' AND typeof(outcome) = 'text'
    AND json_valid(outcome) AND json_extract(outcome, '$.outcome') IN
        ('found', 'missing', 'work', 'not-held', 'no-record', 'searched')
GROUP BY 1, 2 ORDER BY 1, 2"""
"""Count only valid entries: in a file from elsewhere, values may have different types."""


def default_folder() -> str:
    """Return the user's cache folder, as `platformdirs` defines it.

    On Linux, it is found here, because importing `platformdirs` takes as long as starting Python
    (XDG Base Directory Specification: `XDG_CACHE_HOME` if it is an absolute path).
    """
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        base = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):
            base = os.path.expanduser("~/.cache")
        return os.path.join(base, "sphinx-doi")
    from mdlint_doi.ask.platform_folder import cache_folder

    return cache_folder()


class CacheFile:
    """One connection to the file, opened at first use; closed for good after some failures.

    Several threads may use it one after the other.
    """

    def __init__(self, folder: str | PathLike[str]) -> None:
        self.path = os.path.join(folder, FILE_NAME)
        self.is_pruned = False  # whether old entries were removed in this run
        self._connection: sqlite3.Connection | None = None
        self._writable = True
        self._usable = True
        self._identity: tuple[int, int] | None = None  # device and number of the opened file

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None

    def use(
        self, action: Callable[[sqlite3.Connection], T], otherwise: T, *, writes: bool = False
    ) -> T:
        """Return the result of `action` with the connection; `otherwise` if it fails.

        A damaged file is set aside, and the action is repeated with a new file.
        """
        for _ in range(2):
            if not self._usable or (writes and not self._writable):
                return otherwise
            try:
                return action(self._connect())
            except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
                self._recover(error, writes=writes)
        return otherwise

    def parts(self) -> list[str]:
        """Return the paths of existing files: the main file, and SQLite's files beside it."""
        paths = [self.path, *(self.path + end for end in _SIDE_FILES)]
        return [path for path in paths if os.path.lexists(path)]

    def _connect(self) -> sqlite3.Connection:
        if self._connection is None:
            for path in self.parts():  # refuse links: the folder may belong to another user
                with suppress(FileNotFoundError):  # another run has just closed the file
                    if not stat.S_ISREG(os.lstat(path).st_mode):
                        message = f"{os.path.basename(path)} is not a regular file"
                        raise OSError(message)
            try:
                self._connection = self._open_for_writing()
            except (sqlite3.OperationalError, OSError) as error:
                if not (_is(error, _READ_ONLY) and os.path.isfile(self.path)):
                    raise
                self._connection = self._open_for_reading(error)
                self._give_up_writing(error)
            self._identity = self._stat()
            _BUSY.discard(self.path)
        return self._connection

    def _open_for_writing(self) -> sqlite3.Connection:
        folder = os.path.dirname(self.path)
        try:
            os.makedirs(folder, exist_ok=True)
        except FileExistsError:
            message = f"{folder} is not a folder"
            raise OSError(message) from None
        wait = _BUSY_AGAIN if self.path in _BUSY else _BUSY_SECONDS
        connection = sqlite3.connect(
            self.path, timeout=wait, isolation_level=None, check_same_thread=False
        )
        try:
            _prepare(connection)
        except BaseException:
            self._identity = self._stat()
            connection.close()
            raise
        return connection

    def _open_for_reading(self, why: Exception) -> sqlite3.Connection:
        """Open the file read-only, without side files; raise `why` if it has no tables yet."""
        address = f"{Path(self.path).absolute().as_uri()}?immutable=1"
        connection = sqlite3.connect(
            address, uri=True, isolation_level=None, check_same_thread=False
        )
        if not _check_schema(connection):
            connection.close()
            raise why
        return connection

    def _recover(self, error: Exception, *, writes: bool) -> None:
        """Set a damaged file aside; after other failures, stop writing or stop using the file."""
        self.close()
        if _is(error, ("SQLITE_BUSY",)):
            _BUSY.add(self.path)
        if isinstance(error, _FormatError):
            self._usable = False
            _note("the cache %s is not used: %s; DOIs are looked up again until you "
                  "remove the cache or set MDLINT_DOI_CACHE_DIR to a different folder",
                  self.path, error)  # fmt: skip
        elif _is_damage(error):
            self._set_aside(error)
        elif writes:
            self._give_up_writing(error)
        else:
            self._usable = False
            why = _without_number(error)
            _note("the cache %s cannot be used: %s; DOIs are looked up again", self.path, why)

    def _give_up_writing(self, error: Exception) -> None:
        self._writable = False
        why = _without_number(error)
        _note("the cache %s cannot be written: %s; answers are not kept", self.path, why)

    def _set_aside(self, error: Exception) -> None:
        """Rename a damaged file, unless another process has already renamed it."""
        aside = os.path.join(os.path.dirname(self.path), DAMAGED)
        try:
            if self._stat() == self._identity:
                # The main file comes last, because another process may create a new one at once.
                for path in self.parts():
                    if path != self.path:
                        with suppress(FileNotFoundError):
                            os.unlink(path)
                os.replace(self.path, aside)
                _note("the cache was damaged (%s); it was renamed to %s, and a new one was started",
                      error, aside)  # fmt: skip
        except OSError as second:
            self._usable = False
            _note("the cache %s is damaged (%s) and cannot be renamed: %s",
                  self.path, error, second)  # fmt: skip

    def _stat(self) -> tuple[int, int] | None:
        try:
            status = os.stat(self.path)
        except OSError:
            return None
        return status.st_dev, status.st_ino


class DamageError(sqlite3.DatabaseError):
    """The file contains data that this program cannot have written."""


class _FormatError(sqlite3.DatabaseError):
    """The file is a database of a different program or version."""


def _prepare(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version not in {0, VERSION}:
        message = (
            "a different version of mdlint-doi wrote this cache"
            f" (format {version} instead of {VERSION})"
        )
        raise _FormatError(message)
    _check_schema(connection)
    if version == 0:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # Another process is creating the file and sets this mode, which the file stores.
            if not _is(error, ("SQLITE_BUSY", "SQLITE_LOCKED")):
                raise
        connection.executescript(_CREATE)
    # The file survives the death of this process. A crash of the machine may damage it; it is then
    # set aside. Waiting for the disk would take as long as starting Python twice.
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA trusted_schema = OFF")


def _check_schema(connection: sqlite3.Connection) -> bool:
    """Return whether the tables exist; refuse others, because an untrusted view could run SQL."""
    rows = connection.execute("SELECT sql FROM sqlite_schema").fetchall()
    if rows not in ([], [(f"CREATE TABLE {_TABLE}",)]):
        message = "it contains tables that belong to a different program"
        raise _FormatError(message)
    return bool(rows)


def _is_damage(error: Exception) -> bool:
    if isinstance(error, (DamageError, UnicodeDecodeError)):
        return True  # UnicodeDecodeError: SQLite quotes a damaged byte
    # Python raises this message for an entry with a damaged byte; SQLite has no code for it.
    return _is(error, _DAMAGE) or str(error).startswith("Could not decode to UTF-8")


def _is(error: BaseException, names: tuple[str, ...]) -> bool:
    """Return whether an error is of these SQLite kinds; an OSError counts as `_READ_ONLY`."""
    if isinstance(error, OSError):
        return names is _READ_ONLY
    return getattr(error, "sqlite_errorname", "").startswith(names)


def _without_number(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _note(message: str, *details: object) -> None:
    from mdlint_doi.ask.cache_log import warn_once

    text = message % details
    warn_once(
        "".join(
            character if character.isprintable() else ascii(character)[1:-1] for character in text
        )
    )


class Group(Value):
    """The entries of the cache from one server with one outcome.

    Attributes:
        server: the address of the server that gave the answers.
        outcome: the outcome, such as `found` or `missing`.
        count: the number of entries.
        oldest: the Unix time of the oldest answer, in seconds.
        newest: the Unix time of the newest answer, in seconds.
    """

    server: str
    outcome: str
    count: int
    oldest: float
    newest: float


class Statistics(Value):
    """The content of a cache.

    Attributes:
        path: the path of the cache file.
        size: its size on disk in bytes, with the files that SQLite keeps beside it.
        groups: the entries, grouped by server and outcome.
    """

    path: str
    size: int
    groups: tuple[Group, ...]


def statistics(folder: str | PathLike[str]) -> Statistics:
    """Return the content of the cache; without a file, it is empty."""
    file = CacheFile(folder)
    if not os.path.exists(file.path):
        return Statistics(file.path, 0, ())
    groups = file.use(_groups, list[Group]())
    file.close()
    size = 0
    for path in file.parts():
        with suppress(OSError):  # a broken link, or another run has just closed the cache
            size += os.stat(path).st_size
    return Statistics(file.path, size, tuple(groups))


def _groups(connection: sqlite3.Connection) -> list[Group]:
    return [
        Group(server, outcome, count, oldest, newest)
        for server, outcome, count, oldest, newest in connection.execute(_COUNT)
    ]


def clear(folder: str | PathLike[str]) -> int | None:
    """Remove all entries and any damaged file; return the number of entries, None if that fails.

    The file of the cache stays, because other runs may use it.
    """
    file = CacheFile(folder)
    aside = os.path.join(folder, DAMAGED)
    if not (os.path.exists(file.path) or os.path.exists(aside)):
        return 0

    def delete(connection: sqlite3.Connection) -> int | None:
        count = connection.execute("DELETE FROM answers").rowcount
        connection.execute("VACUUM")
        return count

    removed = file.use(delete, None, writes=True)
    file.close()
    try:
        os.unlink(aside)
    except FileNotFoundError:
        return removed
    except OSError:
        return None
    return removed
