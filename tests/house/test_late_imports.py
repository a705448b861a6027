"""What functions import: few modules, each with its reason in `late_imports.md`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import mdlint_doi
import sphinx_doi

PACKAGES = (mdlint_doi, sphinx_doi)
LIST = Path(__file__).with_name("late_imports.md")
MOST = 200
MOST_NAMES = 20
_ROW = re.compile(r"^\| `([\w.]+)` +\| (.+?) +\|$", re.MULTILINE)


def test_late_imports_are_few() -> None:
    """Imports stand at the top of a file, where a reader looks for them."""
    assert len(_late()) <= MOST


def test_late_imports_are_named() -> None:
    """What is imported within a function is one of the named modules, or lies in one of them."""
    assert [late for late in _late() if not _names_of(late[1])] == []


def test_each_name_is_needed() -> None:
    """A name in the list stands for at least one import, and has a reason."""
    needed = {name for _, module in _late() for name in _names_of(module)}
    assert {name for name, why in _named().items() if name not in needed or not why} == set()
    assert len(_named()) <= MOST_NAMES


def test_late_imports_are_found() -> None:
    """One in a method, in a function of a function and in a condition; not one at the top."""
    text = (
        "import a\nfrom b import c\n"
        "class D:\n    import e\n    def f(self):\n        import g.h\n"
        "async def i():\n    if True:\n        from j.k import l, m\n"
        "    def n():\n        from . import o\n"
    )
    assert [*_within_functions(ast.parse(text))] == ["g.h", "j.k", "."]


@cache
def _named() -> dict[str, str]:
    """Return the names of the list, and why each is imported late."""
    return dict(_ROW.findall(LIST.read_text(encoding="utf-8")))


@cache
def _late() -> tuple[tuple[str, str], ...]:
    """Return the file and the module of each import within a function."""
    folders = [Path(package.__path__[0]) for package in PACKAGES]
    found = tuple(
        (path.relative_to(folder.parent).as_posix(), module)
        for folder in folders
        for path in sorted(folder.rglob("*.py"))
        for module in _within_functions(ast.parse(path.read_text(encoding="utf-8")))
    )
    assert found
    return found


def _within_functions(tree: ast.Module) -> Iterator[str]:
    """Yield the module of each import within a function, in order."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = {
        node: None
        for function in ast.walk(tree)
        if isinstance(function, functions)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    for node in sorted(found, key=lambda statement: statement.lineno):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            yield "." * node.level + (node.module or "")


def _names_of(module: str) -> list[str]:
    """Return the names of the list that stand for a module."""
    return [name for name in _named() if f"{module}.".startswith(f"{name}.")]
