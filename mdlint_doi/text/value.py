"""Immutable values with named fields: what `dataclasses` makes, without its import.

    class Edit(Value):
        span: Span
        replacement: str

A class gets slots, a constructor that takes the fields in order or by name, `==`, hash and repr. It
is no tuple: a field more does not break who uses the others. `dataclasses` takes as long to import
as the interpreter to start, and a named tuple a third of a millisecond to make. Here a class costs
little more than a plain one, since its constructor is compiled when its first value is made. Type
checkers know it by `dataclass_transform`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn, Self, dataclass_transform

_Values = tuple[object, ...]
put: Final = object.__setattr__  # sets a field of a value that is being made: for `__post_init__`


class _Constructor:
    """Stands for `__init__` until a value is made; then the compiled one takes its place."""

    def __get__(self, value: Value | type[Value] | None, kind: type[Value]) -> Callable[..., None]:
        if isinstance(value, type):  # how `inspect` of Python 3.13 asks for a signature
            kind = value
        compiled = _constructor(kind)
        type.__setattr__(kind, "__init__", compiled)
        bound: Callable[..., None] = compiled.__get__(value, kind)
        return bound


class _ValueType(type):
    """Makes slots of the fields that a class names; defaults can't stay where slots are."""

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
        """List properties and methods, for help: it describes the fields above them."""
        inner = {"keeps_places", *vars(cls)["__match_args__"]}
        return [one for one in super().__dir__() if one not in inner and one[:1] != "_"]


@dataclass_transform(frozen_default=True)
class Value(metaclass=_ValueType):
    """The base of public values. All that a class annotates is a field.

    A class that has to look at what it is given does so in `__post_init__`, as in `dataclasses`.
    What it names in `__slots__` is no field: room for what is found out later, set with `put`.
    `class Settings(Value, texts=…)` has further fields, all texts, with these defaults.
    """

    if TYPE_CHECKING:
        __match_args__: ClassVar[tuple[str, ...]]

    keeps_places = False
    """Whether the places in it are those of a text that it holds itself (`placed_text.moved`)."""

    def replace(self, **changes: Any) -> Self:  # noqa: ANN401 - each field has its own type
        """Return the same value with other fields.

        Raises:
            TypeError: for a field that there is not.
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

    __replace__ = replace  # what `copy.replace` asks for

    def __eq__(self, other: object) -> bool:
        return _values(self) == _values(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(_values(self))

    def __repr__(self) -> str:
        shown = [f"{field}={getattr(self, field)!r}" for field in self.__match_args__]
        return f"{type(self).__name__}({', '.join(shown)})"

    def __reduce__(self) -> tuple[Callable[[type[Value], _Values], Value], Any]:
        """Pickle the fields' values; what comes back was checked when it was made."""
        return _restored, (type(self), _values(self))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        message = f"{type(self).__name__} does not change; replace({name}=…) returns another"
        raise AttributeError(message)

    def __delattr__(self, name: str) -> NoReturn:
        message = f"{type(self).__name__} does not change; {name} stays"
        raise AttributeError(message)


def defaults_of(kind: type[Value]) -> Mapping[str, object]:
    """Return the fields of a class that have a default, and which."""
    defaults: dict[str, object] = vars(kind)["_defaults"]
    return defaults


def _values(value: Value) -> _Values:
    return tuple([getattr(value, field) for field in value.__match_args__])


def _restored(kind: type[Value], values: _Values) -> Value:
    value = object.__new__(kind)
    for field, one in zip(kind.__match_args__, values, strict=True):
        put(value, field, one)
    return value


def _constructor(kind: type[Value]) -> Any:  # noqa: ANN401 - a function with `__get__`
    """Return the `__init__` of a class: it puts each argument into its slot.

    Its globals hold those of the class's module, too, so that its annotations can be read.
    """
    fields = kind.__match_args__
    defaults = defaults_of(kind)
    puts = [f"_put_{field}(self, {field})" for field in fields]
    if hasattr(kind, "__post_init__"):
        puts.append("self.__post_init__()")
    names: dict[str, Any] = {**vars(sys.modules[kind.__module__])}
    names |= {f"_put_{field}": getattr(kind, field).__set__ for field in fields}
    source = f"def __init__({', '.join(['self', *fields])}):\n {'; '.join(puts) or 'pass'}"
    exec(source, names)  # noqa: S102 - names of fields alone
    constructor = names["__init__"]
    constructor.__defaults__ = tuple([defaults[field] for field in fields if field in defaults])
    constructor.__qualname__ = kind.__qualname__  # "Edit() got an unexpected keyword argument"
    constructor.__annotations__ = {
        field: written  # those of bases first
        for one in reversed(kind.__mro__)
        for field, written in vars(one).get("__annotations__", {}).items()
    } | {"return": None}
    return constructor
