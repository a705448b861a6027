"""Files that had no findings before and are unchanged.

With look-ups, a file stays clean as long as its name and text, the settings, this program, and the
cached answers about its DOIs stay the same; it is then skipped without rules and parsers. A file
with a finding, or with a DOI that is not registered, is judged again in each run. Offline runs
store nothing, because a hook receives only the changed files.

The entries are the second table of the cache: the digest of a text, and the answers on which its
verdict is based. An entry is valid as long as the cache contains each of these answers unchanged,
and each is valid.

The program is identified by the sizes and times of its files, because code under development
changes without a new version.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from time import time
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from mdlint_doi.ask.readers.names_json import DAY, FOUND_DAYS, Stored, text
from mdlint_doi.ask.store import MOST_TEXT, Cache, CachedAnswers, transaction
from mdlint_doi.config.today import today
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.outcome import Found
from mdlint_doi.run.learned import CleanAnswers, Learned

if TYPE_CHECKING:
    import sqlite3

    from mdlint_doi.lint.rule import Day
    from mdlint_doi.names.doi import Doi
    from mdlint_doi.run.compared import Judgement
    from mdlint_doi.run.draft import Draft
    from mdlint_doi.run.files import Text
    from mdlint_doi.run.request import Task
    from mdlint_doi.run.result import Tally


try:
    from _blake2 import blake2b  # importing `hashlib` loads OpenSSL, which is slow
except ImportError:
    from hashlib import blake2b


_PROGRAM: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

WORKS_DAYS: Final = 7.0
"""Days for which the agencies' answers about retractions are valid."""
_WORKS: Final = "works"
"""The key of the data about works; no DOI has this key."""
_SINCE: Final = "since"  # the time of the oldest work
_NAMES: Final = "names"
_CITATIONS: Final = "citations"

_PART: Final = 1_000_000
"""Characters of entries that are collected before they are written."""
_SELECT: Final = "SELECT answers FROM clean WHERE digest = ? AND length(answers) <= ?"
_INSERT: Final = "INSERT OR REPLACE INTO clean VALUES (?, ?, ?)"
_PRUNE: Final = "DELETE FROM clean WHERE kept < ?"


class CleanFiles:
    """The clean files of one run; a context manager that opens the cache at first use."""

    def __init__(self, task: Task) -> None:
        settings = task.settings
        self._task = task
        self._cache = Cache(settings.cache_dir, settings.server.rstrip("/"), settings.max_age)
        self._grounds: dict[Settings, bytes] = {}  # the digests that `ground` returns
        self._last: tuple[Settings | None, bytes] = None, b""  # the last settings, and digest
        self._digests: dict[str, bytes] = {}  # of the files that `others` yielded, by path
        self._registered: dict[str, bool] = {}
        self._works: dict[str, str | None] = {}
        self._citations: Counter[str] = Counter()
        self._found: dict[bytes, str] = {}  # entries that are not written yet, by digest
        self._size = 0  # characters of these entries

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Write the collected entries, and close the cache."""
        self._keep()
        self._cache.close()

    def others(self, read: Iterable[Text], tally: Tally) -> Iterator[Text]:
        """Yield the files that are not known to be clean; add the clean ones to the tally."""
        for path, data in read:
            digest = self._digest(path, data)
            entry = _read(self._cache, digest)
            if entry is None:
                # Standard input may have the name of a file; then neither is stored.
                self._digests[path] = b"" if path in self._digests else digest
                yield path, data
            else:
                tally.files.append(path)
                for key, answer in entry.answers.items():
                    self._registered.setdefault(key, '"read": true' in answer)
                self._works.update(entry.works)
                self._citations.update(entry.citations)

    @property
    def answers(self) -> CleanAnswers:
        """The answers about the clean files so far."""
        return CleanAnswers(self._registered, self._works, self._citations)

    def conclude(self, tally: Tally) -> None:
        """Add the answers of a run in which all files are clean."""
        tally.learned, tally.clean = Learned(online=True), self.answers

    def take(
        self,
        draft: Draft,
        learned: Learned,
        citations: Iterable[Judgement] = (),
        *,
        is_clean: bool,
    ) -> None:
        """Store a document that `others` yielded, if it is clean and all its DOIs are registered.

        If answers about works are missing, nothing is stored, because a later run may find more.

        Args:
            draft: the draft of the document.
            learned: the answers of the run.
            citations: the results for its citations.
            is_clean: whether it has no findings, and none that depend on other documents.
        """
        found = {doi.key: learned.answers[doi].outcome for doi in draft.names}
        is_open = self._task.settings.looks_up_works and not learned.works.complete
        digest = self._digests.pop(draft.name, b"")
        is_settled = is_clean and not is_open
        if digest and is_settled and all(isinstance(one, Found) for one in found.values()):
            answers: dict[str, object] = {key: text(found[key]) for key in sorted(found)}
            since = _oldest(learned)
            if since is not None:
                works = learned.works.answers
                answers[_WORKS] = {
                    _SINCE: since,
                    _NAMES: {
                        doi.key: getattr(works[doi], "agency", None)
                        for doi in draft.names
                        if doi in works
                    },
                    _CITATIONS: Counter(citations),
                }
            entry = json.dumps(answers)
            self._found[digest] = entry
            self._size += len(entry)
            if self._size >= _PART:
                self._keep()

    def _keep(self) -> None:
        """Write the collected entries to the cache, and remove old ones."""
        if not self._found:
            return
        now = time()
        rows = [(digest, answers, now) for digest, answers in self._found.items()]

        def insert(connection: sqlite3.Connection) -> None:
            with transaction(connection):
                connection.execute(_PRUNE, (now - FOUND_DAYS * DAY,))
                connection.executemany(_INSERT, rows)

        self._cache.open().use(insert, None, writes=True)
        self._found.clear()
        self._size = 0

    def _digest(self, path: str, data: bytes) -> bytes:
        digest = blake2b(self._ground(self._task.settings_of(path)), digest_size=32)
        digest.update(b"%s\0" % os.fsencode(path))
        digest.update(data)
        return digest.digest()

    def _ground(self, settings: Settings) -> bytes:
        last, found = self._last
        if settings is not last:  # comparing settings takes longer than hashing a file
            if settings not in self._grounds:
                self._grounds[settings] = ground(settings, self._task.today or today())
            found = self._grounds[settings]
            self._last = settings, found
        return found


class _Entry(NamedTuple):
    """The cached data about a clean file.

    Attributes:
        answers: the stored answers on which the verdict is based, by the DOIs' keys.
        works: as in `CleanAnswers`.
        citations: as in `CleanAnswers`.
    """

    answers: dict[str, str]
    works: dict[str, str | None]
    citations: dict[str, int]


def _read(cache: CachedAnswers[Doi, Stored], digest: bytes) -> _Entry | None:
    """Return the cached data about a clean text.

    None if the text is not known, or if an answer has changed or is no longer valid.
    """

    def select(connection: sqlite3.Connection) -> object:
        row = connection.execute(_SELECT, (digest, MOST_TEXT)).fetchone()
        return row[0] if row else None

    stored = cache.open().use(select, None)
    try:
        answers = json.loads(stored) if isinstance(stored, str) else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(answers, dict):  # not an entry of this program
        return None
    works = answers.pop(_WORKS, None)
    if works is not None and not _is_recent(works):
        return None
    if answers and cache.texts(answers) != answers:
        return None
    return _Entry(answers, works[_NAMES] if works else {}, works[_CITATIONS] if works else {})


def _is_recent(works: object) -> bool:
    """Return whether the works of an entry are valid, and the entry is one of this program."""
    match works:
        case {"since": int() | float() as since, "names": dict(), "citations": dict() as counts}:
            is_ours = all(isinstance(count, int) for count in counts.values())
            return is_ours and abs(time() - since) < WORKS_DAYS * DAY
    return False


def ground(settings: Settings, today: Day) -> bytes:
    """Return a digest of the settings, the day and the program, on which verdicts are based."""
    day = (today.year, today.month, today.day) if settings.exceptions else ()
    parts = (sys.version, settings, day, _PROGRAM, *sorted(_files(_PROGRAM)))
    return blake2b(repr(parts).encode("utf-8", "surrogatepass")).digest()


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    """Yield the program's files: path, size and time of the last change."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                status = entry.stat()
                yield entry.path, status.st_size, status.st_mtime_ns
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _files(entry.path)


def _oldest(learned: Learned) -> float | None:
    """Return the Unix time of the oldest record of a work; None if no work is known."""
    works = learned.works.answers.values()
    if not works:
        return None
    from mdlint_doi.run.work_counts import oldest_record

    return oldest_record(works)
