"""Works that were learned before, in the same file as the look-ups.

They stand there under the addresses of the two services, apart from every server of look-ups. An
entry is renewed after a week, since a retraction matters most when it is new; where that fails, its
titles are believed for a month all the same. The Agency of each prefix is noted, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from time import time
from typing import Final, NamedTuple

from mdlint_doi.lookup.cache import DAY, default_folder, insert, remove_old, select
from mdlint_doi.lookup.cache_file import CacheFile
from mdlint_doi.lookup.stored import MOST_AGENCY
from mdlint_doi.names.doi import Doi
from mdlint_doi.registries.settings import RegistrySettings
from mdlint_doi.registries.stored import load, render
from mdlint_doi.registries.values import member, text
from mdlint_doi.works.work import KnownWork, NotHeld, WorkOutcome

UPDATES_DAYS: Final = 7.0
"""After these a work is asked again, to learn of corrections and retractions."""
TITLES_DAYS: Final = 30.0
NO_RECORD_DAYS: Final = 1.0
KEPT_DAYS: Final = 90.0
"""After these an entry is removed, whatever `max-age` says: works take more room than names."""
_SKEW: Final = 300.0


class Cached(NamedTuple):
    """What the cache knows of names.

    Attributes:
        fresh: what needs no question.
        old: what is believed only if nobody can be asked.

    """

    fresh: dict[Doi, WorkOutcome]
    old: dict[Doi, WorkOutcome]


class WorkCache:
    """The entries of two services."""

    def __init__(self, settings: RegistrySettings, clock: Callable[[], float] = time) -> None:
        """Open nothing yet; `clock` gives Unix time."""
        self._file = CacheFile(settings.lookup.cache_dir or default_folder())
        self._server = f"works {settings.crossref} {settings.datacite}"
        self._max_age = settings.lookup.max_age
        self._clock = clock
        self._tidy = False

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def read(self, names: Iterable[Doi]) -> Cached:
        """Return what is known of names; one query."""
        by_key = {doi.key: doi for doi in names}
        cached = Cached({}, {})
        for key, entry, answered in self._entries(list(by_key)):
            try:
                outcome = load(entry, answered)
            except ValueError:
                continue
            age = self._clock() - answered
            fresh, kept = self._days(outcome)
            if -_SKEW <= age < fresh * DAY:
                cached.fresh[by_key[key]] = outcome
            elif -_SKEW <= age < kept * DAY:
                cached.old[by_key[key]] = outcome
        return cached

    def agencies(self, prefixes: Iterable[str]) -> dict[str, str]:
        """Return the Agencies of prefixes, as far as they are known; one query."""
        oldest = self._clock() - TITLES_DAYS * DAY
        found = {}
        for prefix, entry, answered in self._entries(list(dict.fromkeys(prefixes))):
            agency = text(member(entry, "prefix-of"))[:MOST_AGENCY]
            if agency and answered > oldest:
                found[prefix] = agency
        return found

    def write(self, outcomes: Mapping[Doi, WorkOutcome], agencies: Mapping[str, str]) -> None:
        """Keep outcomes, and the Agencies of prefixes, all in one transaction."""
        now = self._clock()
        rows = [
            (self._server, doi.key, render(outcome), _as_of(outcome) or now)
            for doi, outcome in outcomes.items()
        ]
        for prefix, agency in agencies.items():
            entry = json.dumps({"prefix-of": agency}, ensure_ascii=False)
            rows.append((self._server, prefix, entry, now))
        if not self._tidy:
            self._tidy = True
            remove_old(self._file, self._server, now - KEPT_DAYS * DAY)
        insert(self._file, rows, now)

    def _entries(self, keys: list[str]) -> Iterable[tuple[str, object, float]]:
        for key, entry, answered in select(self._file, self._server, keys):
            try:
                yield key, json.loads(entry), answered
            except (ValueError, TypeError, RecursionError):
                continue

    def _days(self, outcome: WorkOutcome) -> tuple[float, float]:
        """Return for how many days an outcome needs no question, and is believed at all."""
        match outcome:
            case KnownWork():
                days = UPDATES_DAYS, TITLES_DAYS
            case NotHeld():
                days = TITLES_DAYS, TITLES_DAYS
            case _:
                days = NO_RECORD_DAYS, NO_RECORD_DAYS
        if self._max_age is None:
            return days
        return min(days[0], self._max_age), min(days[1], self._max_age)


def _as_of(outcome: WorkOutcome) -> float:
    return outcome.work.as_of if isinstance(outcome, KnownWork) else 0.0
