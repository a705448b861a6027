"""What answers without a network: the records file first, then the cache."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from mdlint_doi.lookup import records
from mdlint_doi.lookup.answer import Answer, AnsweredBy
from mdlint_doi.lookup.recorded import Recorded
from mdlint_doi.lookup.settings import LookupSettings, LookupSettingsError
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found

if TYPE_CHECKING:
    from mdlint_doi.lookup.cache import Cache
    from mdlint_doi.lookup.stored import Stored


class Store:
    """Records and cache of one run; a context."""

    def __init__(self, settings: LookupSettings) -> None:
        """Read the records file.

        Raises:
            LookupSettingsError: for a records file that can't be used.

        """
        self._handles = settings.strategy == "handles"
        self._records: Mapping[Doi, Stored] = {}
        self._recorded: Recorded | None = None
        self._cache: Cache | None = None
        if settings.records is not None:
            self._read(settings.records)
        if settings.use_cache:
            from mdlint_doi.lookup.cache import Cache

            self._cache = Cache(settings.cache_dir, settings.server, settings.max_age)

    def _read(self, path: str | os.PathLike[str]) -> None:
        if isinstance(path, Recorded):
            self._recorded = path
            return
        if os.fspath(path).endswith(".parquet"):
            message = f"records file {path}: give mdlint_doi.arrow.Verdicts({path!r})"
            raise LookupSettingsError(message)
        self._records = records.read(Path(path))

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the cache."""
        if self._cache is not None:
            self._cache.__exit__(kind, error, trace)

    def look_up(self, names: Iterable[Doi]) -> tuple[dict[Doi, Answer], dict[Doi, str]]:
        """Return what is known, and the Agencies of names that must be asked all the same.

        A cached answer without the handle record is no answer where every record is to be read.
        """
        answers: dict[Doi, Answer] = {}
        rest: list[Doi] = []
        names = list(names)
        records = self._records if self._recorded is None else self._recorded.outcomes(names)
        for doi in names:
            outcome = records.get(doi)
            if outcome is None:
                rest.append(doi)
            else:
                answers[doi] = Answer(outcome, AnsweredBy.RECORDS)
        agencies: dict[Doi, str] = {}
        for doi, outcome in self._cached(rest).items():
            if self._handles and isinstance(outcome, Found) and outcome.record is None:
                agencies[doi] = outcome.agency or ""
            else:
                answers[doi] = Answer(outcome, AnsweredBy.CACHE)
        return answers, agencies

    def keep(self, outcomes: Mapping[Doi, Stored]) -> None:
        """Put outcomes into the cache."""
        if self._cache is not None:
            self._cache.write(outcomes)

    def _cached(self, names: list[Doi]) -> dict[Doi, Stored]:
        return self._cache.read(names) if self._cache is not None and names else {}
