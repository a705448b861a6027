"""`sphinx-build -b doi`: every DOI of a project asked once, and reports of what was found.

Looks at the documents as they were read, where `.. only::` still has all its branches, and as
they are resolved, where bibliographies have their entries. Writes `output.json`, `output.txt` and
`report.html`. Works without the extension in `conf.py`: the entry point loads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sphinx.builders.dummy import DummyBuilder
from sphinx.util import logging
from sphinx.util.display import progress_message

from mdlint_doi.lint.model import Mention, Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Outcome, Unknown
from mdlint_doi.report import safe
from sphinx_doi import options
from sphinx_doi.checks.events import pages_of, say
from sphinx_doi.checks.lookup_errors import telling_what_is_unusable
from sphinx_doi.checks.notes import Page
from sphinx_doi.doctree.mentions import Collected, Reading, collect
from sphinx_doi.doctree.page_parts import Part, parts_of
from sphinx_doi.doctree.source_files import Files

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from mdlint_doi.lookup.stored import Stored
    from sphinx_doi.checks.survey import Survey

logger = logging.getLogger(__name__)

FINDINGS: Final = 1
UNDECIDED: Final = 3
INTERRUPTED: Final = 130


class DoiBuilder(DummyBuilder):
    """Look up the DOIs of a project and report on them."""

    name = "doi"
    epilog = "The report is in %(outdir)s/report.html."
    allow_parallel = True

    def __init__(self, app: Sphinx, env: BuildEnvironment) -> None:
        """Read the settings; the exit status is set on the application at the end."""
        super().__init__(app, env)
        self._application = app
        folder = Path(app.confdir)
        self._settings = options.settings_of(app.config, folder)
        self._reading = Reading.of(self._settings)
        excluded = options.excluded_by(self._settings, folder)
        self._files = Files(bibliographies(app), excluded)
        self._resolved: list[Part] = []

    def write_doc_serialized(self, docname: str, doctree: nodes.document) -> None:
        """Look for what resolving added; in the main process, also in parallel builds."""
        page = pages_of(self.env).get(docname, Page())
        known = {_said(mention) for part in page.parts for mention in part.mentions}
        collected = collect(doctree, self._files, self._reading)
        added = [
            one
            for one in collected.located
            if self._files.is_bibliography(one.origin.path) or _said(one.mention) not in known
        ]
        self._resolved += parts_of(Collected(added, {}))

    def finish(self) -> None:
        """Ask, judge and report."""
        from sphinx_doi.checks.survey import survey

        pages = pages_of(self.env)
        parts = [part for name in sorted(pages) for part in pages[name].parts]
        logger.info("")
        with telling_what_is_unusable(self._application):
            with progress_message("looking up DOIs"):
                result = survey(
                    [*parts, *self._resolved], self._files, self._settings, self.config.project
                )
            say(result.notes, self._application)
            self._write(result)
            status = self._status(result)
            if status:
                self._application.statuscode = status

    def _write(self, result: Survey) -> None:
        from mdlint_doi.lookup import records
        from mdlint_doi.report import html
        from mdlint_doi.report.formats import render

        folder = Path(self.outdir)
        page = "".join(f"{line}\n" for line in html.render(result.overview))
        advice = "".join(
            f"{safe.path(place)}: hard-coded DOI link, could be {safe.line(role)}\n"
            for place, role in result.overview.advice
        )
        for name, text in (
            ("output.json", render(result.report, "json")),
            ("output.txt", render(result.report, "text") + (f"\n{advice}" if advice else "")),
            ("report.html", page),
            ("doi-records.json", records.render(_known(result.outcomes))),
        ):
            (folder / name).write_text(text, encoding="utf-8")
        logger.info(render(result.report, "text").splitlines()[-1])

    def _status(self, result: Survey) -> int:
        report = result.report
        if report.interrupted:
            return INTERRUPTED
        if any(finding.severity is not Severity.HINT for finding in report.findings):
            return FINDINGS
        undecided = report.lookups.undecided if report.lookups else 0
        return UNDECIDED if undecided and self._settings.strict else 0


def _known(outcomes: Mapping[Doi, Outcome]) -> dict[Doi, Stored]:
    return {doi: one for doi, one in outcomes.items() if not isinstance(one, Unknown)}


def _said(mention: Mention) -> tuple[Doi | None, str]:
    return mention.doi, mention.written.text


def bibliographies(app: Sphinx) -> tuple[str, ...]:
    """Return the BibTeX files of the project, absolute."""
    names = getattr(app.config, "bibtex_bibfiles", None) or ()
    return tuple(str(Path(app.srcdir) / name) for name in names)
