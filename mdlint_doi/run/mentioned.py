"""The places where documents mention DOIs, and the information about the works there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mdlint_doi.file_formats import entry_of_document
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.edits import name_span
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.registered import said_of, verdict_on, work_of
from mdlint_doi.lint.running_names import as_registered
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.report.mentioned import Mentioned, explanation


def mentioned(
    document: Document, facts: RunFacts, format_name: str | None = None
) -> Iterator[Mentioned]:
    """Yield the places where a document mentions DOIs, and whether it describes their works.

    `format_name` is the format of the document; None: the document's name decides.
    """
    document = as_registered(document, facts.outcomes)
    if facts.works:
        facts = facts.replace(claims=document.claims)
    format_name = format_name or entry_of_document(document.source).name
    for mention in document.mentions:
        location = mention.source.location(mention.span.start)
        name = mention.source.location(name_span(mention).start)
        said = said_of(mention, facts)
        yield Mentioned(
            mention.source.name,
            location.line,
            location.column,
            mention.doi,
            format_name,
            mention.form.value,
            agreement=said.agreement,
            strength=said.strength,
            retracted=said.retracted,
            agency=said.agency,
            reason=said.reason,
            claimed=said.claimed,
            explanation=tuple(_explanation(mention, facts)),
            differences=said.differences,
            doi_line=name.line,
            doi_column=name.column,
        )


def _explanation(mention: Mention, facts: RunFacts) -> Sequence[str]:
    """Return the lines that explain a comparison; empty if nothing could be compared."""
    verdict = verdict_on(mention, facts)
    work = work_of(mention, facts)
    doi = mention.doi
    if verdict is None or work is None or doi is None:
        return ()
    return explanation(doi, work, facts.claims.of(mention.span), verdict)
