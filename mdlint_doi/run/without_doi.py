"""The references of a document that have no DOI."""

from __future__ import annotations

from mdlint_doi.formats.references import references_in
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.rules.made_up_fields import made_up_references
from mdlint_doi.lint.rules.missing_doi import missing_dois
from mdlint_doi.lint.selection import RunFacts


def about_references(document: Document, facts: RunFacts) -> list[Finding]:
    """Return what is wrong with the references of a document that lack a DOI.

    Args:
        document: the document as it was read.
        facts: what a search came to, and the settings of the document.
    """
    references = references_in(document)
    found = missing_dois(references, facts) if facts.proposals or facts.searches else []
    return found + made_up_references(references, facts) if document.may_be_made_up else found
