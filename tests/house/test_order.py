"""A file begins with its constants and types; then come its doors, and what these need.

A constant below the first function or class needs one of them when the file is imported, such as a
table of functions, and stands directly behind it. Where a function stands between them, a comment
above the constant says why.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import mdlint_doi
import sphinx_doi

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign)

_FILE = """
A = 1
class B: ...
C = B()
class D: ...
E = B()
F = lambda: _g()
def _g(): ...
H = _g()
'''What this is.'''
I = H
def _j(): ...
K = I
L = M = 2
# It must be the last.
N = _g()
"""


def test_constants_stand_first() -> None:
    """No constant stands below a function or class that it does not need, without a reason."""
    found = [
        f"{path.relative_to(folder.parent).as_posix()}: {name}"
        for folder in (Path(package.__path__[0]) for package in (mdlint_doi, sphinx_doi))
        for path in sorted(folder.rglob("*.py"))
        for name in _too_low(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_low_constants_are_found() -> None:
    """A lambda needs nothing yet; a constant needs what its parts need; a comment is a reason."""
    assert [*_too_low(_FILE)] == ["F", "K", "L", "M"]


def _too_low(text: str) -> Iterator[str]:
    """Yield the constants of a file that could stand higher, in order."""
    lines = text.splitlines()
    needs: dict[str, frozenset[str]] = {}
    behind: set[str] = set()  # the definitions directly above, or all while they are classes
    has_function = False
    for node in ast.parse(text).body:
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            has_function |= isinstance(node, _FUNCTIONS)
            behind = {node.name} if has_function else behind | {node.name}
            needs[node.name] = frozenset({node.name})
        elif isinstance(node, _ASSIGNMENTS) and behind:
            needed = _needed(node.value, needs)
            names = _names(node)
            needs.update(dict.fromkeys(names, needed))
            if needed & behind:
                behind |= needed  # the next may need the same, or less of it
            elif not needed or not lines[node.lineno - 2].startswith("#"):
                yield from names


def _needed(node: ast.AST | None, needs: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return the functions and classes of the file that must be there to evaluate a value."""
    if node is None or isinstance(node, ast.Lambda):
        return frozenset()
    if isinstance(node, ast.Name):
        return needs.get(node.id, frozenset())
    return frozenset().union(*(_needed(part, needs) for part in ast.iter_child_nodes(node)))


def _names(node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [
        part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)
    ]
