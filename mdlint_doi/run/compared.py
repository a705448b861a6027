"""Compare the references of documents with the registered works."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from mdlint_doi.lint import running_names
from mdlint_doi.lint.model import shown
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.names.doi import Doi
from mdlint_doi.report.model import PathNote
from mdlint_doi.text.source import Location
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.lint.document import Claims
    from mdlint_doi.text.span import Span
    from mdlint_doi.works.verdict import Verdict
    from mdlint_doi.works.work import WorkOutcome


class Named(running_names.AnyMention, Protocol):
    """A place where a document mentions a DOI."""

    @property
    def location(self) -> Location:
        """The line and the column where it begins."""


class Citing(running_names.AnyDocument, Protocol):
    """A document that cites works, or its draft."""

    @property
    def name(self) -> str:
        """The document's path."""

    @property
    def mentions(self) -> Sequence[Named]:
        """Its mentions, in order."""


class Judgement(StrEnum):
    """The result of comparing a citation with a registered work."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNDECIDED = "undecided"


class ComparedMention(Value):
    """A mention whose work was looked up, and the comparison with its document.

    Attributes:
        doi: the DOI that is mentioned.
        work: the registered work, or the reason why it is not known.
        verdict: whether the document describes this work; None: nothing can be compared, for
            example with a bare link.
        undecided: the reason why the comparison has no result; None: it has one, or nothing can be
            compared.
        differs: whether the document describes a different work, or other details.
        is_repeated: whether the citation before it has the same words.
        location: the line and the column of the mention.
    """

    doi: Doi
    work: WorkOutcome
    verdict: Verdict | None
    undecided: str | None
    differs: bool
    is_repeated: bool
    location: Location


def comparisons(citing: Citing, facts: RunFacts) -> Iterator[ComparedMention]:
    """Yield the mentions whose works were looked up, compared with the text there."""
    if not facts.works:
        return
    from mdlint_doi.lint.registered import is_difference, known_work, verdict_at, why_undecided

    citing = running_names.as_registered(citing, facts.outcomes)
    for mention in citing.mentions:
        known = None if mention.doi is None else facts.works.get(mention.doi)
        if known is not None and mention.doi is not None:
            work = known_work(known)
            verdict = None
            if work is not None and _is_described(citing.claims, mention.span):
                verdict = verdict_at(mention.span, work, citing.claims)
            yield ComparedMention(
                mention.doi,
                known,
                verdict,
                undecided=why_undecided(verdict),
                differs=is_difference(verdict),
                is_repeated=verdict is not None
                and citing.claims.repeated(mention.span) is not None,
                location=mention.location,
            )


def _is_described(claims: Claims, span: Span) -> bool:
    """Return whether a document says anything about the work of a mention, unlike a bare link."""
    return any(claim.is_comparable for claim in claims.of(span))


def judged_citations(compared: Iterable[ComparedMention]) -> Iterator[Judgement]:
    """Yield the result for each citation of a known work.

    A citation that mentions its DOI twice counts once.
    """
    for mention in compared:
        if mention.verdict is not None and not mention.is_repeated:
            yield _judgement(mention)


def _judgement(compared: ComparedMention) -> Judgement:
    if compared.undecided is not None:
        return Judgement.UNDECIDED
    return Judgement.DIFFERS if compared.differs else Judgement.AGREES


def unjudged_citations(name: str, compared: Iterable[ComparedMention]) -> Iterator[PathNote]:
    """Yield the place of each citation that could not be judged, with the reason."""
    for mention in compared:
        if mention.undecided is not None and not mention.is_repeated:
            why = f"{shown(str(mention.doi))}: {mention.undecided}"
            yield PathNote(name, why, mention.location.line, mention.location.column)
