"""Immutable values with named fields, like those of `dataclasses` but without its import.

    class Edit(Value):
        span: Span
        replacement: str

A class gets slots, a constructor that accepts the fields in order or by name, `==`, a hash and a
repr. It is not a tuple, so a new field breaks no program. Importing `dataclasses` takes as long as
starting Python, and defining a named tuple takes a third of a millisecond. Defining these classes
takes little more time than defining plain ones, because the constructor is compiled only when the
first value is made. Type checkers recognize the fields through `dataclass_transform`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn, Self, dataclass_transform

_Values = tuple[object, ...]
put: Final = object.__setattr__  # sets a slot of an immutable value, as in `__post_init__`


class _Constructor:
    """Stands in for `__init__` until the first value is made, when the real one is compiled."""

    def __get__(self, value: Value | type[Value] | None, kind: type[Value]) -> Callable[..., None]:
        if isinstance(value, type):  # as `inspect` in Python 3.13 reads a signature
            kind = value
        compiled = _constructor(kind)
        type.__setattr__(kind, "__init__", compiled)
        bound: Callable[..., None] = compiled.__get__(value, kind)
        return bound


class _ValueType(type):
    """Turns the fields of a class into slots, and stores their defaults in `_defaults`."""

    def __new__(
        cls,
        name: str,
        bases: tuple[type, ...],
        members: dict[str, Any],
        texts: Mapping[str, str] = MappingProxyType({}),
    ) -> _ValueType:
        for field, default in texts.items():
            if field not in members.get("__annotations__", ()):
                members.setdefault("__annotations__", {})[field] = "str"
                members[field] = default
        fields = tuple(members.get("__annotations__", ()))
        defaults = {field: members.pop(field) for field in fields if field in members}
        inherited: tuple[str, ...] = getattr(bases[0], "__match_args__", ()) if bases else ()
        if bases:
            defaults = {**getattr(bases[0], "_defaults", {}), **defaults}
            every = *inherited, *fields
            if not defaults.keys().isdisjoint(every[: len(every) - len(defaults)]):
                message = f"{name}: a field without a default follows one with a default"
                raise TypeError(message)
            members["_defaults"] = defaults
            members.setdefault("__init__", _Constructor())
        members["__slots__"] = (*fields, *members.get("__slots__", ()))
        members["__match_args__"] = (*inherited, *fields)
        return super().__new__(cls, name, bases, members)

    def __dir__(cls) -> list[str]:
        """Return the properties and methods for `help()`; the docstring describes the fields."""
        inner = {"keeps_places", *vars(cls)["__match_args__"]}
        return [name for name in super().__dir__() if name not in inner and name[:1] != "_"]


@dataclass_transform(frozen_default=True)
class Value(metaclass=_ValueType):
    """The base of public values. Each annotation of a class is a field.

    A class validates its fields in `__post_init__`, as in `dataclasses`. Names in `__slots__` are
    not fields: they hold results of later computations, which `put` sets. In a class such as
    `class Settings(Value, texts=…)`, `texts` maps further fields of type `str` to their defaults.
    """

    if TYPE_CHECKING:
        __match_args__: ClassVar[tuple[str, ...]]

    keeps_places = False
    """Whether its places refer to a text that it contains itself, so that `moved` keeps them."""

    def replace(self, **changes: Any) -> Self:  # noqa: ANN401 - each field has its own type
        """Return a copy with different values for some fields.

        Raises:
            TypeError: for an unknown field.
        """
        fields = self.__match_args__
        values = [changes.pop(field, getattr(self, field)) for field in fields]
        if changes:
            message = (
                f"{type(self).__name__} has no field {', '.join(map(repr, changes))}; "
                f"it has {', '.join(fields)}"
            )
            raise TypeError(message)
        return type(self)(*values)

    __replace__ = replace  # for `copy.replace`

    def __eq__(self, other: object) -> bool:
        return _values(self) == _values(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(_values(self))

    def __repr__(self) -> str:
        shown = [f"{field}={getattr(self, field)!r}" for field in self.__match_args__]
        return f"{type(self).__name__}({', '.join(shown)})"

    def __reduce__(self) -> tuple[Callable[[type[Value], _Values], Value], Any]:
        """Pickle the values of the fields, which are not validated again."""
        return _restored, (type(self), _values(self))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        message = f"{type(self).__name__} is immutable; replace({name}=…) returns a changed copy"
        raise AttributeError(message)

    def __delattr__(self, name: str) -> NoReturn:
        message = f"{type(self).__name__} is immutable; {name} cannot be deleted"
        raise AttributeError(message)


def defaults_of(kind: type[Value]) -> Mapping[str, object]:
    """Return the default of each field of a class that has one."""
    defaults: dict[str, object] = vars(kind)["_defaults"]
    return defaults


def _values(value: Value) -> _Values:
    return tuple([getattr(value, field) for field in value.__match_args__])


def _restored(kind: type[Value], values: _Values) -> Value:
    restored = object.__new__(kind)
    for field, value in zip(kind.__match_args__, values, strict=True):
        put(restored, field, value)
    return restored


def _constructor(kind: type[Value]) -> Any:  # noqa: ANN401 - a function with `__get__`
    """Return the `__init__` of a class, which sets each slot.

    Its globals include those of the class's module, so that its annotations can be evaluated.
    """
    fields = kind.__match_args__
    defaults = defaults_of(kind)
    puts = [f"_put_{field}(self, {field})" for field in fields]
    if hasattr(kind, "__post_init__"):
        puts.append("self.__post_init__()")
    names: dict[str, Any] = {**vars(sys.modules[kind.__module__])}
    names |= {f"_put_{field}": getattr(kind, field).__set__ for field in fields}
    source = f"def __init__({', '.join(['self', *fields])}):\n {'; '.join(puts) or 'pass'}"
    exec(source, names)  # noqa: S102 - contains only names of fields
    constructor = names["__init__"]
    constructor.__defaults__ = tuple([defaults[field] for field in fields if field in defaults])
    constructor.__qualname__ = kind.__qualname__  # for errors like "Edit() got an unexpected …"
    constructor.__annotations__ = {
        field: written  # fields of base classes come first
        for base in reversed(kind.__mro__)
        for field, written in vars(base).get("__annotations__", {}).items()
    } | {"return": None}
    return constructor
