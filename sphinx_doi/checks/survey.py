"""All pages of a build together: what the builder `doi` looks up, judges and reports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from mdlint_doi.config.today import today_for
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Finding, Form, Mention, Severity
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Outcome
from mdlint_doi.pipeline import Learned, facts_of, learn
from mdlint_doi.project.counts import lookup_counts
from mdlint_doi.project.documents import in_order
from mdlint_doi.report.html import Overview
from mdlint_doi.report.html_table import Row
from mdlint_doi.report.model import Report
from mdlint_doi.text.span import Span
from sphinx_doi.checks.notes import Note, Notes, advice, findings_in
from sphinx_doi.doctree.docutils_source import Origin
from sphinx_doi.doctree.page_parts import Part, documents_of
from sphinx_doi.doctree.source_files import Files


@dataclass(frozen=True, slots=True)
class Survey:
    """What a run over all pages came to.

    Attributes:
        notes: the findings as the log shows them.
        overview: the same and all DOIs, for the reports.
        outcomes: of all names, and of those that were probably meant.

    """

    notes: tuple[Note, ...]
    overview: Overview
    outcomes: Mapping[Doi, Outcome]

    @property
    def report(self) -> Report:
        """The run, as all report formats take it."""
        return self.overview.report


def survey(
    parts: Iterable[Part],
    files: Files,
    settings: Settings,
    title: str,
    progress: Callable[[int, int], None] | None = None,
) -> Survey:
    """Look up every distinct name once, judge every mention, and put the results together.

    Args:
        parts: of all pages; what several pages include is taken once.
        files: that the parts come from.
        settings: of the run.
        title: of the project.
        progress: called with how many names are answered, and how many there are.

    Raises:
        LookupSettingsError: for a server or a records file that cannot be used.

    """
    held = [*documents_of(merged(parts), files)]
    mentions = [mention for _, document in held for mention in document.mentions]
    learned = learn(mentions, settings, progress)
    facts = facts_of(settings, learned, mentions, today_for(settings))
    judged = [(part, document, findings_in(part, document, facts)) for part, document in held]
    findings = in_order(finding for _, _, found in judged for finding in found)
    report = Report(
        findings=findings,
        files=tuple(dict.fromkeys(document.source.name for _, document in held)),
        lookups=lookup_counts(learned),
        interrupted=learned.interrupted,
    )
    rows = _rows(mentions, learned, findings)
    overview = Overview(title, report, rows, _advice(mentions))
    return Survey(_notes(judged, findings), overview, learned.outcomes)


def merged(parts: Iterable[Part]) -> list[Part]:
    """Return the parts with those of one source made one, and each mention of a file once."""
    groups: dict[tuple[bool, Origin, str, int], list[Part]] = defaultdict(list)
    for part in parts:
        own = 0 if part.in_file else part.source.first_line
        groups[part.in_file, part.origin, part.source.text, own].append(part)
    seen: set[tuple[str, Span, Form]] = set()
    return [_new(_merged(group), seen) for _, group in sorted(groups.items())]


def _new(part: Part, seen: set[tuple[str, Span, Form]]) -> Part:
    """Return the part without what another docstring shows, too: one that is inherited."""
    if not (part.in_file and part.origin.part):
        return part
    keys = {one: (part.origin.path, one.span, one.form) for one in part.mentions}
    part = replace(part, mentions=tuple(one for one, key in keys.items() if key not in seen))
    seen.update(keys.values())
    return part


def _merged(group: Sequence[Part]) -> Part:
    if len(group) == 1:
        return group[0]
    unique = {(one.span, one.form): one for part in group for one in part.mentions}
    mentions = sorted(unique.values(), key=lambda one: one.span)
    comments = {one.span: one for part in group for one in part.suppressions}
    return replace(
        group[0],
        mentions=tuple(mentions),
        suppressions=tuple(comments[span] for span in sorted(comments)),
    )


def _notes(
    judged: Iterable[tuple[Part, Document, list[Finding]]],
    findings: Iterable[Finding],
) -> tuple[Note, ...]:
    """Return what the log shows; findings that were put together are one, as in the reports."""
    kept = {_key(finding): finding for finding in findings}
    notes = []
    for part, document, found in judged:
        told_of = Notes(part, document)
        for finding in found:
            told = kept.get(_key(finding))
            if told is not None:
                notes.append(told_of.of(told))
    return tuple(notes)


def _key(finding: Finding) -> tuple[str, int, str, Span, str]:
    source = finding.source
    return source.name, source.first_line, source.text, finding.span, finding.code


def _rows(
    mentions: Iterable[Mention],
    learned: Learned,
    findings: Iterable[Finding],
) -> tuple[Row, ...]:
    """Return the DOIs in order of appearance."""
    troubled: dict[Doi, int] = defaultdict(int)
    for finding in findings:
        if finding.doi is not None and finding.severity is not Severity.HINT:
            troubled[finding.doi] += 1
    places: dict[Doi, dict[str, None]] = defaultdict(dict)
    for mention in mentions:
        if mention.doi is not None:
            places[mention.doi][place_of(mention)] = None
    outcomes = learned.outcomes
    return tuple(
        Row(
            doi,
            outcomes.get(doi),
            tuple(where),
            learned.suggestions.get(doi, ()),
            troubled.get(doi, 0),
        )
        for doi, where in places.items()
    )


def place_of(mention: Mention) -> str:
    """Return where a mention is, as reports show it."""
    return f"{mention.source.name}:{mention.source.location(mention.span.start).line}"


def _advice(mentions: Iterable[Mention]) -> tuple[tuple[str, str], ...]:
    return tuple((place_of(one), role) for one in mentions if (role := advice(one)))
