"""What is kept of names that were asked earlier in a run, so that none is asked twice.

Most are in the cache, and not held. What could not be learned is in no cache, and neither is what
the rules want of the documents that are judged at last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mdlint_doi.ask.store import Answer, AnsweredBy
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Unknown

if TYPE_CHECKING:
    from mdlint_doi.pipeline import Learned


_DAYS: Final = 1.0
"""A cache that forgets sooner may have forgotten before the end of a run."""
_INTERRUPTED: Final = Answer(Unknown(Cause.INTERRUPTED), AnsweredBy.NETWORK)


class Earlier:
    """Answers, candidates and suggestions of a run.

    Attributes:
        undecided: whether anything could not be learned.

    """

    def __init__(self, settings: Settings) -> None:
        """Begin with nothing."""
        self.undecided = False
        forgets = settings.max_age is not None and settings.max_age < _DAYS
        self._keeps_all = not settings.offline and (forgets or not settings.use_cache)
        self._answers: dict[Doi, Answer] = {}
        self._candidates: dict[Doi, Answer] = {}
        self._suggestions: dict[Doi, tuple[Doi, ...]] = {}

    def fresh(self, names: Sequence[Doi]) -> Sequence[Doi]:
        """Return the names whose answers are not held."""
        return [doi for doi in names if doi not in self._answers] if self._answers else names

    def without_suggestions(self, missing: Iterable[Doi]) -> set[Doi]:
        """Return the names of which nobody has asked yet what they were meant for."""
        return {doi for doi in missing if doi not in self._suggestions}

    def keep(self, names: Iterable[Doi], answers: Mapping[Doi, Answer]) -> None:
        """Hold the answers to names."""
        self._answers.update((doi, answers[doi]) for doi in names)

    def completed(self, learned: Learned, names: Iterable[Doi]) -> Learned:
        """Hold what has to be held of what was learned; return it with what was learned before.

        Args:
            learned: of names that were just asked.
            names: those whose answers are wanted; one without any was not asked: the run was
                interrupted.

        """
        for doi, answer in learned.answers.items():
            if self._keeps_all or isinstance(answer.outcome, Unknown):
                self._answers[doi] = answer
        self._candidates.update(learned.candidates)
        self._suggestions.update(learned.suggestions)
        answers = dict(learned.answers)
        for doi in names:
            if doi not in answers:
                answers[doi] = self._answers.get(doi, _INTERRUPTED)
        asked = (*answers.values(), *learned.candidates.values())
        self.undecided = self.undecided or any(isinstance(one.outcome, Unknown) for one in asked)
        return learned.replace(
            answers=answers, candidates=self._candidates, suggestions=self._suggestions
        )
