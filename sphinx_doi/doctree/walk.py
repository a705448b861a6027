"""Where docutils places a node."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple

from docutils import nodes
from sphinx import addnodes

from sphinx_doi.doctree.docutils_source import Origin, docstring_of, read_origin

_SUMMARY: Final = ":<autosummary>"


class Block(NamedTuple):
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


def walk(
    root: nodes.Node,
    kinds: tuple[type[nodes.Element], ...],
    is_wanted: Callable[[str], bool] | None = None,
) -> Iterator[nodes.Node]:
    """Yield the elements of some kinds, and the texts that are wanted, in the document's order.

    docutils' own `findall` goes through a generator for each level of each node, which is most
    of what a walk costs; and most of what this one costs is that there are so many nodes. Hence
    no call for a node that is not yielded, but that for a text.

    Args:
        root: where to begin; it is looked at, too.
        kinds: the classes of elements.
        is_wanted: which texts to yield; None: none.

    """
    known = _kinds_known(kinds)
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.Text):
            if is_wanted is not None and is_wanted(node):
                yield node
            continue
        kind = node.__class__
        is_one = known.get(kind)
        if is_one is None:
            is_one = known[kind] = issubclass(kind, kinds)
        if is_one:
            yield node
        if node.children:
            waiting.extend(node.children[::-1])


@cache
def _kinds_known(
    kinds: tuple[type[nodes.Element], ...],  # noqa: ARG001 - the key
) -> dict[type[nodes.Node], bool]:
    """Return what is known so far of classes of nodes: whether they are of these kinds."""
    return {}


def around(node: nodes.Node) -> Iterator[nodes.Element]:
    """Yield the elements around a node, from the inside."""
    element = node.parent
    while element is not None:
        yield element
        element = element.parent
