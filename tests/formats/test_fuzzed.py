"""The short run of `fuzz.py`: each reader on texts made by chance, the same ones each time."""

from __future__ import annotations

import logging
from random import Random

import pytest
from formats import laws
from formats.inputs import MAKERS


@pytest.mark.parametrize("name", MAKERS)
def test_agrees_with_its_oracle(name: str) -> None:
    """A thousand texts, with faults and without, keep the reader's law."""
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    chance = Random(17)
    for _ in range(1000):
        getattr(laws, name)(MAKERS[name](chance))
