"""What answers without a network: the records file first, then the cache."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from mdlint_doi.ask.services.names_json import NAMES, Stored
from mdlint_doi.ask.settings import LookupSettings, LookupSettingsError, RegistrySettings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Outcome
from mdlint_doi.services import agencies
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.ask.cache import CachedAnswers
    from mdlint_doi.ask.kind import AnswerKind
    from mdlint_doi.ask.records import Recorded
    from mdlint_doi.works.work import WorkOutcome

A = TypeVar("A")


class AnsweredBy(StrEnum):
    """Who said it."""

    NETWORK = "network"
    CACHE = "cache"
    RECORDS = "records"


class Answer(Value):
    """What was learned of one name.

    Attributes:
        outcome: Found, Missing or Unknown.
        origin: where it came from; an Unknown that was never asked counts as NETWORK.

    """

    outcome: Outcome
    origin: AnsweredBy


class Known(Value, Generic[A]):
    """What is known of names.

    Attributes:
        recorded: by the records file.
        cached: by the cache, as far as it needs no question.
        old: by the cache, if nothing newer can be learned.

    """

    recorded: dict[Doi, A]
    cached: dict[Doi, A]
    old: dict[Doi, A]


class Store(Generic[A]):
    """Records and cache of one run, and one kind of answers; a context.

    Attributes:
        agencies: of names, as the records file has them.

    """

    def __init__(
        self,
        kind: AnswerKind[Doi, A],
        settings: LookupSettings,
        server: str,
        recorded: Callable[[Recorded, list[Doi]], Mapping[Doi, A]],
        is_enough: Callable[[A], bool] | None = None,
    ) -> None:
        """Read the records file.

        Args:
            kind: of the answers.
            settings: where the file is, and the cache.
            server: the name under which the cache has them.
            recorded: returns what a records file knows of names.
            is_enough: whether an answer of the cache needs no question; None: each.

        Raises:
            LookupSettingsError: for a records file that can't be used.

        """
        self.agencies: dict[Doi, str] = {}
        self._is_enough = is_enough
        self._recorded = recorded
        self._records = self._read(settings.records) if settings.records is not None else None
        self.entries: CachedAnswers[Doi, A] | None = None
        if settings.use_cache:
            from mdlint_doi.ask.cache import CachedAnswers

            self.entries = CachedAnswers(kind, settings.cache_dir, server, settings.max_age)

    def _read(self, path: str | os.PathLike[str]) -> Recorded:
        from pathlib import Path

        from mdlint_doi.ask.records import Recorded, RecordsFile

        if isinstance(path, Recorded):
            return path
        if os.fspath(path).endswith(".parquet"):
            message = f"records file {path}: give mdlint_doi.arrow.Verdicts({path!r})"
            raise LookupSettingsError(message)
        file = RecordsFile(Path(path))
        self.agencies = file.agencies
        return file

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the cache."""
        self.close()

    def close(self) -> None:
        """Close the cache."""
        if self.entries is not None:
            self.entries.close()

    def look_up(self, names: Iterable[Doi], *, cached: bool = True) -> Known[A]:
        """Return what is known of names; by the cache only if it is to be believed.

        Raises:
            LookupSettingsError: for an entry of the records file that can't be used.

        """
        names = list(names)
        known = self._recorded(self._records, names) if self._records is not None else {}
        recorded = {doi: known[doi] for doi in names if doi in known}
        rest = [doi for doi in names if doi not in recorded]
        if self.entries is None or not rest or not cached:
            return Known(recorded, {}, {})
        fresh, old = self.entries.look_up(rest)
        if self._is_enough is not None:
            old |= {doi: one for doi, one in fresh.items() if not self._is_enough(one)}
            fresh = {doi: one for doi, one in fresh.items() if doi not in old}
        return Known(recorded, fresh, old)

    def keep(self, answers: Mapping[Doi, A]) -> None:
        """Put answers into the cache."""
        if self.entries is not None:
            self.entries.write(answers)


def store_of_names(settings: LookupSettings) -> Store[Stored]:
    """Return what answers whether names are registered.

    A cached answer without the handle record is not enough where every record is to be read.

    Raises:
        LookupSettingsError: for a records file that can't be used.

    """
    return Store(
        NAMES,
        settings,
        settings.server,
        lambda records, names: records.outcomes(names),
        _has_record if settings.read_records else None,
    )


def _has_record(outcome: Stored) -> bool:
    return not isinstance(outcome, Found) or outcome.record is not None


def store_of_works(settings: RegistrySettings) -> Store[WorkOutcome]:
    """Return what answers as what names are registered.

    In the cache these answers stand under the addresses of the services that were asked.

    Raises:
        LookupSettingsError: for a records file that can't be used.

    """
    from mdlint_doi.ask.services.works_json import WORKS

    server = " ".join(["works", *map(settings.address_of, agencies())])
    return Store(WORKS, settings.lookup, server, lambda records, names: records.works(names))
