"""What the look-ups of a run brought; nothing of it where none were made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Outcome
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.ask.store import Answer
    from mdlint_doi.works.candidates import MeantWork
    from mdlint_doi.works.work import WorkOutcome


class WorksLearned(Value):
    """What the names of a run are registered as.

    Attributes:
        answers: of the names that were asked, as far as somebody told.
        asked: how many names were.
        requests: how many were sent.
        left_out: names of which nothing is said, and which were too many to be asked.
        seconds: how long these would take.
        seconds_with_contact: the same where the user's address is told.
        messages: what a user has to be told.
        complete: nothing more could be learned.

    """

    answers: Mapping[Doi, WorkOutcome] = MappingProxyType({})
    asked: int = 0
    requests: int = 0
    left_out: int = 0
    seconds: float = 0.0
    seconds_with_contact: float = 0.0
    messages: tuple[str, ...] = ()
    complete: bool = False


class _Outcomes(Mapping["Doi", "Outcome"]):
    """The outcomes of answers, looked up when they are wanted: a run may have a million."""

    __slots__ = ("_more", "_most")

    def __init__(self, most: Mapping[Doi, Answer], more: Mapping[Doi, Answer]) -> None:
        """Take answers; of those to the same name the former count."""
        self._most, self._more = most, more

    def __getitem__(self, doi: Doi) -> Outcome:
        answer = self._most.get(doi)
        return (self._more[doi] if answer is None else answer).outcome

    def get(self, doi: Doi, default: object = None) -> object:  # type: ignore[override]
        """Return an outcome as a `dict` does, without an exception in between."""
        answer = self._most.get(doi) or self._more.get(doi)
        return default if answer is None else answer.outcome

    def __iter__(self) -> Iterator[Doi]:
        yield from self._most
        yield from (doi for doi in self._more if doi not in self._most)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        """Return whether there are any, without counting them: each document asks."""
        return bool(self._most or self._more)


class Learned(Value):
    """What the look-ups of a run brought.

    Attributes:
        answers: every name of the documents.
        candidates: the names that were asked for "did you mean".
        suggestions: for a missing name, the candidates that are registered, in order.
        online: whether look-ups were made at all.
        interrupted: the user stopped them; what was known by then is here.
        works: what the names are registered as.
        proposals: the works that citations of wrong names may have meant, by identity.

    """

    answers: Mapping[Doi, Answer] = MappingProxyType({})
    candidates: Mapping[Doi, Answer] = MappingProxyType({})
    suggestions: Mapping[Doi, tuple[Doi, ...]] = MappingProxyType({})
    online: bool = False
    interrupted: bool = False
    works: WorksLearned = WorksLearned()
    proposals: Mapping[str, MeantWork] = MappingProxyType({})

    @property
    def outcomes(self) -> Mapping[Doi, Outcome]:
        """The verdicts alone, on names and candidates."""
        return _Outcomes(self.answers, self.candidates)
