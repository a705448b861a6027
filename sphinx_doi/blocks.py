"""Where docutils places a node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from docutils import nodes
from sphinx import addnodes

from sphinx_doi.origins import Origin, docstring_of, read_origin

_SUMMARY: Final = ":<autosummary>"


@dataclass(frozen=True, slots=True)
class Block:
    """The place of a node, or of the nearest one around it that has one.

    Attributes:
        origin: file and part.
        line: of the block's beginning, more or less; None where it is not known.
        identity: the same for all that stands in one paragraph, title, cell …

    """

    origin: Origin
    line: int | None
    identity: int


def block_of(node: nodes.Node) -> Block:
    """Return where a node stands."""
    origin, line, identity = "", None, 0
    one: nodes.Node | None = node
    while one is not None and not (line and origin and identity):
        line = line or one.line
        origin = origin or one.source or ""
        if not identity and not isinstance(one, nodes.Inline | nodes.Text):
            identity = id(one)
        one = one.parent
    if origin.endswith(_SUMMARY) and (name := _summarized(node)):
        return Block(docstring_of(name), None, identity)
    return Block(read_origin(origin), line, identity)


def _summarized(node: nodes.Node) -> str | None:
    """Return the object of whose docstring a table of autosummary shows the first sentence."""
    row = next((one for one in around(node) if isinstance(one, nodes.row)), None)
    link = None if row is None else row.next_node(addnodes.pending_xref)
    return None if link is None else str(link["reftarget"])


def walk(root: nodes.Node) -> Iterator[nodes.Node]:
    """Yield a node and all below it, in the order of the document.

    docutils' own `findall` goes through a generator for each level of each node, which is most
    of what a walk costs.
    """
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        if node.children:
            waiting.extend(reversed(node.children))


def around(node: nodes.Node) -> Iterator[nodes.Element]:
    """Yield the elements around a node, from the inside."""
    element = node.parent
    while element is not None:
        yield element
        element = element.parent
