"""The answers of the DOI system and the agencies since the start of the server.

A document is checked again after each edit, but its DOIs are looked up only once. An answer is
valid for an hour; then the cache, which has its own limits, is read again. A DOI that could not be
checked is not looked up again for a minute, however often a document is saved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import dois_to_look_up
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.running_names import as_registered, longer
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Unknown
from mdlint_doi.run.asking import alearn, registry_settings
from mdlint_doi.run.learned import Learned, WorksLearned
from mdlint_doi.run.works import accusations, look_up_works
from mdlint_doi.works.work import UnknownWork, WorkOutcome

if TYPE_CHECKING:
    from mdlint_doi.ask.settings import RegistrySettings
    from mdlint_doi.ask.store import Answer

VALID_FOR: Final = 3600.0
"""Seconds for which an answer is valid here."""
UNKNOWN_FOR: Final = 60.0
"""Seconds after which a DOI that could not be checked is looked up again."""
_MOST: Final = 100_000
"""The most DOIs of each kind of answer; the oldest are dropped first."""
_Told = TypeVar("_Told")


class _Kept(NamedTuple, Generic[_Told]):
    """An answer, and the time when it arrived."""

    answer: _Told
    since: float  # the time of `Memory`'s clock, in seconds


class Memory:
    """The answers from one combination of server, cache and records file."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Begin without answers; `clock` returns seconds."""
        self.revision = 0  # increases with each new set of answers
        self._clock = clock
        self._answers: dict[Doi, _Kept[Answer]] = {}
        self._candidates: dict[Doi, Answer] = {}
        self._suggestions: dict[Doi, tuple[Doi, ...]] = {}
        self._similar: dict[Doi, tuple[Doi, ...]] = {}
        self._similar_in_part: dict[Doi, None] = {}
        self._works: dict[Doi, _Kept[WorkOutcome | None]] = {}
        self._meant: dict[Doi, WorkOutcome] = {}

    def learned(self, mentions: Sequence[Mention], settings: Settings) -> Learned:
        """Return the answers about the DOIs of a document.

        The result is `online` only if all its DOIs were looked up: only then can suppression
        comments be reported as unused.
        """
        names = dois_to_look_up(mentions, lambda _: settings)
        answers = {name: self._answers[name].answer for name in names if name in self._answers}
        online = len(answers) == len(names)
        outcomes = Learned(answers, self._candidates).outcomes
        for name in filter(None, [longer(mention, outcomes) for mention in mentions]):
            if name in self._answers:
                answers[name] = self._answers[name].answer
        asked = {name: self._works[name].answer for name in answers if name in self._works}
        works = {name: work for name, work in asked.items() if work is not None}
        complete = settings.looks_up_works and all(
            name in asked and not isinstance(asked[name], UnknownWork)
            for name in answers
            if isinstance(answers[name].outcome, Found)
        )
        return Learned(
            answers=answers,
            candidates=self._candidates,
            suggestions={name: self._suggestions.get(name, ()) for name in answers},
            similar={name: self._similar[name] for name in answers if name in self._similar},
            similar_in_part=self._similar_in_part,
            online=online,
            works=WorksLearned(answers=works, meant=self._meant, complete=complete),
        )

    async def ask(self, document: Document, settings: Settings) -> tuple[str, ...]:
        """Look up the unknown DOIs of a document; return the messages for the user.

        After a cancellation, the cache has the answers so far. A failure of the network or a server
        raises nothing.

        Raises:
            LookupSettingsError: if the server or the records file cannot be used.
        """
        self._forget()
        if settings.offline and settings.records is None:
            return ()
        wanted = [mention for mention in document.mentions if self._is_new(mention, settings)]
        if wanted:
            found = await alearn(wanted, settings)
            now = self._clock()
            self.revision += 1
            self._answers |= {name: _Kept(answer, now) for name, answer in found.answers.items()}
            self._candidates |= found.candidates
            self._suggestions |= found.suggestions
            self._similar |= found.similar
            self._similar_in_part |= dict.fromkeys(found.similar_in_part)
        return await self._ask_works(document, settings)

    async def _ask_works(self, document: Document, settings: Settings) -> tuple[str, ...]:
        learned = self.learned(document.mentions, settings)
        document = as_registered(document, learned.outcomes)
        doubtful = set(accusations([document], learned.works.answers).names)
        rest = {
            name: answer
            for name, answer in learned.answers.items()
            if name in doubtful or not self._is_fresh(self._works.get(name))
        }
        if not (rest and settings.looks_up_works):
            return ()
        asked = learned.replace(answers=rest, online=True)
        found = await look_up_works([document], asked, settings)
        now = self._clock()
        self.revision += 1
        answers = found.works.answers
        self._meant |= found.works.meant
        self._works |= {name: _Kept(answers.get(name), now) for name in rest}
        return found.works.messages

    def _is_new(self, mention: Mention, settings: Settings) -> bool:
        names = dois_to_look_up((mention,), lambda _: settings)
        return not all(self._is_fresh(self._answers.get(name)) for name in names)

    def _is_fresh(self, kept: _Kept[Answer] | _Kept[WorkOutcome | None] | None) -> bool:
        """Return whether there is an answer that is still valid."""
        if kept is None:
            return False
        outcome = getattr(kept.answer, "outcome", kept.answer)
        limit = UNKNOWN_FOR if isinstance(outcome, Unknown | UnknownWork) else VALID_FOR
        return self._clock() - kept.since < limit

    def _forget(self) -> None:
        """Drop the oldest answers above the limit."""
        kept: dict[Doi, Any]
        for kept in (
            *(self._answers, self._candidates, self._suggestions),
            *(self._similar, self._similar_in_part, self._works, self._meant),
        ):
            for name in list(kept)[: max(0, len(kept) - _MOST)]:
                del kept[name]


class Knowledge:
    """The memories, one for each combination of server, cache and records file."""

    def __init__(self) -> None:
        """Begin without memories."""
        self._memories: dict[RegistrySettings, Memory] = {}

    def of(self, settings: Settings) -> Memory:
        """Return the memory for the settings of a document."""
        return self._memories.setdefault(registry_settings(settings), Memory())

    def forget(self) -> None:
        """Drop all answers, because a records file or the settings have changed."""
        self._memories.clear()
