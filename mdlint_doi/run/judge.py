"""One document: read, judged, and what is kept of it.

The half of a run that costs something; nothing of it is imported before a file may hold a DOI.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mdlint_doi.config.today import today, today_for
from mdlint_doi.formats.table import entry_of, format_of
from mdlint_doi.lint import engine
from mdlint_doi.lint.baseline import Baseline, KnownFindings, subtract
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import grouped
from mdlint_doi.lint.facts import RunFacts
from mdlint_doi.lint.merging import merged
from mdlint_doi.lint.model import Finding, Mention, detached
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.outcome import Unknown
from mdlint_doi.run.learned import Learned
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Tally
from mdlint_doi.text.source import Source
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from datetime import date

    from mdlint_doi.report.mentioned import Mentioned
    from mdlint_doi.text.changed_lines import ChangedLines


_NOTHING: Final = KnownFindings()


class Judged(Value):
    """A document after the rules, and the fixes where they were asked for.

    Attributes:
        source: the document, with its new text.
        findings: what is left.
        fixed: the findings that were fixed, in order of application.
        note: why nothing was; empty where there is no reason but the findings.
        hidden: how many findings are known from a baseline.
        outside: how many of the others lie on lines that did not change.
        suppressed: how many findings a comment was added for.

    """

    source: Source
    findings: Sequence[Finding]
    fixed: Sequence[Finding] = ()
    note: str = ""
    hidden: Baseline = MappingProxyType({})
    outside: int = 0
    suppressed: int = 0


def read_document(source: Source, settings: Settings) -> Document:
    """Return a document's DOIs and suppressions, read by the format that its name tells."""
    return format_of(source.name).read(source, settings)


def judged(
    document: Document,
    facts: RunFacts,
    known: KnownFindings = _NOTHING,
    lines: ChangedLines | None = None,
) -> Judged:
    """Return what is wrong with a document and not known from a baseline, each address once.

    A format that is not fixed offers no fixes.

    Args:
        document: as it was read.
        facts: what is known of its names.
        known: from a baseline.
        lines: to which findings are told; None: all.

    """
    found = judged_apart(document, facts, known, lines)
    return found.replace(findings=merged(found.findings))


def judged_apart(
    document: Document, facts: RunFacts, known: KnownFindings, lines: ChangedLines | None
) -> Judged:
    """Return the same with each finding for itself, as fixes are made."""
    found = subtract(judge(document, facts), known)
    entry = entry_of(document.source.name)
    new = _on_lines(found.new, document.source, lines)
    outside = len(merged(found.new)) - len(merged(new)) if len(new) < len(found.new) else 0
    if entry is not None and not entry.is_fixed:
        new = [finding.without_fix() for finding in new]
    return Judged(document.source, new, hidden=found.hidden, outside=outside)


def _on_lines(
    findings: Sequence[Finding], source: Source, lines: ChangedLines | None
) -> Sequence[Finding]:
    if lines is None:
        return findings
    from mdlint_doi.run.since import kept

    return kept(findings, source, lines)


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


def facts_for(name: str, facts: RunFacts, task: Task) -> RunFacts:
    """Return the facts with the settings of one document."""
    settings = task.settings_of(name)
    if settings is facts.settings:
        return facts
    return facts.replace(settings=settings, today=facts.today or today_for(settings))


def keep(task: Task, document: Document, facts: RunFacts, result: Judged, tally: Tally) -> None:
    """Keep findings, and of their document no more than they need."""
    tally.findings += detached(result.findings)
    tally.hidden.update(result.hidden)
    tally.outside += result.outside
    if task.keeps_mentions:
        _keep_mentions(task, document, result, facts, tally)


def lines_to_tell(task: Task, source: Source) -> ChangedLines | None:
    """Return the lines of a document whose findings are told; None: all of them."""
    if task.since is None:
        return None
    from mdlint_doi.run.since import lines_of

    return lines_of(task.since, source)


def _keep_mentions(
    task: Task, document: Document, result: Judged, facts: RunFacts, tally: Tally
) -> None:
    """Keep the mentions of a document as it is now."""
    if result.source.text != document.source.text and not task.dry:
        document = read_document(result.source, task.settings_of(document.source.name))
    tally.mentions += mentioned(document, facts)


def mentioned(
    document: Document, facts: RunFacts, format_name: str | None = None
) -> Iterator[Mentioned]:
    """Yield the places where a document mentions DOIs, and whether it speaks of their works.

    Args:
        document: after the fixes.
        facts: of the run.
        format_name: what the document is written in; None: as its name tells.

    """
    from mdlint_doi.lint.registered import said_of
    from mdlint_doi.report.mentioned import Mentioned

    if facts.works:
        facts = facts.replace(claims=document.claims)

    entry = entry_of(document.source.name)
    for mention in document.mentions:
        location = mention.source.location(mention.span.start)
        said = said_of(mention, facts)
        yield Mentioned(
            mention.source.name,
            location.line,
            location.column,
            mention.doi,
            format_name or (entry.name if entry else "markdown"),
            mention.form.value,
            agreement=said.agreement,
            strength=said.strength,
            retracted=said.retracted,
            agency=said.agency,
            reason=said.reason,
            claimed=said.claimed,
            explanation=tuple(_explanation(mention, facts)),
        )


def _explanation(mention: Mention, facts: RunFacts) -> Sequence[str]:
    """Return why a citation is said to differ from the record; nothing where it is not."""
    from mdlint_doi.lint.registered import verdict_on, work_of
    from mdlint_doi.works.verdict import Differs, Disagrees

    verdict, work, doi = verdict_on(mention, facts), work_of(mention, facts), mention.doi
    if not isinstance(verdict, Disagrees | Differs) or work is None or doi is None:
        return ()
    from mdlint_doi.report.mentioned import explanation

    return explanation(doi, work, facts.claims.of(mention.span), verdict)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings of a run as they are reported."""
    return tuple(grouped(sorted(findings, key=attrgetter("order"))))
