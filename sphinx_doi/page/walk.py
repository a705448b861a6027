"""Walk over the nodes of a doctree, with their places according to docutils."""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from docutils import nodes
from sphinx import addnodes

from mdlint_doi.text.pattern import pattern

_DOCSTRING: Final = pattern(r"(?:(?P<path>.*):)?(?P<part>docstring of (?P<object>.+))", re.DOTALL)
DOCSTRING_OF: Final = "docstring of "  # the start of Sphinx's name for the source of a docstring
_SUMMARY: Final = ":<autosummary>"


class Origin(NamedTuple):
    """The origin of a text: the parts of a source in docutils.

    Attributes:
        path: an absolute path, or a name in angle brackets without a file; empty if unknown.
        part: `docstring of pkg.f`; empty for a whole file.
        in_file: whether the file contains the text; False for a text from a program or a
            translation, which is a separate source.
    """

    path: str
    part: str = ""
    in_file: bool = True

    @property
    def label(self) -> str:
        """The origin in messages of Sphinx."""
        return ":".join(piece for piece in (self.path, self.part) if piece)

    @property
    def name(self) -> str:
        """The origin in reports."""
        return (self.label if self.part else shown_path(self.path)) or "<unknown>"

    @property
    def is_configured(self) -> bool:
        """Whether it is `rst_prolog` or `rst_epilog`, which have no file."""
        return self.path.startswith("<")


def read_origin(source: str | None) -> Origin:
    """Return the origin in the `source` of a node."""
    if not source:
        return Origin("")
    origin, name = _taken_apart(source)
    if origin.path or not name:
        return origin
    # Not cached: a different project, built later in this process, may have a module of this name.
    return origin._replace(path=_absolute(_module_file(name)))


def docstring_of(name: str) -> Origin:
    """Return the origin of the docstring of an object, by its name in autodoc."""
    origin = read_origin(f"{DOCSTRING_OF}{name}")
    path = _module_file(_defining_module(name))
    return origin._replace(path=_absolute(path)) if path else origin


@lru_cache(maxsize=512)
def _taken_apart(source: str) -> tuple[Origin, str]:
    """Return the origin without a look at modules, and the object of a docstring, else empty."""
    match = _DOCSTRING.fullmatch(source) if DOCSTRING_OF in source else None
    if match is None:
        return Origin(_absolute(source)), ""
    return Origin(_absolute(match["path"] or ""), match["part"]), match["object"]


def _absolute(path: str) -> str:
    if not path or path.startswith("<"):
        return path
    return os.path.abspath(path)  # unlike `realpath`, it does not follow links


def _defining_module(name: str) -> str:
    """Return the module in which an object was defined, by its `__module__`; empty if unknown."""
    inner: list[str] = []
    while name not in sys.modules:
        name, _, last = name.rpartition(".")
        if not name:
            return ""
        inner.append(last)
    value: object = sys.modules[name]
    for attribute in reversed(inner):
        value = inspect.getattr_static(value, attribute, None)
    value = getattr(value, "fget", value)  # a property has the module of its getter
    return str(getattr(value, "__module__", None) or "")


def _module_file(name: str) -> str:
    """Return the file of the module that contains an object; empty if it is not imported.

    Sphinx before version 9 names no file for variables that are documented by a comment.
    """
    while name:
        path = getattr(sys.modules.get(name), "__file__", None)
        if path:
            return str(path)
        name = name.rpartition(".")[0]
    return ""


def shown_path(path: str) -> str:
    """Return a path for reports, relative to the current folder if it is below it."""
    if not os.path.isabs(path):
        return path
    below = f"{os.getcwd()}{os.sep}"
    return (path.removeprefix(below)).replace(os.sep, "/")


class NodePlace(NamedTuple):
    """The place of a node, and its paragraph, title or cell.

    Attributes:
        origin: the file or docstring where it was written.
        line: the approximate line where it begins, from 1; None if it is unknown.
        block: the number of the paragraph, title or cell.
    """

    origin: Origin
    line: int | None
    block: int


def place_of(node: nodes.Node) -> NodePlace:
    """Return the place of a node, with the line and origin of the nearest node that has them."""
    origin, line, block = "", None, 0
    one: nodes.Node | None = node
    while one is not None and not (line and origin and block):
        line = line or one.line
        origin = origin or one.source or ""
        if not block and not isinstance(one, nodes.Inline | nodes.Text):
            block = id(one)
        one = one.parent
    if origin.endswith(_SUMMARY):
        # A table of autosummary shows the first sentence of an object's docstring.
        row = next((one for one in around(node) if isinstance(one, nodes.row)), None)
        link = None if row is None else row.next_node(addnodes.pending_xref)
        if link is not None and link["reftarget"]:
            return NodePlace(docstring_of(str(link["reftarget"])), None, block)
    return NodePlace(read_origin(origin), line, block)


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
