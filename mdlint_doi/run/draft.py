"""The draft of a document, between its first judgement and the answers about its DOIs.

A document is judged when it is read, as if every DOI in it were registered and no work had a
problem. For most documents, this is correct. The others are read and judged once more when the
answers are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mdlint_doi.lint.baseline import Baseline, KnownFindings
from mdlint_doi.lint.document import NO_CLAIMS, Claims, Document
from mdlint_doi.lint.engine import dois_to_look_up, names_as_written
from mdlint_doi.lint.model import Finding, Mention, detached
from mdlint_doi.lint.own_names import OwnNames, may_give_own_name, own_names, project_folder
from mdlint_doi.lint.rule import exception_for
from mdlint_doi.lint.selection import RunFacts, Selection
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Outcome
from mdlint_doi.run.compared import ComparedMention
from mdlint_doi.run.judge import judged, may_be_made_up, reported_lines
from mdlint_doi.run.request import Task, Wants
from mdlint_doi.run.result import Tally
from mdlint_doi.text.source import Location
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

_REGISTERED: Final = Found()


class _Named(Value):
    """The part of a mention that a draft keeps."""

    doi: Doi
    span: Span
    location: Location
    longer: tuple[Doi, ...] = ()


class Draft(Value):
    """A document that is judged, but not finished.

    Attributes:
        name: the name of the document.
        names: its DOIs that are looked up.
        written: its DOIs in each letter case; empty unless a rule compares the letter case in all
            documents.
        findings: the findings if all its DOIs are registered and belong to the works that it
            describes; None: it has to be read again.
        hidden: how often each finding of a baseline occurs; None: there are none.
        known: the number of these findings, as a report counts them.
        is_known: whether a baseline has findings of this document.
        outside: the number of findings on lines that are not reported.
        mentions: its DOIs that are looked up and their places; empty unless works are looked up.
        claims: its descriptions of the works of its mentions; empty unless works are looked up.
        own: the DOIs that it gives as its project's own; if it gives any, it is judged last.
    """

    name: str
    names: tuple[Doi, ...] = ()
    written: tuple[Doi, ...] = ()
    findings: Sequence[Finding] | None = None
    hidden: Baseline | None = None
    known: int = 0
    is_known: bool = False
    outside: int = 0
    mentions: tuple[_Named, ...] = ()
    claims: Claims = NO_CLAIMS
    own: OwnNames | None = None


class JudgedPart(Value):
    """The results of some documents.

    Attributes:
        tally: the findings and counts.
        drafts: drafts of the documents that are not finished.
    """

    tally: Tally
    drafts: list[Draft]

    def add(self, other: JudgedPart) -> None:
        """Add the results of the documents that come next."""
        self.tally.add(other.tally)
        self.drafts.extend(other.drafts)


def take_draft(draft: Draft, tally: Tally) -> bool:
    """Add the findings of a draft to a tally; return whether there are none, even hidden ones."""
    tally.findings += draft.findings or ()
    tally.hidden.update(draft.hidden or {})
    tally.known += draft.known
    tally.outside += draft.outside
    return not (draft.findings or draft.is_known or draft.outside)


def draft_of(document: Document, task: Task, wants: Wants, facts: RunFacts) -> Draft:
    """Judge a document as if its DOIs were registered and belonged to the works it describes.

    Args:
        document: the document as it was read.
        task: the options of the run.
        wants: the data that the run needs from each document.
        facts: the facts of the run, with the document's settings.
    """
    asked: Sequence[Mention] = document.mentions if wants.names else ()
    if asked and task.since is not None:
        from mdlint_doi.run.since import asked_of

        asked = asked_of(task, document)
    draft = Draft(
        document.name,
        names=dois_to_look_up(asked, task.settings_of),
        written=names_as_written(document.mentions) if wants.writing else (),
        own=own_names_of(document),
    )
    if wants.claims:
        names = frozenset(draft.names)
        mentions = tuple(
            [
                _Named(mention.doi, mention.span, mention.location, mention.longer)
                for mention in document.mentions
                if mention.doi in names
            ]
        )
        document.claims()  # reads them now, while the document exists
        draft = draft.replace(mentions=mentions, claims=document.claims)
    if draft.own or _is_judged_last(document, wants, facts):
        return draft
    known = task.baseline.known(draft.name) if task.baseline else KnownFindings()
    facts = facts.replace(outcomes=dict.fromkeys(draft.names, _REGISTERED))
    result = judged(document, facts, known, reported_lines(task, document.source))
    wanted = (
        task.suppress or finding.is_fixable(unsafe=task.unsafe) for finding in result.findings
    )
    if task.fix and any(wanted):
        return draft
    return draft.replace(
        findings=tuple(detached(result.findings)),
        hidden=dict(result.hidden) if result.hidden else None,
        known=result.known,
        is_known=bool(known.counts),
        outside=result.outside,
    )


def own_names_of(document: Document) -> OwnNames | None:
    """Return the DOIs that a document gives as its project's own; None for most documents."""
    if not (document.mentions and may_give_own_name(document.name)):
        return None
    return own_names(document.name, document.mentions)


def own_by_folder(drafts: Iterable[Draft]) -> dict[str, tuple[OwnNames, ...]]:
    """Return the DOIs that the files of each project give as its own, by the project's folder."""
    found: dict[str, list[OwnNames]] = {}
    for draft in drafts:
        if draft.own:
            found.setdefault(project_folder(draft.name), []).append(draft.own)
    return {folder: tuple(names) for folder, names in found.items()}


def _is_judged_last(document: Document, wants: Wants, facts: RunFacts) -> bool:
    """Return whether a document can be judged only after all look-ups.

    The effect of its comments depends on all findings, and a record may confirm a year in the
    future.
    """
    is_odd = document.unread or document.suppressions
    return bool(is_odd or wants.all_last or (wants.claims and may_be_made_up(document, facts)))


def is_touched(draft: Draft, compared: Iterable[ComparedMention], facts: RunFacts) -> bool:
    """Return whether a document must be judged again because of the answers.

    Args:
        draft: the draft of the document.
        compared: its mentions, compared with the registered works.
        facts: the facts of the run, with the document's settings.
    """
    if draft.findings is None or facts.proposals:
        return True
    if not facts.casings.keys().isdisjoint(draft.written):
        return True
    if not all(_is_plain(facts.outcomes.get(doi)) for doi in draft.names):
        return True
    for mention in compared:  # usually empty, so that the rules are not imported
        rules = Selection.of(facts.settings, draft.name).rules
        if any(
            rule.may_report and rule.may_report(mention.doi, mention.work, mention.verdict)
            for rule in rules
        ):
            return True
    return False


def names_excepted(draft: Draft, facts: RunFacts) -> bool:
    """Return whether a document has a DOI for which its settings have an exception."""
    if not facts.exceptions:
        return False
    return any(exception_for(doi, facts) is not None for doi in draft.names)


def _is_plain(outcome: Outcome | None) -> bool:
    """Return whether a DOI is registered, with a handle record that no rule reports."""
    if not isinstance(outcome, Found):
        return False
    record = outcome.record
    return record is None or bool(record.target and not record.alias and not record.deleted)
