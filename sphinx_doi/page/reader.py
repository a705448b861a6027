"""doctree -> mentions, each with its exact span in the file that it was written in."""

from __future__ import annotations

from docutils import nodes

from mdlint_doi.lint.settings import Settings
from sphinx_doi.page.configured import Configured
from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.mentions import PageMentions
from sphinx_doi.page.shown import shown_in
from sphinx_doi.page.sources import Sources
from sphinx_doi.page.spellings import Spellings
from sphinx_doi.page.walk import read_origin


class PageReader:
    """Reads the pages of a build: made once, for the extension and its builders.

    Attributes:
        settings: of the build.
        files: that the pages come from.
        configured: what `conf.py` puts into pages.
        spellings: takes texts apart.

    """

    def __init__(
        self,
        settings: Settings,
        files: PageFiles,
        configured: Configured = Configured(),  # noqa: B008
    ) -> None:
        """Take the settings, the files, and what `conf.py` puts into pages."""
        self.settings = settings
        self.files = files
        self.configured = configured
        self.spellings = Spellings(settings)

    @property
    def choices(self) -> tuple[object, ...]:
        """What of the settings decides which mentions a page has; the others judge them."""
        return self.spellings.publishers, self.spellings.servers, self.settings.check_code

    def mentions(self, doctree: nodes.document) -> PageMentions:
        """Return the mentions and the comments of a page, wherever they were written.

        Those of bibliographies are not among them; see `bibliography`.
        """
        self.files.begin()
        extlinks, check_code = self.configured.extlinks, self.settings.check_code
        shown = shown_in(doctree, self.spellings, extlinks, check_code=check_code)
        main = read_origin(doctree.get("source"))
        return Sources(main, self.files, self.configured, self.settings).mentions(shown)
