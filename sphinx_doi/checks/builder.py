"""`sphinx-build -b doi`: look up every DOI of a project once, and report the findings.

The builder checks the documents after reading, with all branches of `.. only::`, after resolving,
and the BibTeX files. It works without the extension in `conf.py`, because an entry point loads it.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.dummy import DummyBuilder
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Mention
from mdlint_doi.names.doi import Doi
from sphinx_doi import options
from sphinx_doi.checks.log import log_not_checked, log_notes, log_unread, looking_up
from sphinx_doi.checks.notes import judge_extlinks
from sphinx_doi.checks.store import domain_of
from sphinx_doi.page.mentions import PageMentions, entries_of

logger = logging.getLogger(__name__)


class DoiBuilder(DummyBuilder):
    """Looks up the DOIs of a project and reports the findings."""

    name = "doi"
    allow_parallel = True

    def __init__(self, app: Sphinx, env: BuildEnvironment) -> None:
        """Store the application, because the exit status is set on it at the end."""
        super().__init__(app, env)
        self._application = app
        self._added: list[PageMentions] = []

    def write_doc_serialized(self, docname: str, doctree: nodes.document) -> None:
        """Collect the mentions that resolving added; Sphinx calls this in the main process."""
        domain = domain_of(self.env)
        known = {
            _as_written(mention)
            for _, document in domain.mentions(docname).documents
            for mention in document.mentions
        }
        added = []
        for origin, document in domain.reader.mentions(doctree).documents:
            mentions = tuple(
                mention for mention in document.mentions if _as_written(mention) not in known
            )
            if mentions:
                added.append((origin, Document(document.source, mentions)))
        self._added.append(PageMentions(tuple(added)))

    def finish(self) -> None:
        """Look up all DOIs, check all mentions, and write the reports."""
        from sphinx_doi.checks.survey import exit_status, survey, write_reports

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
                    judge_extlinks(domain.reader),
                )
            settings = domain.reader.settings
            log_notes(result.notes, self.config, settings)
            log_unread(result.report.problems, strict=settings.strict)
            log_not_checked(result.report.lookups)
            write_reports(result, self._application)
            options.fail(self._application, exit_status(result, settings, self.config))


def _as_written(mention: Mention) -> tuple[Doi | None, str]:
    return mention.doi, mention.written.text
