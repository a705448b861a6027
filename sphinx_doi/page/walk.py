"""Walk over the nodes of a doctree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from docutils import nodes


def walk(
    root: nodes.Node,
    kinds: tuple[type[nodes.Element], ...],
    is_wanted: Callable[[str], bool] | None = None,
) -> Iterator[nodes.Node]:
    """Yield the elements of some classes, and the wanted texts, in document order.

    This is faster than `findall` of docutils, which creates a generator for each level of a node.

    Args:
        root: the node where the walk begins; it may be yielded itself.
        kinds: the classes of elements to yield, with their subclasses.
        is_wanted: whether to yield a text; None: no texts.
    """
    known = _kinds_known(kinds)
    waiting = [root]
    while waiting:
        node = waiting.pop()
        kind = node.__class__
        is_one = known.get(kind)
        if is_one is None:
            if isinstance(node, nodes.Text):  # a leaf, whose class is never in the cache
                if is_wanted is not None and is_wanted(node):
                    yield node
                continue
            is_one = known[kind] = issubclass(kind, kinds)
        if is_one:
            yield node
        if node.children:
            waiting += node.children[::-1]


@cache
def _kinds_known(
    kinds: tuple[type[nodes.Element], ...],  # noqa: ARG001 - the key of the cache
) -> dict[type[nodes.Node], bool]:
    """Return the cache for some kinds: from a class of nodes to whether it is one of them."""
    return {}


def around(node: nodes.Node) -> Iterator[nodes.Element]:
    """Yield the ancestors of a node, the nearest first."""
    element = node.parent
    while element is not None:
        yield element
        element = element.parent
