"""The answers of the look-ups of a run, and their counts; empty if there were none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Found, Missing, Outcome, Unknown
from mdlint_doi.report.model import LookupCounts
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.ask.store import Answer
    from mdlint_doi.works.candidates import MeantWork
    from mdlint_doi.works.search_verdict import SearchVerdict
    from mdlint_doi.works.work import WorkOutcome


DENIED: Final = frozenset({Cause.UNCONFIRMED, Cause.OFFLINE})
"""Causes for which another DOI that may be meant is taken as not registered.

Offline, the records file has those that were registered when it was written.
"""


def is_denied(outcome: Outcome | None) -> bool:
    """Return whether the answer about a DOI that may be meant is taken as not registered."""
    return isinstance(outcome, Missing) or (
        isinstance(outcome, Unknown) and outcome.cause in DENIED
    )


class WorksLearned(Value):
    """The registered works of the DOIs of a run.

    Attributes:
        answers: the answers for the DOIs that were looked up.
        meant: the answers for DOIs that may be meant by one that is not registered.
        asked: the number of DOIs that were looked up.
        requests: the number of requests.
        left_out: the number of DOIs that were not looked up, because there were too many and
            documents do not describe their works.
        seconds: the number of seconds that these would take.
        seconds_with_contact: the same for a user who gives an address (the setting `contact`).
        messages: sentences for the user.
        complete: whether no answer is missing.
    """

    answers: Mapping[Doi, WorkOutcome] = MappingProxyType({})
    meant: Mapping[Doi, WorkOutcome] = MappingProxyType({})
    asked: int = 0
    requests: int = 0
    left_out: int = 0
    seconds: float = 0.0
    seconds_with_contact: float = 0.0
    messages: tuple[str, ...] = ()
    complete: bool = False


class CleanAnswers(Value):
    """The answers about files that are known to be clean, which a run does not read again.

    Attributes:
        registered: the keys of their DOIs, all registered, and whether their handle records were
            read.
        works: the keys of the DOIs whose works were looked up, each with the agency whose records
            cannot be read; None: the work is known.
        citations: the number of citations by the result of their comparison (`Judgement`).
    """

    registered: Mapping[str, bool] = MappingProxyType({})
    works: Mapping[str, str | None] = MappingProxyType({})
    citations: Mapping[str, int] = MappingProxyType({})


class _Outcomes(Mapping["Doi", "Outcome"]):
    """The outcomes of answers, without a copy, because a run may have a million."""

    __slots__ = ("_more", "_most")

    def __init__(self, most: Mapping[Doi, Answer], more: Mapping[Doi, Answer]) -> None:
        """Keep the answers; those in `most` take precedence."""
        self._most = most
        self._more = more

    def __getitem__(self, doi: Doi) -> Outcome:
        answer = self._most.get(doi)
        return (self._more[doi] if answer is None else answer).outcome

    def get(self, doi: Doi, default: object = None) -> object:  # type: ignore[override]
        """Return an outcome as `dict.get` does, without an internal exception, which is slow."""
        answer = self._most.get(doi) or self._more.get(doi)
        return default if answer is None else answer.outcome

    def __iter__(self) -> Iterator[Doi]:
        yield from self._most
        yield from (doi for doi in self._more if doi not in self._most)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        """Return whether there are any, without counting them, because each document needs this."""
        return bool(self._most or self._more)


class Learned(Value):
    """The answers of the look-ups of a run.

    Attributes:
        answers: the answer for each DOI of the documents.
        candidates: the answers for candidates of "did you mean".
        suggestions: for an unregistered DOI, the candidates that are registered, in order.
        not_meant: the unregistered DOIs that no mention means (see `running_names`), so that no
            report counts them.
        similar: for an unregistered DOI without such candidates, the registered DOIs that differ by
            a single typo.
        similar_in_part: the DOIs for which not all of these were looked up.
        online: whether look-ups were made at all.
        interrupted: whether the user stopped the look-ups; the answers are then incomplete.
        works: the registered works of the DOIs.
        proposals: the works that citations with a wrong DOI may have meant, by identity.
        searches: the results of a search for references without a DOI, by identity.
        searched: whether every reference without a DOI was searched.
        messages: sentences for the user about the look-ups of DOIs.
    """

    answers: Mapping[Doi, Answer] = MappingProxyType({})
    candidates: Mapping[Doi, Answer] = MappingProxyType({})
    suggestions: Mapping[Doi, tuple[Doi, ...]] = MappingProxyType({})
    not_meant: Collection[Doi] = ()
    similar: Mapping[Doi, tuple[Doi, ...]] = MappingProxyType({})
    similar_in_part: Collection[Doi] = ()
    online: bool = False
    interrupted: bool = False
    works: WorksLearned = WorksLearned()
    proposals: Mapping[str, MeantWork] = MappingProxyType({})
    searches: Mapping[str, SearchVerdict] = MappingProxyType({})
    searched: bool = False
    messages: tuple[str, ...] = ()

    @property
    def outcomes(self) -> Mapping[Doi, Outcome]:
        """The outcomes of all DOIs and candidates."""
        return _Outcomes(self.answers, self.candidates)

    def counts(self, settings: Settings, clean: CleanAnswers | None = None) -> LookupCounts | None:
        """Return the counts of look-ups, without candidates; None if there were no look-ups.

        `clean` has the answers about files that were not read again, if there are any.
        """
        if not self.online:
            return None
        known = dict(clean.registered) if clean else {}
        missing = 0
        unknown = dict[Doi, Cause]()
        for doi, answer in self.answers.items():
            if doi in self.not_meant:
                continue
            match answer.outcome:
                case Found(record=record):
                    known.setdefault(doi.key, record is not None)
                case Missing():
                    missing += 1
                case Unknown(cause=cause):
                    unknown[doi] = cause
        return LookupCounts(
            asked=len(known) + missing + len(unknown),
            found=len(known),
            missing=missing,
            unknown=tuple(sorted(Counter(unknown.values()).items())),
            records_read=sum(known.values()),
            not_checked=tuple(unknown),
            lock_file=settings.lock_file,
        )


NOTHING_LEARNED: Final = Learned()
