"""Markdown documents: read, judged, fixed.

The half of a run that costs something; `mdlint_doi.project` imports it once a file may hold a
DOI.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mdlint_doi.formats.markdown.extract import extract
from mdlint_doi.lint.engine import grouped
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.needs import Need
from mdlint_doi.lint.rule import Facts
from mdlint_doi.lint.selection import Selection
from mdlint_doi.lint.settings import Settings
from mdlint_doi.pipeline import Document, judge, servers_of
from mdlint_doi.text.source import Source


class Judged(NamedTuple):
    """A document after the rules, and the fixes where they were asked for.

    Attributes:
        source: the document, with its new text.
        findings: what is left.
        fixed: how many findings were fixed.

    """

    source: Source
    findings: Sequence[Finding]
    fixed: int = 0


def read_markdown(source: Source, settings: Settings) -> Document:
    """Return a Markdown document's DOIs and suppressions."""
    publishers = Selection.of(settings, source.name).needs(Need.PUBLISHERS)
    found = extract(source, settings, servers=servers_of(settings), publishers=publishers)
    return Document(source, found.mentions, found.suppressions)


def judged(document: Document, facts: Facts) -> Judged:
    """Return what is wrong with a document."""
    return Judged(document.source, judge(document, facts))


def with_fixes(document: Document, facts: Facts, *, unsafe: bool = False) -> Judged:
    """Return a document with its DOIs fixed, and what is left to say.

    Args:
        document: as it was read.
        facts: what is known of its names.
        unsafe: fix by guesses, too.

    """
    from mdlint_doi.lint.fixing import fix_until_stable, is_fixable

    found = judge(document, facts)
    if not any(is_fixable(finding, unsafe=unsafe) for finding in found):
        return Judged(document.source, found)
    from mdlint_doi.formats.markdown.same_page import SamePage

    settings = facts.settings
    same_page = SamePage(servers_of(settings), check_code=settings.check_code)
    fixed = fix_until_stable(
        document.source,
        lambda source: judge(read_markdown(source, settings), facts),
        same_page,
        unsafe=unsafe,
        blocks=same_page.blocks,
    )
    return Judged(fixed.source, fixed.findings, len(fixed.applied))


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings of a run as they are reported."""
    return tuple(grouped(sorted(findings, key=lambda finding: finding.order)))
