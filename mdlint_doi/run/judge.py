"""Read and judge one document, and keep the results.

This is the expensive part of a run; nothing of it is imported until a file may contain a DOI.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from mdlint_doi.config.today import today as current_day
from mdlint_doi.file_formats import chosen_entry, entry_of
from mdlint_doi.formats import format_of
from mdlint_doi.lint import engine
from mdlint_doi.lint.baseline import KnownFindings, subtract
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import SettingsOf
from mdlint_doi.lint.letters import candidates_of
from mdlint_doi.lint.model import Finding, Mention, detached
from mdlint_doi.lint.running_names import as_registered
from mdlint_doi.lint.selection import RunFacts, Selection
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Missing, Unknown
from mdlint_doi.report.model import unread_notes
from mdlint_doi.run.learned import NOTHING_LEARNED, Learned, is_denied
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Judged, Tally
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.lint.rule import Day
    from mdlint_doi.lint.setting_types import DoiException
    from mdlint_doi.text.changed_lines import ChangedLines
    from mdlint_doi.works.work import WorkOutcome


_NOTHING: Final = KnownFindings()
_UNREADABLE: Final = "\ufffd"
"""Replaces each byte outside ASCII in a document of which only ASCII is read."""


def read_document(source: Source, settings: Settings) -> Document:
    """Return a document's DOIs and suppressions, read by the format of its name.

    Args:
        source: the document's text, and its name, which shows the format.
        settings: define what counts as a DOI, and whether code is read.

    Returns:
        The document. If it cannot be read, no exception is raised; `Document.unread` has the
        reason.
    """
    if (chosen := chosen_entry(source.name, settings.read_as)) is not None:
        source = source.replace(format=chosen.name)
    document = format_of(source.name, settings.read_as).read(source, settings)
    if not source.is_read_in_part:
        return document
    # A byte outside ASCII is not known, so DOIs with such a byte are left out.
    readable = [mention for mention in document.mentions if _UNREADABLE not in mention.written.text]
    return document.replace(mentions=tuple(readable))


class Judge:
    """Judges documents, based on the answers of a run.

    Attributes:
        facts: the facts for the rules, with the settings of the run.
    """

    def __init__(  # noqa: PLR0913 - independent options, passed by name
        self,
        settings: Settings,
        learned: Learned = NOTHING_LEARNED,
        *,
        settings_of: SettingsOf | None = None,
        mentions: Iterable[Mention] = (),
        written: Iterable[Doi] = (),
        today: Day | None = None,
    ) -> None:
        """Collect the facts of a run.

        Args:
            settings: the settings of the run.
            learned: the answers of the look-ups; by default, there are none.
            settings_of: returns the settings of a document; None: those of the run apply to all.
            mentions: the mentions of all documents, for rules that compare documents.
            written: the DOIs of further mentions, in each letter case.
            today: the day of the run; None: the current day.
        """
        names = (*engine.names_as_written(mentions), *written)
        self._settings_of = settings_of
        self.facts = RunFacts(
            settings=settings,
            outcomes=learned.outcomes,
            suggestions=learned.suggestions,
            similar=learned.similar,
            similar_in_part=learned.similar_in_part,
            casings=engine.casings(names),
            online=learned.online,
            today=today or current_day(),
            works=_works_of(learned),
            proposals=learned.proposals,
            searches=learned.searches,
            searched=learned.searched,
        )

    def facts_for(self, name: str) -> RunFacts:
        """Return the facts with the settings of one document."""
        facts = self.facts
        settings = facts.settings if self._settings_of is None else self._settings_of(name)
        if settings is facts.settings:
            return facts
        return facts.replace(settings=settings)

    def of(self, document: Document, known: KnownFindings = _NOTHING) -> Judged:
        """Return the findings of a document, in order.

        Args:
            document: the document as it was read.
            known: findings of a baseline, which are counted but not reported.

        Returns:
            The findings, and the number of those that were left out.
        """
        return judged(document, self.facts_for(document.name), known)


def _works_of(learned: Learned) -> Mapping[Doi, WorkOutcome]:
    """Return the works of the DOIs of a run, and of DOIs that may be meant."""
    works = learned.works
    return {**works.answers, **works.meant} if works.meant else works.answers


def judged(
    document: Document,
    facts: RunFacts,
    known: KnownFindings = _NOTHING,
    lines: ChangedLines | None = None,
) -> Judged:
    """Return the findings of a document, in order, and what could not be read.

    In a format that is not fixed, findings have no fixes.

    Args:
        document: the document as it was read.
        facts: the facts of the run, with the settings of the document.
        known: findings of a baseline, which are counted but not reported.
        lines: the lines whose findings are reported; None: all.
    """
    unread = tuple(unread_notes(document))
    if document.is_unread:
        return Judged(document.source, (), unread=unread)
    found = subtract(judge(document, facts), known)
    new = [*found.new]
    if lines is not None:
        from mdlint_doi.run.since import kept

        new = kept(new, document.source, lines)
    outside = len(found.new) - len(new)
    if not _is_fixed(document.source):
        new = [finding.without_fix() for finding in new]
    known_here = len(found.known)
    return Judged(
        document.source,
        new,
        hidden=found.hidden,
        known=known_here,
        outside=outside,
        unread=unread,
    )


def judge(document: Document, facts: RunFacts) -> list[Finding]:
    """Return the findings of a document, in order: rules, then suppressions.

    Args:
        document: the document as it was read.
        facts: the facts of the run, with the settings of the document.
    """
    document = _as_registered(document, facts)
    is_made_up = may_be_made_up(document, facts)
    if facts.works or facts.proposals or facts.similar or is_made_up:
        facts = facts.replace(claims=document.claims)
    found = engine.findings(document.mentions, facts)
    if facts.proposals or facts.searches or is_made_up:
        found += _about_references(document, facts, is_made_up=is_made_up)
        found.sort(key=attrgetter("order"))
    if not document.suppressions:
        return found
    from mdlint_doi.lint.rules import suppressions

    facts = _with_gaps(document, facts)
    return suppressions.apply(found, document.suppressions, document.source, facts)


def _with_gaps(document: Document, facts: RunFacts) -> RunFacts:
    """Return the facts with the fields about what is not known of a document's DOIs.

    Other documents do not matter, so that a comment is judged alike in each run.
    """
    dois = {*engine.dois_to_look_up(document.mentions, lambda _: facts.settings)}
    asked = {doi: facts.outcomes.get(doi) for doi in dois}
    missing = {doi for doi, outcome in asked.items() if isinstance(outcome, Missing)}
    candidates = (
        facts.outcomes.get(name)
        for mention in document.mentions
        if mention.doi in missing
        for name in candidates_of(mention)
    )
    others = (None if is_denied(outcome) else outcome for outcome in candidates)
    known = chain(asked.values(), others)
    found = [doi for doi, outcome in asked.items() if isinstance(outcome, Found)]
    return facts.replace(
        undecided=any(isinstance(outcome, Unknown) for outcome in known),
        works_complete=facts.settings.looks_up_works and _has_works(facts, found),
    )


def _has_works(facts: RunFacts, dois: Sequence[Doi]) -> bool:
    """Return whether no work of a DOI could become known by a further look-up."""
    if not facts.works:
        return not dois
    from mdlint_doi.run.work_counts import are_settled

    return are_settled(facts.works.get(doi) for doi in dois)


def excepted_in(document: Document, facts: RunFacts) -> dict[DoiException, bool]:
    """Return the exceptions for DOIs in a document, and whether each turns off a finding there."""
    facts = facts.replace(claims=document.claims)
    return engine.excepted(_as_registered(document, facts).mentions, facts)


def _as_registered(document: Document, facts: RunFacts) -> Document:
    """Return a document with the DOIs that running text means, as far as look-ups show them."""
    return as_registered(document, facts.outcomes) if facts.outcomes else document


def may_be_made_up(document: Document, facts: RunFacts) -> bool:
    """Return whether an entry may have a year or authors that a selected rule reports."""
    in_future = facts.today is not None and document.latest_year > facts.today.year + 1
    if not (in_future or document.may_name_nobody):
        return False
    from mdlint_doi.lint.rules.made_up_fields import FUTURE_YEAR, PLACEHOLDER_PEOPLE

    codes = Selection.of(facts.settings, document.name).codes
    return (in_future and FUTURE_YEAR.code in codes) or (
        document.may_name_nobody and PLACEHOLDER_PEOPLE.code in codes
    )


def _about_references(document: Document, facts: RunFacts, *, is_made_up: bool) -> list[Finding]:
    """Return the findings about references without a DOI."""
    from mdlint_doi.formats.references import references_in
    from mdlint_doi.lint.rules.made_up_fields import made_up_references
    from mdlint_doi.lint.rules.missing_doi import missing_dois

    references = references_in(document)
    found = missing_dois(references, facts) if facts.proposals or facts.searches else []
    return found + made_up_references(references, facts) if is_made_up else found


def keep(task: Task, document: Document, facts: RunFacts, result: Judged, tally: Tally) -> None:
    """Add the result for a document, with only the lines that it needs, and current mentions."""
    tally.take(result.replace(findings=detached(result.findings)))
    if task.keeps_mentions:
        if result.source.text != document.source.text and not task.dry:
            document = read_document(result.source, task.settings_of(document.source.name))
        from mdlint_doi.report.mentioned import mentioned

        tally.mentions += mentioned(document, facts)


def reported_lines(task: Task, source: Source) -> ChangedLines | None:
    """Return the lines of a document whose findings are reported; None: all of them."""
    if task.since is None:
        return None
    from mdlint_doi.run.since import lines_of

    return lines_of(task.since, source)


def _is_fixed(source: Source) -> bool:
    """Return whether a document may be fixed; one with a chosen format is only reported."""
    entry = entry_of(source.name)
    return not (source.is_read_in_part or source.format) and (entry is None or entry.is_fixed)
