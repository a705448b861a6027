"""Look up, check and report the DOIs of all pages, for the builder `doi`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging
from sphinx.util.osutil import relpath

from mdlint_doi.ask import records
from mdlint_doi.ask.event_loop import wait_for
from mdlint_doi.ask.readers.names_json import Stored
from mdlint_doi.config.today import time_of_run
from mdlint_doi.files.repository import place_links
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import dois_to_look_up, in_report_order
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.rules.exceptions import is_decided, stale_exception
from mdlint_doi.lint.selection import RunFacts, Selection
from mdlint_doi.lint.setting_types import DoiException
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Outcome, Unknown
from mdlint_doi.report import html, safe, summary
from mdlint_doi.report.formats import render
from mdlint_doi.report.html import HOSTS, Overview, PlaceLinks
from mdlint_doi.report.mentioned import Dois, LineOfFile, mentioned, rows_of
from mdlint_doi.report.model import NoteKind, PathNote, Report, unread_notes
from mdlint_doi.run.compared import comparisons, judged_citations, unjudged_citations
from mdlint_doi.run.judge import Judge, excepted_in
from mdlint_doi.run.learned import Learned
from mdlint_doi.run.result import Tally, exit_code, report_of
from mdlint_doi.run.works import look_up_all
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.version import VERSION
from sphinx_doi.checks.log import is_suppressed
from sphinx_doi.checks.notes import JudgedDocument, Note, advised, judged, notes_of
from sphinx_doi.checks.store import DoiDomain, domain_of
from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.mentions import PageMentions
from sphinx_doi.page.origins import Origin, shown_path

logger = logging.getLogger(__name__)

_RECORDS: Final = "doi-records.json"
_SERVICES: Final = (
    ("github", "github.com"),
    ("gitlab", "gitlab.com"),
    ("bitbucket", "bitbucket.org"),
)
"""Keys of `html_context` that themes use for "edit this page". The folder of the sources is
`conf_py_path` of Read the Docs, or `doc_path` of pydata-sphinx-theme."""


@dataclass(frozen=True, slots=True)
class Survey:
    """The result of a run over all pages."""

    notes: tuple[Note, ...]  # the findings for the log
    overview: Overview  # the findings and all DOIs, for the reports
    outcomes: Mapping[Doi, Outcome]  # the outcomes for all DOIs and for suggestions
    # All findings with their origins, including those in the baseline.
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
    """Look up every distinct DOI once, check every mention, and return all results.

    A file that several pages include counts once.

    Args:
        pages: the mentions of all pages.
        domain: the domain with the settings and the baseline.
        title: the title of the project.
        progress: receives the number of answers and the number of DOIs.
        judged_before: further documents that were already checked, without DOIs of the project.

    Raises:
        LookupSettingsError: if the server or the records file cannot be used.
    """
    settings = domain.reader.settings
    files = domain.reader.files
    placed = [*PageMentions.merged(pages).with_texts(files)]
    documents = [document for _, document in placed]
    mentions = [mention for document in documents for mention in document.mentions]
    names = dois_to_look_up(mentions, lambda _: settings)
    asking = look_up_all(documents, [names], lambda _: mentions, settings, progress=progress)
    learned = wait_for(asking)
    facts = Judge(settings, learned, mentions=mentions).facts
    whole = (*(judged(*pair, facts) for pair in placed), *judged_before)
    known = [(document.origin, finding) for document in whole for finding in document.findings]
    new = [domain.baseline.without_known(document, files) for document in whole]
    if learned.online and not (learned.interrupted or settings.offline or files.unread):
        new += _stale_exceptions(documents, domain, facts)
    tally = Tally()
    tally.files += dict.fromkeys(document.source.name for document in documents)
    tally.problems += _unread(domain)
    every = in_report_order(finding for document in new for finding in document.findings)
    tally.findings += every
    for document in documents:
        compared = [*comparisons(document, facts)]
        tally.citations += judged_citations(compared)
        tally.unjudged += unjudged_citations(document.name, compared)
    tally.learned = learned
    report = report_of(tally, settings).replace(
        hidden=domain.baseline.hidden, fail_on=Severity(settings.fail_on), in_build=True
    )
    advice = tuple(
        (LineOfFile(link.source.name, link.source.location(link.span.start).line), role)
        for document in new
        for link, role in advised(document, files)
    )
    rows = rows_of(_dois(documents, learned, facts), report.findings)
    overview = Overview(title, report, rows, advice)
    return Survey(tuple(_notes(new, every, files)), overview, learned.outcomes, known)


def _stale_exceptions(
    documents: Iterable[Document], domain: DoiDomain, facts: RunFacts
) -> Iterator[JudgedDocument]:
    """Yield the findings about exceptions in `conf.py` that no page needs.

    Exceptions in a settings file are left out, because the command also reads other files.
    """
    if domain.env.config.doi_exceptions is None:
        return
    project = domain.reader.project
    needed: dict[DoiException, bool] = {}
    for document in documents:
        for exception, is_needed in excepted_in(document, facts).items():
            needed[exception] = needed.get(exception, False) or is_needed
    for exception, is_needed in needed.items():
        if is_needed or not is_decided(exception, facts):
            continue
        line = project.line_in_conf(exception.name, "doi_exceptions")
        source = Source(shown_path(project.conf), exception.name, first_line=line)
        finding = stale_exception(exception, source, Span(0, len(exception.name)))
        if Selection.of(domain.reader.settings, source.name).has(finding.code):
            origin = Origin(project.conf, in_file=False)
            yield JudgedDocument(origin, Document(source), [finding])


def _unread(domain: DoiDomain) -> Iterator[PathNote]:
    """Yield what could not be read of the BibTeX files and of the files of pages."""
    files, env = domain.reader.files, domain.env
    pages = (env.doc2path(name) for name in env.found_docs)
    bibliographies = [path for path, _ in files.bibliographies()]
    for path in dict.fromkeys([*bibliographies, *map(str, pages)]):
        if not files.leaves_out(path) and (file := files.get(path)) is not None:
            yield from unread_notes(file.document)
    for unread in files.unread:
        line, column = unread.place or (None, None)
        path, problem, kind = shown_path(unread.path), unread.problem, NoteKind.UNREAD
        if not os.path.lexists(unread.path):
            project = domain.reader.project
            written, name = files.bibfiles.written[unread.path], os.path.basename(unread.path)
            line = project.line_in_conf(written, "bibtex_bibfiles", part=name)
            path, problem = shown_path(project.conf), f"{path}: {problem}"
        yield PathNote(path, problem, line, column, kind, fails=True)


def _notes(
    judged: Iterable[JudgedDocument], findings: Iterable[Finding], files: PageFiles
) -> Iterator[Note]:
    """Yield the notes for the log."""
    reported = {_key(finding): finding for finding in findings}
    for document in judged:
        known = [reported[key] for key in map(_key, document.findings) if key in reported]
        yield from notes_of(document._replace(findings=known), files)


def _key(finding: Finding) -> tuple[str, int, str, Span, str]:
    source = finding.source
    return source.name, source.first_line, source.text, finding.span, finding.code


def _dois(documents: Iterable[Document], learned: Learned, facts: RunFacts) -> Dois:
    """Return the DOIs of the build in the form for reports."""
    mentions = tuple(
        mention
        for document in documents
        for mention in mentioned(document, facts, format_name="page")
    )
    return Dois(mentions, learned.outcomes, learned.suggestions, learned.works.answers)


def exit_status(result: Survey, settings: Settings, config: Config) -> int:
    """Return the exit status; findings that `suppress_warnings` hides do not count."""
    report = result.report
    failing = (finding for finding in report.findings if report.fails(finding))
    fails = any(not is_suppressed(finding.name, config) for finding in failing)
    return exit_code(report, settings, fails=fails)


def write_reports(result: Survey, app: Sphinx) -> None:
    """Write the reports of a run to the builder's folder, and log its summary."""
    folder = Path(app.outdir)
    domain = domain_of(app.env)
    settings = domain.reader.settings
    overview = replace(
        result.overview,
        run=html.RunInfo.of(settings, time_of_run(os.environ), VERSION),
        links=_place_links(app.config, Path(app.srcdir)),
    )
    known: dict[Doi, Stored] = {
        doi: outcome for doi, outcome in result.outcomes.items() if not isinstance(outcome, Unknown)
    }
    output = render(result.report.replace(max_per_rule=0), "text")
    advice = "".join(
        f"{safe.path(str(place))}: this hard-coded DOI link could be written as {safe.line(role)}\n"
        for place, role in overview.advice
    )
    written = {
        "output.json": render(result.report, "json"),
        "output.txt": f"{output}\n{advice}" if advice else output,
        "report.html": "".join(f"{line}\n" for line in html.render(overview)),
        "doi-baseline.json": domain.baseline.dump(
            result.findings, domain.reader.files, str(app.confdir)
        ),
    }
    # The manual tells users to copy this file; one without answers would replace a good one.
    if known or not overview.rows:
        written[_RECORDS] = records.render(known)
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    for line in summary.render(result.report):
        logger.info("%s", line)
    if _RECORDS not in written:
        path = folder / _RECORDS
        done = "was not changed" if path.exists() else "was not written"
        logger.info("%s %s: no DOI could be checked.", relpath(path), done)
    # Sphinx prints a builder's epilog only if there were no problems.
    logger.info("The report is in %s.", relpath(folder / "report.html"))


def _place_links(config: Config, source_folder: Path) -> PlaceLinks | None:
    """Return the links to the lines of a project's files; None if its repository is unknown."""
    context = config.html_context
    for service, host in _SERVICES:
        user = _text(context, f"{service}_user")
        name = _text(context, f"{service}_repo")
        if user and name:
            below = _text(context, "conf_py_path") or _text(context, "doc_path")
            return HOSTS[host].links(
                f"https://{_text(context, f'{service}_host') or host}/{user}/{name}",
                _text(context, f"{service}_version") or "HEAD",
                _root(source_folder, below).as_posix(),
                Path.cwd().as_posix(),
            )
    return place_links(Path.cwd())


def _text(context: Mapping[str, object], key: str) -> str:
    value = context.get(key)
    return value if isinstance(value, str) else ""


def _root(source_folder: Path, below: str) -> Path:
    """Return the folder in which `below` is the path of the sources; without one, the sources."""
    parts = [part for part in below.split("/") if part]
    folder = source_folder.absolute()
    is_below = parts and list(folder.parts[-len(parts) :]) == parts
    return folder.parents[len(parts) - 1] if is_below else folder
