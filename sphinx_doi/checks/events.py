"""The checks of an ordinary build, hung on Sphinx's events.

Each page is looked at once, when it is read, in whatever process reads it; what was found is kept
in the environment, and said at the end of every build, so that an incremental build reports the
unchanged pages, too. Nothing is asked of any server, unless `doi_check` is "online".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx.util import logging

from mdlint_doi.config.today import today_for
from mdlint_doi.lint.model import Severity
from mdlint_doi.lint.needs import Need, is_needed
from mdlint_doi.lint.rule import Facts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.pipeline import Learned, facts_of, learn
from mdlint_doi.report import safe
from sphinx_doi import argument, cached_links, options
from sphinx_doi.checks.lookup_errors import telling_what_is_unusable
from sphinx_doi.checks.notes import Note, Page, checked, page_of
from sphinx_doi.doctree.mentions import Reading, collect
from sphinx_doi.doctree.page_parts import documents_of
from sphinx_doi.doctree.source_files import Files
from sphinx_doi.role import DoiRole, is_registered

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

_REPORTS_ITSELF: Final = "doi"


class Checks:
    """The state of a build: its settings and the files that were read."""

    def __init__(self) -> None:
        """Begin with the defaults; `start` reads the project's."""
        self.settings = Settings()
        self.facts = Facts(self.settings)
        self.reading = Reading()
        self.files = Files()

    def start(self, app: Sphinx) -> None:
        """Read the settings, and take the role back if another extension took it."""
        folder = Path(app.confdir)
        self.settings = options.settings_of(app.config, folder)
        self.facts = facts_of(self.settings, Learned(), (), today_for(self.settings))
        self.reading = Reading.of(self.settings)
        self.files = Files(excluded=options.excluded_by(self.settings, folder))
        if not is_registered():
            message = "another 'doi' role (an extension's, or extlinks) is replaced; remove it"
            logger.warning(message, type="doi", subtype="role-clash")
            app.add_role("doi", DoiRole(), override=True)

    def read(self, app: Sphinx, doctree: nodes.document) -> None:
        """Look at a page that was just read."""
        collected = collect(doctree, self.files, self.reading)
        page = page_of(collected, self.settings, self.facts, self.files)
        pages_of(app.env)[app.env.docname] = page
        argument.forget()
        cached_links.forget()

    def purge(self, app: Sphinx, env: BuildEnvironment, docname: str) -> None:  # noqa: ARG002
        """Forget a page."""
        pages_of(env).pop(docname, None)

    def merge(
        self,
        app: Sphinx,  # noqa: ARG002
        env: BuildEnvironment,
        docnames: Iterable[str],
        other: BuildEnvironment,
    ) -> None:
        """Take over what another process found."""
        theirs = pages_of(other)
        pages_of(env).update({name: theirs[name] for name in docnames if name in theirs})

    def report(self, app: Sphinx, env: BuildEnvironment) -> None:
        """Say what is wrong in all pages, the unchanged ones, too."""
        if app.builder.name == _REPORTS_ITSELF:
            return
        pages = pages_of(env)
        mode = app.config.doi_check
        if mode == "online" or is_needed(Need.WHOLE_PROJECT, self.settings):
            pages.update(self._checked_together(app, pages))
        else:
            for name, page in pages.items():
                if page.packed and page.settings != self.settings:
                    pages[name] = checked(page, self.settings, self.facts, self.files)
        notes = [note for name in sorted(pages) for note in pages[name].notes]
        say(notes if mode != "off" else [note for note in notes if _is_bad_role(note)], app)
        if mode != "off":
            _mention_role(pages)

    def _checked_together(self, app: Sphinx, pages: dict[str, Page]) -> dict[str, Page]:
        """Check all pages at once: for what only the whole project tells."""
        mentions = [
            mention
            for page in pages.values()
            for _, document in documents_of(page.parts, self.files)
            for mention in document.mentions
        ]
        learned = Learned()
        if app.config.doi_check == "online":
            with telling_what_is_unusable(app):
                learned = learn(mentions, self.settings)
        facts = facts_of(self.settings, learned, mentions, today_for(self.settings))
        together = {
            name: checked(page, self.settings, facts, self.files) for name, page in pages.items()
        }
        # What a look-up said is not kept: the next build asks again.
        return {name: replace(page, settings=None) for name, page in together.items()}


def pages_of(env: BuildEnvironment) -> dict[str, Page]:
    """Return what the environment keeps, by document."""
    kept: Any = env
    if not hasattr(kept, "doi_pages"):
        kept.doi_pages = {}
    pages: dict[str, Page] = kept.doi_pages
    return pages


def say(notes: Iterable[Note], app: Sphinx) -> None:
    """Log the notes, nothing hidden; a place that several pages show is named once."""
    quiet = app.config.suppress_warnings
    told: dict[object, Note] = {}
    for note in notes:
        told.setdefault(note.key, note)
    for note in told.values():
        text, place = safe.line(f"{note.code} {note.message}"), safe.visible(note.location)
        if note.severity is not Severity.HINT:
            logger.warning("%s", text, location=place, type="doi", subtype=note.name)
        elif not logging.is_suppressed_warning("doi", note.name, quiet):
            logger.info("%s: %s [doi.%s]", place, text, note.name)


def _is_bad_role(note: Note) -> bool:
    return note.in_role and note.name == "invalid-name"


def _mention_role(pages: dict[str, Page]) -> None:
    """Say in one line that links could be roles; each of them with -v."""
    hard_coded = dict.fromkeys(one for page in pages.values() for one in page.advice)
    if not hard_coded:
        return
    logger.info(
        "sphinx_doi: %d DOI link(s) are written out; the role is shorter, e.g. %s (all: -v)",
        len(hard_coded),
        safe.line(next(iter(hard_coded))[1]),
    )
    for place, role in hard_coded:
        place, role = safe.visible(place), safe.line(role)  # noqa: PLW2901
        logger.verbose("%s: hard-coded DOI link, could be %s", place, role)
