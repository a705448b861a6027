"""What other programs receive from the library."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import pytest

import mdlint_doi
from mdlint_doi import api
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value
from mdlint_doi.works.work import Person, Titles, Work


def _public_classes() -> Iterator[type]:
    """Yield the classes of the library, of its Arrow functions, and of the modules in `api`."""
    offered: list[object] = [getattr(mdlint_doi, name) for name in mdlint_doi.__all__]
    for module in ("mdlint_doi.arrow", *(f"{api.__name__}.{name}" for name in _modules())):
        loaded = import_module(module)
        offered += [value for name, value in vars(loaded).items() if not name.startswith("_")]
    for value in offered:
        if isinstance(value, type) and value.__module__.startswith("mdlint_doi."):
            yield value


def _modules() -> list[str]:
    return [module.name for module in iter_modules(api.__path__)]


def test_public_classes_are_no_tuples() -> None:
    """Programs read fields by name, so a later version can add fields."""
    public = {*_public_classes()}
    assert {Work, Person, Titles, mdlint_doi.Finding, mdlint_doi.CheckResult} <= public
    assert [kind.__name__ for kind in public if issubclass(kind, tuple)] == []


@pytest.mark.parametrize(
    "value", [Work(volume="7"), Person("Marlowe"), Titles(("Tides",)), Span(3, 9)]
)
def test_a_public_value_is_neither_unpacked_nor_equal_to_a_tuple(value: Value) -> None:
    """A public value is compared with its own kind and copied by `replace`."""
    fields = {name: getattr(value, name) for name in value.__match_args__}
    assert type(value)(**fields) == value == value.replace()
    assert value != tuple(fields.values())
    assert not hasattr(value, "_replace")
    with pytest.raises(TypeError):
        iter(value)  # type: ignore[call-overload]
