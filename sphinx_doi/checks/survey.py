"""All pages of a build together: what the builder `doi` looks up, judges and reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from mdlint_doi.config.today import today_for
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import merged, names_to_ask
from mdlint_doi.lint.facts import RunFacts
from mdlint_doi.lint.model import Finding, Mention
from mdlint_doi.lint.settings import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Outcome
from mdlint_doi.report.html import Overview
from mdlint_doi.report.mentioned import Dois, LineOfFile, rows_of
from mdlint_doi.report.model import PathNote, Report
from mdlint_doi.run.draft import comparisons
from mdlint_doi.run.judge import facts_of, in_order, mentioned
from mdlint_doi.run.learned import (
    Learned,
    described_works,
    judged_citations,
    lookup_counts,
    work_counts,
)
from mdlint_doi.run.works import learn_all
from mdlint_doi.text.span import Span
from sphinx_doi.checks.notes import JudgedAddress, Note, advice, findings_in, notes_of, wrong_names
from sphinx_doi.checks.store import Baseline, DoiDomain
from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.mentions import PageMentions
from sphinx_doi.page.reader import PageReader
from sphinx_doi.page.walk import Origin


@dataclass(frozen=True, slots=True)
class Survey:
    """What a run over all pages came to.

    Attributes:
        notes: the findings as the log shows them.
        overview: the same and all DOIs, for the reports.
        outcomes: of all names, and of those that were probably meant.
        findings: all of them, the known ones, too, each with where it was written.

    """

    notes: tuple[Note, ...]
    overview: Overview
    outcomes: Mapping[Doi, Outcome]
    findings: Sequence[tuple[Origin, Finding]]

    @property
    def report(self) -> Report:
        """The run, as all report formats take it."""
        return self.overview.report

    def with_errors(self, errors: tuple[PathNote, ...]) -> Survey:
        """Return the same with files that could not be read."""
        report = self.report.replace(errors=errors)
        return replace(self, overview=replace(self.overview, report=report))


def survey(
    pages: Iterable[PageMentions],
    domain: DoiDomain,
    title: str,
    progress: Callable[[int, int], None] | None = None,
    judged_before: Iterable[JudgedAddress] = (),
) -> Survey:
    """Look up every distinct name once, judge every mention, and put the results together.

    Args:
        pages: what several of them include is taken once.
        domain: with the reader of the build, and what is left out.
        title: of the project.
        progress: called with how many names are answered, and how many there are.
        judged_before: what holds no DOI of the project, and is reported with it.

    Raises:
        LookupSettingsError: for a server or a records file that cannot be used.

    """
    reader = domain.reader
    placed = [*PageMentions.merged(pages).with_texts(reader.files)]
    documents = [document for _, document in placed]
    mentions = [mention for document in documents for mention in document.mentions]
    learned = _learned(documents, reader, progress)
    facts = facts_of(reader.settings, learned, mentions, today_for(reader.settings))
    found = [JudgedAddress(*one, findings_in(*one, facts)) for one in placed]
    whole = (*found, *judged_before)
    judged = _new(whole, domain.baseline, reader.files)
    every = in_order(finding for one in judged for finding in one.findings)
    findings = tuple(merged(every))
    report = Report(
        findings=findings,
        files=tuple(dict.fromkeys(document.source.name for document in documents)),
        lookups=lookup_counts(learned, reader.settings),
        works=work_counts(learned.works, _citations(documents, facts), findings),
        registered=described_works(learned, findings),
        notices=learned.works.messages,
        interrupted=learned.interrupted,
        hidden=domain.baseline.hidden,
        fail_on=Severity(reader.settings.fail_on),
    )
    known = [(one.origin, finding) for one in whole for finding in one.findings]
    rows = rows_of(_dois(documents, learned, facts), findings)
    overview = Overview(title, report, rows, tuple(_advice(judged, reader.files)))
    return Survey(tuple(_notes(judged, every, reader.files)), overview, learned.outcomes, known)


def _learned(
    documents: Sequence[Document], reader: PageReader, progress: Callable[[int, int], None] | None
) -> Learned:
    """Look names up, then ask what they are registered as."""
    mentions = [mention for document in documents for mention in document.mentions]
    names = names_to_ask(mentions, lambda _: reader.settings)
    return learn_all(documents, [names], lambda _: mentions, reader.settings, progress=progress)


def _citations(documents: Iterable[Document], facts: RunFacts) -> Counter[bool]:
    """Return how many citations of a known work could be judged, and how many could not."""
    compared = (comparisons(document, facts) for document in documents)
    return Counter(chain.from_iterable(map(judged_citations, compared)))


def _new(
    judged: Iterable[JudgedAddress], baseline: Baseline, files: PageFiles
) -> list[JudgedAddress]:
    """Return the same without the findings that are known from the baseline."""
    return [
        one._replace(findings=baseline.new_findings(one.origin, one.findings, files))
        for one in judged
    ]


def _notes(
    judged: Iterable[JudgedAddress],
    findings: Iterable[Finding],
    files: PageFiles,
) -> Iterator[Note]:
    """Yield what the log shows; findings that were put together are one, as in the reports."""
    reported = {_key(finding): finding for finding in findings}
    for origin, document, found in judged:
        of_document = [reported.get(_key(finding)) for finding in found]
        known = [one for one in of_document if one is not None]
        yield from notes_of(origin, document, known, files)


def _key(finding: Finding) -> tuple[str, int, str, Span, str]:
    source = finding.source
    return source.name, source.first_line, source.text, finding.span, finding.code


def _dois(documents: Iterable[Document], learned: Learned, facts: RunFacts) -> Dois:
    """Return the DOIs of the build as the reports take them."""
    mentions = tuple(
        one for document in documents for one in mentioned(document, facts, format_name="page")
    )
    return Dois(mentions, learned.outcomes, learned.suggestions, learned.works.answers)


def _place(mention: Mention) -> LineOfFile:
    """Return where a mention begins, as reports show it."""
    return LineOfFile(mention.source.name, mention.source.location(mention.span.start).line)


def _advice(judged: Iterable[JudgedAddress], files: PageFiles) -> Iterator[tuple[LineOfFile, str]]:
    """Yield where a role could stand, and which."""
    for _, document, found in judged:
        wrong = wrong_names(found)
        for mention in document.mentions:
            if mention.doi not in wrong and (role := advice(mention, files)):
                yield _place(mention), role
