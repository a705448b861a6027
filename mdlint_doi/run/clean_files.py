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
from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Self

from mdlint_doi.ask.readers.names_json import FOUND_DAYS, AnswerKind, text
from mdlint_doi.ask.store import Cache
from mdlint_doi.config.today import today
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.outcome import Found
from mdlint_doi.report.model import PathNote
from mdlint_doi.run.learned import Learned
from mdlint_doi.services import Days
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mdlint_doi.lint.rule import Day
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
ALL_CLEAN: Final = Learned(online=True)
"""The answers of a run in which all files are clean."""
_PART: Final = 1_000
"""Entries that are collected before they are written."""


class CleanFile(Value):
    """A file without findings: what its verdict is based on, and what a report counts.

    Attributes:
        answers: the stored answer about each DOI, by the DOI's key.
        works: the works that were looked up, by the DOI's key: the agency whose records cannot be
            read; empty: the work is known.
        oldest: the Unix time of the oldest record of a work; 0: no work is known.
        judged: the number of citations that were compared with their works.
        unjudged: the line, the column and the reason for each citation that could not be compared.
    """

    answers: Mapping[str, str]
    works: Mapping[str, str] = MappingProxyType({})
    oldest: float = 0.0
    judged: int = 0
    unjudged: Sequence[tuple[int | None, int | None, str]] = ()


def _load(entry: str) -> CleanFile | None:
    """Return the file of an entry; None if the entry is not valid."""
    match json.loads(entry):
        case {
            "answers": dict(answers),
            "works": dict(works),
            "oldest": int() | float() as oldest,
            "judged": int(judged),
            "unjudged": list(unjudged),
        } if {*map(type, (*answers.values(), *works.values()))} <= {str}:
            places = [(line, column, str(why)) for line, column, why in unjudged]
            return CleanFile(answers, works, float(oldest), judged, places)
    return None


def _dump(file: CleanFile) -> str:
    """Return the entry of a file."""
    members = {
        "answers": file.answers,
        "works": {**file.works},
        "oldest": file.oldest,
        "judged": file.judged,
        "unjudged": file.unjudged,
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
        server = settings.server.rstrip("/")
        self._task = task
        self._cache = Cache(settings.cache_dir, server, settings.max_age)
        self._files = self._cache.about(CLEAN_FILES, f"clean files: {server}")
        self._grounds: dict[Settings, bytes] = {}  # the digests that `ground` returns
        self._last: tuple[Settings | None, bytes] = None, b""  # the last settings, and digest
        self._digests: dict[str, bytes] = {}  # of the files that `others` yielded, by path
        self.registered: dict[str, bool] = {}
        """The keys of DOIs in clean files, and whether their handle records were read."""
        self._works: dict[str, str] = {}  # the works of clean files, as in `CleanFile`
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
                self._take_known(path, file, tally)

    def _known(self, digest: bytes) -> CleanFile | None:
        """Return a clean file; None if it is not known, or if an answer is no longer the same."""
        file = self._files.read([digest]).get(digest)
        if file is None or self._cache.texts(file.answers) != file.answers:
            return None
        return file

    def _take_known(self, path: str, file: CleanFile, tally: Tally) -> None:
        """Add a clean file to the tally."""
        tally.files.append(path)
        tally.citations += [True] * file.judged + [False] * len(file.unjudged)
        notes = (PathNote(path, why, line, column) for line, column, why in file.unjudged)
        tally.unjudged += notes
        self._works.update(file.works)
        for key, entry in file.answers.items():
            self.registered.setdefault(key, '"read": true' in entry)

    def with_works(self, learned: Learned = ALL_CLEAN) -> Learned:
        """Return the answers of a run, with the works of clean files for the counts."""
        answered = {doi.key for doi in learned.works.answers}
        clean = {key: agency for key, agency in self._works.items() if key not in answered}
        if not clean:
            return learned
        works = learned.works.replace(asked=learned.works.asked + len(clean), clean=clean)
        return learned.replace(works=works)

    def take(
        self,
        draft: Draft,
        learned: Learned,
        citations: Sequence[bool] = (),
        unjudged: Iterable[PathNote] = (),
        *,
        is_clean: bool,
    ) -> None:
        """Store a document that `others` yielded, if it is clean and all its DOIs are registered.

        `citations` and `unjudged` are those of the document, as in `Tally`. If answers about works
        are missing, nothing is stored, because a later run may find more.
        """
        found = (learned.answers[doi].outcome for doi in draft.names)
        is_open = self._task.settings.looks_up_works and not learned.works.complete
        digest = self._digests.pop(draft.name, b"")
        is_settled = is_clean and not is_open
        if digest and is_settled and all(isinstance(one, Found) for one in found):
            self._found[digest] = _clean_file(draft, learned, citations, unjudged)
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


def _clean_file(
    draft: Draft, learned: Learned, citations: Sequence[bool], unjudged: Iterable[PathNote]
) -> CleanFile:
    """Return the entry for a document whose DOIs are all registered."""
    outcomes = {doi.key: learned.answers[doi].outcome for doi in draft.names}
    answers = {key: text(one) for key, one in sorted(outcomes.items()) if isinstance(one, Found)}
    if not learned.works.answers:
        return CleanFile(answers)
    from mdlint_doi.run.work_counts import oldest_record, unread_agency

    works = {doi.key: learned.works.answers.get(doi) for doi in draft.names}
    return CleanFile(
        answers,
        works={key: unread_agency(work) for key, work in works.items() if work is not None},
        oldest=oldest_record(learned.works.answers.values()) or 0.0,
        judged=sum(citations),
        unjudged=[(note.line, note.column, note.message) for note in unjudged],
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
