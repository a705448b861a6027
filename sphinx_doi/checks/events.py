"""The checks of an ordinary build, called by the events of Sphinx.

Each page is checked once, when it is read, and the environment keeps the findings. A build logs the
findings of the pages that it reads, and of the pages that it checks again after a change of
settings. No request is sent, unless `doi_check` is "online".
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError
from sphinx.util import logging

from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.selection import is_needed
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.report.safe import line
from mdlint_doi.run.learned import Learned
from mdlint_doi.text.numbers import counted
from sphinx_doi import options
from sphinx_doi.checks.linkcheck import DoiLinkcheckBuilder
from sphinx_doi.checks.log import (
    log_advice,
    log_notes,
    log_unchanged,
    log_without_works,
    looked_up,
)
from sphinx_doi.checks.notes import (
    PageNotes,
    facts_of,
    judge_extlinks,
    notes_of,
    page_notes,
)
from sphinx_doi.checks.store import BuildBaseline, BuildFacts, DoiDomain, domain_of
from sphinx_doi.page.files import BibFiles, PageFiles, PageFolder
from sphinx_doi.page.mentions import PageMentions
from sphinx_doi.page.origins import Project
from sphinx_doi.page.reader import PageReader
from sphinx_doi.page.shown import has_bad_role
from sphinx_doi.references import links_of, shows_addresses
from sphinx_doi.sphinx_role import add_extlinks

if TYPE_CHECKING:
    from sphinx_doi.citations import Citations

logger = logging.getLogger(__name__)

_REPORTS_ITSELF: Final = "doi"
_KEEP_LINKS: Final = (_REPORTS_ITSELF, "linkcheck")
"""The builders that report links, so that these stay as written."""


def start(app: Sphinx) -> None:
    """Read the settings of the project, and the texts that its `conf.py` inserts into pages.

    Raises:
        ConfigError: if the settings, the baseline or a needed records file cannot be used.
    """
    folder = Path(app.confdir)
    try:
        settings = options.settings_of(app.config, folder)
        baseline = BuildBaseline.of(settings)
        shows_works = app.config.doi_text in options.WORKS
        citations = _citations(app, settings) if shows_works else None
    except LookupSettingsError as error:
        options.log_unusable(app, error)
        raise ConfigError(line(str(error))) from error
    except ConfigError as error:
        # Sphinx prints a raised error only after versions, extensions and a traceback.
        logger.error("%s", error, type="doi", subtype="configuration")  # noqa: TRY400
        raise
    options.warn_unknown(app.config, folder)
    project = Project.of(app)
    keeps_links = app.builder.name in _KEEP_LINKS
    domain_of(app.env).build = BuildFacts(
        PageReader(settings, _files_of(app, settings, project), project),
        baseline,
        rewrites_links=app.config.doi_rewrite_links and not keeps_links,
        is_tex=app.builder.format == "latex",
        takes_links=app.config.doi_linkcheck and isinstance(app.builder, DoiLinkcheckBuilder),
        keeps_links=keeps_links,
        shows_addresses=shows_addresses(app.builder.format, app.config),
        citations=citations,
    )
    add_extlinks(app)


def _citations(app: Sphinx, settings: Settings) -> Citations | None:
    """Return the works in the records file; None without a records file.

    Raises:
        LookupSettingsError: if it cannot be used.
    """
    if settings.records is None:
        return None
    from sphinx_doi.citations import Citations

    return Citations(os.fspath(settings.records), app.config.doi_text)


def _files_of(app: Sphinx, settings: Settings, project: Project) -> PageFiles:
    bibfiles = getattr(app.config, "bibtex_bibfiles", None) or ()
    written = {
        os.path.normpath(os.path.join(app.srcdir, bibfile)): os.fspath(bibfile)
        for bibfile in bibfiles
    }
    encoding = getattr(app.config, "bibtex_encoding", None) or "utf-8"
    return PageFiles(
        settings,
        BibFiles(written, str(encoding)),
        options.excluded_by(settings, Path(app.confdir)),
        project.texts,
        PageFolder(str(app.srcdir), app.config.source_suffix),
    )


def outdated(app: Sphinx, env: BuildEnvironment, *changes: set[str]) -> list[str]:  # noqa: ARG001
    """Return the pages to read again after a change in `pyproject.toml` or the records file."""
    domain = domain_of(env)
    changed = domain.with_changed_texts()
    return sorted(env.found_docs) if domain.is_outdated else changed


def read(app: Sphinx, doctree: nodes.document) -> None:
    """Check a page offline after it was read."""
    domain = domain_of(app.env)
    docname = app.env.docname
    if domain.build.citations is not None:
        domain.keep_links(docname, links_of(doctree))
    if app.config.doi_check == "off" and not has_bad_role(doctree):
        domain.keep_unread(docname)
    else:
        _check_as_read(docname, domain.reader.mentions(doctree), domain)


def _check_as_read(docname: str, mentions: PageMentions, domain: DoiDomain) -> None:
    """Store the notes about a page, and its mentions if there are notes.

    Other mentions can be read again from the doctree, but a docstring only while its module is
    imported.
    """
    notes = _notes_alone(mentions, domain) if mentions.documents else PageNotes()
    has_docstrings = any(origin.part for origin, _ in mentions.documents)
    if notes.notes or has_docstrings or not mentions.documents:
        domain.keep_mentions(docname, mentions)
    else:
        domain.keep_unread(docname)
    domain.keep_notes(docname, notes, domain.reader.settings)


def _notes_alone(mentions: PageMentions, domain: DoiDomain) -> PageNotes:
    """Return the notes about a page that need neither other pages nor look-ups."""
    return page_notes(mentions, facts_of(domain.reader.settings), domain.reader.files)


def begin_reading(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:  # noqa: ARG001
    """Store the pages that Sphinx reads in this build; further handlers may change the list."""
    domain_of(env).docnames_read = docnames


def report(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Log the findings of the pages that this build read or checked; count the others.

    Returns:
        The pages with changed texts and lists of works; also a page to write again if pages were
        checked but none was read, because Sphinx saves the environment only if a page is updated.
    """
    domain = domain_of(env)
    domain.keep_choices()
    if app.builder.name == _REPORTS_ITSELF:
        return []
    changed = _show_works(app, domain)
    mode = app.config.doi_check
    docnames = domain.read_docnames() if mode == "off" else domain.docnames()
    checked = _check_alone(domain, docnames)
    if mode == "online" or is_needed(Need.WHOLE_PROJECT, domain.reader.settings):
        pages = _checked_together(app, domain)
    else:
        pages = {
            docname: domain.notes(docname, domain.reader.settings) or PageNotes()
            for docname in docnames
        }
    _log_pages(app, domain, pages, {*checked, *domain.docnames_read})
    is_unsaved = checked and not (domain.docnames_read or changed)
    return [app.config.root_doc] if is_unsaved else changed


def _show_works(app: Sphinx, domain: DoiDomain) -> list[str]:
    """Prepare the lists of references, and log works that pages lack; return pages to write."""
    build = domain.build
    if not domain.lists and build.citations is None:
        return []
    domain.complete_links(links_of)
    if build.citations is None:
        with options.reporting_unusable(app):
            build = build._replace(citations=_citations(app, build.reader.settings))
    domain.build = build._replace(lists_works=bool(domain.lists) and not build.keeps_links)
    if build.citations is not None or build.reader.settings.records is None:
        shown = {parse(name): None for page in domain.links().values() for name in page.shown}
        for docname, scope in domain.lists:
            shown |= dict.fromkeys(domain.linked(docname, scope))
        log_without_works(shown, build.citations, _location_of_works(app, domain))
    return domain.with_changed_works(app.builder.name)


def _location_of_works(app: Sphinx, domain: DoiDomain) -> str:
    """Return where a project asks for works: `doi_text`, or the first page with a list."""
    if app.config.doi_text in options.WORKS:
        return domain.reader.project.location_in_conf("doi_text", "doi_text")
    return domain.lists[0][0]


def _check_alone(domain: DoiDomain, docnames: Iterable[str]) -> list[str]:
    """Check the pages that were not checked under the current settings; return their names."""
    settings = domain.reader.settings
    checked = [docname for docname in docnames if domain.notes(docname, settings) is None]
    for docname in checked:
        domain.keep_notes(docname, _notes_alone(domain.mentions(docname), domain), settings)
    return checked


def _checked_together(app: Sphinx, domain: DoiDomain) -> dict[str, PageNotes]:
    """Check all pages at once, for findings that need the whole project or a look-up."""
    reader = domain.reader
    pages = {docname: domain.mentions(docname) for docname in domain.docnames()}
    mentions = [
        mention
        for page in pages.values()
        for _, document in page.with_texts(reader.files)
        for mention in document.mentions
    ]
    is_online = app.config.doi_check == "online"
    learned = looked_up(app, mentions, reader.settings) if is_online else Learned()
    facts = facts_of(reader.settings, learned, mentions)
    return {docname: page_notes(page, facts, reader.files) for docname, page in pages.items()}


def _log_pages(
    app: Sphinx, domain: DoiDomain, pages: Mapping[str, PageNotes], new: Collection[str]
) -> None:
    """Log the notes and advice on new pages and the notes on `conf.py`; count all other notes."""
    notes = [note for page in pages.values() for note in page.notes]
    shown = {note.key for docname in new if docname in pages for note in pages[docname].notes}
    for address in judge_extlinks(domain.reader):
        of_address = [*notes_of(address, domain.reader.files)]
        notes += of_address
        shown.update(note.key for note in of_address)
    notes = domain.baseline.new_notes(notes)
    if domain.baseline.hidden:
        hidden = counted(domain.baseline.hidden, "finding")
        logger.info("sphinx_doi: the baseline hides %s", hidden)
    is_off = app.config.doi_check == "off"
    if is_off:
        notes = [note for note in notes if note.is_bad_role]
    config, settings = app.config, domain.reader.settings
    log_notes((note for note in notes if note.key in shown), config, settings)
    log_unchanged((note for note in notes if note.key not in shown), config)
    if not is_off:
        log_advice(
            advice for docname in pages if docname in new for advice in pages[docname].advice
        )
