"""The one flow that both front doors run.

Mentions -> rules, with what the look-ups of `mdlint_doi.learn` brought -> suppression. A format, or
the reader of a doctree, makes `Document`s; everything after that is here. In an offline run nothing
is asked and no module of `lookup` is imported, unless a records file can answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING

from mdlint_doi.config.today import today
from mdlint_doi.lint import engine
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.facts import RunFacts
from mdlint_doi.lint.model import Finding, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Outcome, Unknown
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from datetime import date

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


def facts_of(
    settings: Settings,
    learned: Learned,
    mentions: Iterable[Mention],
    today: date | None,
) -> RunFacts:
    """Return what the rules may know beside a mention.

    Args:
        settings: of the run.
        learned: what the look-ups brought.
        mentions: of all documents, for what only the whole project tells.
        today: the day against which exceptions expire; None: they don't.

    """
    asked = chain(learned.answers.values(), learned.candidates.values())
    return RunFacts(
        settings=settings,
        outcomes=learned.outcomes,
        suggestions=learned.suggestions,
        casings=engine.casings(engine.names_as_written(mentions)),
        online=learned.online,
        today=today,
        works=learned.works.answers,
        works_complete=learned.works.complete,
        proposals=learned.proposals,
        undecided=any(isinstance(one.outcome, Unknown) for one in asked),
    )


def judge(document: Document, facts: RunFacts) -> list[Finding]:
    """Return what is wrong with a document, in order: rules, then suppression."""
    if document.may_be_made_up and facts.today is None:
        facts = facts.replace(today=today())  # a year to come is one after this
    if facts.works or facts.proposals or document.may_be_made_up:
        facts = facts.replace(claims=document.claims)
    found = engine.findings(document.mentions, facts)
    if facts.proposals or facts.searches or document.may_be_made_up:
        found += _about_references(document, facts)
    if not document.suppressions:
        return found
    from mdlint_doi.lint import suppression

    return suppression.apply(found, document.suppressions, document.source, facts)


def _about_references(document: Document, facts: RunFacts) -> list[Finding]:
    """Return what is wrong with the references of a document that lack a DOI."""
    from mdlint_doi.formats.references import references_in
    from mdlint_doi.lint.missing import missing_dois
    from mdlint_doi.lint.rules.made_up_fields import made_up_references

    references = references_in(document)
    found = missing_dois(references, facts) if facts.proposals or facts.searches else []
    return found + made_up_references(references, facts) if document.may_be_made_up else found
