"""What is held of a document between its first judgement and the answers to its names.

A document is judged as it is read, as if every name in it were registered and nothing were known
against a work. Most are right with that. What is learned touches the others: they are read and
judged once more.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from mdlint_doi.lint.baseline import Baseline, KnownFindings
from mdlint_doi.lint.document import NO_CLAIMS, Claims, Document
from mdlint_doi.lint.engine import names_as_written, names_to_ask
from mdlint_doi.lint.facts import RunFacts, may_give_own_name
from mdlint_doi.lint.model import Finding, Mention, detached
from mdlint_doi.lint.rule import OwnNames
from mdlint_doi.lint.selection import Selection
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Outcome
from mdlint_doi.run.judge import judged, lines_to_tell
from mdlint_doi.run.request import Task, Wants
from mdlint_doi.run.result import Tally
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.works.verdict import Verdict
    from mdlint_doi.works.work import WorkOutcome


_REGISTERED: Final = Found()


class Named(Protocol):
    """A name that stands in a document."""

    @property
    def doi(self) -> Doi | None:
        """The name."""

    @property
    def span(self) -> Span:
        """Where it stands."""


class _Named(Value):
    """The least that is held of a mention."""

    doi: Doi
    span: Span


class Citing(Protocol):
    """What cites works: a document, or the draft of one."""

    @property
    def name(self) -> str:
        """The document's name."""

    @property
    def mentions(self) -> Sequence[Named]:
        """The names in it."""

    @property
    def claims(self) -> Claims:
        """What it says of their works."""


class Draft(Value):
    """What is held of a document.

    Attributes:
        name: the document's.
        names: those in it that are asked.
        written: its names in each letter case, where a rule compares those of all documents.
        findings: what is wrong with it if all names are registered, and as what it says; None: it
            must be read again.
        hidden: how many findings are known from a baseline.
        is_known: whether a baseline knows anything of it.
        outside: how many findings lie on lines that are not to be reported.
        has_comments: what is said of its comments hangs on all names of the run.
        mentions: its names and their places, where works are asked.
        claims: what it says of these works, likewise.
        own: the DOIs that it gives as its project's own; then it is judged last.

    """

    name: str
    names: tuple[Doi, ...] = ()
    written: tuple[Doi, ...] = ()
    findings: Sequence[Finding] | None = None
    hidden: Baseline | None = None
    is_known: bool = False
    outside: int = 0
    has_comments: bool = False
    mentions: tuple[_Named, ...] = ()
    claims: Claims = NO_CLAIMS
    own: tuple[Doi, ...] = ()


class JudgedPart(Value):
    """What was made of some documents.

    Attributes:
        tally: what was found.
        drafts: of those that are not finished.

    """

    tally: Tally
    drafts: list[Draft]

    def add(self, other: JudgedPart) -> None:
        """Take what was made of the documents that come next."""
        self.tally.add(other.tally)
        self.drafts.extend(other.drafts)


def draft_of(document: Document, task: Task, wants: Wants, facts: RunFacts) -> Draft:
    """Judge a document as if its names were registered, and works what it says of them.

    Args:
        document: as it was read.
        task: what to do.
        wants: what is needed of it.
        facts: of the run, with the document's settings.

    """
    asked = mentions_to_ask(task, document) if wants.names else ()
    draft = Draft(
        document.name,
        names=names_to_ask(asked, task.settings_of),
        written=names_as_written(document.mentions) if wants.writing else (),
        has_comments=bool(document.suppressions),
        own=own_names_of(document),
    )
    if wants.claims:
        mentions = tuple([_Named(one.doi, one.span) for one in document.mentions if one.doi])
        document.claims()  # so that they need the document no more
        draft = draft.replace(mentions=mentions, claims=document.claims)
    if draft.own or _is_judged_last(document, wants):
        return draft
    known = task.baseline.known(draft.name) if task.baseline else KnownFindings()
    facts = facts.replace(outcomes=dict.fromkeys(draft.names, _REGISTERED))
    result = judged(document, facts, known, lines_to_tell(task, document.source))
    wanted = (task.suppress or one.is_fixable(unsafe=task.unsafe) for one in result.findings)
    if task.fix and any(wanted):
        return draft
    return draft.replace(
        findings=tuple(detached(result.findings)),
        hidden=dict(result.hidden) if result.hidden else None,
        is_known=bool(known.counts),
        outside=result.outside,
    )


def own_names_of(document: Document) -> tuple[Doi, ...]:
    """Return the DOIs that a document gives as its project's own; most give none."""
    if not (document.mentions and may_give_own_name(document.name)):
        return ()
    from mdlint_doi.lint.rules.own_citation import own_names

    return own_names(document.mentions)


def own_by_folder(drafts: Iterable[Draft]) -> dict[str, tuple[OwnNames, ...]]:
    """Return what the files of each folder give as their project's own DOIs."""
    found: dict[str, list[OwnNames]] = {}
    for one in drafts:
        if one.own:
            found.setdefault(os.path.dirname(one.name), []).append(OwnNames(one.name, one.own))  # noqa: PTH120
    return {folder: tuple(names) for folder, names in found.items()}


def _is_judged_last(document: Document, wants: Wants) -> bool:
    """Return whether nothing can be said of a document before all is learned.

    What a comment switches off hangs on all of it, and a record may confirm a year to come.
    """
    is_odd = document.problem or document.note or document.suppressions
    return bool(is_odd or wants.all_last or (wants.claims and document.may_be_made_up))


def mentions_to_ask(task: Task, document: Document) -> Sequence[Mention]:
    """Return the mentions whose names are to be asked."""
    if task.since is None:
        return document.mentions
    from mdlint_doi.run.since import asked

    return asked(task, document)


class ComparedMention(Value):
    """A mention of a work that was asked, and what its document says of it.

    Attributes:
        doi: the name.
        work: what it is registered as, or why that is not known.
        verdict: whether the document speaks of that; None where nothing can be compared.
        is_repeated: the citation before it says the same.

    """

    doi: Doi
    work: WorkOutcome
    verdict: Verdict | None
    is_repeated: bool


def comparisons(citing: Citing, facts: RunFacts) -> Iterator[ComparedMention]:
    """Yield the mentions of works of which something is known, compared with what is said there."""
    for mention in citing.mentions:
        known = None if mention.doi is None else facts.works.get(mention.doi)
        if known is not None and mention.doi is not None:
            yield ComparedMention(
                mention.doi, known, *_compared(mention.span, known, citing.claims)
            )


def _compared(span: Span, known: WorkOutcome, claims: Claims) -> tuple[Verdict | None, bool]:
    from mdlint_doi.lint.registered import verdict_at
    from mdlint_doi.works.work import KnownWork

    if not isinstance(known, KnownWork):
        return None, False
    verdict = verdict_at(span, known.work, claims)
    return verdict, verdict is not None and claims.repeated(span) is not None


def is_touched(draft: Draft, compared: Iterable[ComparedMention], facts: RunFacts) -> bool:
    """Return whether a document must be judged again, now that something was learned.

    Args:
        draft: of the document.
        compared: its mentions of works.
        facts: of the run, with the document's settings.

    """
    if draft.findings is None or facts.proposals:
        return True
    if not facts.casings.keys().isdisjoint(draft.written):
        return True
    if not all(is_plain(facts.outcomes.get(doi)) for doi in draft.names):
        return True
    return any(_is_heard(one, draft.name, facts) for one in compared)


def is_plain(outcome: Outcome | None) -> bool:
    """Return whether a name is registered, and no rule has anything to say of its record."""
    if not isinstance(outcome, Found):
        return False
    record = outcome.record
    return record is None or bool(record.target and not record.alias and not record.deleted)


def _is_heard(one: ComparedMention, name: str, facts: RunFacts) -> bool:
    """Return whether a rule that holds in a document may speak of a work."""
    rules = Selection.of(facts.settings, name).rules
    return any(rule.hears(one.doi, one.work, one.verdict) for rule in rules if rule.hears)
