"""Names on their way to an answer: what is known by now, and what is still to be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Final

from mdlint_doi.lookup.answer import Answer, AnsweredBy
from mdlint_doi.lookup.store import Store
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Missing, Outcome, Unknown

if TYPE_CHECKING:
    from mdlint_doi.lookup.stored import Stored


Progress = Callable[[int, int], None]
Watch = Callable[[Doi, Outcome], None]
"""Called with a name and what was learned of it: again where more is learned."""

SAVE_EVERY: Final = 200
"""A run that is killed loses fewer new answers than these, ..."""
SAVE_SECONDS: Final = 1.0
"""... or such as came within so many seconds: each time, most pages of the cache are written."""


class Batch:
    """Distinct names and their answers."""

    def __init__(
        self,
        store: Store,
        progress: Progress | None,
        watch: Watch | None = None,
    ) -> None:
        """Begin without names."""
        self._store = store
        self._progress = progress
        self._watch = watch
        # One table from the beginning to the end: a million names take a hundred megabytes in each.
        self._answers: dict[Doi, Answer | None] = {}
        self._agencies: dict[Doi, str] = {}
        self._count = 0
        self._unsaved: dict[Doi, Stored] = {}
        self._saved = monotonic()
        self._last = Answer(Found(), AnsweredBy.NETWORK)

    def rest(self, parts: Iterable[Iterable[Doi]]) -> Iterator[list[Doi]]:
        """Take names, a part when it is wanted; yield those of it that must be asked.

        These are the ones that neither records nor cache can answer; of equal names the first.
        """
        for part in parts:
            fresh = dict.fromkeys(doi for doi in part if doi not in self._answers)
            if not fresh:
                yield []
                continue
            known, agencies = self._store.look_up(fresh)
            rest = [doi for doi in fresh if doi not in known]
            if self._answers:
                self._answers |= fresh
            else:
                self._answers = fresh  # one table of a million names, not two
            self._answers |= known
            self._agencies |= agencies
            self._count += len(known)
            if self._watch is not None:
                for doi, answer in known.items():
                    self._watch(doi, answer.outcome)
            self._tell()
            del fresh, known
            yield rest

    def take(self, doi: Doi, outcome: Outcome) -> None:
        """Note what the network says of a name."""
        if isinstance(outcome, Found) and outcome.agency is None:
            outcome = outcome.replace(agency=self._agencies.get(doi) or None)
        if outcome is not self._last.outcome:  # one answer for all that are alike
            self._last = Answer(outcome, AnsweredBy.NETWORK)
        self._count += self._answers[doi] is None
        self._answers[doi] = self._last
        if isinstance(outcome, (Found, Missing)):
            self._unsaved[doi] = outcome
            if len(self._unsaved) >= SAVE_EVERY and monotonic() - self._saved > SAVE_SECONDS:
                self.save()
        if self._watch is not None:
            self._watch(doi, outcome)
        self._tell()

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(self._count, len(self._answers))

    def save(self) -> None:
        """Put new answers into the cache."""
        unsaved, self._unsaved, self._saved = self._unsaved, {}, monotonic()
        if unsaved:
            self._store.keep(unsaved)

    def answers(self, otherwise: Unknown) -> dict[Doi, Answer]:
        """Return an answer for each name, in order; `otherwise` where there is none."""
        nothing = Answer(otherwise, AnsweredBy.NETWORK)
        answers = self._answers
        for doi, answer in answers.items():
            if answer is None:
                answers[doi] = nothing
        return answers  # type: ignore[return-value]  # none of them is None any more
