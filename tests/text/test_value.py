"""The base of public values."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import mdlint_doi
from mdlint_doi.text.value import Value, defaults_of, put


class Part(Value):
    """A value as others write them."""

    start: int
    text: str = ""


class Longer(Part):
    """A value with a field more."""

    end: int = 9


class Even(Value):
    """A value that looks at what it is given."""

    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            message = "odd"
            raise ValueError(message)
        put(self, "number", int(self.number))


def test_fields_are_given_in_order_or_by_name() -> None:
    """A constructor takes its fields as a function does; defaults fill the rest."""
    assert Part(1, "a") == Part(text="a", start=1)
    assert (Part(1).start, Part(1).text) == (1, "")
    assert (Longer(1, "a").end, Longer(1, end=2).end) == (9, 2)
    assert dict(defaults_of(Longer)) == {"text": "", "end": 9}


def test_defaults_come_last() -> None:
    """As in a function; type checkers say so, too."""
    with pytest.raises(TypeError, match="Wrong: a field without a default"):

        class Wrong(Value):
            one: int = 1
            two: int  # type: ignore[misc]


@pytest.mark.parametrize("made", [0, 1])
def test_all_constructors_do_the_same(made: int) -> None:
    """The constructor is compiled when a first value is made, or refused: nobody sees that."""

    class Pair(Value):
        one: int
        two: tuple[int, ...] = ()

    for at in range(made):
        Pair(at)
    assert Pair(two=(1,), one=2) == Pair(2, (1,))
    for given, named in (((), {}), ((1, (), 3), {}), ((1,), {"one": 1}), ((1,), {"three": 1})):
        with pytest.raises(TypeError, match=r"^test_all.*Pair\(\) "):
            Pair(*given, **named)  # type: ignore[arg-type]


def test_equal_fields_make_equal_values() -> None:
    """Values are compared and hashed by class and fields."""
    assert Part(1, "a") == Part(1, "a")
    assert Part(1, "a") != Part(1, "b")
    assert Part(1, "a") != Longer(1, "a")
    assert len({Part(1, "a"), Part(1, "a"), Part(2, "a")}) == 2
    assert repr(Longer(1, "a")) == "Longer(start=1, text='a', end=9)"


def test_a_value_is_no_tuple() -> None:
    """What a tuple can do would break with each field more."""
    value: object = Part(1, "a")
    assert value != (1, "a")
    assert not isinstance(value, tuple)
    assert not hasattr(value, "__iter__")
    assert not hasattr(value, "__len__")
    with pytest.raises(TypeError, match="not supported"):
        Part(1) < Part(2)  # type: ignore[operator]  # noqa: B015
    assert not hasattr(value, "_replace")
    assert not hasattr(value, "__dict__")


def test_a_value_does_not_change() -> None:
    """Assigning and deleting are refused, and the message says what to do instead."""
    value = Part(1)
    with pytest.raises(AttributeError, match=r"replace\(start=…\)"):
        value.start = 2  # type: ignore[misc]
    with pytest.raises(AttributeError, match="is immutable"):
        value.other = 2
    with pytest.raises(AttributeError, match="is immutable"):
        del value.start
    assert value == Part(1)


def test_replace_returns_another_value() -> None:
    """`replace` changes the fields that are named and leaves the value alone."""
    value = Longer(1, "a", 5)
    assert value.replace(text="b") == Longer(1, "b", 5)
    assert value == Longer(1, "a", 5)
    with pytest.raises(TypeError, match="no field 'colour'; it has start, text, end"):
        value.replace(colour=1)


def test_wrong_fields_are_named() -> None:
    """A constructor says which field is unknown or missing, in the class's name."""
    with pytest.raises(TypeError, match=r"Part\(\).*'colour'"):
        Part(1, colour=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"Part\(\).*'start'"):
        Part()  # type: ignore[call-arg]


def test_a_value_can_look_at_what_it_is_given() -> None:
    """`__post_init__` is called by the constructor and by `replace`, but not for a pickle."""
    with pytest.raises(ValueError, match="odd"):
        Even(1)
    with pytest.raises(ValueError, match="odd"):
        Even(2).replace(number=3)
    assert Even(2).replace(number=4).number == 4


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_values_are_pickled(protocol: int) -> None:
    """A value comes back from another process, or from Sphinx's environment, as it was."""
    value = Longer(1, "a")
    assert pickle.loads(pickle.dumps(value, protocol)) == value
    assert type(pickle.loads(pickle.dumps(value, protocol))) is Longer


def test_values_are_copied() -> None:
    """Both kinds of copies are equal values."""
    value = Longer(1, "a")
    assert copy.copy(value) == value == copy.deepcopy(value)


def test_values_match_patterns() -> None:
    """A pattern takes fields by place or by name."""
    match Part(1, "a"):
        case Part(start, text="a"):
            assert start == 1
        case _:
            pytest.fail("no match")


def test_the_constructor_has_a_signature() -> None:
    """Help and the manual show the fields with their types, also before a first value."""
    from inspect import signature

    class Fresh(Value):
        one: int
        two: str = "x"

    assert str(signature(Fresh)) == "(one: 'int', two: 'str' = 'x') -> None"


def test_values_need_neither_dataclasses_nor_inspect() -> None:
    """An offline check of a text with findings imports none of the modules that cost a start."""
    code = (
        "import sys; from mdlint_doi import Settings, check_text;"
        "settings = Settings(strict=True, offline=True);"
        "assert check_text('<http://dx.doi.org/10.1000/182>', settings=settings);"
        "print(sorted({'dataclasses', 'inspect', 'attr', 'ast'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_modules_of_values_postpone_annotations() -> None:
    """A module with a value postpones annotations; else Python 3.14 finds no fields there."""
    modules = [
        text
        for path in Path(mdlint_doi.__file__).parent.rglob("*.py")
        if "(Value)" in (text := path.read_text("utf-8"))
    ]
    assert modules
    assert all("from __future__ import annotations\n" in text for text in modules)
