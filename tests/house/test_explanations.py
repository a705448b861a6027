"""What `help()` and an editor show of public names, and of the doors of the rooms.

A door is a function of a module that the map in CONTRIBUTING names.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Generic, NamedTuple, TypeAlias, TypeVar

import pytest

import mdlint_doi
import sphinx_doi

ROOT = Path(__file__).parents[2]
PACKAGES = ("mdlint_doi", "sphinx_doi")
_LIST = "Attributes"
BASES = frozenset({"Value", "NamedTuple"})
_FIELD = re.compile(r"^ {4}(\w+): ", re.MULTILINE)
_SECTION = re.compile(r"^(\w+):\n((?: +.*\n?|\n)+)", re.MULTILINE)
_ROOM = re.compile(r"^\*\*(\w+)\*\*(?:, \*\*(\w+)\*\*)?: ((?:.+\n)+)", re.MULTILINE)
_NAMED = re.compile(r"`(\w+)(?:/(\w+))?/?`")
_STEP = re.compile(r"\b([a-z_]+)/([a-z_]+)\b")
Function = ast.FunctionDef | ast.AsyncFunctionDef
N_co = TypeVar("N_co", bound=ast.ClassDef | Function, covariant=True)


_EXAMPLE = '''
class A(Value):
    """A thing.

    size: not here.

    Attributes:
        name: how it is called; in two lines that
            long: is not the beginning of.
    """

    name: str
    size: int
    long: int
'''


class Place(NamedTuple, Generic[N_co]):
    """Something with a docstring, and where it stands."""

    where: str
    name: str
    node: N_co

    @property
    def doc(self) -> str:
        """Its docstring; empty if it has none."""
        return ast.get_docstring(self.node) or ""

    def section(self, title: str) -> str:
        """Return the text of a section; empty if there is none."""
        return next((found[2] for found in _SECTION.finditer(self.doc) if found[1] == title), "")

    def __str__(self) -> str:
        return f"{self.where}: {self.name}"


Class: TypeAlias = Place[ast.ClassDef]
Either: TypeAlias = Place[ast.ClassDef | Function]


@cache
def _trees() -> Mapping[str, ast.Module]:
    """Return the modules of both packages as they are installed, by their place below a package."""
    files = sorted(
        (path.relative_to(folder.parent).as_posix(), path)
        for folder in (Path(package.__path__[0]) for package in (mdlint_doi, sphinx_doi))
        for path in folder.rglob("*.py")
    )
    return {where: ast.parse(path.read_bytes()) for where, path in files}


def _defined(where: str) -> Iterator[Either]:
    """Yield the public classes and functions of a module, and the public methods of classes."""
    for node in _trees()[where].body:
        if not isinstance(node, ast.ClassDef | Function) or node.name.startswith("_"):
            continue
        yield Place(where, node.name, node)
        for member in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(member, Function) and not member.name.startswith("_"):
                yield Place(where, f"{node.name}.{member.name}", member)


def _all() -> list[Either]:
    return [place for where in _trees() for place in _defined(where)]


def _values() -> list[Class]:
    """Return the public classes of values."""
    return [
        Place(place.where, place.name, place.node)
        for place in _all()
        if isinstance(place.node, ast.ClassDef) and _is_value(place.node)
    ]


@cache
def _classes() -> Mapping[str, ast.ClassDef]:
    """Return all classes by name; no name is used twice."""
    nodes = (node for tree in _trees().values() for node in tree.body)
    return {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}


def _bases(node: ast.ClassDef) -> list[str]:
    return [ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases]


def _is_value(node: ast.ClassDef) -> bool:
    classes = _classes()
    return any(
        base in BASES or (base in classes and _is_value(classes[base])) for base in _bases(node)
    )


def _fields(node: ast.ClassDef) -> list[str]:
    """Return the fields that a class declares itself."""
    targets = [statement.target for statement in node.body if isinstance(statement, ast.AnnAssign)]
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    return [name for name in names if not name.startswith("_")]


def _is_exception(node: ast.ClassDef) -> bool:
    return any(base.endswith(("Error", "Exception", "Interrupt")) for base in _bases(node))


def _kept(node: ast.ClassDef) -> list[str]:
    """Return the public attributes that a class sets on itself, apart from what it declares."""
    return [
        part.attr
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute)
        and isinstance(part.ctx, ast.Store)
        and ast.unparse(part.value) == "self"
        and not part.attr.startswith("_")
    ]


def _explained(place: Class) -> list[str]:
    """Return the names that a section on attributes begins lines with, at its least indent."""
    return _FIELD.findall(place.section(_LIST))


def unexplained_fields(place: Class) -> list[str]:
    """Return the fields of a class that do not stand under `Attributes:` of its docstring."""
    explained = _explained(place)
    return [name for name in _fields(place.node) if name not in explained]


def raised(node: Function) -> set[str]:
    """Return the classes of exceptions that a function raises in its own body, by name."""
    found: set[str] = set()
    waiting: list[ast.AST] = [*node.body]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Function | ast.Lambda | ast.ClassDef):
            continue
        if isinstance(part, ast.Raise) and part.exc is not None:
            found.add(ast.unparse(part.exc).partition("(")[0])
        waiting += ast.iter_child_nodes(part)
    return found


def _modules(room: str, text: str) -> Iterator[str]:
    """Yield the modules of a room that a text names."""
    for found in _NAMED.finditer(text):
        below = "/".join(part for part in found.groups() if part)
        for package in PACKAGES:
            folder = package if package == room else f"{package}/{room}"
            yield f"{folder}/{below}.py"


def doors() -> set[str]:
    """Return the modules that CONTRIBUTING names in its map."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    house = text.partition("\n## Map\n")[2].partition("\n### Words\n")[0]
    named = {
        module
        for found in _ROOM.finditer(house)
        for room in found.groups()[:2]
        if room
        for module in _modules(room, found[3])
    }
    for first, second in _STEP.findall(house):
        named |= {f"{package}/{first}/{second}.py" for package in PACKAGES}
        named.add(f"{first}/{second}.py")
    return named & _trees().keys()


def test_doors_are_found() -> None:
    """The doors of the map are modules that exist, of every room that has any."""
    found = doors()
    rooms = {where.split("/")[1] for where in found}
    assert rooms >= {"names", "lint", "works", "commonmark", "ask", "formats", "run", "server"}
    assert "mdlint_doi/run/judge.py" in found
    assert "sphinx_doi/page/reader.py" in found


@pytest.mark.parametrize("name", mdlint_doi.__all__)
def test_public_name_is_explained(name: str) -> None:
    """A name that everybody can import has its own docstring, or is a union of such classes."""
    value = getattr(mdlint_doi, name)
    if isinstance(value, UnionType):
        assert {member.__name__ for member in value.__args__} <= {*mdlint_doi.__all__}
    elif isinstance(value, type):
        assert vars(value)["__doc__"]
    else:
        assert value.__doc__


def test_doors_are_explained() -> None:
    """Each public class, function and method of a door has a docstring."""
    assert [str(place) for where in doors() for place in _defined(where) if not place.doc] == []


def test_fields_are_explained() -> None:
    """Each field of a public value stands under `Attributes:` of the class that declares it."""
    values = _values()
    assert len(values) > 100
    missing = {str(place): fields for place in values if (fields := unexplained_fields(place))}
    assert missing == {}


def test_attributes_of_exceptions_are_explained() -> None:
    """What an exception keeps for those who catch it stands under `Attributes:` of its class."""
    kept = [
        (place, name)
        for place in _all()
        if isinstance(place.node, ast.ClassDef) and _is_exception(place.node)
        for name in _kept(place.node)
    ]
    assert len(kept) > 10
    assert [
        f"{place}.{name}" for place, name in kept if f" {name}: " not in place.section(_LIST)
    ] == []


def test_no_field_is_explained_that_is_not_there() -> None:
    """What stands under `Attributes:` of a value is a field of it, or of a class that it is of.

    Values whose fields a table adds are left out (`Value`, "texts").
    """
    classes = _classes()

    def known(node: ast.ClassDef) -> set[str]:
        above = (known(classes[base]) for base in _bases(node) if base in classes)
        return {*_fields(node)}.union(*above)

    extra = [
        f"{place}.{name}"
        for place in _values()
        if not place.node.keywords
        for name in _explained(place)
        if name not in known(place.node)
    ]
    assert extra == []


def test_what_is_raised_is_explained() -> None:
    """A public function that raises an exception in its own body says so under `Raises:`.

    What is raised again, and what a variable holds, counts as something: its class is not seen.
    """
    silent = [
        f"{place} raises {', '.join(sorted(names))}"
        for place in _all()
        if isinstance(place.node, Function)
        and (names := raised(place.node))
        and not place.section("Raises")
    ]
    assert silent == []


def test_nothing_is_left_to_explain() -> None:
    """No docstring has a gap."""
    assert [str(place) for place in _all() if re.search(r"\bTODO\b", place.doc)] == []


def test_missing_line_is_seen() -> None:
    """A field without a line is found; one that is named elsewhere in the docstring, too."""
    (node,) = ast.parse(_EXAMPLE).body
    assert isinstance(node, ast.ClassDef)
    assert unexplained_fields(Place("example.py", "A", node)) == ["size", "long"]


def test_raise_in_inner_function_is_its_own() -> None:
    """What an inner function raises is not raised by the outer one."""
    text = "def f():\n    def g():\n        raise KeyError\n    if f:\n        raise E(1)\n"
    (node,) = ast.parse(text).body
    assert isinstance(node, Function)
    assert raised(node) == {"E"}
