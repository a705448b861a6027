"""Look up, judge and report all pages of a build for the builder `doi`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import in_report_order, merged, names_to_ask
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.run_facts import RunFacts
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Outcome
from mdlint_doi.report.html import Overview
from mdlint_doi.report.mentioned import Dois, LineOfFile, rows_of
from mdlint_doi.report.model import PathNote, Report
from mdlint_doi.run.compared import comparisons, judged_citations
from mdlint_doi.run.finish import end
from mdlint_doi.run.judge import Judge
from mdlint_doi.run.learned import Learned
from mdlint_doi.run.mentioned import mentioned
from mdlint_doi.run.result import report_of
from mdlint_doi.run.tally import Tally
from mdlint_doi.run.works import learn_all
from mdlint_doi.text.span import Span
from sphinx_doi.checks.notes import JudgedDocument, Note, advised, judged, notes_of
from sphinx_doi.checks.store import DoiDomain
from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.mentions import PageMentions
from sphinx_doi.page.walk import Origin, shown_path


@dataclass(frozen=True, slots=True)
class Survey:
    """The result of a run over all pages."""

    notes: tuple[Note, ...]  # the findings as the log shows them
    overview: Overview  # the same and all DOIs, for the reports
    outcomes: Mapping[Doi, Outcome]  # of all names, and of those that were probably meant
    # all of them, the known ones, too, each with where it was written
    findings: Sequence[tuple[Origin, Finding]]

    @property
    def report(self) -> Report:
        """The run in the form of all report formats."""
        return self.overview.report


def survey(
    pages: Iterable[PageMentions],
    domain: DoiDomain,
    title: str,
    progress: Callable[[int, int], None],
    judged_before: Iterable[JudgedDocument],
) -> Survey:
    """Look up every distinct DOI once, judge every mention, and return all results.

    A file that several pages include counts once.

    Args:
        pages: the mentions of all pages.
        domain: the domain, which keeps the settings.
        title: the title of the project.
        progress: receives the number of answers and the number of DOIs.
        judged_before: documents whose findings are reported unchanged; none of them has a DOI of
            the project.

    Raises:
        LookupSettingsError: if the server or the records file cannot be used.
    """
    settings, files = domain.reader.settings, domain.reader.files
    placed = [*PageMentions.merged(pages).with_texts(files)]
    documents = [document for _, document in placed]
    mentions = [mention for document in documents for mention in document.mentions]
    names = names_to_ask(mentions, lambda _: settings)
    learned = learn_all(documents, [names], lambda _: mentions, settings, progress=progress)
    facts = Judge(settings, learned, mentions=mentions).facts
    whole = (*(judged(*one, facts) for one in placed), *judged_before)
    known = [(one.origin, finding) for one in whole for finding in one.findings]
    new = [domain.baseline.without_known(one, files) for one in whole]
    tally = Tally()
    tally.files += dict.fromkeys(document.source.name for document in documents)
    tally.errors += [PathNote(shown_path(one.path), one.problem) for one in files.unread]
    every = in_report_order(finding for one in new for finding in one.findings)
    tally.findings += merged(every)
    compared = (comparisons(document, facts) for document in documents)
    end(tally, learned, settings, chain.from_iterable(map(judged_citations, compared)))
    report = report_of(tally).replace(
        hidden=domain.baseline.hidden, fail_on=Severity(settings.fail_on)
    )
    advice = tuple(
        (LineOfFile(link.source.name, link.source.location(link.span.start).line), role)
        for one in new
        for link, role in advised(one, files)
    )
    rows = rows_of(_dois(documents, learned, facts), report.findings)
    overview = Overview(title, report, rows, advice)
    return Survey(tuple(_notes(new, every, files)), overview, learned.outcomes, known)


def _notes(
    judged: Iterable[JudgedDocument], findings: Iterable[Finding], files: PageFiles
) -> Iterator[Note]:
    """Yield the notes for the log; a DOI in two fields of an entry is reported once."""
    reported = {_key(finding): finding for finding in _once_an_entry(findings)}
    for one in judged:
        known = [reported[key] for key in map(_key, one.findings) if key in reported]
        yield from notes_of(one._replace(findings=known), files)


def _once_an_entry(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings in order, of those about the DOI of one entry the first, as in the reports."""
    known: set[tuple[object, ...]] = set()
    for finding in findings:
        is_of_entry = finding.about is not None and not finding.code.startswith("DOI2")
        key = id(finding.source), finding.about, finding.code, finding.doi
        if key not in known:
            yield finding
        if is_of_entry:
            known.add(key)


def _key(finding: Finding) -> tuple[str, int, str, Span, str]:
    source = finding.source
    return source.name, source.first_line, source.text, finding.span, finding.code


def _dois(documents: Iterable[Document], learned: Learned, facts: RunFacts) -> Dois:
    """Return the DOIs of the build as the reports take them."""
    mentions = tuple(
        one for document in documents for one in mentioned(document, facts, format_name="page")
    )
    return Dois(mentions, learned.outcomes, learned.suggestions, learned.works.answers)
