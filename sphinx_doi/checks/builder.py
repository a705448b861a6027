"""`sphinx-build -b doi`: look up every DOI of a project once, and report the findings.

The builder checks the documents after reading, with all branches of `.. only::`, after resolving,
and the BibTeX files. It works without the extension in `conf.py`, because an entry point loads it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.dummy import DummyBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.osutil import relpath

from mdlint_doi.ask.readers.names_json import Stored
from mdlint_doi.config.today import time_of_run
from mdlint_doi.files.repository import place_links
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Mention
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Unknown
from mdlint_doi.report import html, safe, summary
from mdlint_doi.report.html import HOSTS, PlaceLinks
from mdlint_doi.text.version import VERSION
from sphinx_doi import options
from sphinx_doi.checks.log import is_suppressed, log_notes, log_unread, looking_up, tell_not_checked
from sphinx_doi.checks.notes import judge_extlinks
from sphinx_doi.checks.store import domain_of
from sphinx_doi.page.mentions import PageMentions, entries_of

if TYPE_CHECKING:
    from sphinx_doi.checks.survey import Survey

logger = logging.getLogger(__name__)

FINDINGS: Final = 1
UNDECIDED: Final = 3
INTERRUPTED: Final = 130
_SERVICES: Final = (
    ("github", "github.com"),
    ("gitlab", "gitlab.com"),
    ("bitbucket", "bitbucket.org"),
)
"""Keys of `html_context` that themes use for "edit this page". The folder of the sources is
`conf_py_path` of Read the Docs, or `doc_path` of pydata-sphinx-theme."""


class DoiBuilder(DummyBuilder):
    """Looks up the DOIs of a project and reports the findings."""

    name = "doi"
    allow_parallel = True

    def __init__(self, app: Sphinx, env: BuildEnvironment) -> None:
        """Keep the application: the exit status is set on it at the end."""
        super().__init__(app, env)
        self._application = app
        self._added: list[PageMentions] = []

    def write_doc_serialized(self, docname: str, doctree: nodes.document) -> None:
        """Collect the mentions that resolving added; always in the main process."""
        domain = domain_of(self.env)
        known = {
            _as_written(mention)
            for _, document in domain.mentions(docname).documents
            for mention in document.mentions
        }
        added = []
        for origin, document in domain.reader.mentions(doctree).documents:
            mentions = tuple(one for one in document.mentions if _as_written(one) not in known)
            if mentions:
                added.append((origin, Document(document.source, mentions)))
        self._added.append(PageMentions(tuple(added)))

    def finish(self) -> None:
        """Look up all DOIs, judge all mentions, and write the reports."""
        from sphinx_doi.checks.survey import survey

        domain = domain_of(self.env)
        pages = [domain.mentions(docname) for docname in domain.docnames()]
        logger.info("")
        with options.reporting_unusable(self._application):
            with looking_up() as progress:
                result = survey(
                    [*pages, *self._added, entries_of(domain.reader.files)],
                    domain,
                    self.config.project,
                    progress,
                    judge_extlinks(domain.reader, Path(self._application.confdir)),
                )
            settings = domain.reader.settings
            log_notes(result.notes, self.config, settings)
            log_unread(result.report.errors)
            tell_not_checked(result.report.lookups)
            self._write(result)
            status = self._status(result, strict=settings.strict)
            if status:
                self._application.statuscode = status

    def _write(self, result: Survey) -> None:
        from mdlint_doi.ask import records
        from mdlint_doi.report.formats import render

        folder = Path(self.outdir)
        domain = domain_of(self.env)
        baseline = domain.baseline.dump(
            result.findings, domain.reader.files, str(self._application.confdir)
        )
        overview = replace(
            result.overview,
            run=html.RunInfo.of(domain.reader.settings, time_of_run(os.environ), VERSION),
            links=_place_links(self.config, Path(self.srcdir)),
        )
        known: dict[Doi, Stored] = {
            doi: one for doi, one in result.outcomes.items() if not isinstance(one, Unknown)
        }
        output = render(result.report.replace(max_per_rule=0), "text")
        advice = "".join(
            f"{safe.path(str(place))}: hard-coded DOI link, could be {safe.line(role)}\n"
            for place, role in overview.advice
        )
        written = {
            "output.json": render(result.report, "json"),
            "output.txt": f"{output}\n{advice}" if advice else output,
            "report.html": "".join(f"{line}\n" for line in html.render(overview)),
            "doi-records.json": records.render(known),
            "doi-baseline.json": baseline,
        }
        for name, text in written.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        for line in summary.render(result.report):
            logger.info("%s", line)
        # Sphinx prints a builder's epilog only where nothing was found.
        logger.info("The report is in %s.", relpath(folder / "report.html"))

    def _status(self, result: Survey, *, strict: bool) -> int:
        """Return the exit status, without the findings that `suppress_warnings` hides."""
        report = result.report
        if report.interrupted:
            return INTERRUPTED
        if report.errors:
            return options.UNUSABLE
        if any(
            report.fails(one) and not is_suppressed(one.name, self.config)
            for finding in report.findings
            for one in finding.each
        ):
            return FINDINGS
        undecided = report.lookups.undecided if report.lookups else 0
        return UNDECIDED if undecided and strict else 0


def _as_written(mention: Mention) -> tuple[Doi | None, str]:
    return mention.doi, mention.written.text


def _place_links(config: Config, source_folder: Path) -> PlaceLinks | None:
    """Return the links to the places of a project; None if its repository is unknown."""
    context = config.html_context
    for service, host in _SERVICES:
        user, name = (_text(context, f"{service}_{part}") for part in ("user", "repo"))
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
    """Return the folder that has the sources at `below`; the sources' own if it has not."""
    parts = [part for part in below.split("/") if part]
    folder = source_folder.absolute()
    is_below = parts and list(folder.parts[-len(parts) :]) == parts
    return folder.parents[len(parts) - 1] if is_below else folder
