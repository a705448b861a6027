"""The bounded run: a few inputs for each target, made by the same hands as those of `run.py`."""

from __future__ import annotations

from random import Random

import pytest
from fuzz.mutation import Mutator, seeds
from fuzz.run import grow, look
from fuzz.targets import TARGETS
from hypothesis import given, settings
from hypothesis import strategies as st

SLOW = {"cache": 10, "rows": 6, "fix": 40, "check": 60, "rst": 60}
"""How many inputs, where it is not 150."""
SEEDS = tuple(seeds(None))


@pytest.mark.parametrize("name", TARGETS)
def test_any_input(name: str) -> None:
    """No law is broken, no exception is raised but the documented ones, none takes long."""

    @settings(max_examples=SLOW.get(name, 150))
    @given(st.integers(0, 2**32))
    def many(chance: int) -> None:
        look(TARGETS[name], Mutator(Random(chance), SEEDS).fresh())

    many()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["find", "normalize", "extract", "argument", "rst", "records"])
def test_time_grows_with_size(name: str) -> None:
    """Any piece, said over and over, takes time in proportion."""

    @settings(max_examples=15)
    @given(st.integers(0, 2**32))
    def many(chance: int) -> None:
        grow(TARGETS[name], *Mutator(Random(chance), SEEDS).growing())

    many()
