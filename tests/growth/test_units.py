"""Twice the text takes about twice the time: for units that a grammar makes."""

from __future__ import annotations

from itertools import islice

import pytest
from growth_families import MOST, WAYS
from growth_units import Family, families, growth

_SEED = 14
_GROUP = 12
_GROUPS = 20
_SIZE = 100_000
_ENOUGH = 0.25
"""Seconds in which something quadratic shows."""

ONCE_QUADRATIC = (Family("\n|-|-|\n*", "{} 10.1000/1\n"),)
"""What this test brought to light."""


def _group(number: int) -> list[Family]:
    return [*islice(families(_GROUP * _GROUPS, _SEED), _GROUP * number, _GROUP * (number + 1))]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("way", ["check", "fix"])
@pytest.mark.parametrize("number", range(_GROUPS))
def test_generated_families(way: str, number: int) -> None:
    """No unit, however it is put together and wherever it stands, is read over and over."""
    ratios = {
        one: growth(WAYS[way], one, largest=_SIZE, enough=_ENOUGH, most=MOST)
        for one in _group(number)
    }
    assert {one: ratio for one, ratio in ratios.items() if ratio > MOST} == {}


@pytest.mark.parametrize("family", ONCE_QUADRATIC, ids=ascii)
def test_what_was_once_quadratic(family: Family) -> None:
    """What grew too fast before stays mended."""
    assert growth(WAYS["check"], family, largest=2 * _SIZE, enough=2.0, most=MOST) <= MOST
