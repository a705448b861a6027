"""The nodes of one doctree -> its mentions and comments, each with its place in a file."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from mdlint_doi.formats.rst.explicit import read_comment
from mdlint_doi.lint.directives import Suppression
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi.cached_links import canonical_target
from sphinx_doi.doctree import constructs
from sphinx_doi.doctree.bibliography import is_in
from sphinx_doi.doctree.configured import Place
from sphinx_doi.doctree.constructs import Construct
from sphinx_doi.doctree.kinds import NAMED_TARGET, OUTPUTS, OWN_COMMENT, is_left_out
from sphinx_doi.doctree.markdown import is_markdown
from sphinx_doi.doctree.mentions import PageMention
from sphinx_doi.doctree.mistyped_roles import mistyped_roles
from sphinx_doi.doctree.places import File, Match, search
from sphinx_doi.doctree.walk import Block, Origin, around, block_of
from sphinx_doi.role import MARK

if TYPE_CHECKING:
    from sphinx_doi.doctree.reader import Reader


class Collector:
    """Collects what one document holds.

    Attributes:
        found: the mentions, each with the number of its block.
        comments: what switches rules off, by origin.

    """

    def __init__(self, reader: Reader, main: str) -> None:
        """Take what reads spellings and files, and the document's own path."""
        self._reader = reader
        self._main = main
        self._uses: Counter[tuple[str, ...]] = Counter()
        self._done: set[int] = set()
        self.found: list[tuple[int, PageMention]] = []
        self.comments: dict[Origin, tuple[Suppression, ...]] = {}

    def look_at(self, node: nodes.Node) -> None:
        """Look at a node of a kind that may hold a DOI itself, or at a text that may name one."""
        if isinstance(node, nodes.Text):
            self._text(node)
        elif not isinstance(node, nodes.Element):
            return
        elif MARK in node.attributes:
            self._construct(node, constructs.role(node, self._reader.servers))
        elif "refuri" in node.attributes:
            self._link(node)
        elif isinstance(node, nodes.comment | nodes.raw):
            self._hidden(node)
        elif isinstance(node, addnodes.toctree):
            self._entries(node)

    def _link(self, node: nodes.Element) -> None:
        if self._reader.spelling(node["refuri"]) is None:
            return
        canonical_target(node["refuri"])  # at hand when the page is written
        if isinstance(node, nodes.reference):
            role = self._extlink(node)
            self._construct(node, role or constructs.reference(node, self._reader.spelling))
        elif isinstance(node, nodes.target) and NAMED_TARGET.match(node.rawsource):
            self._construct(node, constructs.definition(node, self._reader.spelling))

    def _extlink(self, node: nodes.reference) -> Construct | None:
        """Return the construct of a role that `extlinks` makes; None for other links."""
        name = self._reader.extlink_of(node)
        if name is None:
            return None
        base = self._reader.configured.extlinks[name]
        return constructs.extlink(name, base, node["refuri"], self._reader.spelling)

    def _hidden(self, node: nodes.comment | nodes.raw) -> None:
        """Look into what docutils does not read: comments of ours, and raw HTML."""
        if isinstance(node, nodes.comment):
            if OWN_COMMENT in node.astext():
                self._comment(node)
        elif "html" in node.get("format", ""):
            for construct in constructs.attributes(node.astext(), self._reader.spelling):
                self._construct(node, construct)

    def _entries(self, toctree: addnodes.toctree) -> None:
        for _, target in toctree["entries"]:
            if self._reader.spelling(target) is not None:
                self._construct(toctree, constructs.entry(target, self._reader.spelling))

    def _text(self, node: nodes.Text) -> None:
        within = [*around(node)]
        if any(MARK in one or self._is_left_out(one) or id(one) in self._done for one in within):
            return
        mistyped = self._mistyped_roles(node)
        link = next((one for one in within if isinstance(one, nodes.reference)), None)
        if link is not None and self._reader.spelling(link.get("refuri", "")) is not None:
            return
        form = Form.TEXT if link is None else Form.LINK_TEXT
        for candidate in self._reader.candidates(node):
            if not any(candidate.span.overlaps(span) for span in mistyped):
                self._construct(node, constructs.text(candidate, form))

    def _mistyped_roles(self, node: nodes.Text) -> list[Span]:
        """Keep what was meant as a role; return which parts of the text that takes."""
        found = mistyped_roles(node)
        if not found or is_markdown(block_of(node).origin.path):
            return []
        spans = []
        for one in found:
            construct = constructs.mistyped_role(one.text, one.inner, self._reader.servers)
            if construct is not None:
                self._construct(node, construct)
                self._done.add(id(one.element))
                spans.append(one.span)
        return spans

    def _comment(self, node: nodes.comment) -> None:
        block = block_of(node)
        file = self._reader.files.get(block.origin.path)
        found = _suppression(node.astext(), file, block) if file else None
        if found is not None:
            self.comments[block.origin] = (*self.comments.get(block.origin, ()), found)

    def _is_left_out(self, element: nodes.Element) -> bool:
        return is_left_out(element) and not self._reader.settings.check_code

    def _construct(self, node: nodes.Node, construct: Construct | None) -> None:
        """Look a construct up in its file, and keep the mention that it makes."""
        if construct is None or _is_output(node):
            return
        block = block_of(node)
        place = self._in_catalog(node, construct)
        if place is not None:
            self._keep(block, *_made(place.origin, place.line, construct))
            return
        match = self._reader.match(construct, block)
        if match is None:
            self._keep(block, *self._elsewhere(block.origin, block.line, construct))
        elif not match.is_copy:
            self._keep(block, construct.mention(match), block.origin)

    def _keep(self, block: Block, mention: Mention | None, origin: Origin) -> None:
        if mention is not None:
            self.found.append((block.identity, PageMention(mention, origin)))

    def _elsewhere(
        self, origin: Origin, line: int | None, construct: Construct
    ) -> tuple[Mention | None, Origin]:
        """Return a mention that the document's file does not hold, and its origin.

        It was made by a program, or translated; None where it comes from a bibliography.
        """
        for file in self._reader.files.bibliographies():
            if is_in(file.source, construct.needles):
                return None, origin
        return _made(origin, self._configured_line(origin, construct) or line, construct)

    def _in_catalog(self, node: nodes.Node, construct: Construct) -> Place | None:
        """Return where a translated text stands; None for others."""
        if not any(one.get("translated") for one in around(node)):
            return None
        nth = self._nth_use(construct)
        reader = self._reader
        return reader.configured.translated_at(self._main, reader.files, construct.needles, nth)

    def _configured_line(self, origin: Origin, construct: Construct) -> int | None:
        """Return the line of what `conf.py` put in: its own, or where the page uses it."""
        configured = self._reader.configured
        if origin.is_configured:
            return configured.line_in_text(origin, construct.needles)
        file = self._reader.files.get(origin.path) if is_markdown(origin.path) else None
        if file is None or not configured.substitutions:
            return None
        return configured.substituted_at(file, construct.needles, self._nth_use(construct))

    def _nth_use(self, construct: Construct) -> int:
        """Return how often a text was seen before."""
        self._uses[construct.needles] += 1
        return self._uses[construct.needles] - 1


def _made(origin: Origin, line: int | None, construct: Construct) -> tuple[Mention | None, Origin]:
    """Return the mention of a text that is a source of its own, and its origin."""
    text = construct.needles[0]
    source = Source(origin.name, text, first_line=line or 1)
    own = Match(source, Span(0, len(text)))
    return construct.mention(own), origin._replace(in_file=False)


def _is_output(node: nodes.Node) -> bool:
    """Return whether a program wrote it: the output of a notebook's cell is not the author's."""
    return any(not OUTPUTS.isdisjoint(one.get("classes", ())) for one in around(node))


def _suppression(text: str, file: File, block: Block) -> Suppression | None:
    """Return what a comment asks for; None if it is not for us, or not to be found."""
    match = search(file, text, block.line, block.origin.part)
    if match is None or match.is_copy:
        return None
    return read_comment(PlacedText(text, match.span.start), file.source)
