"""doctree -> mentions, each with its exact place in the file that it was written in.

The doctree says what is really in a document, whatever it came from: included files, docstrings,
substitutions, tables, directives. It has lost the text as written, so that is searched in the
source file (`files`). The price: where a text was made by a program (a template, a translation)
it is found in no file, and the place is the block's line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from docutils import nodes
from sphinx import addnodes

from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.source import Source
from mdlint_doi.names import scan
from mdlint_doi.names.span import Span
from mdlint_doi.names.spelling import Spelling
from sphinx_doi import constructs
from sphinx_doi.files import Files, Origin, read_origin, search, shown
from sphinx_doi.targets import may_name_doi
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
_NAMED_TARGET: Final = re.compile(r"(?:\.\. _|__ |\.\. __)")


@dataclass(frozen=True, slots=True)
class Located:
    """A mention, and where Sphinx says that it comes from.

    Attributes:
        mention: with places in its file, or in a text of its own where no file holds it.
        origin: file and part.
        in_file: whether the places are those of the file.

    """

    mention: Mention
    origin: Origin
    in_file: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read.

    Attributes:
        servers: hosts that count as resolvers beside the known ones.
        publishers: look at publishers' URLs, too.
        check_code: look into literals, too.

    """

    servers: tuple[str, ...] = ()
    publishers: bool = False
    check_code: bool = False

    def one(self, text: str) -> Spelling | None:
        """Return the spelling that a whole text is."""
        if not may_name_doi(text):
            return None
        return scan.read(text, servers=self.servers, publishers=self.publishers)

    def all(self, text: str) -> list[scan.Candidate]:
        """Return the DOIs in running text."""
        if not may_name_doi(text):
            return []
        return scan.find(text, servers=self.servers, publishers=self.publishers)


@dataclass(frozen=True, slots=True)
class Block:
    """The place that docutils gives for a node: its own, or that of the block around it."""

    origin: Origin
    line: int | None
    identity: int


def collect(doctree: nodes.document, files: Files, reading: Reading) -> list[Located]:
    """Return all mentions of a document, in the order of the document."""
    collector = _Collector(files, reading)
    for node in doctree.findall():
        collector.look_at(node)
    return [*_with_links_noted(collector.found)]


class _Collector:
    def __init__(self, files: Files, reading: Reading) -> None:
        self.files = files
        self.reading = reading
        self.found: list[tuple[int, Located]] = []

    def look_at(self, node: nodes.Node) -> None:
        if isinstance(node, nodes.Text):
            if may_name_doi(node):
                self._text(node)
        elif not isinstance(node, nodes.Element):
            return
        elif MARK in node:
            self._role(node)
        elif isinstance(node, nodes.reference):
            if "refuri" in node:
                self._reference(node)
        elif isinstance(node, nodes.target):
            if "refuri" in node and _NAMED_TARGET.match(node.rawsource):
                self._construct(node, constructs.definition(node))
        elif isinstance(node, nodes.raw) and "html" in node.get("format", ""):
            for construct in constructs.attributes(node.astext(), self.reading.one):
                self._construct(node, construct)

    def _role(self, node: nodes.Element) -> None:
        self._construct(node, constructs.role(node, self.reading.servers))

    def _reference(self, node: nodes.reference) -> None:
        if self.reading.one(node["refuri"]) is not None:
            self._construct(node, constructs.reference(node))

    def _text(self, node: nodes.Text) -> None:
        within = [*_ancestors(node)]
        if any(MARK in one for one in within):
            return
        if not self.reading.check_code and any(isinstance(one, _NOT_PROSE) for one in within):
            return
        link = next((one for one in within if isinstance(one, nodes.reference)), None)
        if link is not None and self.reading.one(link.get("refuri", "")) is not None:
            return
        form = Form.TEXT if link is None else Form.LINK_TEXT
        for candidate in self.reading.all(node):
            self._construct(node, constructs.text(candidate, form))

    def _construct(self, node: nodes.Node, construct: constructs.Construct | None) -> None:
        """Look a construct up in its file, and keep the mention that it makes."""
        if construct is None:
            return
        block = block_of(node)
        file = self.files.get(block.origin.path)
        for needle in construct.needles if file else ():
            assert file is not None
            hit = search(file, needle, block.line, block.origin.part)
            if hit is None:
                continue
            if not hit.again:
                self._keep(block, construct.place(file.source, hit.span, self.reading.one), True)
            return
        text = construct.needles[-1]
        name = f"{shown(block.origin.path)}" if not block.origin.part else block.origin.label
        source = Source(name or "<unknown>", text, first_line=block.line or 1)
        self._keep(block, construct.place(source, Span(0, len(text)), self.reading.one), False)

    def _keep(self, block: Block, mention: Mention | None, in_file: bool) -> None:  # noqa: FBT001
        if mention is not None:
            self.found.append((block.identity, Located(mention, block.origin, in_file)))


def _with_links_noted(found: list[tuple[int, Located]]) -> Iterator[Located]:
    """Yield the mentions; those in text know whether their block links or names the DOI, too."""
    linked = {
        (block, located.mention.doi)
        for block, located in found
        if located.mention.form is not Form.TEXT
    }
    for block, located in found:
        mention = located.mention
        if mention.form is Form.TEXT:
            if (block, mention.doi) in linked:
                located = replace(located, mention=replace(mention, linked_in_block=True))  # noqa: PLW2901
            linked.add((block, mention.doi))
        yield located


def block_of(node: nodes.Node) -> Block:
    """Return the place of a node, or of the nearest node around it that has one."""
    origin, line, identity = "", None, 0
    for one in _ancestors(node, itself=True):
        line = line or getattr(one, "line", None)
        origin = origin or getattr(one, "source", None) or ""
        if not identity and not isinstance(one, nodes.Inline | nodes.Text):
            identity = id(one)
        if line and origin and identity:
            break
    return Block(read_origin(origin), line, identity)


def _ancestors(node: nodes.Node, *, itself: bool = False) -> Iterator[nodes.Element]:
    current = node if itself else node.parent
    while current is not None:
        yield current  # type: ignore[misc]
        current = current.parent
