"""Compare the references of documents with the registered works."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from mdlint_doi.lint.document import Claims
from mdlint_doi.lint.model import shown
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.names.doi import Doi
from mdlint_doi.report.model import PathNote
from mdlint_doi.text.source import Location
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.works.verdict import Verdict
    from mdlint_doi.works.work import WorkOutcome


class Named(Protocol):
    """A place where a document names a DOI."""

    @property
    def doi(self) -> Doi | None:
        """The DOI; None if the text is none."""

    @property
    def span(self) -> Span:
        """Where it stands."""

    @property
    def location(self) -> Location:
        """The line and the column where it begins."""


class Citing(Protocol):
    """Something that cites works: a document, or its draft."""

    @property
    def name(self) -> str:
        """The document's path."""

    @property
    def mentions(self) -> Sequence[Named]:
        """Its DOIs, in order."""

    @property
    def claims(self) -> Claims:
        """Its descriptions of their works."""


class ComparedMention(Value):
    """A mention whose work was looked up, and the comparison with its document.

    Attributes:
        doi: the DOI that is mentioned.
        work: what it is registered as, or why that is not known.
        verdict: whether that is meant; None where nothing can be compared.
        undecided: why nobody can tell whether that is meant; None where it is decided, or nothing
            can be compared.
        is_repeated: whether the citation before it has the same words.
        location: where it stands.
    """

    doi: Doi
    work: WorkOutcome
    verdict: Verdict | None
    undecided: str | None
    is_repeated: bool
    location: Location


def comparisons(citing: Citing, facts: RunFacts) -> Iterator[ComparedMention]:
    """Yield the mentions whose works were looked up, compared with the text there."""
    if not facts.works:
        return
    from mdlint_doi.lint.registered import known_work, verdict_at, why_undecided

    for mention in citing.mentions:
        known = None if mention.doi is None else facts.works.get(mention.doi)
        if known is not None and mention.doi is not None:
            work = known_work(known)
            verdict = None if work is None else verdict_at(mention.span, work, citing.claims)
            yield ComparedMention(
                mention.doi,
                known,
                verdict,
                undecided=why_undecided(verdict),
                is_repeated=verdict is not None
                and citing.claims.repeated(mention.span) is not None,
                location=mention.location,
            )


def judged_citations(compared: Iterable[ComparedMention]) -> Iterator[bool]:
    """Yield for each citation of a known work whether it could be judged.

    One that gives a name twice in the same words is one.
    """
    for one in compared:
        if one.verdict is not None and not one.is_repeated:
            yield one.undecided is None


def unjudged_citations(name: str, compared: Iterable[ComparedMention]) -> Iterator[PathNote]:
    """Yield for each citation of a document that could not be judged where it is, and why."""
    for one in compared:
        if one.undecided is not None and not one.is_repeated:
            why = f"{shown(str(one.doi))}: {one.undecided}"
            yield PathNote(name, why, one.location.line, one.location.column)
