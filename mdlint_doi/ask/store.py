"""Answers without a network: from the records file, then from the cache, which projects share.

The cache is one SQLite file (`cache_file`). The key consists of the server and the folded DOI;
works and searches are stored under the addresses of their services. An entry contains JSON text and
the time of the answer. Its age is compared with the limits when the entry is read. Write-ahead
logging makes the cache safe for parallel processes, even if one of them is killed. The cache never
makes a run fail: at worst, DOIs are requested again, and the log of `mdlint_doi` contains the
reason.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from itertools import islice
from os import PathLike
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Final, Generic, Self, TypeVar

from mdlint_doi.ask import cache_file
from mdlint_doi.ask.readers.names_json import DAY, NAMES, A, AnswerKind, K, Stored
from mdlint_doi.ask.settings import LookupSettings, LookupSettingsError, RegistrySettings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Outcome
from mdlint_doi.services import CROSSREF, DATACITE, agencies
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.ask.records import Recorded
    from mdlint_doi.works.work import WorkOutcome

L = TypeVar("L")
B = TypeVar("B")

KEPT_DAYS: Final = 400.0  # days after which an entry is removed, whatever `max_age` is
MOST_TEXT: Final = 8_000_000
"""The most characters of an entry that is read; an untrusted file could fill the memory."""
_SKEW: Final = 300.0  # seconds by which clocks may differ
_SELECT: Final = """
SELECT key, outcome, answered FROM answers
WHERE server = ? AND key IN (SELECT value FROM json_each(?)) AND length(outcome) <= ?"""
_INSERT: Final = "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)"
_REMOVE: Final = "DELETE FROM answers WHERE server = ? AND answered < ?"
_PRUNE: Final = "DELETE FROM answers WHERE answered < ?"
_PRUNE_AT: Final = 200_000
_OF_PAGE: Final = 40  # entries in a page of the file, approximately
_PART: Final = 10_000  # DOIs of one query, so that it returns few rows at a time


class CachedAnswers(Generic[K, A]):
    """The cached answers of one kind from one server; a context manager."""

    def __init__(
        self,
        kind: AnswerKind[K, A],
        folder: str | PathLike[str] | None,
        server: str,
        max_age: float | None = None,
        clock: Callable[[], float] = time,
    ) -> None:
        """Keep the settings; the file is opened at first use.

        Args:
            kind: the form of the answers.
            folder: the folder of the cache; None: the user's cache folder.
            server: the name under which the cache keeps these answers, usually a base address.
            max_age: the user's limit in days for the age of an answer; None: as the kind has it.
            clock: returns the Unix time.
        """
        self._kind = kind
        self._folder = folder
        self._server = server
        self._max_age = max_age
        self._clock = clock
        self._file: cache_file.CacheFile | None = None
        self._tidy = kind.removed is None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def read(self, asked: Iterable[K]) -> dict[K, A]:
        """Return the answers that are recent enough to be used without a request."""
        return self.look_up(asked)[0]

    def look_up(self, asked: Iterable[K]) -> tuple[dict[K, A], dict[K, A]]:
        """Return the valid answers, and the old ones for use if no server can be reached."""
        fresh: dict[K, A] = {}
        old: dict[K, A] = {}
        rest = iter(asked)
        while by_key := {self._kind.key(subject): subject for subject in islice(rest, _PART)}:
            for key, _, answer, is_fresh in self._believed(list(by_key)):
                (fresh if is_fresh else old)[by_key[key]] = answer
        return fresh, old

    def texts(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the stored texts of answers that are recent enough, by key, in one query."""
        return {key: text for key, text, _, is_fresh in self._believed(list(keys)) if is_fresh}

    def write(self, answers: Mapping[K, A]) -> None:
        """Save answers, all in one transaction."""
        if not answers:
            return
        kind = self._kind
        now = self._clock()
        if not self._tidy and kind.removed is not None:
            self._tidy = True
            old = (self._server, now - kind.removed * DAY)
            self.open().use(lambda connection: connection.execute(_REMOVE, old), None, writes=True)
        rows = [
            (self._server, kind.key(subject), kind.write(answer), kind.since(answer) or now)
            for subject, answer in answers.items()
        ]
        insert(self.open(), rows, now)

    def about(self, kind: AnswerKind[L, B], server: str = "") -> CachedAnswers[L, B]:
        """Return the answers of a different kind in the same file; `server`: a different name."""
        server = server or self._server
        others = CachedAnswers(kind, self._folder, server, self._max_age, self._clock)
        others._file = self.open()
        return others

    def open(self) -> cache_file.CacheFile:
        """Return the file, which makes its connection at first use."""
        if self._file is None:
            self._file = cache_file.CacheFile(self._folder or cache_file.default_folder())
        return self._file

    def _believed(self, keys: list[str]) -> Iterator[tuple[str, str, A, bool]]:
        """Yield key, text and answer of each valid entry, and whether it is recent; one query."""
        now = self._clock()
        asked = frozenset(keys)

        def select(connection: sqlite3.Connection) -> list[tuple[str, str, float]]:
            query = (self._server, json.dumps(keys), MOST_TEXT)
            rows = connection.execute(_SELECT, query).fetchall()
            if not asked.issuperset(row[0] for row in rows):
                # In a damaged index, a search for one key may find a different one.
                message = "an entry has a different key from the requested one"
                raise cache_file.DamageError(message)
            return [row for row in rows if isinstance(row[1], str) and isinstance(row[2], float)]

        for key, entry, answered in self.open().use(select, list[tuple[str, str, float]]()):
            try:
                answer = self._kind.read(entry, answered)
            except (ValueError, TypeError, RecursionError):
                continue
            if answer is None:
                continue
            days = self._kind.days(answer, key, self._max_age)
            age = now - answered
            if (
                -_SKEW <= age < max(days.fresh, days.if_unreachable) * DAY
            ):  # else, a clock was wrong
                yield key, entry, answer, age < days.fresh * DAY


Cache: Final = partial(CachedAnswers[Doi, Stored], NAMES)
"""The outcomes of look-ups at one server, named by its base address."""


def insert(
    file: cache_file.CacheFile, rows: Sequence[tuple[str, str, str, float]], now: float
) -> None:
    """Save entries (server, key, text, Unix time), all in one transaction."""

    def write(connection: sqlite3.Connection) -> None:
        """Write the rows in one transaction; prune the file if it has grown large."""
        with transaction(connection):
            connection.executemany(_INSERT, rows)
            # Pruning reads all entries, so that it is done only once in a run.
            if len(rows) > 1 and not file.is_pruned:
                (pages,) = connection.execute("PRAGMA page_count").fetchone()
                if int(pages) * _OF_PAGE > _PRUNE_AT:
                    connection.execute(_PRUNE, (now - KEPT_DAYS * DAY,))
                    file.is_pruned = True

    file.use(write, None, writes=True)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the body of a `with` statement in a transaction; roll back after an exception."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


class AnsweredBy(StrEnum):
    """The source of an answer."""

    NETWORK = "network"
    CACHE = "cache"
    RECORDS = "records"


class Answer(Value):
    """The answer about one DOI.

    Attributes:
        outcome: whether the DOI is registered.
        origin: the source of the answer; `NETWORK` includes an `Unknown` without a request.
    """

    outcome: Outcome
    origin: AnsweredBy


class Known(Value, Generic[A]):
    """The stored answers about DOIs.

    Attributes:
        recorded: the answers of the records file.
        cached: the answers of the cache that are recent enough to be used without a request.
        old: older answers of the cache, used only if no server answers.
    """

    recorded: dict[Doi, A]
    cached: dict[Doi, A]
    old: dict[Doi, A]


class Store(Generic[A]):
    """The records file and the cache, for one kind of answers."""

    def __init__(
        self,
        kind: AnswerKind[Doi, A],
        settings: LookupSettings,
        server: str,
        recorded: Callable[[Recorded, list[Doi]], Mapping[Doi, A]],
        is_enough: Callable[[A], bool] = lambda _: True,
    ) -> None:
        """Read the records file.

        Args:
            kind: the form of the answers.
            settings: the records file and the cache.
            server: the name under which the cache keeps these answers.
            recorded: returns the answers of a records file about DOIs.
            is_enough: returns whether a cached answer is complete enough to be used without a
                request.

        Raises:
            LookupSettingsError: if the records file cannot be used.
        """
        self.agencies: dict[Doi, str] = {}  # the agencies of DOIs, from the records file
        self._is_enough = is_enough
        self._recorded = recorded
        self._records = self._read(settings.records) if settings.records is not None else None
        self.entries: CachedAnswers[Doi, A] | None = None  # the cache; None: it is not used
        if settings.use_cache:
            self.entries = CachedAnswers(kind, settings.cache_dir, server, settings.max_age)

    def _read(self, path: str | PathLike[str]) -> Recorded:
        from mdlint_doi.ask.records import Recorded, RecordsFile

        if isinstance(path, Recorded):
            return path
        if os.fspath(path).endswith(".parquet"):
            message = f"records file {path}: use mdlint_doi.arrow.Verdicts({path!r})"
            raise LookupSettingsError(message)
        file = RecordsFile(Path(path))
        self.agencies = file.agencies
        return file

    def close(self) -> None:
        """Close the cache."""
        if self.entries is not None:
            self.entries.close()

    def look_up(self, names: Iterable[Doi], *, cached: bool = True) -> Known[A]:
        """Return the stored answers about DOIs; without `cached`, only those of the records file.

        Raises:
            LookupSettingsError: if an entry of the records file is not valid.
        """
        names = list(names)
        known = self._recorded(self._records, names) if self._records is not None else {}
        recorded = {doi: known[doi] for doi in names if doi in known}
        rest = [doi for doi in names if doi not in recorded]
        if self.entries is None or not rest or not cached:
            return Known(recorded, {}, {})
        fresh, old = self.entries.look_up(rest)
        lacking = {doi: answer for doi, answer in fresh.items() if not self._is_enough(answer)}
        for doi in lacking:
            del fresh[doi]
        return Known(recorded, fresh, old | lacking)

    def keep(self, answers: Mapping[Doi, A]) -> None:
        """Put answers into the cache."""
        if self.entries is not None:
            self.entries.write(answers)


def store_of_names(settings: LookupSettings) -> Store[Stored]:
    """Return the store of outcomes; with `read_records`, answers need the handle record.

    Raises:
        LookupSettingsError: if the records file cannot be used.
    """
    return Store(
        NAMES,
        settings,
        settings.server,
        lambda records, names: records.outcomes(names),
        lambda answer: (
            not (settings.read_records and isinstance(answer, Found) and answer.record is None)
        ),
    )


def store_of_works(settings: RegistrySettings) -> Store[WorkOutcome]:
    """Return the store of works.

    The cache keeps works under the addresses of Crossref, DataCite and all agencies with a changed
    address. So a new agency in the table leaves the cache valid.

    Raises:
        LookupSettingsError: if the records file cannot be used.
    """
    from mdlint_doi.ask.readers.works_json import WORKS

    asked = [(service, settings.address_of(service)) for service in agencies()]
    always = (CROSSREF, DATACITE)
    there = [
        address for service, address in asked if service in always or address != service.address
    ]
    server = " ".join(["works", *there])
    return Store(WORKS, settings.lookup, server, lambda records, names: records.works(names))
