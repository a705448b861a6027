"""Documents: read, judged, fixed.

The half of a run that costs something; `mdlint_doi.project` imports it once a file may hold a
DOI.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from mdlint_doi.formats.table import entry_of, format_of, load
from mdlint_doi.lint.baseline import Baseline, KnownFindings, subtract
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import grouped
from mdlint_doi.lint.facts import RunFacts
from mdlint_doi.lint.fixing import Fixed
from mdlint_doi.lint.merging import merged
from mdlint_doi.lint.model import Edit, Finding, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.pipeline import judge
from mdlint_doi.text.changed_lines import ChangedLines
from mdlint_doi.text.source import Source
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.report.mentioned import Mentioned


_JudgeText: TypeAlias = Callable[[Source, ChangedLines | None], "Judged"]


_NOTHING: Final = KnownFindings()


_GIVEN_UP: Final = (
    "not fixed: to find out which fixes change nothing else takes too long; fix some by hand first"
)
_UNGUARDED: Final = "not fixed: docutils, which guards the fixes, cannot be imported; install it"
_HARMFUL: Final = (
    "what guards fixes cannot read the place, or sees more than the DOI change; edit it by hand"
)
_TOLD: Final = 3
"""Places that are named where fixes were not made."""


class Judged(Value):
    """A document after the rules, and the fixes where they were asked for.

    Attributes:
        source: the document, with its new text.
        findings: what is left.
        fixed: the findings that were fixed, in order of application.
        note: why nothing was; empty where there is no reason but the findings.
        hidden: how many findings are known from a baseline.
        outside: how many of the others lie on lines that did not change.

    """

    source: Source
    findings: Sequence[Finding]
    fixed: Sequence[Finding] = ()
    note: str = ""
    hidden: Baseline = MappingProxyType({})
    outside: int = 0


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
    found = _judged(document, facts, known, lines)
    return found.replace(findings=merged(found.findings))


def _judged(
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
    from mdlint_doi.project.since import kept

    return kept(findings, source, lines)


def with_fixes(  # noqa: PLR0913 - what fixes hang on
    document: Document,
    facts: RunFacts,
    *,
    unsafe: bool = False,
    module: str | None = None,
    known: KnownFindings = _NOTHING,
    lines: ChangedLines | None = None,
) -> Judged:
    """Return a document with its DOIs fixed, and what is left to say.

    What is known from a baseline stays as it is, and so does what lies on other lines.

    Args:
        document: as it was read.
        facts: what is known of its names.
        unsafe: fix by guesses, too.
        module: of the format that it was read by; None: the one that its name tells.
        known: from a baseline.
        lines: those that are fixed; None: all.

    """
    from mdlint_doi.lint.fixing import fix_until_stable, is_fixable

    found = _judged(document, facts, known, lines)
    if not any(is_fixable(finding, unsafe=unsafe) for finding in found.findings):
        return found.replace(findings=merged(found.findings))
    source, settings = document.source, facts.settings
    document_format = load(module) if module else format_of(source.name)
    guard = document_format.same_page(settings)
    if guard is None:
        return found.replace(note=_UNGUARDED, findings=merged(found.findings))
    rounds = _Rounds(
        found,
        lambda new, now: _judged(document_format.read(new, settings), facts, known, now),
        lines,
    )
    fixed = fix_until_stable(source, rounds.check, guard, unsafe=unsafe, follow=rounds.follow)
    note, last = _GIVEN_UP if fixed.given_up else _refused(fixed.refused), rounds.last
    left, made = merged(_left(fixed)), merged(fixed.applied)
    return Judged(fixed.source, left, made, note, last.hidden, last.outside)


class _Rounds:
    """Judges a document after each round of fixes, and follows the lines that are fixed.

    Attributes:
        last: what was found in the latest text.

    """

    def __init__(self, found: Judged, judge_text: _JudgeText, lines: ChangedLines | None) -> None:
        """Take what was found before the first round, and what finds more in a new text."""
        self._first = self.last = found
        self._judge_text = judge_text
        self._lines = {found.source.text: lines}

    def check(self, source: Source) -> Sequence[Finding]:
        """Return what is wrong with a text of the document."""
        is_first = source is self._first.source
        lines = self._lines[source.text]
        self.last = self._first if is_first else self._judge_text(source, lines)
        return self.last.findings

    def follow(self, source: Source, edits: Sequence[Edit], changed: Source) -> None:
        """Move the lines as the edits of a round move them."""
        lines = self._lines[source.text]
        if lines is not None:
            from mdlint_doi.project.since import moved

            lines = moved(lines, source, edits)
        self._lines[changed.text] = lines


def _left(fixed: Fixed) -> list[Finding]:
    """Return the findings that are left; those whose fix was refused have none."""
    harmful = {one.fix.edits for one in fixed.refused if one.fix}
    return [
        one.without_fix() if one.fix and one.fix.edits in harmful else one for one in fixed.findings
    ]


def _refused(findings: Sequence[Finding]) -> str:
    """Return which fixes were not made, and why; empty if all were."""
    if not findings:
        return ""
    told = [f"{one.code} at line {one.line}" for one in findings[:_TOLD]]
    more = len(findings) - len(told)
    rest = f" and {more} more" if more else ""
    return f"not fixed: {', '.join(told)}{rest}: {_HARMFUL}"


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
    from mdlint_doi.report.explained import explanation

    return explanation(doi, work, facts.claims.of(mention.span), verdict)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings of a run as they are reported."""
    return tuple(grouped(sorted(findings, key=attrgetter("order"))))
