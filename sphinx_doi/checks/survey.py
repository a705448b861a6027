"""All pages of a build together: what the builder `doi` looks up, judges and reports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from mdlint_doi.config.today import today_for
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Finding, Mention, Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Outcome
from mdlint_doi.pipeline import Learned, facts_of, learn
from mdlint_doi.project.counts import lookup_counts
from mdlint_doi.project.documents import in_order
from mdlint_doi.report.html import Overview
from mdlint_doi.report.html_table import Row
from mdlint_doi.report.model import Report
from mdlint_doi.text.span import Span
from sphinx_doi.checks.warnings import Note, advice, findings_in, notes_of
from sphinx_doi.doctree.mentions import PageMentions
from sphinx_doi.doctree.reader import Reader
from sphinx_doi.doctree.walk import Origin


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
    pages: Iterable[PageMentions],
    reader: Reader,
    title: str,
    progress: Callable[[int, int], None] | None = None,
) -> Survey:
    """Look up every distinct name once, judge every mention, and put the results together.

    Args:
        pages: what several of them include is taken once.
        reader: of the build, with its settings and files.
        title: of the project.
        progress: called with how many names are answered, and how many there are.

    Raises:
        LookupSettingsError: for a server or a records file that cannot be used.

    """
    documents = [*PageMentions.merged(pages).with_texts(reader.files)]
    mentions = [mention for _, document in documents for mention in document.mentions]
    learned = learn(mentions, reader.settings, progress)
    facts = facts_of(reader.settings, learned, mentions, today_for(reader.settings))
    judged = [
        (origin, document, findings_in(origin, document, facts)) for origin, document in documents
    ]
    findings = in_order(finding for _, _, found in judged for finding in found)
    report = Report(
        findings=findings,
        files=tuple(dict.fromkeys(document.source.name for _, document in documents)),
        lookups=lookup_counts(learned, reader.settings),
        interrupted=learned.interrupted,
    )
    rows = _rows(mentions, learned, findings)
    overview = Overview(title, report, rows, _advice(mentions))
    return Survey(tuple(_notes(judged, findings)), overview, learned.outcomes)


def _notes(
    judged: Iterable[tuple[Origin, Document, list[Finding]]],
    findings: Iterable[Finding],
) -> Iterator[Note]:
    """Yield what the log shows; findings that were put together are one, as in the reports."""
    reported = {_key(finding): finding for finding in findings}
    for origin, document, found in judged:
        of_document = [reported.get(_key(finding)) for finding in found]
        yield from notes_of(origin, document, [one for one in of_document if one is not None])


def _key(finding: Finding) -> tuple[str, int, str, Span, str]:
    source = finding.source
    return source.name, source.first_line, source.text, finding.span, finding.code


def _rows(
    mentions: Iterable[Mention],
    learned: Learned,
    findings: Iterable[Finding],
) -> tuple[Row, ...]:
    """Return the DOIs in order of appearance."""
    with_problems: dict[Doi, int] = defaultdict(int)
    for finding in findings:
        if finding.doi is not None and finding.severity is not Severity.HINT:
            with_problems[finding.doi] += 1
    locations: dict[Doi, dict[str, None]] = defaultdict(dict)
    for mention in mentions:
        if mention.doi is not None:
            locations[mention.doi][_location(mention)] = None
    outcomes = learned.outcomes
    return tuple(
        Row(
            doi,
            outcomes.get(doi),
            tuple(where),
            learned.suggestions.get(doi, ()),
            with_problems.get(doi, 0),
        )
        for doi, where in locations.items()
    )


def _location(mention: Mention) -> str:
    """Return where a mention is, as reports show it."""
    return f"{mention.source.name}:{mention.source.location(mention.span.start).line}"


def _advice(mentions: Iterable[Mention]) -> tuple[tuple[str, str], ...]:
    return tuple((_location(one), role) for one in mentions if (role := advice(one)))
