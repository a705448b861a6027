"""doctree -> mentions, each with its exact span in the file that it was written in.

The doctree says what is really in a document, whatever it came from: included files, docstrings,
substitutions, tables, directives. It has lost the text as written, so that is searched in the
source file (`places`). The price: where a text was made by a program (a template, a translation)
it is found in no file, and the location is the block's line.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from docutils import nodes

from mdlint_doi.lint.rule import Need, is_needed
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.link import may_name_doi
from mdlint_doi.names.scan.find import Candidate, find
from mdlint_doi.names.spelling import Spelling
from sphinx_doi.cached_links import read
from sphinx_doi.doctree.configured import Configured
from sphinx_doi.doctree.kinds import OF_INTEREST
from sphinx_doi.doctree.markdown import with_markdown
from sphinx_doi.doctree.mentions import PageMentions, with_blocks_noted, without_copies
from sphinx_doi.doctree.places import Files, Match, search
from sphinx_doi.doctree.walk import Block, read_origin, walk

if TYPE_CHECKING:
    from sphinx_doi.doctree.constructs import Construct


class Reader:
    """Reads the documents of a build: made once, for the extension and its builders.

    Attributes:
        settings: of the build.
        files: that the documents come from.
        configured: what `conf.py` puts into pages.
        servers: hosts that count as resolvers beside the known ones.

    """

    def __init__(
        self, settings: Settings, files: Files, configured: Configured | None = None
    ) -> None:
        """Take the settings, the files, and what `conf.py` puts into pages."""
        self.settings = settings
        self.files = files
        self.configured = configured or Configured()
        self.servers = settings.servers
        self._publishers = is_needed(Need.PUBLISHERS, settings)

    @cached_property
    def has_plain_rules(self) -> bool:
        """Whether the rules are such that what is plainly right is right, in any file."""
        settings = self.settings
        if settings.servers or settings.check_code:
            return False
        if settings.selects_default:
            return True
        from mdlint_doi.lint.selection import Selection

        return Selection.of(settings).codes <= Selection.of(Settings()).codes

    @property
    def choices(self) -> tuple[object, ...]:
        """What of the settings decides which mentions a page has; the others judge them."""
        return self._publishers, self.servers, self.settings.check_code

    def spelling(self, text: str) -> Spelling | None:
        """Return the spelling that a whole text is; None if it presents no DOI."""
        return read(text, self.servers, publishers=self._publishers)

    def candidates(self, text: str) -> list[Candidate]:
        """Return the DOIs in running text."""
        if not may_name_doi(text, self.servers):
            return []
        return find(text, servers=self.servers, publishers=self._publishers)

    def extlink_of(self, node: nodes.reference) -> str | None:
        """Return the role of `extlinks` that made a link; None for other links."""
        extlinks = self.configured.extlinks
        classes: Iterable[str] = node.get("classes", ()) if extlinks else ()
        names = (one.removeprefix("extlink-") for one in classes if one.startswith("extlink-"))
        return next((one for one in names if one in extlinks), None)

    def mentions(self, doctree: nodes.document) -> PageMentions:
        """Return the mentions and the comments of a document, wherever they were written.

        Those of bibliographies are not among them; see `bibliography`.
        """
        from sphinx_doi.doctree.collect import Collector  # most pages are plain, and need none

        self.files.begin()
        main = read_origin(doctree.get("source"))
        collector = Collector(self, main.path)
        for node in walk(doctree, OF_INTEREST, may_name_doi):
            collector.look_at(node)
        found, comments = with_markdown(
            with_blocks_noted(without_copies(collector.found)),
            main,
            self.files,
            self.settings,
        )
        return PageMentions.of(found, {**collector.comments, **comments})

    def match(self, construct: Construct, block: Block) -> Match | None:
        """Return where a construct stands; None if the file of its block does not hold it."""
        file = self.files.get(block.origin.path)
        if file is None:
            return None
        for needle in construct.needles:
            match = search(file, needle, block.line, block.origin.part)
            if match is not None:
                return match
        return None
