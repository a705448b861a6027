"""The names of files are a sequence like any other, packed where there are many."""

from __future__ import annotations

import pickle
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.files import names as module
from mdlint_doi.files.names import FileNames

NAMES = st.lists(st.text(st.characters(exclude_categories=())))


@pytest.fixture(scope="module", autouse=True)
def few_together() -> object:
    """Pack three names together, so that short lists are packed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_TOGETHER", 3)
        yield


@given(NAMES, NAMES, st.data())
def test_it_is_a_sequence(before: list[str], after: list[str], data: st.DataObject) -> None:
    """Names come out as they went in, whatever is in them: all, one, and some."""
    packed = FileNames(before)
    packed.extend(after)
    names = before + after
    assert [*packed] == names
    assert (len(packed), bool(packed)) == (len(names), bool(names))
    first, last = data.draw(st.integers(-9, 9)), data.draw(st.integers(-9, 9))
    assert packed[first:last] == tuple(names[first:last])
    if names:
        at = data.draw(st.integers(-len(names), len(names) - 1))
        assert packed[at] == names[at]
    with pytest.raises(IndexError):
        packed[len(names)]


@given(NAMES, NAMES)
def test_equality(one: list[str], other: list[str]) -> None:
    """Names are equal to the same names in any sequence, and to no others."""
    packed = FileNames(one)
    assert packed == FileNames(one) == one
    assert packed == tuple(one)
    assert hash(packed) == hash(tuple(one))
    assert (packed == other) is (one == other)
    assert packed != set(one)
    assert pickle.loads(pickle.dumps(packed)) == packed


@given(NAMES, st.sets(st.text(max_size=1)))
def test_without(names: list[str], others: set[str]) -> None:
    """What is left out stays there; names that are taken later are not among those given back."""
    packed = FileNames(names)
    rest, iterated = packed.without(others), iter(packed)
    packed.extend(["a", "b", "c", "d"])
    assert rest == [name for name in names if name not in others]
    assert [*iterated] == names
    assert [*islice(packed, len(names), None)] == ["a", "b", "c", "d"]


def test_it_shows_a_few() -> None:
    """Its words for a person name some of many."""
    assert repr(FileNames(["a.md"])) == "FileNames(['a.md'])"
    assert repr(FileNames("abcd")) == "FileNames(['a', 'b', 'c', …])"
