"""What answers without a network: the records file first, then the cache."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from mdlint_doi.lookup import records
from mdlint_doi.lookup.recorded import Recorded
from mdlint_doi.lookup.settings import LookupSettingsError
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found
from mdlint_doi.registries.cache import WorkCache
from mdlint_doi.registries.settings import RegistrySettings
from mdlint_doi.registries.stored import is_kept, load
from mdlint_doi.works.work import KnownWork, WorkOutcome


def _works(path: Path, recorded: records.Records) -> dict[Doi, WorkOutcome]:
    works: dict[Doi, WorkOutcome] = {}
    for doi, members in recorded.works.items():
        try:
            outcome = load(members)
        except ValueError as error:
            message = f"records file {path}: {doi.key!a}: {error}"
            raise LookupSettingsError(message) from error
        works[doi] = (
            KnownWork(outcome.work, confirmed=True) if isinstance(outcome, KnownWork) else outcome
        )
    return works


class Store:
    """Records and cache of one run.

    Attributes:
        recorded: names that the records file answered, so far.
        cached: names that the cache answered.
        agencies: of names, as the records file has them.

    """

    def __init__(self, settings: RegistrySettings) -> None:
        """Read the records file.

        Raises:
            LookupSettingsError: for a records file that can't be used.

        """
        self.recorded = self.cached = 0
        self.agencies: dict[Doi, str] = {}
        self._works: dict[Doi, WorkOutcome] = {}
        self._cache: WorkCache | None = None
        self._old: dict[Doi, WorkOutcome] = {}
        self._noted: dict[str, str] = {}
        self._recorded: Recorded | None = None
        if isinstance(settings.lookup.records, Recorded):
            self._recorded = settings.lookup.records
        elif settings.lookup.records is not None:
            path = Path(settings.lookup.records)
            recorded = records.read_whole(path)
            self._works = _works(path, recorded)
            for doi, outcome in recorded.outcomes.items():
                if isinstance(outcome, Found) and outcome.agency:
                    self.agencies[doi] = outcome.agency
        if settings.lookup.use_cache:
            self._cache = WorkCache(settings)

    def close(self) -> None:
        """Close the cache."""
        if self._cache is not None:
            self._cache.close()

    def look_up(self, names: Iterable[Doi], *, cached: bool = True) -> dict[Doi, WorkOutcome]:
        """Return what is known of names; by the cache only if it is to be believed."""
        names = list(names)
        works = self._works if self._recorded is None else self._recorded.works(names)
        answers = {doi: works[doi] for doi in names if doi in works}
        self.recorded += len(answers)
        rest = [doi for doi in names if doi not in answers]
        if self._cache is not None and rest and cached:
            found = self._cache.read(rest)
            self._old |= found.old
            self.cached += len(found.fresh)
            answers |= found.fresh
        return answers

    def old(self, name: Doi) -> WorkOutcome | None:
        """Return what was known of a name some time ago, where nothing newer can be learned."""
        return self._old.get(name)

    def agencies_of(self, prefixes: Iterable[str]) -> dict[str, str]:
        """Return the Agencies of prefixes, as far as they are known."""
        if self._cache is None:
            return {}
        self._noted |= self._cache.agencies(prefixes)
        return dict(self._noted)

    def keep(self, outcomes: Mapping[Doi, WorkOutcome], agencies: Mapping[str, str]) -> None:
        """Put into the cache what is worth while, and what is new of prefixes."""
        kept = {doi: outcome for doi, outcome in outcomes.items() if is_kept(outcome)}
        fresh = {one: by for one, by in agencies.items() if self._noted.get(one) != by}
        if self._cache is not None and (kept or fresh):
            self._cache.write(kept, fresh)
            self._noted |= fresh
