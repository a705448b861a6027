"""Documents: read, judged, fixed.

The half of a run that costs something; `mdlint_doi.project` imports it once a file may hold a
DOI.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mdlint_doi.formats.table import format_of, load
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import grouped
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.rule import Facts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.pipeline import judge
from mdlint_doi.text.source import Source


class Judged(NamedTuple):
    """A document after the rules, and the fixes where they were asked for.

    Attributes:
        source: the document, with its new text.
        findings: what is left.
        fixed: how many findings were fixed.
        given_up: its fixes took too much work to prove harmless, so that none was made.

    """

    source: Source
    findings: Sequence[Finding]
    fixed: int = 0
    given_up: bool = False


def read_document(source: Source, settings: Settings) -> Document:
    """Return a document's DOIs and suppressions, read by the format that its name tells."""
    return format_of(source.name).read(source, settings)


def judged(document: Document, facts: Facts) -> Judged:
    """Return what is wrong with a document."""
    return Judged(document.source, judge(document, facts))


def with_fixes(
    document: Document,
    facts: Facts,
    *,
    unsafe: bool = False,
    module: str | None = None,
) -> Judged:
    """Return a document with its DOIs fixed, and what is left to say.

    Args:
        document: as it was read.
        facts: what is known of its names.
        unsafe: fix by guesses, too.
        module: of the format that it was read by; None: the one that its name tells.

    """
    from mdlint_doi.lint.fixing import fix_until_stable, is_fixable

    found = judge(document, facts)
    if not any(is_fixable(finding, unsafe=unsafe) for finding in found):
        return Judged(document.source, found)
    settings = facts.settings
    document_format = load(module) if module else format_of(document.source.name)
    same_page = document_format.same_page(settings)
    if same_page is None:
        return Judged(document.source, found)
    fixed = fix_until_stable(
        document.source,
        lambda source: judge(document_format.read(source, settings), facts),
        same_page,
        unsafe=unsafe,
        blocks=same_page.blocks,
    )
    return Judged(fixed.source, fixed.findings, len(fixed.applied), fixed.given_up)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings of a run as they are reported."""
    return tuple(grouped(sorted(findings, key=lambda finding: finding.order)))
