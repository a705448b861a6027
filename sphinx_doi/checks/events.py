"""The checks of an ordinary build, hung on Sphinx's events.

Each page is looked at once, when it is read; what was found is kept in the environment, and logged
at the end of every build. Nothing is asked of any server, unless `doi_check` is "online".
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import sphinx
from docutils import nodes
from docutils.parsers.rst import roles
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError
from sphinx.util import logging

from mdlint_doi.lint.needs import is_needed
from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.learned import Learned
from sphinx_doi import options
from sphinx_doi.checks.log import log_advice, log_notes, looked_up
from sphinx_doi.checks.notes import (
    PageNotes,
    judge_extlinks,
    notes_of,
    offline_facts,
    page_notes,
    place_of_address,
)
from sphinx_doi.checks.store import Baseline, DoiDomain, domain_of
from sphinx_doi.page.configured import Configured
from sphinx_doi.page.files import BibFiles, PageFiles, PageFolder
from sphinx_doi.page.mentions import PageMentions
from sphinx_doi.page.reader import PageReader
from sphinx_doi.page.shown import links_of_page
from sphinx_doi.role import DoiRole, is_another_role

logger = logging.getLogger(__name__)

_REPORTS_ITSELF: Final = "doi"
_HAS_CLASSES: Final = (7, 4)  # since this Sphinx a link of `extlinks` has its role as a class


def start(app: Sphinx) -> None:
    """Read the settings, and add the role: last, so that nobody else's stands in its place."""
    folder = Path(app.confdir)
    try:
        settings = options.settings_of(app.config, folder)
        baseline = Baseline.of(settings)
    except ConfigError as error:
        # Sphinx shows an error that is raised behind versions, extensions and a traceback.
        logger.error("%s", error, type="doi", subtype="configuration")  # noqa: TRY400
        raise
    options.tell_mistyped(app.config, folder)
    configured = Configured.of(app)
    domain = domain_of(app.env)
    domain.reader = PageReader(settings, _files_of(app, settings, configured), configured)
    domain.baseline = baseline
    # The entry point of the builder loads the extension where nobody asked for it.
    is_for_builder = (
        app.builder.name == _REPORTS_ITSELF and "sphinx_doi" not in app.config.extensions
    )
    if is_another_role() and not is_for_builder:
        message = "another 'doi' role (an extension's, or extlinks) is replaced; remove it"
        own = configured.extlinks.get("doi")
        place = None if own is None else place_of_address(own, folder / "conf.py")
        logger.warning(message, location=place, type="doi", subtype="role-clash")
    app.add_role("doi", DoiRole(), override=True)
    for name in configured.extlinks if sphinx.version_info < _HAS_CLASSES else ():
        role = roles._roles.get(name)  # type: ignore[attr-defined]  # noqa: SLF001
        if role is not None and not isinstance(role, DoiRole):
            app.add_role(name, _marking(role, f"extlink-{name}"), override=True)


def _files_of(app: Sphinx, settings: Settings, configured: Configured) -> PageFiles:
    bibfiles = getattr(app.config, "bibtex_bibfiles", None) or ()
    paths = (os.path.normpath(os.path.join(app.srcdir, one)) for one in bibfiles)
    encoding = getattr(app.config, "bibtex_encoding", None) or "utf-8"
    return PageFiles(
        settings,
        BibFiles(tuple(paths), str(encoding)),
        options.excluded_by(settings, Path(app.confdir)),
        configured.texts,
        PageFolder(str(app.srcdir), app.config.source_suffix),
    )


def _marking(role: Callable[..., Any], mark: str) -> Callable[..., Any]:
    """Return a role of `extlinks` whose links have the class that later versions give them."""

    def marked(*args: object, **options: object) -> tuple[list[nodes.Node], list[nodes.Node]]:
        found, messages = role(*args, **options)
        for one in found:
            if isinstance(one, nodes.reference) and mark not in one["classes"]:
                one["classes"].append(mark)
        return found, messages

    return marked


def outdated(
    app: Sphinx,  # noqa: ARG001 - an event's signature
    env: BuildEnvironment,
    *changes: set[str],  # noqa: ARG001
) -> list[str]:
    """Return all pages where the settings ask for mentions that were not looked for before."""
    return sorted(env.found_docs) if domain_of(env).is_read_otherwise else []


def read(app: Sphinx, doctree: nodes.document) -> None:
    """Look at a page that was just read, and check it offline."""
    domain, docname = domain_of(app.env), app.env.docname
    links = links_of_page(doctree)
    if app.config.doi_check == "off" and not links.has_bad_role:
        domain.keep_unread(docname)
    else:
        _check_as_read(docname, domain.reader.mentions(doctree), domain)
    if links.are_right:
        domain.keep_right(docname)


def _check_as_read(docname: str, mentions: PageMentions, domain: DoiDomain) -> None:
    """Keep what the rules say of a page, and its mentions where they say anything.

    Who wants others reads the doctree; a docstring is found only while its module is imported.
    """
    notes = _notes_alone(mentions, domain) if mentions.documents else PageNotes()
    has_docstrings = any(origin.part for origin, _ in mentions.documents)
    if notes.notes or has_docstrings or not mentions.documents:
        domain.keep_mentions(docname, mentions)
    else:
        domain.keep_unread(docname)
    domain.keep_notes(docname, notes, domain.reader.settings)


def _notes_alone(mentions: PageMentions, domain: DoiDomain) -> PageNotes:
    """Return the notes of a page that nothing but the page is needed for."""
    return page_notes(mentions, offline_facts(domain.reader.settings), domain.reader.files)


def report(app: Sphinx, env: BuildEnvironment) -> None:
    """Log what is wrong in all pages, the unchanged ones, too."""
    domain = domain_of(env)
    domain.keep_choices()
    if app.builder.name == _REPORTS_ITSELF:
        return
    mode = app.config.doi_check
    if mode == "off":
        pages = _checked_alone(domain, domain.read_docnames())
    elif mode == "online" or is_needed(Need.WHOLE_PROJECT, domain.reader.settings):
        pages = _checked_together(app, domain)
    else:
        pages = _checked_alone(domain, domain.docnames())
    notes = [note for page in pages for note in page.notes]
    for address in judge_extlinks(domain.reader, Path(app.confdir)):
        notes += notes_of(address, domain.reader.files)
    notes = domain.baseline.new_notes(notes)
    if domain.baseline.hidden:
        logger.info("sphinx_doi: %d finding(s) hidden by the baseline", domain.baseline.hidden)
    if mode == "off":
        notes = [one for one in notes if one.is_bad_role]
    log_notes(notes, app.config, domain.reader.settings)
    if mode != "off":
        log_advice(one for page in pages for one in page.advice)


def _checked_alone(domain: DoiDomain, docnames: Iterable[str]) -> list[PageNotes]:
    """Return the notes of pages; checked are those that were not under these settings."""
    pages = []
    for docname in docnames:
        notes = domain.notes(docname, domain.reader.settings)
        if notes is None:
            notes = _notes_alone(domain.mentions(docname), domain)
            domain.keep_notes(docname, notes, domain.reader.settings)
        pages.append(notes)
    return pages


def _checked_together(app: Sphinx, domain: DoiDomain) -> list[PageNotes]:
    """Check all pages at once: for what only the whole project, or a look-up, says, not kept."""
    from mdlint_doi.run.judge import Judge

    reader = domain.reader
    pages = [domain.mentions(docname) for docname in domain.docnames()]
    mentions = [
        mention
        for page in pages
        for _, document in page.with_texts(reader.files)
        for mention in document.mentions
    ]
    is_online = app.config.doi_check == "online"
    learned = looked_up(app, mentions, reader.settings) if is_online else Learned()
    judge = Judge(reader.settings, learned, mentions=mentions)
    return [page_notes(page, judge.facts, reader.files) for page in pages]
