"""What searches found, in the same file as the look-ups, for a week.

The key is a digest of the folded query, so that another spelling of a reference, in whatever file,
is answered from here; the reference itself is not kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from time import time
from typing import Final

from mdlint_doi.lookup.cache import DAY, default_folder, insert, remove_old, select
from mdlint_doi.lookup.cache_file import CacheFile
from mdlint_doi.registries.settings import RegistrySettings
from mdlint_doi.registries.stored import dump, load
from mdlint_doi.registries.values import doi, items, member
from mdlint_doi.works.candidates import MeantWork
from mdlint_doi.works.work import KnownWork

DAYS: Final = 7.0
"""After these a reference is searched again: works are registered every day."""
MOST: Final = 20
"""Works that are kept of an answer; each fits the reference more or less."""
MOST_PEOPLE: Final = 60
_SKEW: Final = 300.0


class SearchCache:
    """The answers of one service."""

    def __init__(self, settings: RegistrySettings, clock: Callable[[], float] = time) -> None:
        """Open nothing yet; `clock` gives Unix time."""
        self._used = settings.lookup.use_cache
        self._file = CacheFile(settings.lookup.cache_dir or default_folder())
        self._server = f"search {settings.crossref}"
        self._days = DAYS if settings.lookup.max_age is None else min(DAYS, settings.lookup.max_age)
        self._clock = clock
        self._tidy = False

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def read(self, keys: Iterable[str]) -> dict[str, tuple[MeantWork, ...]]:
        """Return the answers that are known and not too old; one query."""
        if not self._used:
            return {}
        by_digest = {_digest(key): key for key in keys}
        found = {}
        for digest, entry, answered in select(self._file, self._server, list(by_digest)):
            works = _read(entry)
            if works is not None and -_SKEW <= self._clock() - answered < self._days * DAY:
                found[by_digest[digest]] = works
        return found

    def write(self, key: str, found: Sequence[MeantWork]) -> None:
        """Keep an answer at once: a run that is killed loses none."""
        if not self._used:
            return
        now = self._clock()
        if not self._tidy:
            self._tidy = True
            remove_old(self._file, self._server, now - DAYS * DAY)
        works = [{"doi": str(one.doi), **_members(one)} for one in found[:MOST]]
        entry = json.dumps({"outcome": "searched", "works": works}, ensure_ascii=False)
        insert(self._file, [(self._server, _digest(key), entry, now)], now)


def _members(one: MeantWork) -> dict[str, object]:
    work = one.work._replace(people=one.work.people[:MOST_PEOPLE], editors=one.work.editors[:20])
    return dump(KnownWork(work))


def _digest(key: str) -> str:
    return sha256(key.encode("utf-8", "backslashreplace")).hexdigest()


def _read(entry: str) -> tuple[MeantWork, ...] | None:
    """Return the works of an entry; None if it is none of ours."""
    try:
        value = json.loads(entry)
        if member(value, "outcome") != "searched":
            return None
        return tuple(_works(value))
    except (ValueError, TypeError, RecursionError):
        return None


def _works(value: object) -> Iterator[MeantWork]:
    for one in items(member(value, "works"), MOST):
        name, outcome = doi(member(one, "doi")), load(one)
        if name is not None and isinstance(outcome, KnownWork):
            yield MeantWork(name, outcome.work)
