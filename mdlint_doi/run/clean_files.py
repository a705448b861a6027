"""Files that had no findings before and are unchanged.

With look-ups, a file stays clean as long as its name and text, the settings, this program, and the
cached answers about its DOIs stay the same; it is then skipped without rules and parsers. A file
with a finding, or with a DOI that is not registered, is judged again in each run. Offline runs
store nothing, because a hook receives only the changed files.

The entries are a further kind of answers in the cache, under the digest of a text. An entry
contains the answers on which its verdict is based, and what a report counts. It is valid as long as
the cache contains each of these answers unchanged, and each is valid.

In a run over 300 files with 1,200 references whose works are in the cache, this takes 0.1 s of
processor time instead of 2 s; without works, 0.1 s instead of 0.25 s.

The program is identified by the sizes and times of its files, because code under development
changes without a new version.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Self

from mdlint_doi.ask.readers.names_json import FOUND_DAYS, AnswerKind, text
from mdlint_doi.ask.store import Cache
from mdlint_doi.config.today import today
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.outcome import Found
from mdlint_doi.run.learned import CleanAnswers, Learned
from mdlint_doi.services import Days
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mdlint_doi.lint.rule import Day
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
_PART: Final = 1_000
"""Entries that are collected before they are written."""


class CleanFile(Value):
    """A file without findings: what its verdict is based on, and what a report counts.

    Attributes:
        answers: the stored answer about each DOI, by the DOI's key.
        oldest: the Unix time of the oldest record of a work; 0: no work is known.
        works: as in `CleanAnswers`.
        citations: as in `CleanAnswers`.
    """

    answers: Mapping[str, str]
    oldest: float = 0.0
    works: Mapping[str, str | None] = MappingProxyType({})
    citations: Mapping[str, int] = MappingProxyType({})


def _load(entry: str) -> CleanFile | None:
    """Return the file of an entry; None if the entry is not valid."""
    match json.loads(entry):
        case {
            "answers": dict(answers),
            "oldest": int() | float() as oldest,
            "works": dict(works),
            "citations": dict(citations),
        }:
            texts, counts = {*map(type, answers.values())}, {*map(type, citations.values())}
            agencies = {*map(type, works.values())}
            if texts <= {str} and agencies <= {str, type(None)} and counts <= {int}:
                return CleanFile(answers, float(oldest), works, citations)
    return None


def _dump(file: CleanFile) -> str:
    """Return the entry of a file."""
    members = {
        "answers": file.answers,
        "oldest": file.oldest,
        "works": {**file.works},
        "citations": {**file.citations},
    }
    return json.dumps(members)


def _days(file: CleanFile, _: str, __: float | None) -> Days:
    """Return the days for which a file stays clean; the user's limit applies to its answers."""
    days = WORKS_DAYS if file.oldest else FOUND_DAYS
    return Days(days, days)


CLEAN_FILES: Final = AnswerKind[bytes, CleanFile](
    key=bytes.hex,
    read=lambda entry, _: _load(entry),
    write=_dump,
    days=_days,
    removed=FOUND_DAYS,
    since=lambda file: file.oldest,
)
"""Clean files in the cache, by the digest of name, text, settings and program."""


class CleanFiles:
    """The clean files of one run; a context manager that opens the cache at first use."""

    def __init__(self, task: Task) -> None:
        settings = task.settings
        self._task = task
        server = settings.server.rstrip("/")
        self._cache = Cache(settings.cache_dir, server, settings.max_age)
        self._files = self._cache.about(CLEAN_FILES, f"clean files: {server}")
        self._grounds: dict[Settings, bytes] = {}  # the digests that `ground` returns
        self._last: tuple[Settings | None, bytes] = None, b""  # the last settings, and digest
        self._digests: dict[str, bytes] = {}  # of the files that `others` yielded, by path
        self._registered: dict[str, bool] = {}
        self._works: dict[str, str | None] = {}
        self._citations: Counter[str] = Counter()
        self._found: dict[bytes, CleanFile] = {}  # entries that are not written yet, by digest

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
            file = self._known(digest)
            if file is None:
                # Standard input may have the name of a file; then neither is stored.
                self._digests[path] = b"" if path in self._digests else digest
                yield path, data
            else:
                tally.files.append(path)
                for key, answer in file.answers.items():
                    self._registered.setdefault(key, '"read": true' in answer)
                self._works.update(file.works)
                self._citations.update(file.citations)

    def _known(self, digest: bytes) -> CleanFile | None:
        """Return a clean file; None if it is not known, or if an answer is no longer the same."""
        file = self._files.read([digest]).get(digest)
        if file is None or self._cache.texts(file.answers) != file.answers:
            return None
        return file

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
        found = (learned.answers[doi].outcome for doi in draft.names)
        is_open = self._task.settings.looks_up_works and not learned.works.complete
        digest = self._digests.pop(draft.name, b"")
        is_settled = is_clean and not is_open
        if digest and is_settled and all(isinstance(outcome, Found) for outcome in found):
            self._found[digest] = _clean_file(draft, learned, citations)
            if len(self._found) >= _PART:
                self._keep()

    def _keep(self) -> None:
        """Write the collected entries to the cache."""
        self._files.write(self._found)
        self._found.clear()

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


def _clean_file(draft: Draft, learned: Learned, citations: Iterable[Judgement]) -> CleanFile:
    """Return the entry for a document whose DOIs are all registered."""
    outcomes = {doi.key: learned.answers[doi].outcome for doi in draft.names}
    answers = {
        key: text(outcome)
        for key, outcome in sorted(outcomes.items())
        if isinstance(outcome, Found)
    }
    every = learned.works.answers
    works = {doi: every[doi] for doi in draft.names if doi in every}
    if not works:
        return CleanFile(answers)
    from mdlint_doi.run.work_counts import oldest_record

    return CleanFile(
        answers,
        oldest_record(works.values()) or 0.0,
        {doi.key: getattr(work, "agency", None) for doi, work in works.items()},
        Counter(citations),
    )


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
