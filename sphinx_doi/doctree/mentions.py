"""doctree -> mentions, each with its exact place in the file that it was written in.

The doctree says what is really in a document, whatever it came from: included files, docstrings,
substitutions, tables, directives. It has lost the text as written, so that is searched in the
source file (`files`). The price: where a text was made by a program (a template, a translation)
it is found in no file, and the place is the block's line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from docutils import nodes
from sphinx import addnodes

from mdlint_doi.lint.directives import Suppression
from mdlint_doi.lint.model import Form
from mdlint_doi.lint.needs import Need, is_needed
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.link import may_name_doi
from mdlint_doi.names.scan.find import Candidate, find
from mdlint_doi.names.spelling import Spelling
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi.cached_links import canonical_target, read
from sphinx_doi.doctree import constructs
from sphinx_doi.doctree.bibliography import in_bibliography
from sphinx_doi.doctree.comments import is_ours, read_comment
from sphinx_doi.doctree.docutils_source import Origin, read_origin, shown
from sphinx_doi.doctree.located import Located, with_links_noted, without_copies
from sphinx_doi.doctree.markdown import with_markdown
from sphinx_doi.doctree.source_files import File, Files, Hit, search
from sphinx_doi.doctree.walk import Block, around, block_of, walk
from sphinx_doi.role import MARK

_NOT_PROSE: Final = (
    nodes.FixedTextElement,
    nodes.comment,
    nodes.literal,
    nodes.math,
    nodes.raw,
    nodes.system_message,
    addnodes.desc_signature,
)
_OF_INTEREST: Final = (
    *(nodes.reference, nodes.target, nodes.inline, nodes.comment, nodes.raw),
    addnodes.toctree,
)
"""Links, roles, targets, comments, raw HTML, tables of contents."""
_NAMED_TARGET: Final = re.compile(r"(?:\.\. _|__ |\.\. __)")


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read.

    Attributes:
        settings: of the run.
        servers: hosts that count as resolvers beside the known ones.
        publishers: look at publishers' URLs, too.

    """

    settings: Settings = field(default_factory=Settings)
    servers: tuple[str, ...] = ()
    publishers: bool = False

    @classmethod
    def of(cls, settings: Settings) -> Reading:
        """Return how documents are read under the settings."""
        return cls(settings, settings.servers, is_needed(Need.PUBLISHERS, settings))

    def one(self, text: str) -> Spelling | None:
        """Return the spelling that a whole text is."""
        return read(text, self.servers, publishers=self.publishers)

    def all(self, text: str) -> list[Candidate]:
        """Return the DOIs in running text."""
        if not may_name_doi(text, self.servers):
            return []
        return find(text, servers=self.servers, publishers=self.publishers)


@dataclass(frozen=True, slots=True)
class Collected:
    """What a document holds for us.

    Attributes:
        located: its DOIs.
        comments: what switches rules off, by source.

    """

    located: list[Located]
    comments: dict[Origin, tuple[Suppression, ...]]


def collect(doctree: nodes.document, files: Files, reading: Reading) -> Collected:
    """Return the mentions and the comments of a document, wherever they were written."""
    files.begin()
    collector = _Collector(files, reading)
    for node in walk(doctree, _OF_INTEREST, may_name_doi):
        collector.look_at(node)
    located, comments = with_markdown(
        [*with_links_noted(without_copies(collector.found))],
        read_origin(doctree.get("source")),
        files,
        reading.settings,
    )
    return Collected(located, {**collector.comments, **comments})


class _Collector:
    def __init__(self, files: Files, reading: Reading) -> None:
        self.files = files
        self.reading = reading
        self.found: list[tuple[int, Located]] = []
        self.comments: dict[Origin, tuple[Suppression, ...]] = {}

    def look_at(self, node: nodes.Node) -> None:
        """Look at a node of a kind that may hold a DOI itself, or at a text that may name one."""
        if isinstance(node, nodes.Text):
            self._text(node)
        elif not isinstance(node, nodes.Element):
            return
        elif MARK in node.attributes:
            self._construct(node, constructs.role(node, self.reading.servers))
        elif "refuri" in node.attributes:
            self._link(node)
        elif isinstance(node, nodes.comment | nodes.raw):
            self._hidden(node)
        elif isinstance(node, addnodes.toctree):
            self._entries(node)

    def _link(self, node: nodes.Element) -> None:
        if self.reading.one(node["refuri"]) is None:
            return
        canonical_target(node["refuri"])  # at hand when the page is written
        if isinstance(node, nodes.reference):
            self._construct(node, constructs.reference(node))
        elif isinstance(node, nodes.target) and _NAMED_TARGET.match(node.rawsource):
            self._construct(node, constructs.definition(node))

    def _hidden(self, node: nodes.comment | nodes.raw) -> None:
        """Look into what docutils does not read: comments of ours, and raw HTML."""
        if isinstance(node, nodes.comment):
            if is_ours(node):
                self._comment(node)
        elif "html" in node.get("format", ""):
            for construct in constructs.attributes(node.astext(), self.reading.one):
                self._construct(node, construct)

    def _entries(self, toctree: addnodes.toctree) -> None:
        for _, target in toctree["entries"]:
            if self.reading.one(target) is not None:
                self._construct(toctree, constructs.entry(target))

    def _text(self, node: nodes.Text) -> None:
        within = [*around(node)]
        if any(MARK in one or self._is_left_out(one) for one in within):
            return
        link = next((one for one in within if isinstance(one, nodes.reference)), None)
        if link is not None and self.reading.one(link.get("refuri", "")) is not None:
            return
        form = Form.TEXT if link is None else Form.LINK_TEXT
        for candidate in self.reading.all(node):
            self._construct(node, constructs.text(candidate, form))

    def _comment(self, node: nodes.comment) -> None:
        block = block_of(node)
        file = self.files.get(block.origin.path)
        found = read_comment(node, file, block.line, block.origin.part) if file else None
        if found is not None:
            self.comments[block.origin] = (*self.comments.get(block.origin, ()), found)

    def _is_left_out(self, element: nodes.Element) -> bool:
        return isinstance(element, _NOT_PROSE) and not self.reading.settings.check_code

    def _construct(self, node: nodes.Node, construct: constructs.Construct | None) -> None:
        """Look a construct up in its file, and keep the mention that it makes."""
        if construct is None:
            return
        block = block_of(node)
        found = locate(construct, block, self.files)
        if found is None:
            self._outside(block, construct)
            return
        file, hit = found
        mention = construct.place(constructs.Seen(file.source, hit.span, self.reading.one))
        if mention is not None and not hit.again:
            self.found.append((block.identity, Located(mention, block.origin, in_file=True)))

    def _outside(self, block: Block, construct: constructs.Construct) -> None:
        """Keep a mention that stands in no file of the document.

        It comes from a bibliography, or was made by a program, or translated.
        """
        entry = in_bibliography(construct, self.files)
        if entry is not None:
            self.found.append((block.identity, entry))
            return
        text = construct.needles[0]
        origin = block.origin
        name = origin.label if origin.part else shown(origin.path)
        source = Source(name or "<unknown>", text, first_line=block.line or 1)
        seen = constructs.Seen(source, Span(0, len(text)), self.reading.one)
        mention = construct.place(seen)
        if mention is not None:
            self.found.append((block.identity, Located(mention, origin, in_file=False)))


def locate(
    construct: constructs.Construct,
    block: Block,
    files: Files,
) -> tuple[File, Hit] | None:
    """Return where a construct stands; None if the file that docutils names does not hold it."""
    file = files.get(block.origin.path)
    if file is None:
        return None
    for needle in construct.needles:
        hit = search(file, needle, block.line, block.origin.part)
        if hit is not None:
            return file, hit
    return None
