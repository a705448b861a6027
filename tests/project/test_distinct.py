"""Names are counted once each, and are not held."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.project.distinct import Distinct


@given(st.lists(st.text(max_size=2)))
def test_it_tells_what_a_set_tells(texts: list[str]) -> None:
    """A string is new the first time, and no other time."""
    distinct, seen = Distinct(), set[str]()
    for text in texts:
        assert distinct.add(text) is (text not in seen)
        seen.add(text)
    assert len(distinct) == len(seen)


def test_it_grows() -> None:
    """Ten thousand strings are told apart, and all of them are known afterwards."""
    distinct = Distinct()
    names = [f"10.1000/{number}" for number in range(10_000)]
    assert all(map(distinct.add, names))
    assert not any(map(distinct.add, names))
    assert len(distinct) == 10_000
