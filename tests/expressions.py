"""All regular expressions of the project, and texts that are made from them to be slow.

A text is what leads to a repetition, what is repeated, many times, and an end that does not fit:
each part is made by the expression itself, from the tree that `re` reads it as. Expressions are
made where modules are imported, so `written` is for a program of its own.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final, NamedTuple

from mdlint_doi.text import pattern as late

PACKAGES: Final = ("mdlint_doi", "sphinx_doi")
_METHODS: Final = r"(match|fullmatch|search|finditer|findall|subn?|split|scanner)\b"
_ENDS: Final = ("", "!", "\0", "x", "\n", " ", "0")
_ANY: Final = "a1 .:/(\n,-_\"'{}[]<\t"
_CATEGORIES: Final = {
    "CATEGORY_DIGIT": "1",
    "CATEGORY_SPACE": " \t\n",
    "CATEGORY_WORD": "a1_",
    "CATEGORY_NOT_DIGIT": "a .:",
    "CATEGORY_NOT_SPACE": "a.:(",
    "CATEGORY_NOT_WORD": " .:(/",
}
_SINGLE: Final = frozenset({"LITERAL", "NOT_LITERAL", "IN", "ANY"})
_MOST: Final = 20
"""A repetition of fewer is bounded."""

Tree = Sequence[Any]
"""What `re._parser` makes of an expression: pairs of a kind and its value."""


class Expression(NamedTuple):
    """An expression, and where it is used."""

    place: str  # module and name; where it has no name, its beginning
    source: str
    flags: int
    methods: tuple[str, ...]  # that the project calls: `match`, `fullmatch`, `search`

    def call(self, method: str) -> Callable[[str], object]:
        """Return one of its methods; what iterates is `search`, many times."""
        found: Callable[[str], object] = getattr(late.compiled(self.source, self.flags), method)
        return found


class Attack(NamedTuple):
    """A family of texts."""

    before: str
    repeated: str
    behind: str

    def text(self, size: int) -> str:
        """Return the text of about `size` code points."""
        return self.before + self.repeated * max(1, size // len(self.repeated)) + self.behind


def written() -> list[Expression]:
    """Return each expression of the project that is made when modules are imported."""
    found: dict[tuple[str, int], ModuleType | None] = {}
    for name in ("pattern", "bytes_pattern", "compiled"):
        setattr(late, name, _noting(getattr(late, name), found))
    re.compile = _noting(re.compile, found)
    modules = [*_modules()]
    named = {key: place for module in modules for key, place in _names(module)}
    return [_expression(*key, module, named.get(key)) for key, module in found.items()]


def _noting(make: Callable[..., Any], found: dict[tuple[str, int], Any]) -> Callable[..., Any]:
    """Return a function that makes an expression, and notes it if the project asks for it."""

    def noting(source: str | bytes, flags: int = 0) -> object:
        module = sys._getframe(1).f_globals["__name__"]
        if module.startswith(PACKAGES) and module != late.__name__:
            text = source.decode("latin-1") if isinstance(source, bytes) else source
            found.setdefault((text, int(flags)), module)
        return make(source, flags) if flags else make(source)

    return noting


def _modules() -> Iterator[ModuleType]:
    for package in map(importlib.import_module, PACKAGES):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                try:
                    yield importlib.import_module(module.name)
                except ImportError:  # of an extra that is not installed
                    continue


def _names(module: ModuleType) -> Iterator[tuple[tuple[str, int], str]]:
    for name, value in vars(module).items():
        if isinstance(value, (late._Pattern, re.Pattern)):
            parts = value._parts if isinstance(value, late._Pattern) else (value.pattern, 0)
            source = parts[0].decode("latin-1") if isinstance(parts[0], bytes) else parts[0]
            flags = int(parts[1]) or _flags(value)
            yield (source, flags), name


def _flags(value: object) -> int:
    """Return the flags that a compiled expression was made with; `re` adds that of Unicode."""
    return value.flags & ~re.UNICODE if isinstance(value, re.Pattern) else 0


def _expression(source: str, flags: int, module: Any, name: str | None) -> Expression:  # noqa: ANN401
    text = Path(str(sys.modules[module].__file__)).read_text()
    calls = re.findall(rf"\b{name}\.{_METHODS}", text) if name else []
    methods = {_kind(call) for call in calls or re.findall(rf"\.{_METHODS}\(", text)}
    place = f"{module}.{name}" if name else f"{module}: {source[:40]}"
    return Expression(place, source, flags, tuple(sorted(methods)) or ("search",))


def _kind(method: str) -> str:
    return method if method in {"match", "fullmatch"} else "search"


def attacks(expression: Expression, count: int, chance: Random) -> Iterator[Attack]:
    """Yield so many families of texts for each repetition of an expression."""
    parser = import_module("re._parser")
    with warnings.catch_warnings(action="ignore"):
        tree = parser.parse(expression.source, expression.flags)
    maker = _Maker(chance)
    for way, body in _repetitions(tree):
        for _ in range(count):
            before = "".join(map(maker.text, way))
            repeated = "".join(maker.text(body) for _ in range(chance.choice((1, 1, 2, 3))))
            if repeated:
                behind = chance.choice((*_ENDS, f"{maker.text(body)}\0"))
                yield Attack(before, repeated, behind)


def repeats_group_possessively(expression: Expression) -> bool:
    """Return whether more than one letter or class is repeated so, which old Pythons do wrongly."""
    parser = import_module("re._parser")
    with warnings.catch_warnings(action="ignore"):
        return _is_wrong(parser.parse(expression.source, expression.flags))


def _is_wrong(tree: Tree) -> bool:
    for kind, value in tree:
        if "REPEAT" in str(kind):
            body = value[2]
            is_single = len(body) == 1 and str(body[0][0]) in _SINGLE
            if (str(kind) == "POSSESSIVE_REPEAT" and not is_single) or _is_wrong(body):
                return True
        elif any(map(_is_wrong, _parts(str(kind), value))):
            return True
    return False


def _repetitions(tree: Tree, way: tuple[Tree, ...] = ()) -> Iterator[tuple[tuple[Tree, ...], Tree]]:
    """Yield what stands on the way to each repetition of many, and what it repeats."""
    for at, (kind, value) in enumerate(tree):
        here = (*way, tree[:at])
        if "REPEAT" in str(kind):
            if value[1] >= _MOST:
                yield here, value[2]
            yield from _repetitions(value[2], here)
        else:
            for part in _parts(str(kind), value):
                yield from _repetitions(part, here)


def _parts(kind: str, value: Any) -> Sequence[Tree]:  # noqa: ANN401 - nodes of `re` have no types
    """Return the trees in a node that repeats nothing."""
    if kind == "BRANCH":
        return [*value[1]]
    if kind == "SUBPATTERN":
        return [value[-1]]
    if kind in {"ASSERT", "ASSERT_NOT"}:
        return [value[1]]
    if kind == "GROUPREF_EXISTS":
        return [branch for branch in value[1:] if branch]
    return [value] if kind == "ATOMIC_GROUP" else []


class _Maker:
    """Makes texts that a tree would match, by chance; where it looks around is not regarded."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._groups: dict[object, str] = {}

    def text(self, tree: Tree) -> str:
        """Return a text."""
        return "".join([self._one(str(kind), value) for kind, value in tree])

    def _one(self, kind: str, value: Any) -> str:  # noqa: ANN401 - nodes of `re` have no types
        if "REPEAT" in kind:
            fewest, most, body = value
            number = self._chance.randint(fewest, max(fewest, min(int(most), fewest + 2)))
            return "".join([self.text(body) for _ in range(min(number, 2 * _MOST))])
        if kind == "GROUPREF":
            return self._groups.get(value, "")
        if kind == "SUBPATTERN":
            self._groups[value[0]] = self.text(value[-1])
            return self._groups[value[0]]
        if kind in {"BRANCH", "GROUPREF_EXISTS", "ATOMIC_GROUP"}:
            return self.text(self._chance.choice(_parts(kind, value)))
        letters = _letters(kind, value)
        return self._chance.choice(letters) if letters else ""


def _letters(kind: str, value: Any) -> str:  # noqa: ANN401 - nodes of `re` have no types
    """Return letters that a node for one of them matches; none for what matches a place."""
    if kind == "LITERAL":
        return chr(value)
    if kind == "NOT_LITERAL":
        return _ANY.replace(chr(value), "")
    if kind == "ANY":
        return _ANY.replace("\n", "")
    if kind in {"CATEGORY", "RANGE"}:
        return _CATEGORIES.get(str(value), "a") if kind == "CATEGORY" else "".join(map(chr, value))
    if kind != "IN":
        return ""
    inside = "".join(_letters(str(part), what) for part, what in value)
    return (
        "".join(letter for letter in _ANY if letter not in inside)
        if str(value[0][0]) == "NEGATE"
        else inside
    )
