"""What docutils calls a source: a file, a docstring of an object in one, or a name for neither."""

from __future__ import annotations

import inspect
import os
import re
import sys
from functools import lru_cache
from typing import Final, NamedTuple

_DOCSTRING: Final = re.compile(
    r"(?:(?P<path>.*):)?(?P<part>docstring of (?P<object>.+))", re.DOTALL
)


class Origin(NamedTuple):
    """What docutils calls a source, taken apart.

    Attributes:
        path: absolute, or something in angle brackets that is no file; empty if unknown.
        part: `docstring of pkg.f`; empty for a whole file.

    """

    path: str
    part: str = ""

    @property
    def label(self) -> str:
        """As Sphinx shows it."""
        return ":".join(piece for piece in self if piece)


def read_origin(source: str | None) -> Origin:
    """Return the origin that a node's `source` names."""
    if not source:
        return Origin("")
    origin, name = _taken_apart(source)
    if origin.path or not name:
        return origin
    # Not kept: another project, built in this process later, may have a module of this name.
    return origin._replace(path=_absolute(_module_file(name)))


def docstring_of(name: str) -> Origin:
    """Return the origin of an object's docstring, as autodoc names it."""
    origin = read_origin(f"docstring of {name}")
    path = _module_file(_defining_module(name))
    return origin._replace(path=_absolute(path)) if path else origin


@lru_cache(maxsize=512)
def _taken_apart(source: str) -> tuple[Origin, str]:
    """Return the origin as far as the text tells it, and the object that a docstring is of."""
    match = _DOCSTRING.fullmatch(source) if "docstring of " in source else None
    if match is None:
        return Origin(_absolute(source)), ""
    return Origin(_absolute(match["path"] or ""), match["part"]), match["object"]


def _absolute(path: str) -> str:
    if not path or path.startswith("<"):
        return path
    return os.path.abspath(path)  # noqa: PTH100 - does not follow links


def _defining_module(name: str) -> str:
    """Return the module that an object says it was defined in; empty if it says nothing."""
    inner: list[str] = []
    while name not in sys.modules:
        name, _, last = name.rpartition(".")
        if not name:
            return ""
        inner.append(last)
    value: object = sys.modules[name]
    for attribute in reversed(inner):
        value = inspect.getattr_static(value, attribute, None)
    value = getattr(value, "fget", value)  # a property is of its getter's module
    return str(getattr(value, "__module__", None) or "")


def _module_file(name: str) -> str:
    """Return the file of the module that holds an object; empty if it is not imported.

    Before version 9 Sphinx names no file for variables that a comment documents.
    """
    while name:
        path = getattr(sys.modules.get(name), "__file__", None)
        if path:
            return str(path)
        name = name.rpartition(".")[0]
    return ""


def shown(path: str) -> str:
    """Return a path as reports show it: relative to the current folder where it lies below."""
    if not os.path.isabs(path):  # noqa: PTH117
        return path
    below = f"{os.getcwd()}{os.sep}"  # noqa: PTH109
    return (path.removeprefix(below)).replace(os.sep, "/")
